import { randomUUID } from 'node:crypto'
import type { Catalog } from '#engine/catalog/catalog.ts'
import type { FormVersion } from '#engine/catalog/form-version.ts'
import { keyAt } from '#engine/catalog/page-key.ts'
import type { Answers } from '#engine/core/answers.ts'
import { leadContent } from '#engine/core/lead.ts'
import { contentHash } from '#engine/node/hash.ts'
import type { Receipt } from '#schemas/generated/api/receipt.ts'
import type { SubmissionOutcome } from '../http/metrics.ts'
import type { Lead } from '../leads/lead.ts'
import { storeLead } from '../leads/store-lead.ts'
import { type Storage, StorageUnavailable } from '../storage/storage.ts'
import { deliveriesOf } from './deliveries.ts'
import { firstTry } from './first-try.ts'
import type { FormVersions } from './form-versions.ts'
import { routeLead } from './route-lead.ts'
import type { StepViews } from './step-views.ts'

/** Where accepted submissions go. */
export interface Intake {
  catalog: () => Catalog
  storage: Storage
  versions: FormVersions
  views: StepViews
  /** Milliseconds since the epoch. */
  now: () => number
  newId: () => string
  /** Called once a lead is stored, so that its deliveries begin. */
  onStored: () => void
  /** Told of each submission, for counting. */
  count: (form: string, outcome: SubmissionOutcome) => void
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
  /** Why it looks made by a program. */
  suspicion: string | null
  /** null: every submission is a lead of its own. */
  idempotencyKey: string | null
  /** Two submissions with one key are the same when this is. */
  bodyHash: string
  ip: string | null
  userAgent: string | null
}

export type Accepted =
  | { kind: 'stored' | 'known'; receipt: Receipt }
  /** The key was used before, with another body. */
  | { kind: 'conflict' }

/** Stores a lead with its consents and deliveries. When this resolves, it is on disk. Rejects with StorageUnavailable. */
export async function accept(intake: Intake, submission: Submission): Promise<Accepted> {
  const form = submission.version.form.id
  try {
    const accepted = await store(intake, submission)
    intake.count(form, accepted.kind)
    if (accepted.kind === 'conflict' || !goesToProvider(intake, form)) return accepted
    // The lead is stored: that its delivery cannot be looked up now must not say otherwise.
    const delivered = await firstTry(intake.storage, accepted.receipt.id).catch(() => false)
    return delivered === null ? accepted : { ...accepted, receipt: { ...accepted.receipt, delivered } }
  } catch (error) {
    if (error instanceof StorageUnavailable) intake.count(form, 'unavailable')
    throw error
  }
}

/** Spares the leads of all other forms a look. */
function goesToProvider({ catalog }: Intake, form: string): boolean {
  return Object.values(catalog().partners).some(
    ({ takes, deliveries }) =>
      takes.some((taken) => taken.form === form) &&
      Object.values(deliveries).some(({ kind }) => kind === 'data-delivery'),
  )
}

async function store(intake: Intake, submission: Submission): Promise<Accepted> {
  // Evidence refers to the form as it was, also for clients that were shown no page.
  await intake.versions.remember(submission.version)
  // Routing reads figures that other leads change meanwhile; then it is asked again.
  for (let tries = 1; ; tries++) {
    const lead = await newLead(intake, submission)
    const result = await storeLead(intake.storage, lead)
    if (result.stored) {
      intake.onStored()
      return { kind: 'stored', receipt: { id: lead.id, receivedAt: lead.receivedAt, definition: lead.definition } }
    }
    if (result.existing) {
      const { id, receivedAt, definition, bodyHash } = result.existing
      if (bodyHash !== lead.bodyHash) return { kind: 'conflict' }
      return { kind: 'known', receipt: { id, receivedAt, definition } }
    }
    if (tries === mostRoutings) throw new StorageUnavailable('Leads came faster than they could be routed.')
  }
}

/** Far more than leads can meet at one cap, since each failed try means that another lead was stored. */
const mostRoutings = 100

async function newLead({ catalog, storage, now, newId }: Intake, submission: Submission): Promise<Lead> {
  const { form, hash } = submission.version
  const { answers, consents, contacts } = leadContent(form, submission.answers)
  const { partners } = catalog()
  const moment = now()
  const receivedAt = new Date(moment).toISOString()
  const { page, test, suspicion } = submission
  const place = { form: form.id, locale: form.locale, page }
  const routed = { ...place, test, suspicion, receivedAt: moment, answers: submission.answers }
  const lead = {
    id: newId(),
    receivedAt,
    form: form.id,
    locale: form.locale,
    brand: submission.brand,
    page,
    definition: hash,
    answers: { ...answers },
    attribution: { ...submission.attribution },
    test,
    idempotencyKey: submission.idempotencyKey,
    bodyHash: submission.bodyHash,
    consents: consents.map(({ id, purpose, text, granted }) => ({
      consent: id,
      purpose,
      text,
      textHash: contentHash(text),
      granted,
      givenAt: receivedAt,
      ip: submission.ip,
      userAgent: submission.userAgent,
    })),
    routing: await routeLead(storage, partners, routed, contacts),
  }
  const outgoing = {
    form,
    answers: submission.answers,
    ip: submission.ip,
    site: siteLabel(catalog(), submission.brand),
  }
  return { ...lead, deliveries: deliveriesOf(partners, lead, outgoing) }
}

/** `example` for a brand at https://www.example.com; a brand without an address has its id. */
function siteLabel(catalog: Catalog, brand: string): string {
  const { origin } = catalog.brand(brand)
  const hostname = origin ? new URL(origin).hostname : brand
  return hostname.split('.').at(-2) ?? hostname
}

/** A key for a form that is begun now. */
export function mintKey(now: number): string {
  return keyAt(now, randomUUID())
}
