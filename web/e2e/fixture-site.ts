import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from './fixture.ts'
import { type Site, startSite } from './site.ts'

type Files = Readonly<Record<string, string>>

const root = join(import.meta.dirname, '../..')

/**
 * One site for all tests of a file, with the pages and forms of the fixtures beside the repository's own; `another` is
 * the same with a server of its own, which its test stops.
 * @param planted files beside these, path → text
 * @param env more variables of the server
 */
export function fixtureSite(
  planted: Files | (() => Promise<Files>) = {},
  env: Readonly<Record<string, string>> = {},
): {
  site: () => Site
  another: () => Promise<Site>
} {
  let folder = ''
  let site: Site
  const another = () =>
    startSite({ definitions: join(folder, 'definitions'), env: { ...env, LOCALES_DIR: join(folder, 'locales') } })
  test.beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'leadwright-fixtures-'))
    for (const name of ['definitions', 'locales']) {
      await cp(join(root, name), join(folder, name), { recursive: true })
      await cp(join(root, 'engine/node/testing/fixtures', name), join(folder, name), { recursive: true })
    }
    const files = typeof planted === 'function' ? await planted() : planted
    for (const [path, text] of Object.entries(files)) await writeFile(join(folder, path), text)
    site = await another()
  })
  test.afterAll(async () => {
    await site.stop()
    await rm(folder, { recursive: true })
  })
  return { site: () => site, another }
}
