import { pressed } from '#engine/catalog/portal/pressed.ts'
import type { UnsubscriptionState } from '#engine/catalog/portal/sections/unsubscription.ts'
import { email } from '#engine/core/kinds/person/email.ts'
import type { UnsubscriptionSection } from '#schemas/generated/sections/unsubscription.ts'
import { isSameOrigin } from '../http/same-origin.ts'
import type { SectionPost } from '../ssr/section-posts.ts'
import { mailLink } from './mail-link.ts'
import { readToken } from './tokens.ts'
import { type Unsubscribing, unsubscribe } from './unsubscribe.ts'
import type { UnsubscribedBy } from './unsubscribe-statements.ts'

/** The longest address that a mail server takes, in characters. */
const longest = 254

/**
 * What is posted to the page where mails are unsubscribed from: by its button or with an address, and by mail programs,
 * which come from anywhere (RFC 8058).
 */
export function unsubscription(parts: Unsubscribing): SectionPost {
  async function byLink(query: URLSearchParams, brand: string, by: UnsubscribedBy): Promise<'done' | 'unknown'> {
    const token = readToken(query.get('token'))
    const ended = token === null ? null : await unsubscribe(parts, { token, brand }, by)
    return ended ? 'done' : 'unknown'
  }

  async function byAddress(typed: string, brand: string, locale: string): Promise<UnsubscriptionState> {
    const address = typed.trim()
    if (address.length > longest || !email.format?.isRight(address, '')) return 'invalid'
    await mailLink(parts, { address, brand, locale })
    return 'mailed'
  }

  return async ({ request, brand, locale, query, body, section }) => {
    if (body.get('List-Unsubscribe') === 'One-Click') {
      const state = await byLink(query, brand, 'one-click')
      return { status: state === 'done' ? 200 : 404, ...(section as UnsubscriptionSection)[state] }
    }
    // Another site's page cannot unsubscribe anybody, nor have links mailed.
    if (body.get(pressed) !== section.kind || !isSameOrigin(request)) return null
    const typed = body.get('email')
    return typed === null ? byLink(query, brand, 'page') : byAddress(typed, brand, locale)
  }
}
