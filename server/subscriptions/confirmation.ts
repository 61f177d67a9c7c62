import type { Catalog } from '#engine/site/catalog.ts'
import { pressed } from '#engine/site/pressed.ts'
import { isSameOrigin } from '../http/same-origin.ts'
import { visitorAddress } from '../http/visitor-address.ts'
import { confirm, readToken } from '../leads/subscriptions.ts'
import type { SectionPost } from '../pages/section-posts.ts'
import type { Storage } from '../storage/storage.ts'

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
