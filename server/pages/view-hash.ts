import { contentHash } from '#engine/node'
import type { PageView } from '#engine/site'

const known = new WeakMap<PageView, string>()

/** A name for all that a page is rendered from: views of two catalogs that say the same have the same. */
export function viewHash(view: PageView): string {
  const hash = known.get(view) ?? contentHash(JSON.stringify(view))
  known.set(view, hash)
  return hash
}
