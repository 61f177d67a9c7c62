import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { buildPages, type RunningServer, startServer, temporaryFolder } from './running-server.ts'

const root = join(import.meta.dirname, '../..')

/** One server for all tests of a file, with the pages and forms of the fixtures beside the repository's own. */
export function fixtureServer(): () => RunningServer {
  const folder = temporaryFolder()
  let server: RunningServer
  beforeAll(async () => {
    buildPages()
    for (const name of ['definitions', 'locales']) {
      cpSync(join(root, name), join(folder, name), { recursive: true })
      cpSync(join(root, 'engine/node/testing/fixtures', name), join(folder, name), { recursive: true })
    }
    server = await startServer(join(folder, 'data'), {
      DEFINITIONS_DIR: join(folder, 'definitions'),
      LOCALES_DIR: join(folder, 'locales'),
    })
  }, 60_000)
  afterAll(async () => {
    await server.stop()
    rmSync(folder, { recursive: true })
  })
  return () => server
}
