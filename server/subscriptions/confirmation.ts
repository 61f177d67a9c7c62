import { type Catalog, pressed } from '#engine/site'
import { isSameOrigin, visitorAddress } from '#server/http'
import { confirm, readToken } from '#server/leads'
import type { SectionPost } from '#server/pages'
import type { Storage } from '#server/storage'

interface Parts {
  catalog: () => Catalog
  storage: Storage
  /** Milliseconds since the epoch. */
  now: () => number
  /** Called once deliveries were released, so that they begin. */
  onReleased: () => void
}

/** The button of a section of the kind `confirmation`, pressed on the page that a mailed link leads to. */
export function confirmation({ catalog, storage, now, onReleased }: Parts): SectionPost {
  return async ({ request, brand, query, body }) => {
    if (body.get(pressed) !== 'confirmation' || !isSameOrigin(request)) return null
    const token = readToken(query.get('token'))
    if (token === null) return 'unknown'
    const { partners } = catalog()
    const state = await confirm(storage, partners, { token, brand, ip: visitorAddress(request), now: now() })
    if (state === 'confirmed') onReleased()
    return state
  }
}
