import { Counter, type Registry } from 'prom-client'
import { asksForFiles } from '#engine/form/files'
import { everyField, journey, onDay, screenedOutAt, validate } from '#engine/form/journey'
import { flatAnswers, givenAnswers, partnersOf } from '#engine/form/lead'
import {
  type AnswerProblem,
  type Answers,
  answerTo,
  fieldsRead,
  type Judges,
  keysOf,
  plainWords,
  type ResolvedField,
  type ResolvedForm,
  sentence,
  type Translate,
} from '#engine/form/model'
import { dayIn } from '#engine/form/values'
import { judgesOf } from '#engine/node'
import { begunAt, type FormVersion, resultsPath, type Site, translator } from '#engine/site'
import type { ProblemError } from '#schemas/generated/api/problem.ts'
import type { Receipt } from '#schemas/generated/api/receipt.ts'
import type { Submission as SubmissionBody } from '#schemas/generated/api/submission.ts'
import type { SiteDefinition } from '#schemas/generated/site.ts'
import { type LeadMaking, mostRoutings, newLead, type Submission } from '#server/distribution'
import { mostErrors, type ProblemCode, type ProblemParts, pointerPart } from '#server/http'
import {
  type FormVersions,
  fillingIn,
  findLead,
  type Keys,
  type Lead,
  leadOfKeys,
  storedForm,
  storeLead,
  supersedeOffersMail,
} from '#server/leads'
import { openResults, resultsToken } from '#server/offers'
import { type AwaitedDeliveries, isAwaited, isImmediate } from '#server/relay'
import { endSent, isSaved } from '#server/saved-forms'
import { OutcomeUnknown, type Statement, StorageUnavailable } from '#server/storage'
import { attachUploads, type Uploads } from '#server/uploads'
import { type ClosedForm, closedForm, type FormOpenings } from './openings.ts'

/** Where pages and the API hand in what visitors sent. */
export interface Submissions {
  /**
   * Stores a valid submission as a lead with its consents and deliveries. When this resolves, it is on disk. A lead
   * that goes to an e-mail-marketing provider is told only after the first try, and one that gets offers from a tariff
   * table once they are stored, or after a second. Rejects with StorageUnavailable.
   */
  accept: (submission: Submission) => Promise<Accepted>
  /** The lead that a key stands for already; null for a new key. */
  known: (keys: Keys) => Promise<Receipt | 'conflict' | null>
  /** Counts one that was not taken. */
  refused: (form: string, why: Refusal) => void
}

export function openSubmissions(
  acceptance: Acceptance,
  awaitedDeliveries: AwaitedDeliveries,
  registry: Registry,
): Submissions {
  const { site, storage } = acceptance
  const count = submissionMetrics(registry)

  /** Whether leads of a form may go out by such a kind: spares those of all other forms a look. */
  const goesBy = (form: string, isKind: (kind: string) => boolean): boolean =>
    partnersOf(site().partners.all, form).some(([, { deliveries }]) =>
      Object.values(deliveries).some(({ kind }) => isKind(kind)),
    )

  /** A stored lead, and whether it waits because it looks made by a program. One that waits at an end of its form is thanked for. */
  async function withHeld(receipt: Receipt): Promise<Receipt> {
    const { lead } = (await findLead(storage, receipt.id)) ?? {}
    if (!lead) return receipt
    if (looksMade(lead.suspicion)) return { ...receipt, held: true }
    const form = await storedForm(storage, String(lead.definition))
    return form ? withResults(acceptance, { form, brand: String(lead.brand) }, receipt, lead.suspicion) : receipt
  }

  return {
    async accept(posted) {
      const form = posted.version.form.id
      try {
        const submission = await withUnscanned(acceptance.uploads, posted)
        const accepted = await accept(acceptance, submission)
        count(form, accepted.kind)
        if (accepted.kind === 'conflict' || accepted.kind === 'closed') return accepted
        // Somebody who sends it again is told what became of the lead that is stored.
        if (accepted.kind === 'known') accepted.receipt = await withHeld(accepted.receipt)
        else if (submission.suspicion !== null) accepted.receipt.held = true
        // The first view of the page of offers has those that take no call.
        if (accepted.receipt.results !== undefined && goesBy(form, isImmediate))
          await awaitedDeliveries.ofOffers(accepted.receipt.id)
        if (!goesBy(form, isAwaited)) return accepted
        // The lead is stored: that its delivery cannot be looked up now must not say otherwise.
        const delivered = await awaitedDeliveries.ofLead(accepted.receipt.id).catch(() => false)
        return delivered === null ? accepted : { ...accepted, receipt: { ...accepted.receipt, delivered } }
      } catch (error) {
        if (error instanceof StorageUnavailable)
          count(form, error instanceof OutcomeUnknown ? 'unknown' : 'unavailable')
        throw error
      }
    },
    async known(keys) {
      const lead = await leadOfKeys(storage, keys)
      if (lead === null || lead === 'conflict') return lead
      return withHeld(lead)
    },
    refused: count,
  }
}

