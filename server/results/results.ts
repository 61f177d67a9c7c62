import { flatAnswers, leadContent, leadReference } from '#engine/form/lead'
import { type NestedAnswers, plainWords } from '#engine/form/model'
import { dayIn } from '#engine/form/values'
import { localePath, type PartnerState, type ResultsView, resultsPath, type Site } from '#engine/site'
import type { PartnerDefinition } from '#schemas/generated/partner.ts'
import { askedOffers, kindOf } from '#server/channels'
import {
  advanceOffersMail,
  findLead,
  holdLead,
  insertAskedMail,
  insertChoice,
  insertLaterConsent,
  isGuarded,
  type LeadRecord,
  listDeliveries,
  storedForm,
} from '#server/leads'
import { expiryMailOf } from '#server/mail'
import {
  chooseOffer,
  leadOfToken,
  markSeen,
  offerKey,
  partnerName,
  resultsLife,
  resultsOf,
  resultsToken,
  revisionsOf,
  type StoredResults,
  shownOffers,
  touchResults,
} from '#server/offers'
import type { KeyedHash, Row, Storage } from '#server/storage'

/** What result pages work with. */
export interface ResultsParts {
  site: () => Site
  storage: Storage
  /** The installation's own. */
  hash: KeyedHash
  /** Milliseconds since the epoch. */
  now: () => number
  /** Called once there is something to deliver. */
  onChosen: () => void
}

/** Where a page of results is looked at: on which brand, and in which language. */
export interface ResultsPlace {
  brand: string
  locale: string
}

/** What came of choosing an offer: where its link leads, null where it has none; or why nothing was chosen. */
export type Choice = { kind: 'chosen'; to: string | null } | { kind: 'consent' } | { kind: 'gone' }

/** What a visitor says who chooses an offer. */
export interface ChoiceOrder {
  /** The offer's key on the page. */
  key: string
  /** Whether the consent was given that the form asks for. */
  isAgreed: boolean
  ip: string | null
  userAgent: string | null
}

/** More than a lead ever has. */
const mostDeliveries = 200

/** The pages of offers, by their tokens. All reject with StorageUnavailable. */
export interface ResultPages {
  /** The lead of a token, also after its page has ended; null for a token of another installation. */
  lead(token: string): string | null
  /** What a page shows; null where there is none, or none any more. */
  view(token: string, place: ResultsPlace): Promise<ResultsView | null>
  /** Notes the choice, tells the partner of it, and says where it leads. */
  choose(token: string, place: ResultsPlace, order: ChoiceOrder): Promise<Choice>
  /**
   * Puts the mail into the outbox that reminds of the offer that ends first, once a lead. Nothing happens where the page's
   * `reminder` is not `possible`.
   * @param localOrigin the origin of a trial on this machine, where the mail's link leads then
   */
  remind(token: string, place: ResultsPlace, localOrigin: string | null): Promise<void>
  /** Makes the mail with a lead's offers leave now, if it waits for its time and no partner is waited for any more. */
  advanceMail(lead: string): Promise<void>
}

