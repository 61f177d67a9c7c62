import { Counter, type Registry } from 'prom-client'
import type { Accepted } from './accept.ts'

/** Why a submission was not taken. */
export type Refusal = 'superseded' | 'invalid' | 'limited' | 'unavailable' | 'unknown'

/** What became of a posted submission. */
type SubmissionOutcome = Accepted['kind'] | Refusal

/** Counts posted submissions. Labels name forms, never persons. */
export function submissionMetrics(registry: Registry): (form: string, outcome: SubmissionOutcome) => void {
  const submissions = new Counter({
    name: 'leadwright_submissions_total',
    help: 'Posted submissions by form and outcome.',
    labelNames: ['form', 'outcome'],
    registers: [registry],
  })
  return (form, outcome) => submissions.inc({ form, outcome })
}
