import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from './fixture.ts'
import { putLive, type SharedSite, startOn } from './shared-site.ts'
import type { Site } from './site.ts'

type Files = Readonly<Record<string, string>>

/**
 * The worker's site with the pages and forms of the fixtures beside the repository's own, and with these files for as long
 * as the file's tests run; `another` is the same with a server of its own, which its test stops.
 * @param planted files beside these, or in place of one, path → text
 */
export function fixtureSite(planted: Files | (() => Promise<Files>) = {}): {
  site: () => Site
  another: () => Promise<Site>
} {
  let shared: SharedSite
  let before: (readonly [path: string, text: string | null])[] = []
  let hash: string
  test.beforeAll(async ({ sharedSite }) => {
    shared = sharedSite
    const files = Object.entries(typeof planted === 'function' ? await planted() : planted)
    before = await Promise.all(files.map(async ([path]) => [path, await textOf(join(shared.folder, path))] as const))
    hash = await putLive(shared, files)
  })
  test.afterAll(() => putLive(shared, before, hash))
  return { site: () => shared.site, another: () => startOn(shared.folder) }
}

/** null when there is no such file. */
function textOf(file: string): Promise<string | null> {
  return readFile(file, 'utf8').catch(() => null)
}
