import { cpSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildPages, type RunningServer, startServer, submit, temporaryFolder } from './testing/running-server.ts'

const folder = temporaryFolder()
const file = join(folder, 'definitions/forms/pets.json')
let server: RunningServer

beforeAll(async () => {
  buildPages()
  for (const name of ['definitions', 'locales'])
    cpSync(join(import.meta.dirname, '..', name), join(folder, name), { recursive: true })
  server = await startServer(join(folder, 'data'), {
    DEFINITIONS_DIR: join(folder, 'definitions'),
    LOCALES_DIR: join(folder, 'locales'),
  })
}, 60_000)
afterAll(async () => {
  server.process.kill('SIGTERM')
  await server.exited
  rmSync(folder, { recursive: true })
})

const pets = (title: string, more: object = {}) =>
  JSON.stringify({
    locales: ['en', 'de'],
    title,
    steps: { you: { title, fields: { name: { kind: 'given-name' } } } },
    consents: { privacy: {} },
    ...more,
  })
const page = async (path: string) => (await fetch(server.origin + path)).text()
const readiness = async () =>
  (await (await fetch(`${server.origin}/readyz`)).json()) as {
    definitions: { hash: string; refused?: { problems: string[] } }
  }

/** Waits until a look at the server satisfies; the promise of hot definitions is two seconds. */
async function within2Seconds(look: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + 2000
  while (!(await look())) {
    if (performance.now() > end) throw new Error('not live within 2 s')
    await sleep(25)
  }
}

test('a new form is live in both its languages, with no restart', async () => {
  writeFileSync(
    join(folder, 'locales/de/forms/pets.json'),
    '{ "title": "Tiere", "steps": { "you": { "title": "Sie" } } }',
  )
  writeFileSync(file, pets('Pets'))
  await within2Seconds(async () => (await page('/forms/pets')).includes('Pets'))
  expect(await page('/de/forms/pets')).toContain('Sie</h1>')
  expect((await submit(server.origin, { form: 'pets', answers: { name: 'Ada', privacy: true } })).status).toBe(201)
})

test('a change written beside and renamed into place goes live too, cached pages included', async () => {
  writeFileSync(`${file}.new`, pets('Animals'))
  renameSync(`${file}.new`, file)
  await within2Seconds(async () => (await page('/forms/pets')).includes('Animals'))
})

test('a broken change keeps the last good definitions, and says where it is broken', async () => {
  const before = (await readiness()).definitions.hash
  writeFileSync(file, pets('Broken').replace('given-name', 'givn-name'))
  await within2Seconds(async () => (await readiness()).definitions.refused !== undefined)
  expect(await readiness()).toMatchObject({
    status: 'ready',
    definitions: {
      hash: before,
      refused: {
        problems: [
          expect.stringMatching(/forms\/pets\.json:1:\d+ There is no kind "givn-name"\. Did you mean "given-name"\?$/),
        ],
      },
    },
  })
  expect(await page('/forms/pets')).toContain('Animals')
  writeFileSync(file, '{ "half":')
  await sleep(300)
  expect(await page('/forms/pets')).toContain('Animals')
  writeFileSync(file, pets('Mended'))
  await within2Seconds(async () => (await page('/forms/pets')).includes('Mended'))
  expect((await readiness()).definitions.refused).toBeUndefined()
})

test('a form whose file is gone is gone', async () => {
  rmSync(file)
  rmSync(join(folder, 'locales/de/forms/pets.json'))
  await within2Seconds(async () => (await fetch(`${server.origin}/forms/pets`)).status === 404)
})
