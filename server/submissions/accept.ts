import { randomUUID } from 'node:crypto'
import type { Catalog } from '#engine/catalog/catalog.ts'
import type { FormVersion } from '#engine/catalog/form-version.ts'
import { keyAt } from '#engine/catalog/portal/page-key.ts'
import type { Answers } from '#engine/core/filling/answers.ts'
import type { Receipt } from '#schemas/generated/api/receipt.ts'
import type { StepCounts } from '../funnel/step-counts.ts'
import type { SubmissionOutcome } from '../http/metrics.ts'
import type { Lead } from '../leads/lead.ts'
import { storeLead } from '../leads/store-lead.ts'
import { firstTry } from '../outbox/first-try.ts'
import type { KeyedHash } from '../secret-key.ts'
import { OutcomeUnknown, type Storage, StorageUnavailable } from '../storage/storage.ts'
import type { FormVersions } from '../versions/form-versions.ts'
import { newLead } from './new-lead.ts'

/** Where accepted submissions go. */
export interface Intake {
  catalog: () => Catalog
  storage: Storage
  /** The installation's own. */
  hash: KeyedHash
  versions: FormVersions
  steps: StepCounts
  /** Milliseconds since the epoch. */
  now: () => number
  newId: () => string
  /** Called once a lead is stored, so that its deliveries begin. */
  onStored: () => void
  /** Told of each submission, for counting. */
  count: (form: string, outcome: SubmissionOutcome) => void
  /** Whether a submission answers a draft, which makes a test lead. */
  isOfDraft?: (submission: Submission) => boolean
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
  /** Whether a page's form or another program sent it. */
  via: Lead['via']
  /** Two submissions with one are the same; null: every submission is a lead of its own. */
  idempotencyKey: string | null
  /** The caller's key of this form, whatever is sent with it; null where it may be used again. */
  keyScope: string | null
  bodyHash: string
  ip: string | null
  userAgent: string | null
}

export type Accepted =
  | { kind: 'stored' | 'known'; receipt: Receipt }
  /** The key was used before, with another body. */
  | { kind: 'conflict' }

/** Stores a lead with its consents and deliveries. When this resolves, it is on disk. Rejects with StorageUnavailable. */
export async function accept(intake: Intake, posted: Submission): Promise<Accepted> {
  const submission = intake.isOfDraft?.(posted) ? { ...posted, test: true } : posted
  const form = submission.version.form.id
  try {
    const accepted = await store(intake, submission)
    intake.count(form, accepted.kind)
    if (accepted.kind === 'conflict' || !goesToProvider(intake, form)) return accepted
    // The lead is stored: that its delivery cannot be looked up now must not say otherwise.
    const delivered = await firstTry(intake.storage, accepted.receipt.id).catch(() => false)
    return delivered === null ? accepted : { ...accepted, receipt: { ...accepted.receipt, delivered } }
  } catch (error) {
    if (error instanceof StorageUnavailable)
      intake.count(form, error instanceof OutcomeUnknown ? 'unknown' : 'unavailable')
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
  // Routing reads figures that other leads change meanwhile; then it is asked again.
  for (let tries = 1; ; tries++) {
    const lead = await newLead(intake, submission)
    // Evidence refers to the form as it was, also for clients that were shown no page.
    const evidence = intake.versions.withLead(submission.version, tries === 1)
    const result = await storeLead(intake.storage, lead, [evidence])
    if (result.stored) {
      intake.versions.wasStored(submission.version)
      intake.onStored()
      return { kind: 'stored', receipt: { id: lead.id, receivedAt: lead.receivedAt, definition: lead.definition } }
    }
    if (result.existing === 'conflict') return { kind: 'conflict' }
    if (result.existing) return { kind: 'known', receipt: result.existing }
    if (tries === mostRoutings) throw new StorageUnavailable('Leads came faster than they could be routed.')
  }
}

/** Far more than leads can meet at one cap, since each failed try means that another lead was stored. */
export const mostRoutings = 100

/** A key for a form that is begun now. */
export function mintKey(now: number): string {
  return keyAt(now, randomUUID())
}
