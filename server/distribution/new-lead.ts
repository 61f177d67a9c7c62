import {
  dayOf,
  leadContent,
  mapLead,
  nobody,
  partnersOf,
  type RoutedLead,
  type RoutingHistory,
  route,
  withFiles,
} from '#engine/form/lead'
import { type Answers, holds, type ResolvedForm, type UploadedFile } from '#engine/form/model'
import { memoizeByObject } from '#engine/form/values'
import { contentHash } from '#engine/node'
import { embeddedOn, embeddedPage, type FormVersion, type Site, siteLabel } from '#engine/site'
import type { PartnerDefinition } from '#schemas/generated/partner.ts'
import { kindOf, type Outgoing } from '#server/channels'
import {
  type ConsentEvidence,
  contactHash,
  isSuppressed,
  type Lead,
  leadContacts,
  type NewMessage,
  partnerFigures,
  type Routing,
  subscriberHash,
} from '#server/leads'
import { leadMails, subscriptionOf } from '#server/mail'
import type { KeyedHash, Storage } from '#server/storage'
import { sentFile } from '#server/uploads'

/** What a lead is made with. */
export interface LeadMaking {
  site: () => Site
  storage: Storage
  /** The installation's own. */
  hash: KeyedHash
  /** Milliseconds since the epoch. */
  now: () => number
  newId: () => string
}

/** Of the sentences of a form's consents. */
const textHashes = memoizeByObject<string>()

/** The lead that a submission becomes: its consents are evidence, its way to the partners is decided. */
export async function newLead(
  { site, storage, hash: keyedHash, now, newId }: LeadMaking,
  submission: Submission,
): Promise<Lead> {
  const { version, page, brand } = submission
  const { form } = version
  const { answers, consents, contacts, email, isTrial } = leadContent(form, submission.answers)
  const {
    partners: { all: partners },
  } = site()
  const attribution = withKnownSite(site(), submission)
  const moment = now()
  const receivedAt = new Date(moment).toISOString()
  const suspicion = submission.suspicion ?? heldAt(form, submission.answers)
  const test = submission.test || isTrial
  const named = { id: newId(), form: form.id, locale: form.locale, receivedAt, test, answers }
  const routed = { ...named, brand, page, suspicion, receivedAt: moment, answers: submission.answers }
  const routing = await routeLead(storage, partners, routed, contacts, keyedHash)
  const evidence = consents.map(({ id, purpose, text, granted }) => ({
    consent: id,
    purpose,
    text,
    textHash: textHashes(form, id, () => contentHash(text)),
    granted,
    givenAt: receivedAt,
    ip: submission.ip,
    userAgent: submission.userAgent,
  }))
  const shownBy = site().brands.byId(brand)
  const outgoing = {
    ...{ form, answers: submission.answers, ip: submission.ip },
    sendFile: (file: UploadedFile) =>
      sentFile(file, { hash: keyedHash, origin: shownBy.origin ?? submission.localOrigin, now: moment }),
    ...{ site: siteLabel(shownBy), brand: shownBy, words: () => site().mails.words(form.locale).lead },
  }
  const visitor = { form, email, brand, test, suspicion, localOrigin: submission.localOrigin }
  return {
    ...named,
    brand,
    page,
    definition: version.hash,
    attribution,
    via: submission.via,
    suspicion,
    idempotencyKey: submission.idempotencyKey,
    keyScope: submission.keyScope,
    bodyHash: submission.bodyHash,
    consents: evidence,
    contacts: leadContacts(keyedHash, answers),
    routing,
    deliveries: deliveriesOf(partners, { ...named, brand, page, attribution, routing, consents: evidence }, outgoing),
    mails: leadMails(site(), keyedHash, { ...visitor, answers: submission.answers }, moment),
    subscription: subscriptionOf(site(), keyedHash, {
      ...visitor,
      isSuppressed: await asksAgain(storage, keyedHash, visitor),
    }),
  }
}

/** Whether the address has unsubscribed from the brand, where sending the form would be enough to subscribe. */
export async function asksAgain(
  storage: Storage,
  hash: KeyedHash,
  { form, email, brand }: { form: ResolvedForm; email: string | null; brand: string },
): Promise<boolean> {
  if (!form.subscription || form.subscription.confirm !== undefined || email === null) return false
  return isSuppressed(storage, { address: subscriberHash(hash, email), brand })
}

/** Why a lead waits for an operator before any partner gets it: it met an end whose leads are held. null when none. */
function heldAt({ screenOuts = {} }: ResolvedForm, answers: Answers): string | null {
  const end = Object.entries(screenOuts).find(([, { when, lead }]) => lead === 'awaitReview' && holds(when, answers))
  return end ? `The visitor was shown the end "${end[0]}", and continued.` : null
}

/**
 * Where a visit came from, as it may be kept: the site around a frame is told by the page, and only one that may show
 * this form is believed.
 */
