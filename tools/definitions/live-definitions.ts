import { goodSite, problemLine, readSources, SourceCache } from '#engine/node'
import type { Site } from '#engine/site'
import { readLastGood } from '#server/definitions'
import type { Storage } from '#server/storage'
import type { FolderOptions } from '../terminal/folders.ts'
import { fail } from '../terminal/print-lines.ts'

/**
 * The definitions as a server on this storage would serve them: what has a mistake is as it last was, so that a partner
 * whose file is half written still gets its leads. null, after saying why, when there are none.
 */
export async function liveDefinitions(storage: Storage, folders: FolderOptions): Promise<Site | null> {
  const { files } = await readLastGood(storage)
  const good = await goodSite(await readSources(folders, new SourceCache()), files)
  if (good.ok) return good.value
  fail([...good.problems.map(problemLine), 'Correct these errors first.'].join('\n'))
  return null
}