export function openResultPages({ site, storage, hash, now, onChosen }: ResultsParts): ResultPages {
  async function found(token: string, brand: string): Promise<Page | null> {
    const lead = leadOfToken(hash, token)
    const stored = lead === null ? null : await resultsOf(storage, lead)
    if (lead === null || !stored || now() - stored.askedAt > resultsLife) return null
    const record = await findLead(storage, lead)
    return record?.lead.brand === brand && record.lead.erased_at === null ? { lead, stored, record } : null
  }

  return {
    lead: (token) => leadOfToken(hash, token),
    async view(token, place) {
      const page = await found(token, place.brand)
      if (!page) return null
      const { lead, stored, record } = page
      const moment = now()
      // Only a count: the page does not wait for it.
      if (stored.offers.length > 0 && !stored.isSeen) storage.atomic([markSeen(lead, moment)]).catch(() => {})
      const previous = await pathOfPrevious(stored, place)
      const form = await formOf(record, place)
      const reminder = await reminderOf(page, moment)
      return viewOf(site(), place, { token, stored, record, previous, now: moment, form, reminder })
    },
    async choose(token, place, { key, isAgreed, ip, userAgent }) {
      const page = await found(token, place.brand)
      const chosen = page?.stored.offers.find(({ partner, offer }) => offerKey(partner, offer.id) === key)
      if (!page || !chosen) return { kind: 'gone' }
      const { lead, record } = page
      const { partner, delivery, offer } = chosen
      const to = offer.link === undefined ? null : withAttribution(offer.link, record.lead)
      // A second press says nothing new.
      if (chosen.isChosen) return { kind: 'chosen', to }
      const { offers, locale } = await formOf(record, place)
      const consent = offers?.consent
      if (consent && !isAgreed) return { kind: 'consent' }
      const moment = now()
      const chosenAt = new Date(moment).toISOString()
      const definition = site().partners.all[partner]?.deliveries[delivery]
      const about = { id: lead, form: String(record.lead.form), locale: String(record.lead.locale) }
      const payload = definition && kindOf(definition).chosen?.({ ...about, offer: offer.id, chosenAt }, definition)
      try {
        await storage.atomic([
          // An erasure is complete before, or comes later.
          holdLead(lead),
          ...chooseOffer({ lead, partner, offer: offer.id }, moment),
          ...(consent
            ? [insertLaterConsent(record.lead, { ...consent, givenAt: chosenAt, ip, userAgent, locale })]
            : []),
          ...(definition && payload
            ? [insertChoice(lead, { partner, delivery, kind: definition.kind, payload }, moment)]
            : []),
        ])
      } catch (error) {
        if (!isGuarded(error)) throw error
        // Pressed twice at once, or gone just then.
        const after = await resultsOf(storage, lead)
        const isChosen = after?.offers.some(
          (one) => one.partner === partner && one.offer.id === offer.id && one.isChosen,
        )
        return isChosen ? { kind: 'chosen', to } : { kind: 'gone' }
      }
      onChosen()
      return { kind: 'chosen', to }
    },
    async remind(token, place, localOrigin) {
      const page = await found(token, place.brand)
      const mail = page && (await expiryMail(page, now(), localOrigin))
      if (page && mail) await storage.atomic([...insertAskedMail(page.lead, mail), touchResults(page.lead)])
    },
    async advanceMail(lead) {
      const deliveries = await listDeliveries(storage, { lead, limit: mostDeliveries })
      if (!deliveries.some(({ topic, state }) => topic === 'offers' && state === 'scheduled')) return
      const stored = await resultsOf(storage, lead)
      if (!stored) return
      const rows = deliveries.map(({ partner, delivery, topic, state }) => ({ partner, delivery, topic, state }))
      const moment = now()
      const asked = askedPartners(site().partners.all, rows, stored, moment >= stored.waitUntil)
      if (asked.some(({ state }) => state === 'asked')) return
      await storage.atomic([advanceOffersMail(lead, moment)])
      onChosen()
    },
  }

  async function reminderOf(page: Page, moment: number): Promise<ResultsView['reminder']> {
    const own = page.record.deliveries.find(({ topic }) => topic === 'offer-expiry')
    if (own) return own.state === 'cancelled' || own.state === 'erased' ? 'none' : 'asked'
    return (await expiryMail(page, moment, null)) ? 'possible' : 'none'
  }

  /** The mail that reminds of an offer before it ends; null where there is none to ask for. */
  async function expiryMail({ stored, record: { lead } }: Page, moment: number, localOrigin: string | null) {
    if (!stored.offers.some(({ offer }) => offer.validUntil !== undefined)) return null
    const form = await sentForm(lead)
    if (form?.offers?.expiryMail === undefined) return null
    const { answers } = flatAnswers(form, JSON.parse(String(lead.answers)) as NestedAnswers)
    const visitor = {
      ...{ form, email: leadContent(form, answers).email, brand: String(lead.brand), test: lead.test === 1 },
      ...{ suspicion: lead.suspicion === null ? null : String(lead.suspicion), localOrigin },
    }
    const shown = shownOffers(stored, site().partners.all, { now: moment, market: form.market })
    return expiryMailOf(site(), hash, visitor, shown, moment)
  }

  /** The form that a lead was sent with, which its mails are written by. */
  async function sentForm({ form, locale, page, definition }: Row) {
    const shown = page === null ? undefined : String(page)
    const current = site().forms.version(String(form), String(locale), shown)
    return current && current.hash === definition ? current.form : storedForm(storage, String(definition))
  }

  /** The page with the offers for the answers before, while it can be opened. */
  async function pathOfPrevious({ previous }: StoredResults, place: ResultsPlace): Promise<string | null> {
    if (previous === null || !(await revisionsOf(storage, [previous])).has(previous)) return null
    return resultsPath(site(), place, resultsToken(hash, previous))
  }

  /** The lead's form as it is now, in the language of the page where it is offered in that. */
  async function formOf({ lead }: LeadRecord, { locale }: ResultsPlace) {
    const [id, own, page] = [String(lead.form), String(lead.locale), lead.page === null ? undefined : String(lead.page)]
    const { version } = site().forms
    const form = (version(id, locale, page) ?? version(id, own, page))?.form
    const sent = form?.offers ? form : await storedForm(storage, String(lead.definition))
    if (!sent) throw new Error(`The form version of the lead ${lead.id} is not stored.`)
    return sent
  }
}

