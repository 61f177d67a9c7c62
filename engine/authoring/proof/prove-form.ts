import { baseWords, valueShape } from '#engine/form/diff'
import { estimateOf, journey, mistakesOf, onDay, presetAnswers } from '#engine/form/journey'
import { mapLead } from '#engine/form/lead'
import {
  type Answers,
  allFields,
  fieldPath,
  kindNamed,
  type ResolvedField,
  type ResolvedForm,
  sentence,
} from '#engine/form/model'
import { type ProofOptions, type ProofProblem, prove, provePreset, type QuestionRange } from '#engine/form/proof'
import { attributionNames, type Site, translator } from '#engine/site'
import type { PartnerDefinition } from '#schemas/generated/partner.ts'
import { unservedAnswers } from './prove-tariffs.ts'

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
  screenedOutAt: Answers[]
  /** How many questions it asks, consents apart; null where it could not be walked. */
  questions: QuestionRange | null
  problems: ProofProblem[]
  /** What may be meant, such as answers that get no offer of a partner's tariff. */
  remarks: ProofProblem[]
}

/** Proves a form in one language, with what the site adds to it: its words and the partners' maps. */
export function proveForm(site: Site, of: ResolvedForm, options: ProofOptions): FormProof {
  const form = site.forms.withGroups(of)
  const { walks, vectors, screenedOutAt, leads, questions, problems } = prove(form, options)
  return {
    form: form.id,
    locale: form.locale,
    country: form.market.country,
    fields: allFields(form).length,
    walks,
    vectors,
    screenedOutAt,
    questions,
    problems: [
      ...problems,
      ...(leads.length > 0 ? Object.entries(site.partners.all).flatMap(([id, partner]) => unfilled(id, partner)) : []),
      ...(problems.some(({ stuckAt }) => stuckAt !== undefined) ? [] : provePresets(site, form, options)),
      ...wordless(site, form),
      ...misshapen(site, form, vectors),
      ...unshownEstimate(form, options, vectors),
    ],
    remarks: unservedAnswers(site, form, options, vectors),
  }

  /** What a partner's map names and no route of this form ever yields. */
  function unfilled(id: string, { filters, map }: PartnerDefinition): ProofProblem[] {
    const isTaken = filters.some((one) => one.form === form.id && (one.locales?.includes(form.locale) ?? true))
    if (!isTaken || !map) return []
    // Addresses may say anything, and a lead may come from any page.
    const attribution = Object.fromEntries(attributionNames(site.definition).map((name) => [name, 'any']))
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

/** An estimate that is never shown, because its questions are never asked together. Missing rows of tables are reported elsewhere. */
function unshownEstimate(of: ResolvedForm, { today }: ProofOptions, vectors: readonly Answers[]): ProofProblem[] {
  const form = onDay(of, today)
  const hasTable = form.computed?.some(({ computed }) => 'table' in computed)
  if (!form.estimate || hasTable || vectors.length === 0) return []
  if (vectors.some((answers) => estimateOf(form, journey(form, answers)) !== null)) return []
  const message = `No route of "${form.id}" shows its estimate: what it is computed from is never asked together.`
  return [{ message, path: ['estimate'], answers: {} }]
}

/** Mistakes that a visitor can make and would be told of without a sentence. */
function wordless(site: Site, form: ResolvedForm): ProofProblem[] {
  const { t } = translator(form.locale, site.texts.words(form.locale))
  return allFields(form).flatMap((field) =>
    mistakesOf(field).flatMap((code) => {
      const limit = code === 'earliest' || code === 'latest' ? '2026-12-24' : 1
      const params = { limit, name: 'scan.pdf' }
      const text = sentence({ field: field.id, code, params }, field, form, t)
      if (text !== '' && text !== code && !text.includes('{{')) return []
      const message = `The mistake "${code}" of "${field.id}" has no sentence.`
      return [{ message, path: fieldPath(form, field.id), answers: {} }]
    }),
  )
}

/**
 * Answers of another type than in the form's first language: partners read one shape of lead, whatever the visitor
 * speaks. Which questions are asked and which options there are may differ.
 */
function misshapen(site: Site, form: ResolvedForm, vectors: readonly Answers[]): ProofProblem[] {
  const locale =
    Object.keys(site.definition.locales).find((each) => site.forms.version(form.id, each) !== null) ?? form.locale
  const first = site.forms.version(form.id, locale)?.form ?? form
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

/** A form as a page begins it, with answers chosen beforehand. */
interface PresetForm {
  page: string
  section: string
  preset: Answers
}

/** The pages that begin a form with answers chosen beforehand, in its language and market. */
export function presetsOf(site: Site, form: ResolvedForm): PresetForm[] {
  const market = JSON.stringify(form.market)
  return site.pages.all.flatMap(({ id: page, locale, page: { sections } }) => {
    if (locale !== form.locale) return []
    return Object.entries(sections).flatMap(([id, section]) => {
      if (section.kind !== 'form' || section.form !== form.id || !section.preset) return []
      const shown = site.forms.version(form.id, locale, page)?.form
      const isSame = shown && JSON.stringify(shown.market) === market
      return isSame ? [{ page, section: id, preset: presetAnswers(form, section.preset) }] : []
    })
  })
}

/** What is wrong with a form where pages begin it with answers chosen beforehand. */
function provePresets(site: Site, form: ResolvedForm, options: ProofOptions): ProofProblem[] {
  return presetsOf(site, form).flatMap(({ page, section, preset }) =>
    provePreset(form, preset, options).problems.map(({ field, message }) => ({
      message,
      page,
      path: ['sections', section, 'preset', ...(field === null ? [] : [field])],
      answers: preset,
    })),
  )
}