/** Why a submission was not taken. */
type Refusal = 'superseded' | 'invalid' | 'closed' | 'limited' | 'unavailable' | 'unknown'

/** What became of a posted submission. */
type SubmissionOutcome = Accepted['kind'] | Refusal

/** Counts posted submissions. Labels name forms, never persons. */
function submissionMetrics(registry: Registry): (form: string, outcome: SubmissionOutcome) => void {
  const submissions = new Counter({
    name: 'leadwright_submissions_total',
    help: 'Submissions, by form and outcome.',
    labelNames: ['form', 'outcome'],
    registers: [registry],
  })
  return (form, outcome) => submissions.inc({ form, outcome })
}

type Accepted =
  | { kind: 'stored' | 'known'; receipt: Receipt }
  /** The key was used before, with another body. */
  | { kind: 'conflict' }
  /** The form takes no leads now. */
  | { kind: 'closed'; closed: ClosedForm }

/** What it takes to store a submission. */
interface Acceptance extends LeadMaking {
  versions: FormVersions
  openings: FormOpenings
  uploads: Uploads
  /** Called once a lead is stored, so that its deliveries begin. */
  onStored: () => void
}

/** Stores a lead with its consents and deliveries. When this resolves, it is on disk. Rejects with StorageUnavailable. */
async function accept(acceptance: Acceptance, submission: Submission): Promise<Accepted> {
  const { site, storage, versions, openings, onStored } = acceptance
  // What was saved for later is sent now.
  const filling = submission.version.form.saveAndResume ? fillingIn(submission) : null
  const saved = filling !== null && (await isSaved(storage, filling)) ? endSent(filling) : []
  // Routing reads figures that other leads change meanwhile; then it is asked again.
  for (let tries = 1; ; tries++) {
    // A form is closed by what it says now, whatever it said when the visitor began. A draft is open to who may see it.
    const live = openings.live(submission.version.form, submission.page)
    const closed = live && openings.closedForms().get(live.hash)
    if (live && closed) {
      const known = await leadOfKeys(storage, submission)
      if (known === 'conflict') return { kind: 'conflict' }
      return known
        ? { kind: 'known', receipt: known }
        : { kind: 'closed', closed: closedForm(site(), live.form, closed) }
    }
    const limit = live?.form.maxLeads ?? null
    const lead = await newLead(acceptance, submission)
    // Evidence refers to the form as it was, also for clients that were shown no page.
    const evidence = versions.withLead(submission.version, tries === 1)
    const after = [
      ...(asksForFiles(submission.version.form)
        ? attachUploads(lead.id, submission.version.form, submission.answers)
        : []),
      ...resultsFor(submission, lead),
    ]
    const result = await storeLead(storage, lead, [evidence, ...saved], after, limit)
    if (result.stored) {
      versions.wasStored(submission.version)
      if (limit !== null) void openings.count()
      onStored()
      const receipt = { id: lead.id, receivedAt: lead.receivedAt, definition: lead.definition }
      return {
        kind: 'stored',
        receipt: withResults(
          acceptance,
          { form: submission.version.form, brand: submission.brand },
          receipt,
          lead.suspicion,
        ),
      }
    }
    if (result.existing === 'conflict') return { kind: 'conflict' }
    if (result.existing) return { kind: 'known', receipt: result.existing }
    if (limit !== null) await openings.count()
    if (tries === mostRoutings) throw new StorageUnavailable('Leads arrived faster than they could be routed.')
  }
}

/** A submission whose files wait for the virus scanner waits for it too: its lead is held until they are found clean. */
async function withUnscanned(uploads: Uploads, submission: Submission): Promise<Submission> {
  if (submission.suspicion !== null || !asksForFiles(submission.version.form)) return submission
  const isWaiting = await uploads.isWaiting(submission.version.form, submission.answers)
  return isWaiting ? { ...submission, suspicion: unscanned } : submission
}

/** Opens the page with the offers that partners answer the lead with. */
function resultsFor({ version: { form }, previous }: Submission, { id, receivedAt }: Lead): Statement[] {
  if (!form.offers) return []
  const { seconds } = form.offers
  return [
    openResults({ id, form: form.id, previous }, { askedAt: Date.parse(receivedAt), seconds, market: form.market }),
    ...(previous === null ? [] : [supersedeOffersMail(previous, id)]),
  ]
}