/** A page that is there, and its lead. */
interface Page {
  lead: string
  stored: StoredResults
  record: LeadRecord
}

interface Viewed {
  token: string
  stored: StoredResults
  record: LeadRecord
  previous: string | null
  now: number
  form: NonNullable<Awaited<ReturnType<typeof storedForm>>>
  reminder: ResultsView['reminder']
}

function viewOf(
  site: Site,
  { locale }: ResultsPlace,
  { token, stored, record, previous, now, form, reminder }: Viewed,
): ResultsView {
  const { lead } = record
  const { all: partners } = site.partners
  const { offers: settings, thankYou = {}, market } = form
  const isOver = now >= stored.waitUntil
  const asked = askedPartners(partners, record.deliveries, stored, isOver)
  const page = lead.page === null || lead.page === undefined ? null : site.pages.pathOf(String(lead.page), locale)
  const { seconds = 0, consent, ...shows } = settings ?? { card: [], sort: [] }
  const { prepare, link } = thankYou
  return {
    token,
    revision: stored.revision,
    form: {
      id: form.id,
      title: plainWords(form.title),
      path: page ?? localePath(site.definition, `/forms/${form.id}`, locale),
      opensAnswers: form.saveAndResume !== undefined,
      ...(prepare !== undefined && { prepare }),
      ...(link?.to !== undefined && { link: { label: link.label, to: link.to } }),
    },
    reference: leadReference(String(lead.id)),
    sentOn: dayIn(Date.parse(String(lead.received_at)), market.timeZone),
    market: { currency: market.currency, iso: site.definition.locales[locale]?.iso ?? locale },
    shows,
    asked: asked.map(({ partner, state }) => ({ name: partnerName(partners, partner), state })),
    waitMs: seconds * 1000,
    leftMs: asked.some(({ state }) => state === 'asked') ? Math.max(0, stored.waitUntil - now) : 0,
    offers: shownOffers(stored, partners, { now, market }),
    leadsTo: originsOf(partners, record.deliveries),
    consent: consent ? { id: consent.id, text: consent.text } : null,
    reminder,
    previous,
  }
}

type Partners = Readonly<Record<string, PartnerDefinition>>

/** The origins that a lead's partners may link to. */
function originsOf(partners: Partners, deliveries: readonly Row[]): string[] {
  const hosts = deliveries.flatMap(({ partner, delivery }) => {
    const definition = partners[String(partner)]?.deliveries[String(delivery)]
    return (definition && askedOffers(definition)?.hosts) ?? []
  })
  return [...new Set(hosts.map((host) => `https://${host}`))]
}

/** The partners that a lead was sent to for offers, and how far each is. */
function askedPartners(
  partners: Partners,
  deliveries: readonly Row[],
  { offers, declined }: StoredResults,
  isOver: boolean,
): { partner: string; state: PartnerState }[] {
  const states = new Map<string, PartnerState>()
  for (const { partner: named, delivery, topic, state, last_error: remark } of deliveries) {
    const partner = String(named)
    const definition = partners[partner]?.deliveries[String(delivery)]
    const terms = topic === 'lead' && definition ? askedOffers(definition) : null
    if (!terms) continue
    const isLater = terms.later === true && !declined.includes(partner)
    const own = stateOf(String(state), { isLater, isOver, isUnderstood: remark === null })
    const before = states.get(partner)
    // Of several deliveries to a partner the one counts that may bring something yet.
    states.set(partner, before === undefined || before === 'declined' || own === 'asked' ? own : before)
  }
  for (const { partner } of offers) states.set(partner, 'answered')
  return [...states].map(([partner, state]) => ({ partner, state }))
}

/** @param isUnderstood whether its reply could be read: one that could not does not say that the partner has no offer */
function stateOf(
  state: string,
  { isLater, isOver, isUnderstood }: { isLater: boolean; isOver: boolean; isUnderstood: boolean },
): PartnerState {
  if (state === 'delivered' && !isLater) return isUnderstood ? 'declined' : 'late'
  if (state === 'rejected') return 'declined'
  const isOpen = ['pending', 'delivered', 'held', 'scheduled'].includes(state)
  return isOpen && !isOver ? 'asked' : 'late'
}

/** A partner's link with the parameters that the visitor's first address had, where it has none of the name itself. */
function withAttribution(link: string, { attribution }: Row): string {
  const url = new URL(link)
  for (const [name, value] of Object.entries(JSON.parse(String(attribution)) as Record<string, string>))
    if (!url.searchParams.has(name)) url.searchParams.set(name, value)
  return url.href
}
