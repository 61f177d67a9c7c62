import type { FormProof } from '#engine/authoring'
import type { Answers } from '#engine/form/model'
import { byPlace, type LocatedProblem } from '../load.ts'
import type { ParsedFile } from '../read-sources.ts'
import { proofPlace } from './proof-places.ts'

/** What proofs have found, once for all languages that it holds for. */
export interface Finding extends LocatedProblem {
  form: string
  /** The languages, with the country where a page's market is another than theirs. */
  languages: readonly string[]
  /** Whether these are all that the form is offered in. */
  everywhere: boolean
  /** The fewest answers that show it. */
  answers: Answers
}

/** The findings of proofs, each once, in order of place. */
export function findingsOf(proofs: readonly FormProof[], files: readonly ParsedFile[]): Finding[] {
  const all = proofs.flatMap((proof) =>
    proof.problems.map((problem) => ({ proof, problem, place: proofPlace(problem, proof, files) })),
  )
  const same = Map.groupBy(all, ({ proof: { form }, problem: { message }, place }) =>
    JSON.stringify([form, message, place]),
  )
  return [...same.values()]
    .flatMap((found): Finding[] => {
      const [first] = found
      if (!first) return []
      const { form } = first.proof
      const offered = new Set(proofs.filter((proof) => proof.form === form).map(nameOf))
      const languages = [...new Set(found.map(({ proof }) => nameOf(proof)))]
      const everywhere = languages.length === offered.size
      const { message, answers } = first.problem
      return [{ ...first.place, message, form, languages, everywhere, answers }]
    })
    .sort(byPlace)

  /** Two markets of one language are told apart by their countries. */
  function nameOf({ form, locale, country }: FormProof): string {
    const markets = proofs.filter((proof) => proof.form === form && proof.locale === locale)
    return markets.length > 1 ? `${locale} (${country})` : locale
  }
}
