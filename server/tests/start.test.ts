import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sandbox } from '../../engine/node/testing/sandbox.ts'
import { smallSite } from '../../engine/node/testing/small-site.ts'
import { buildPages, type RunningServer, startServer, temporaryFolder } from '../testing/running-server.ts'

const folder = temporaryFolder()
const site = smallSite(join(folder, 'site'))
beforeAll(buildPages, 60_000)
afterAll(() => rmSync(folder, { recursive: true }))

const answers = ({ origin }: RunningServer) =>
  fetch(`${origin}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  )

test('a signal to npm start ends the server', async () => {
  const server = await startServer(join(folder, 'npm'), site, 'start')
  expect(await answers(server)).toBe(true)
  expect(await server.stop()).toBe(0)
  expect(await answers(server)).toBe(false)
})

test('a terminal sends the signal to npm and to the server: the second one cuts nothing off', async () => {
  const server = await startServer(join(folder, 'terminal'), site, 'start')
  process.kill(-server.pid, 'SIGINT')
  expect(await server.exited).toBe(0)
})

test('in development definitions go live without a restart, also those saved by renaming, and a bad one harms nothing', async () => {
  const { definitions, locales, remove } = await sandbox()
  const env = { DEFINITIONS_DIR: definitions, LOCALES_DIR: locales, LOG_LEVEL: 'info' }
  const server = await startServer(join(folder, 'dev'), env, 'dev')
  let said = ''
  server.process.stdout?.on('data', (text) => {
    said += text
  })
  const save = (text: string) => {
    writeFileSync(join(folder, 'saved'), text)
    renameSync(join(folder, 'saved'), join(definitions, 'forms/pets.json'))
  }
  const form = (title: string) =>
    JSON.stringify({ locales: ['en'], title, steps: { you: { title, fields: { name: { kind: 'given-name' } } } } })
  for (const title of ['Cats', 'Dogs', 'Birds', 'Fish']) {
    save(form(title))
    await expect
      .poll(async () => (await fetch(`${server.origin}/forms/pets`)).text(), { timeout: 20_000 })
      .toContain(title)
  }
  save('{ "title": ')
  await expect.poll(() => said, { timeout: 20_000 }).toContain('pets.json')
  expect(await (await fetch(`${server.origin}/forms/pets`)).text()).toContain('Fish')
  expect(said).not.toContain('Leadwright listens')
  expect(await server.stop()).toBe(0)
  await remove()
})
