import { baseWords, valueShape } from '#engine/form/diff/value-shape.ts'
import type { Answers } from '#engine/form/journey/answers.ts'
import { fieldPath } from '#engine/form/model/find-field.ts'
import { allFields, type ResolvedField, type ResolvedForm } from '#engine/form/model/form.ts'
import { kindNamed } from '#engine/form/model/kind-named.ts'
import type { ProofProblem } from '#engine/form/proof/proof-problem.ts'
import type { Catalog } from '../../site/catalog.ts'

/**
 * Answers of another type than in the form's first language: partners read one shape of lead, whatever the visitor
 * speaks. Which questions are asked and which options there are may differ.
 */
export function misshapen(catalog: Catalog, form: ResolvedForm, vectors: readonly Answers[]): ProofProblem[] {
  const locale = Object.keys(catalog.site.locales).find((each) => catalog.form(form.id, each) !== null) ?? form.locale
  const first = catalog.form(form.id, locale)?.form ?? form
  const types = new Map(allFields(first).map((field) => [field.id, typeOf(field)]))
  return allFields(form).flatMap((field) => {
    const [type, expected] = [typeOf(field), types.get(field.id)]
    if (expected === undefined || type === expected) return []
    const message = `The answer to "${field.id}" is ${type} here and ${expected} in "${locale}": a lead has one shape in every language.`
    const answer = vectors.find((answers) => answers[field.id] !== undefined)?.[field.id]
    return [{ message, path: fieldPath(form, field.id), answers: answer === undefined ? {} : { [field.id]: answer } }]
  })
}

/** Options and the ways of countries to write a code are a market's own; a date is one everywhere. */
function typeOf(field: ResolvedField): string {
  const { base, words } = valueShape(field)
  return kindNamed(field.kind)?.calendar ? words : baseWords[base]
}
