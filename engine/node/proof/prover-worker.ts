import { parentPort, workerData } from 'node:worker_threads'
import { addKinds } from '#engine/form/model'
import { prove } from '#engine/form/proof'
import type { Batch, Stuck, Verdict } from './form-prover.ts'
import { proofOptions } from './form-prover.ts'

/** Proves the forms it was started with, one after the other, and tells of each as it is done. */
const { forms, moment, kinds } = workerData as Batch
for (const [id, url] of Object.entries(kinds)) addKinds({ [id]: (await import(url)).default })
for (const { rules, form } of forms) {
  const { problems, questions } = prove(form, proofOptions(form, moment))
  parentPort?.postMessage({ rules, stuck: problems.filter(isStuck), questions } satisfies Verdict)
}

function isStuck(problem: Partial<Stuck>): problem is Stuck {
  return problem.stuckAt !== undefined
}