function withKnownSite(
  { forms: { embedding } }: Pick<Site, 'forms'>,
  { attribution, page, version: { form } }: Pick<Submission, 'attribution' | 'page' | 'version'>,
): Submission['attribution'] {
  const { [embeddedOn]: site, ...rest } = attribution
  const isKnown = site !== undefined && page === embeddedPage(form.id) && embedding.get(form.id)?.includes(site)
  return isKnown ? attribution : rest
}

/** A submission that was found valid. */
export interface Submission {
  version: FormVersion
  /** The pruned answers. */
  answers: Answers
  page: string | null
  /** The brand whose host it came to. */
  brand: string
  attribution: Readonly<Record<string, string>>
  test: boolean
  /** The lead whose answers these change; null where they are the first. */
  previous: string | null
  /** Why it looks made by a program. */
  suspicion: string | null
  /** Whether a page's form or another program sent it. */
  via: Lead['via']
  /** Two submissions with one are the same; null: every submission is a lead of its own. */
  idempotencyKey: string | null
  /** The caller's key of this form, whatever is sent with it; null where it may be used again. */
  keyScope: string | null
  bodyHash: string
  ip: string | null
  /** The origin that who tries the product on this machine came to; null for everybody else. */
  localOrigin: string | null
  userAgent: string | null
}

type Partners = Readonly<Record<string, PartnerDefinition>>

const day = 24 * 60 * 60 * 1000

/** How often a lead is routed anew: far more than leads can meet at one cap, since each failed try means another was stored. */
export const mostRoutings = 100

/**
 * Decides who gets a lead, on what the partners had so far.
 * @param persons the lead's e-mail addresses and phone numbers; their hashes are kept, for the partners that ask for it
 * @param hash the installation's own
 * @param before who was asked for the lead already
 */
export async function routeLead(
  storage: Storage,
  partners: Partners,
  lead: RoutedLead,
  persons: readonly string[],
  hash: KeyedHash,
  before: RoutingHistory = nobody,
): Promise<Routing> {
  const { receivedAt } = lead
  const asked = partnersOf(partners, lead.form)
  const capped = asked.flatMap(([partner, definition]) =>
    definition.dailyCap === undefined
      ? []
      : [{ partner, day: dayOf(definition, receivedAt), cap: definition.dailyCap }],
  )
  const windows = asked.flatMap(([partner, { duplicateDays }]) =>
    duplicateDays === undefined ? [] : [{ partner, since: receivedAt - duplicateDays * day }],
  )
  const contacts = windows.length > 0 ? persons.map((person) => contactHash(hash, person)) : []
  const { taken, known } = await partnerFigures(storage, capped, { windows, contacts, receivedAt })
  const state = {
    takenOn: (partner: string) => taken.get(partner) ?? 0,
    hasContact: (partner: string) => known.has(partner),
    asked: before,
  }
  const decisions = route(partners, lead, state, contentHash)
  const takers = new Set(decisions.filter(({ taken }) => taken).map(({ partner }) => partner))
  return {
    decisions,
    days: capped.filter(({ partner }) => takers.has(partner)),
    windows: windows.filter(({ partner }) => takers.has(partner)),
    contacts,
  }
}

/** A consent's evidence as far as partners get it. */
export type ProvableConsent = Omit<ConsentEvidence, 'ip' | 'userAgent'>

/** The partners that get a lead, by id. */
function takersOf({ decisions }: Lead['routing']): string[] {
  return decisions.flatMap(({ partner, taken }) => (taken ? [partner] : []))
}

/** A delivery for each way of each partner that takes the lead. Its payload is made now and never changes. */
export function deliveriesOf(
  partners: Partners,
  lead: Pick<
    Lead,
    'id' | 'form' | 'locale' | 'receivedAt' | 'test' | 'answers' | 'attribution' | 'brand' | 'page' | 'routing'
  > & { consents: readonly ProvableConsent[] },
  rest: Omit<Outgoing, 'lead' | 'page' | 'attribution'>,
): NewMessage[] {
  const { id, form, locale, receivedAt, test, page, attribution } = lead
  const consents = lead.consents.map(({ consent, ...evidence }) => ({ id: consent, ...evidence }))
  const takers = takersOf(lead.routing)
  const answers = withFiles(rest.form, lead.answers, rest.sendFile)
  return partnersOf(partners, form)
    .filter(([partner]) => takers.includes(partner))
    .flatMap(([partner, { map, deliveries }]) => {
      const data = mapLead(map, { ...lead, answers, consents })
      const outgoing = { lead: { id, form, locale, receivedAt, test, data }, page, attribution, ...rest }
      return Object.entries(deliveries).map(([delivery, definition]) => ({
        partner,
        delivery,
        kind: definition.kind,
        payload: kindOf(definition).payload(outgoing, definition),
      }))
    })
}
