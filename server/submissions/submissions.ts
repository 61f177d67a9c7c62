import type { Registry } from 'prom-client'
import type { Receipt } from '#schemas/generated/api/receipt.ts'
import type { Submission } from '../distribution/submission.ts'
import { findLead } from '../leads/find-leads.ts'
import { type Keys, leadOfKeys } from '../leads/store-lead.ts'
import { type FirstTries, isAwaited } from '../relay/first-tries.ts'
import { OutcomeUnknown, StorageUnavailable } from '../storage/storage.ts'
import { type Acceptance, type Accepted, accept } from './accept.ts'
import { type Refusal, submissionMetrics } from './submission-metrics.ts'
import { looksMade } from './suspicion.ts'

/** Where pages and the API hand in what visitors sent. */
export interface Submissions {
  /**
   * Stores a valid submission as a lead with its consents and deliveries. When this resolves, it is on disk. A lead
   * that goes to an e-mail-marketing provider is told only after the first try. Rejects with StorageUnavailable.
   */
  accept: (submission: Submission) => Promise<Accepted>
  /** The lead that a key stands for already; null for a new key. */
  known: (keys: Keys) => Promise<Receipt | 'conflict' | null>
  /** Counts one that was not taken. */
  refused: (form: string, why: Refusal) => void
}

export function openSubmissions(acceptance: Acceptance, firstTries: FirstTries, registry: Registry): Submissions {
  const { catalog, storage } = acceptance
  const count = submissionMetrics(registry)

  /** Spares the leads of all other forms a look. */
  const goesToProvider = (form: string): boolean =>
    Object.values(catalog().partners).some(
      ({ takes, deliveries }) =>
        takes.some((taken) => taken.form === form) && Object.values(deliveries).some(({ kind }) => isAwaited(kind)),
    )

  /** A stored lead, and whether it waits because it looks made by a program. One that waits at an end of its form is thanked for. */
  async function withHeld(receipt: Receipt): Promise<Receipt> {
    const { lead } = (await findLead(storage, receipt.id)) ?? {}
    return looksMade(lead?.suspicion) ? { ...receipt, held: true } : receipt
  }

  return {
    async accept(submission) {
      const form = submission.version.form.id
      try {
        const accepted = await accept(acceptance, submission)
        count(form, accepted.kind)
        if (accepted.kind === 'conflict') return accepted
        // Somebody who sends it again is told what became of the lead that is stored.
        if (accepted.kind === 'known') accepted.receipt = await withHeld(accepted.receipt)
        else if (submission.suspicion !== null) accepted.receipt.held = true
        if (!goesToProvider(form)) return accepted
        // The lead is stored: that its delivery cannot be looked up now must not say otherwise.
        const delivered = await firstTries.ofLead(accepted.receipt.id).catch(() => false)
        return delivered === null ? accepted : { ...accepted, receipt: { ...accepted.receipt, delivered } }
      } catch (error) {
        if (error instanceof StorageUnavailable)
          count(form, error instanceof OutcomeUnknown ? 'unknown' : 'unavailable')
        throw error
      }
    },
    async known(keys) {
      const lead = await leadOfKeys(storage, keys)
      return lead === null || lead === 'conflict' ? lead : withHeld(lead)
    },
    refused: count,
  }
}