/** A receipt with the path of its page of offers. A lead that waits for review has not been sent to partners: it has none. */
function withResults(
  { site, hash }: Pick<Acceptance, 'site' | 'hash'>,
  { form, brand }: { form: ResolvedForm; brand: string },
  receipt: Receipt,
  suspicion: unknown,
): Receipt {
  if (!form.offers || suspicion != null) return receipt
  const results = resultsPath(site(), { brand, locale: form.locale }, resultsToken(hash, receipt.id))
  return results === null ? receipt : { ...receipt, results }
}

/** No valid answer is this deep: what lies below is pruned with its question, so it need not tell two bodies apart. */
const deepest = 32

/** What a posted submission comes to: a valid one, or why it is refused. `answers` are pruned; `given` are those without what is computed. */
export type ValidatedSubmission =
  | { ok: true; version: FormVersion; answers: Answers; given: Answers }
  | ({ ok: false; given: null } & Invalid<'unknown-form' | 'form-not-on-page' | 'definition-superseded'>)
  | ({ ok: false; version: FormVersion; answers: Answers; given: Answers } & Invalid<'form-ended' | 'invalid-answers'>)

interface Invalid<Code extends ProblemCode> extends Pick<ProblemParts, 'values' | 'count'> {
  code: Code
  errors?: ProblemError[]
}

/** What a submission is validateSubmission by. */
interface Judging {
  site: Site
  uploads: Pick<Uploads, 'problems'>
  versions: FormVersions
  /** Milliseconds since the epoch. */
  now: number
}

/** Judges a submission by the form it was answered in. */
export async function validateSubmission(
  { site, versions, uploads, now }: Judging,
  posted: SubmissionBody,
): Promise<ValidatedSubmission> {
  const { form, locale } = posted
  const current = site.forms.version(form, locale, posted.context?.page)
  if (!current) {
    return { ok: false, code: 'unknown-form', values: { form, locale }, given: null }
  }
  const words = () => translator(locale, site.texts.words(locale))
  const changed = () => words().t('changedText')
  const { page } = posted.context ?? {}
  if (page !== undefined && !site.forms.isShown(page, form, locale)) {
    // It stands in the evidence, and partners may take leads by it.
    const errors = [{ pointer: '/context/page', code: 'superseded', message: changed() }]
    return { ok: false, code: 'form-not-on-page', errors, given: null }
  }
  const shown = posted.definition === undefined ? current : await shownVersion(versions, site, posted)
  if (!shown) {
    // Nobody may have agreed to a sentence that was not shown.
    const errors = [{ pointer: '/definition', code: 'superseded', message: changed() }]
    return { ok: false, code: 'definition-superseded', errors, given: null }
  }
  const version = versionOn(site, shown, now)
  const flat = flatAnswers(version.form, posted.answers)
  const route = journey(version.form, flat.answers)
  const given = givenAnswers(version.form, route.answers)
  const problems = [
    ...flat.problems,
    ...computedOnes(version.form, posted.answers),
    ...validate(route, judgesAt(version.form, now)),
  ]
  if (problems.length === 0 && asksForFiles(version.form))
    problems.push(...(await uploads.problems(version.form, route.answers)))
  const ended = problems.length === 0 ? screenedOutAt(version.form, route) : null
  if (ended) {
    const { when, title, text } = version.form.screenOuts?.[ended.end] ?? { when: {}, title: '', text: '' }
    const decides = fieldsRead(when).findLast((id) => answerTo(id, route.answers) !== undefined) ?? ''
    const made = version.form.computed?.find(({ id }) => id === decides)?.after ?? decides
    const pointer = `/answers${keysOf(made.split('.#')[0] ?? '')
      .map(pointerPart)
      .join('')}`
    const errors = [{ pointer, code: 'turnedAway', message: `${title}: ${plainWords(text)}` }]
    const values = { end: ended.end }
    return { ok: false, code: 'form-ended', version, values, errors, answers: route.answers, given }
  }
  if (problems.length === 0) return { ok: true, version, answers: route.answers, given }
  const errors = toErrors(
    problems.slice(0, mostErrors),
    everyField(version.form, route.answers),
    posted.answers,
    version.form,
    words().t,
  )
  return {
    ok: false,
    code: 'invalid-answers',
    version,
    count: problems.length,
    errors,
    answers: route.answers,
    given,
  }
}

