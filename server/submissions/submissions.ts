import type { Registry } from 'prom-client'
import { Counter } from 'prom-client'
import type { Receipt } from '#schemas/generated/api/receipt.ts'
import { type LeadMaking, mostRoutings, newLead, type Submission } from '#server/distribution'
import { type FormVersions, fillingIn, findLead, type Keys, leadOfKeys, storeLead } from '#server/leads'
import { type FirstTries, isAwaited } from '#server/relay'
import { endSent, isSaved } from '#server/saved-forms'
import { OutcomeUnknown, StorageUnavailable } from '#server/storage'
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

export function openSubmissions(
  acceptance: Acceptance,
  awaitedDeliveries: FirstTries,
  registry: Registry,
): Submissions {
  const { site, storage } = acceptance
  const count = submissionMetrics(registry)

  /** Spares the leads of all other forms a look. */
  const goesToProvider = (form: string): boolean =>
    Object.values(site().partners.all).some(
      ({ filters, deliveries }) =>
        filters.some((taken) => taken.form === form) && Object.values(deliveries).some(({ kind }) => isAwaited(kind)),
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
      return lead === null || lead === 'conflict' ? lead : withHeld(lead)
    },
    refused: count,
  }
}

/** Why a submission was not taken. */
type Refusal = 'superseded' | 'invalid' | 'limited' | 'unavailable' | 'unknown'

/** What became of a posted submission. */
type SubmissionOutcome = Accepted['kind'] | Refusal

/** Counts posted submissions. Labels name forms, never persons. */
function submissionMetrics(registry: Registry): (form: string, outcome: SubmissionOutcome) => void {
  const submissions = new Counter({
    name: 'leadwright_submissions_total',
    help: 'Posted submissions by form and outcome.',
    labelNames: ['form', 'outcome'],
    registers: [registry],
  })
  return (form, outcome) => submissions.inc({ form, outcome })
}

type Accepted =
  | { kind: 'stored' | 'known'; receipt: Receipt }
  /** The key was used before, with another body. */
  | { kind: 'conflict' }

/** What it takes to store a submission. */
interface Acceptance extends LeadMaking {
  versions: FormVersions
  /** Called once a lead is stored, so that its deliveries begin. */
  onStored: () => void
}

/** Stores a lead with its consents and deliveries. When this resolves, it is on disk. Rejects with StorageUnavailable. */
async function accept(acceptance: Acceptance, submission: Submission): Promise<Accepted> {
  const { storage, versions, onStored } = acceptance
  // What was saved for later is sent now.
  const filling = submission.version.form.saveAndResume ? fillingIn(submission) : null
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
