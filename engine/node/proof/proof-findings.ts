import type { FormProof } from '#engine/authoring'
import type { Answers } from '#engine/form/model'
import { isTree } from '#engine/form/model'
import type { ProofProblem } from '#engine/form/proof'
import { byPlace, type LocatedProblem } from '../load.ts'
import type { Position } from '../positions.ts'
import type { ParsedFile } from '../read-sources.ts'

/** What proofs have found, once for all languages that it holds for. */
export interface Finding extends LocatedProblem {
  form: string
  /** The languages, with the country where a page's market is another than theirs. */
  languages: readonly string[]
  /** Whether these are all that the form is offered in. */
  everywhere: boolean
  /** The fewest answers that show it. */
  answers: Answers
  /** The question that keeps visitors from finishing, and the answers that lead to it. */
  stuckAt?: string
  way?: Answers
}

/** The findings of proofs, each once, in order of place: their problems, or their remarks. */
export function findingsOf(
  proofs: readonly FormProof[],
  files: readonly ParsedFile[],
  of: 'problems' | 'remarks' = 'problems',
): Finding[] {
  const all = proofs.flatMap((proof) =>
    proof[of].map((problem) => ({ proof, problem, place: proofPlace(problem, proof, files) })),
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
      const { message, answers, stuckAt, way } = first.problem
      const stuck = { ...(stuckAt !== undefined && { stuckAt }), ...(way && { way }) }
      return [{ ...first.place, message, form, languages, everywhere, answers, ...stuck }]
    })
    .sort(byPlace)

  /** Two markets of one language are told apart by their countries. */
  function nameOf({ form, locale, country }: FormProof): string {
    const markets = proofs.filter((proof) => proof.form === form && proof.locale === locale)
    return markets.length > 1 ? `${locale} (${country})` : locale
  }
}

/**
 * Where a proof's finding stands: in the file of the partner or the page, or the form's own, in that beneath a variant, or in
 * the group that a step uses. Whatever says most of the path is meant.
 * @param form the form's id
 */
export function proofPlace(
  { path, partner, page }: Pick<ProofProblem, 'path' | 'partner' | 'page'>,
  { form, locale }: { form: string; locale: string },
  files: readonly ParsedFile[],
): Position & { file: string } {
  const definition = (folder: string, id: unknown) =>
    files.find((file) => file.locale === null && file.folder === folder && file.id === id)
  const folder = page === undefined ? 'forms' : 'pages'
  const own = partner === undefined ? definition(folder, page ?? form) : definition('partners', partner)
  if (!own) return { file: form, line: 1, column: 1 }
  const base = definition(folder, valueAt(own.value, ['variantOf']))
  const use = [own, base].map((file) => valueAt(file?.value, [...path.slice(0, 2), 'use'])).find(Boolean)
  const group = path[0] === 'steps' ? definition('groups', use) : undefined
  const candidates = [
    { source: own, path: ['localeRules', locale, ...path], skipped: 2 },
    { source: own, path, skipped: 0 },
    { source: base, path, skipped: 0 },
    // A group's fields stand at its top.
    { source: group, path: path.slice(2), skipped: -2 },
  ]
  let best = { source: own, path, depth: -1 }
  for (const { source, path: keys, skipped } of candidates) {
    const depth = source ? depthOf(source.value, keys) - skipped : -1
    if (source && depth > best.depth) best = { source, path: keys, depth }
  }
  return { file: best.source.file, ...best.source.parsed.locate({ path: best.path, on: 'key' }) }
}

/** How many of the keys stand in a value. */
function depthOf(value: unknown, keys: readonly string[]): number {
  const found = keys.findIndex((_, index) => valueAt(value, keys.slice(0, index + 1)) === undefined)
  return found === -1 ? keys.length : found
}

function valueAt(value: unknown, keys: readonly string[]): unknown {
  return keys.reduce<unknown>((at, key) => {
    if (Array.isArray(at)) return at[Number(key)]
    return isTree(at) && Object.hasOwn(at, key) ? at[key] : undefined
  }, value)
}