/** What is computed is ours to say, whatever a client thinks that it comes to. */
function computedOnes({ computed = [] }: ResolvedForm, posted: object): AnswerProblem[] {
  return computed.flatMap(({ id }) => (Object.hasOwn(posted, id) ? [{ field: id, code: 'computed', params: {} }] : []))
}

/** The form as it was shown; null when it is not known, or no longer valid. */
async function shownVersion(
  versions: FormVersions,
  site: Site,
  { form, locale, definition = '' }: SubmissionBody,
): Promise<FormVersion | null> {
  const known = site.forms.versions(form, locale).find(({ hash }) => hash === definition)
  return known ?? versions.find(form, locale, definition)
}

/** A made-up name may be as long as the body. */
function shortened(name: string): string {
  return name.length > 100 ? `${name.slice(0, 100).toWellFormed()}…` : name
}

/** @param posted the answers as they were posted, to tell a group's field from a made-up name with a dot */
function toErrors(
  problems: readonly AnswerProblem[],
  fields: readonly ResolvedField[],
  posted: object,
  form: ResolvedForm,
  t: Translate,
): ProblemError[] {
  return problems.map((found) => {
    const field = fields.find(({ id }) => id === found.field)
    const path = Object.hasOwn(posted, found.field) ? [found.field] : keysOf(found.field)
    const message = field
      ? sentence(found, field, form, t)
      : t(`errors:${found.code}`, { title: shortened(found.field) })
    return { pointer: `/answers${path.map(pointerPart).join('')}`, code: found.code, message }
  })
}

/** The judges of a form at a moment, in ms since the epoch: today is what the visitor's market calls today. */
export function judgesAt(form: ResolvedForm, moment: number): Judges {
  return judgesOf(form, dayIn(moment, form.market.timeZone))
}

/** A form as it is filled in at a moment, in ms since the epoch: with its long lists, and what it computes may count to today. */
export function versionOn(
  { forms }: { forms: Pick<Site['forms'], 'withGroups'> },
  { form, hash }: FormVersion,
  moment: number,
): FormVersion {
  return { form: onDay(forms.withGroups(form), dayIn(moment, form.market.timeZone)), hash }
}

/** JSON with its keys in order, so that equal values are equal text. Nesting deeper than any stack does no harm. */
export function canonical(value: unknown): string {
  return JSON.stringify(ordered(value, deepest))
}

function ordered(value: unknown, levels: number): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (levels === 0) return null
  if (Array.isArray(value)) return value.map((inner) => ordered(inner, levels - 1))
  const object = value as Record<string, unknown>
  const inOrder: Record<string, unknown> = {}
  for (const key of Object.keys(object).sort()) inOrder[key] = ordered(object[key], levels - 1)
  return inOrder
}

/**
 * How soon a form may be sent after its page was shown, in ms, where the site does not say. A password manager fills in a
 * newsletter in one frame and may press its button; programs that post a form without a browser are faster than this.
 */
const leastTime = 100

/** What a page's form says of itself. */
interface Filled {
  /** The form's key, which says when it was begun. */
  key: string | null
  /** For how long the browser had shown the page, in ms, by its own clock; null where no script ran. */
  timeOnPageMs: number | null
  honeypot: string
  /** Milliseconds since the epoch. */
  now: number
  site: Pick<SiteDefinition, 'antiSpam'>
}

/**
 * Why a page's form looks filled by a program; null when it does not. The lead is stored all the same and delivered to
 * nobody until an operator approves it, because a password manager may fill what people do not see. What says nothing of
 * time is not validateSubmission by it.
 */
export function suspicionOf({ key, timeOnPageMs, honeypot, now, site }: Filled): string | null {
  if (honeypot !== '') return trapped
  const begun = key === null ? null : begunAt(key)
  // A visitor's clock may be wrong by minutes: only what one clock measured counts. Without a script the key is ours.
  const time = timeOnPageMs ?? (begun === null || begun > now ? null : now - begun)
  if (time === null || time >= (site.antiSpam?.minMilliseconds ?? leastTime)) return null
  return `${tooSoon} ${time} ms after the page was shown.`
}

/** Why a lead that is not suspicious is held: see main.ts. */
export const unscanned = 'A file has not been scanned for viruses yet.'

const trapped = 'The hidden honeypot field was filled in.'
const tooSoon = 'The form was sent'

/** Whether a lead is held because its form looks filled by a program, and not because of an end of its form. */
function looksMade(suspicion: unknown): boolean {
  return suspicion === trapped || suspicion === unscanned || String(suspicion).startsWith(tooSoon)
}
