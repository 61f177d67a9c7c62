import type { FormVersion } from '#engine/catalog/form-version.ts'
import type { Answers } from '#engine/core/filling/answers.ts'
import type { Receipt } from '#schemas/generated/api/receipt.ts'
import type { Lead } from '../leads/lead.ts'
import { mostRoutings } from '../partners/route-lead.ts'
import { storeRoutedLead } from '../partners/store-routed-lead.ts'
import { StorageUnavailable } from '../storage/storage.ts'
import type { FormVersions } from '../versions/form-versions.ts'
import { type LeadMaking, newLead } from './new-lead.ts'

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

/** What it takes to store a submission. */
export interface Acceptance extends LeadMaking {
  versions: FormVersions
  /** Called once a lead is stored, so that its deliveries begin. */
  onStored: () => void
}

/** Stores a lead with its consents and deliveries. When this resolves, it is on disk. Rejects with StorageUnavailable. */
export async function accept(acceptance: Acceptance, submission: Submission): Promise<Accepted> {
  const { storage, versions, onStored } = acceptance
  // Routing reads figures that other leads change meanwhile; then it is asked again.
  for (let tries = 1; ; tries++) {
    const lead = await newLead(acceptance, submission)
    // Evidence refers to the form as it was, also for clients that were shown no page.
    const evidence = versions.withLead(submission.version, tries === 1)
    const result = await storeRoutedLead(storage, lead, [evidence])
    if (result.stored) {
      versions.wasStored(submission.version)
      onStored()
      return { kind: 'stored', receipt: { id: lead.id, receivedAt: lead.receivedAt, definition: lead.definition } }
    }
    if (result.existing === 'conflict') return { kind: 'conflict' }
    if (result.existing) return { kind: 'known', receipt: result.existing }
    if (tries === mostRoutings) throw new StorageUnavailable('Leads came faster than they could be routed.')
  }
}
