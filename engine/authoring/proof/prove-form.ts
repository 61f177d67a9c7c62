import type { Answers } from '#engine/form/journey/answers.ts'
import { mistakesOf } from '#engine/form/journey/mistakes.ts'
import { sentence } from '#engine/form/journey/sentence.ts'
import { mapLead } from '#engine/form/lead/partner-map.ts'
import { fieldPath } from '#engine/form/model/find-field.ts'
import { allFields, type ResolvedForm } from '#engine/form/model/form.ts'
import type { ProofProblem } from '#engine/form/proof/proof-problem.ts'
import { type ProofOptions, prove } from '#engine/form/proof/prove.ts'
import type { PartnerDefinition } from '#schemas/generated/partner.ts'
import { attributionNames } from '../../site/attribution-names.ts'
import type { Catalog } from '../../site/catalog.ts'
import { translator } from '../../site/i18n/translator.ts'
import { provePresets } from './prove-presets.ts'
import { misshapen } from './prove-shape.ts'

/** A form in one language, proven or not. */
export interface FormProof {
  form: string
  locale: string
  /** That of its market. */
  country: string
  fields: number
  walks: number
  /** One complete filling for each distinct set of questions. */
  vectors: Answers[]
  /** One filling for each way to be turned away. */
  turnedAway: Answers[]
  problems: ProofProblem[]
}

/** Proves a form in one language, with what the catalog adds to it: its words and the partners' maps. */
export function proveForm(catalog: Catalog, form: ResolvedForm, options: ProofOptions): FormProof {
  const { walks, vectors, turnedAway, leads, problems } = prove(form, options)
  return {
    form: form.id,
    locale: form.locale,
    country: form.market.country,
    fields: allFields(form).length,
    walks,
    vectors,
    turnedAway,
    problems: [
      ...problems,
      ...(leads.length > 0 ? Object.entries(catalog.partners).flatMap(([id, partner]) => unfilled(id, partner)) : []),
      ...(problems.some(({ stuckAt }) => stuckAt !== undefined) ? [] : provePresets(catalog, form, options)),
      ...wordless(catalog, form),
      ...misshapen(catalog, form, vectors),
    ],
  }

  /** What a partner's map names and no route of this form ever yields. */
  function unfilled(id: string, { takes, map }: PartnerDefinition): ProofProblem[] {
    const isTaken = takes.some((one) => one.form === form.id && (one.locales?.includes(form.locale) ?? true))
    if (!isTaken || !map) return []
    // Addresses may say anything, and a lead may come from any page.
    const attribution = Object.fromEntries(attributionNames(catalog.site).map((name) => [name, 'any']))
    const anywhere = {
      id: 'any',
      receivedAt: '',
      form: form.id,
      locale: form.locale,
      test: false,
      brand: 'any',
      page: 'any',
    }
    const consents = form.consents.map((consent) => ({ ...consent, textHash: '', granted: true, givenAt: '' }))
    const filled = new Set(
      leads.flatMap((answers) => Object.keys(mapLead(map, { ...anywhere, attribution, consents, answers }))),
    )
    return Object.keys(map)
      .filter((target) => !filled.has(target))
      .map((target) => ({
        message: `The partner "${id}" never gets "${target}" from "${form.id}": no route asks for it.`,
        partner: id,
        path: ['map', target],
        answers: {},
      }))
  }
}

/** Mistakes that a visitor can make and would be told of without a sentence. */
function wordless(catalog: Catalog, form: ResolvedForm): ProofProblem[] {
  const { t } = translator(form.locale, catalog.words(form.locale))
  return allFields(form).flatMap((field) =>
    mistakesOf(field).flatMap((code) => {
      const limit = code === 'earliest' || code === 'latest' ? '2026-12-24' : 1
      const text = sentence({ field: field.id, code, params: { limit } }, field, form, t)
      if (text !== '' && text !== code && !text.includes('{{')) return []
      const message = `The mistake "${code}" of "${field.id}" has no sentence.`
      return [{ message, path: fieldPath(form, field.id), answers: {} }]
    }),
  )
}
