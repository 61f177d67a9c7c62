import { execFileSync } from 'node:child_process'
import { closeSync, constants, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { smallSite } from '../../engine/node/testing/small-site.ts'
import { buildPages, type RunningServer, startServer, submit, temporaryFolder } from '../testing/running-server.ts'

const folder = temporaryFolder()
const [marker, pipe] = [join(folder, 'hanging'), join(folder, 'pipe')]
let server: RunningServer

beforeAll(async () => {
  buildPages()
  execFileSync('mkfifo', [pipe])
  const site = smallSite(join(folder, 'site'))
  server = await startServer(join(folder, 'data'), {
    ...site,
    HANGING_FOLDER: site.DEFINITIONS_DIR,
    HANGING_WHILE: marker,
    HANGING_PIPE: pipe,
    NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, '../testing/hanging-drive.ts'))}`,
  })
})
afterAll(async () => {
  answer()
  await server?.stop()
  rmSync(folder, { recursive: true })
})

function answer(): void {
  rmSync(marker, { force: true })
  try {
    // Lets go of whoever waits.
    closeSync(openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK))
  } catch {
    // Nobody does.
  }
}

/** Far longer than a busy machine takes, and shorter than a drive hangs. */
const inTime = () => ({ signal: AbortSignal.timeout(20_000) })
const get = (path: string) => fetch(server.origin + path, inTime())
const readiness = async () => {
  const reply = await get('/readyz')
  const { definitions, notices } = (await reply.json()) as {
    definitions: { unreadable?: { reason: string } }
    notices: string[]
  }
  return { status: reply.status, unreadable: definitions.unreadable, notices: notices.join() }
}
const retitle = (title: string) => {
  const file = join(folder, 'site/definitions/forms/home-insurance.json')
  writeFileSync(file, readFileSync(file, 'utf8').replace(/"title": "[^"]*"/, `"title": "${title}"`))
}

test('while the drive of the definitions hangs, all is served and leads are taken; then it goes on by itself', async () => {
  writeFileSync(marker, '')
  retitle('While it hung')
  let served = 0
  for (;;) {
    expect((await get('/healthz')).status).toBe(200)
    expect((await get('/insurance/home-insurance')).status).toBe(200)
    expect((await submit(server.origin, { key: `hanging-${served}` })).status).toBe(201)
    served += 1
    const { status, unreadable, notices } = await readiness()
    expect(status).toBe(200)
    if (unreadable) {
      expect(unreadable.reason).toBe('The drive that they are on gives no answer.')
      expect(notices).toContain('Definitions cannot be read since')
      break
    }
    await sleep(100)
  }
  expect(served).toBeGreaterThan(3)
  answer()
  await expect.poll(async () => (await readiness()).unreadable, { timeout: 60_000 }).toBeUndefined()
  await expect
    .poll(async () => (await get('/insurance/home-insurance')).text(), { timeout: 60_000 })
    .toContain('While it hung')
})

test('a server ends when it is to, although the drive of the definitions hangs', async () => {
  writeFileSync(marker, '')
  retitle('At the end')
  await expect.poll(async () => (await readiness()).unreadable, { timeout: 60_000 }).toBeDefined()
  await submit(server.origin, { key: 'before the end' })
  // With a signal of its own: a thread that waits for the drive would keep an exit waiting.
  expect(await server.stop()).toBeNull()
})
