import type { Receipt } from '#schemas/generated/api/receipt.ts'
import { type LeadMaking, newLead } from '../distribution/new-lead.ts'
import { mostRoutings } from '../distribution/route-lead.ts'
import type { Submission } from '../distribution/submission.ts'
import type { FormVersions } from '../leads/form-versions.ts'
import { storeLead } from '../leads/store-lead.ts'
import { fillingIn } from '../leads/submission-keys.ts'
import { endSent, isSaved } from '../saved-forms/end-saved.ts'
import { StorageUnavailable } from '../storage/storage.ts'

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
  // What was saved for later is sent now.
  const filling = submission.version.form.goOnLater ? fillingIn(submission) : null
  const saved = filling !== null && (await isSaved(storage, filling)) ? endSent(filling) : []
  // Routing reads figures that other leads change meanwhile; then it is asked again.
  for (let tries = 1; ; tries++) {
    const lead = await newLead(acceptance, submission)
    // Evidence refers to the form as it was, also for clients that were shown no page.
    const evidence = versions.withLead(submission.version, tries === 1)
    const result = await storeLead(storage, lead, [evidence, ...saved])
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
