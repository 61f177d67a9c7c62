import { Gauge, type Registry } from 'prom-client'
import { mapLead } from '#engine/form/lead'
import { email, isTree } from '#engine/form/model'
import { unsubscribeLink as mailId } from '#engine/library'
import { pressed, type Site, type UnsubscriptionState } from '#engine/site'
import type { UnsubscriptionSection } from '#schemas/generated/sections/unsubscription.ts'
import { kindOf } from '#server/channels'
import { isSameOrigin, localOrigin, visitorAddress } from '#server/http'
import type { DescribeNotices } from '#server/leads'
import {
  confirm,
  insertLimitedMail,
  markAsked,
  quotaHash,
  readToken,
  subscriberHash,
  subscriberOf,
  subscriptionTotals,
  type UnsubscribedBy,
  unsubscribe,
} from '#server/leads'
import { mailToVisitor, unsubscribeLink, writeMail } from '#server/mail'
import type { SectionPost } from '#server/pages'
import type { KeyedHash, Statement, Storage } from '#server/storage'
import { inTime, StorageUnavailable } from '#server/storage'

/** How long a reading waits for storage, in ms. */
const deadlineMs = 1000

/** What unsubscribing works with. */
export interface Unsubscribing {
  site: () => Site
  storage: Storage
  /** The installation's own. */
  hash: KeyedHash
  /** Milliseconds since the epoch. */
  now: () => number
  /** Called once there is something to deliver. */
  onEnded: () => void
}

/** The longest address that a mail server takes, in characters. */
const longest = 254

/**
 * What is posted to the page where mails are unsubscribed from: by its button or with an address, and by mail programs,
 * which come from anywhere (RFC 8058).
 */
export function unsubscription(parts: Unsubscribing): SectionPost {
  const { site, storage, hash, now, onEnded } = parts

  async function byLink(query: URLSearchParams, brand: string, by: UnsubscribedBy): Promise<'done' | 'unknown'> {
    const token = readToken(query.get('token'))
    if (token === null) return 'unknown'
    const withdrawing = { storage, hash, now: now(), describe: noticesBy(site) }
    const ended = await unsubscribe(withdrawing, { token, brand }, by)
    if (ended && ended.length > 0) onEnded()
    return ended ? 'done' : 'unknown'
  }

  async function byAddress(
    typed: string,
    place: { brand: string; locale: string; localOrigin: string | null },
  ): Promise<UnsubscriptionState> {
    const address = typed.trim()
    if (address.length > longest || !email.format?.isRight(address, '')) return 'invalid'
    await mailLink(parts, { address, ...place })
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
    return typed === null
      ? byLink(query, brand, 'page')
      : byAddress(typed, { brand, locale, localOrigin: localOrigin(request) })
  }
}

/**
 * Mails a link to unsubscribe to an address, if it has subscribed. The answer is the same in either case, and so is the time
 * it takes, since something is committed each time. Rejects with StorageUnavailable.
 * @param asked `address` as it was typed, the language of the page, and the origin of a trial on this machine
 */
async function mailLink(
  parts: Unsubscribing,
  asked: { address: string; brand: string; locale: string; localOrigin: string | null },
): Promise<void> {
  const { storage, hash, now, onEnded } = parts
  const to = { address: subscriberHash(hash, asked.address), brand: asked.brand }
  const subscriber = await subscriberOf(storage, to)
  const moment = now()
  const mail = subscriber ? linkMail(parts, { ...asked, ...subscriber }, moment) : []
  await storage.atomic([...mail, markAsked(moment)])
  if (mail.length > 0) onEnded()
}

function linkMail(
  { site, hash }: Unsubscribing,
  {
    address,
    answers,
    ...place
  }: { address: string; lead: string; answers: string; brand: string; locale: string; localOrigin: string | null },
  now: number,
): Statement[] {
  // As the subscriber wrote it: capitals may matter to a mail server.
  const to = emailIn(JSON.parse(answers), (text) => text.toLowerCase() === address.toLowerCase())
  const link = unsubscribeLink(site(), { ...place, address: subscriberHash(hash, address) })
  if (to === null || !link) return []
  const { brand, locale } = place
  const mail = writeMail(site(), { to, mail: mailId, locale, brand, links: { unsubscribe: link.href } })
  if (!mail) return []
  // A message of its own each time: the first one may never have arrived.
  const message = mailToVisitor('unsubscribe-link', mail, `${mailId}/${now}`)
  return insertLimitedMail(
    { id: place.lead, receivedAt: new Date(now).toISOString() },
    { message, address: quotaHash(hash, to), tokens: [link.token] },
  )
}

/**
 * What partners are told of a withdrawn lead, by the deliveries that they got it by. A delivery that has no request for it,
 * or is not in the definitions any more, makes a notice that an operator passes on.
 */
export function noticesBy(site: () => Site): DescribeNotices {
  return ({ lead: row, deliveries }, isTheirs, unsubscribedAt) => {
    const {
      partners: { all: partners },
      forms: { version: formOf },
    } = site()
    const lead = {
      ...{ id: String(row.id), form: String(row.form), locale: String(row.locale), brand: String(row.brand) },
      ...{ receivedAt: String(row.received_at), test: row.test === 1 },
      page: row.page === null || row.page === undefined ? null : String(row.page),
      answers: JSON.parse(String(row.answers)) as Parameters<typeof mapLead>[1]['answers'],
      attribution: JSON.parse(String(row.attribution)) as Readonly<Record<string, string>>,
    }
    const { id, form, locale, receivedAt, test } = lead
    const title = formOf(form, locale)?.form.title ?? form
    const address = emailIn(lead.answers, isTheirs)
    return deliveries.map(({ partner, delivery }) => {
      const known = partners[partner]
      const definition = known?.deliveries[delivery]
      const withdrawn = (of: string | null) => {
        const data = (known && addressIn(mapLead(known.map, { ...lead, consents: [] }), of)) ?? {}
        return { event: 'unsubscribed' as const, id, form, locale, receivedAt, unsubscribedAt, test, data }
      }
      const payload = (of: string | null) =>
        definition
          ? (kindOf(definition).unsubscribed?.({ lead: withdrawn(of), title, address: of }, definition) ?? null)
          : null
      const [full, bare] = [payload(address), payload(null)]
      if (definition && full !== null && bare !== null)
        return { partner, delivery, kind: definition.kind, payload: full, bare }
      const byHand = (of: string | null) => JSON.stringify(withdrawn(of))
      return { partner, delivery, kind: 'manual', payload: byHand(address), bare: byHand(null) }
    })
  }
}

/** Of a partner's lead what says the address, under the names that it has there; undefined where nothing does. */
function addressIn(data: unknown, address: string | null): Record<string, unknown> | undefined {
  if (address === null || !isTree(data)) return undefined
  const found = Object.entries(data).flatMap(([name, value]): [string, unknown][] => {
    if (typeof value === 'string') return value.toLowerCase() === address.toLowerCase() ? [[name, value]] : []
    const inner = addressIn(value, address)
    return inner ? [[name, inner]] : []
  })
  return found.length > 0 ? Object.fromEntries(found) : undefined
}

/** The first text in the answers of a lead, however deep, that is the address in question; null where none is. */
function emailIn(answers: unknown, isIt: (text: string) => boolean): string | null {
  if (typeof answers === 'string') return answers.includes('@') && isIt(answers) ? answers : null
  if (typeof answers !== 'object' || answers === null) return null
  for (const inner of Object.values(answers)) {
    const found = emailIn(inner, isIt)
    if (found !== null) return found
  }
  return null
}

interface Parts {
  site: () => Site
  storage: Storage
  /** Milliseconds since the epoch. */
  now: () => number
  /** Called once deliveries were released, so that they begin. */
  onReleased: () => void
}

/** The button of a section of the kind `confirmation`, pressed on the page that a mailed link leads to. */
export function confirmation({ site, storage, now, onReleased }: Parts): SectionPost {
  return async ({ request, brand, query, body }) => {
    if (body.get(pressed) !== 'confirmation' || !isSameOrigin(request)) return null
    const token = readToken(query.get('token'))
    if (token === null) return 'unknown'
    const {
      partners: { all: partners },
    } = site()
    const limitOf: Parameters<typeof confirm>[3] = ({ form, locale, page }) =>
      site().forms.version(form, locale, page ?? undefined)?.form.maxLeads ?? null
    const pressedBy = { token, brand, ip: visitorAddress(request), now: now() }
    const state = await confirm(storage, partners, pressedBy, limitOf)
    if (state === 'confirmed') onReleased()
    return state
  }
}

/** Shows how many signed up for newsletters, confirmed and unsubscribed: read from storage, so that no restart forgets it. */
export function subscriptionMetrics(registry: Registry, storage: Storage): void {
  new Gauge({
    name: 'leadwright_subscriptions',
    help: 'Newsletter subscriptions, by form and event.',
    labelNames: ['form', 'event'],
    registers: [registry],
    async collect() {
      const totals = await inTime(deadlineMs, subscriptionTotals(storage)).catch((error) => {
        if (error instanceof StorageUnavailable) return []
        throw error
      })
      this.reset()
      for (const { form, signedUp, confirmed, unsubscribed } of totals)
        for (const [event, count] of Object.entries({ 'signed up': signedUp, confirmed, unsubscribed }))
          this.set({ form, event }, count)
    },
  })
}
