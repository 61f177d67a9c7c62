import {
  baseWords,
  breaking,
  type Change,
  type Compared,
  changedTexts,
  compareForms,
  fits,
  safe,
  sameRules,
  type ValueShape,
  valueShape,
} from '#engine/form/diff'
import { type MapFormat, mapFormats } from '#engine/form/lead'
import { allFields, fieldId, fieldPlace, type ResolvedForm, templateId } from '#engine/form/model'
import { isWeaker, type Leads, type Presence, type Presences, type ProofOptions, presences } from '#engine/form/proof'
import { answeringOf, givesOffers, type Site } from '#engine/site'
import type { MapSource, MapWriting, PartnerDefinition, PartnerFilter, PartnerMap } from '#schemas/generated/partner.ts'

const everyConsent = {
  all: listOfConsents('all consents'),
  granted: listOfConsents('the consents that were granted'),
}

const yesOrNo: ValueShape = { base: 'yes or no', words: 'yes or no', options: ['true', 'false'] }

/** A change of a form, in the languages where it is the same. */
export interface FormChange extends Change {
  form: string
  locales: string[]
}

/** Every change between two sites that drafts, leads or partners meet, form by form, what breaks first. */
export function compareSites(before: Site, after: Site, prover: Prover): FormChange[] {
  const locales = [...new Set([before, after].flatMap(({ definition: site }) => Object.keys(site.locales)))]
  const forms = [...new Set([...after.forms.ids, ...before.forms.ids])]
  return forms.flatMap((form) => {
    const inLocales = locales.map((locale) => ({
      locale,
      was: formOf(before, form, locale),
      is: formOf(after, form, locale),
    }))
    const isNew = inLocales.every(({ was }) => was === null)
    const found = inLocales.flatMap(({ locale, was, is }) =>
      [...changesOf(was, is, isNew, prover), ...changesOfRoutes(before, after, was, is, prover)].map((change) => ({
        locale,
        change,
      })),
    )
    // Of a form that is gone that is said already.
    const offered = inLocales.flatMap(({ locale, is }) => (is ? [locale] : []))
    const ofSites = offered.length > 0 ? compareEmbedding(before, after, form) : []
    const sites = ofSites.map((change) => ({ form, locales: offered, ...change }))
    const ofOffers = inLocales.flatMap(({ locale, was, is }) =>
      compareOffers(was, is).map((change) => ({ locale, change })),
    )
    return [...merged(form, [...found, ...ofOffers]), ...sites, ...wordChanges(form, inLocales)].toSorted(
      (a, b) => Number(b.effect === 'breaking') - Number(a.effect === 'breaking'),
    )
  })
}

function formOf({ forms }: Site, id: string, locale: string): ResolvedForm | null {
  const version = forms.version(id, locale)
  return version && forms.withGroups(version.form)
}

/**
 * A form that is gone, or a draft now, cannot be sent at all: of what a server no longer offers it accepts no former
 * version either.
 */
function changesOf(was: ResolvedForm | null, is: ResolvedForm | null, isNew: boolean, prover: Prover): Change[] {
  if (was && is) return sameRules(was, is) ? [] : compareForms(compared(was, is, prover))
  if (is) return [safe('lead', '', isNew ? 'The form is new.' : 'The form is offered in this language now.')]
  if (!was) return []
  return [
    breaking(
      'drafts',
      '',
      'The form is no longer offered: unfinished answers cannot be sent, not even from an open page.',
    ),
    breaking('lead', '', 'The form is offered no more: no leads come of it.'),
  ]
}

function compared(before: ResolvedForm, after: ResolvedForm, prover: Prover): Compared {
  const [was, is] = [before, after].map((form) => ({ form, options: prover(form) })) as [Leads, Leads]
  return { before, after, presence: presences(was, is), today: is.options.today }
}

function changesOfRoutes(
  before: Site,
  after: Site,
  was: ResolvedForm | null,
  is: ResolvedForm | null,
  prover: Prover,
): Change[] {
  const areSame = was !== null && is !== null && sameRules(was, is)
  const ids = [...new Set([...Object.keys(after.partners.all), ...Object.keys(before.partners.all)])]
  return ids.flatMap((id) => {
    if (areSame && JSON.stringify(before.partners.all[id]) === JSON.stringify(after.partners.all[id])) return []
    return compareRoute(id, routeTo(before, id, was), routeTo(after, id, is), prover)
  })
}

function routeTo({ partners: { all: partners } }: Site, id: string, form: ResolvedForm | null): Route | null {
  const partner = partners[id]
  return partner && form && taking(partner, form).length > 0 ? { partner, form } : null
}

/** Equal changes of several languages as one. */
function merged(form: string, found: readonly { locale: string; change: Change }[]): FormChange[] {
  const groups = Map.groupBy(found, ({ change }) => JSON.stringify(change))
  return [...groups.values()].flatMap(([first, ...rest]) =>
    first ? [{ form, locales: [first, ...rest].map(({ locale }) => locale), ...first.change }] : [],
  )
}

/** What becomes of the page of offers that a form leads to. */
function compareOffers(before: ResolvedForm | null, after: ResolvedForm | null): Change[] {
  if (!before || !after) return []
  const [was, is] = [before.offers, after.offers]
  if (was && !is)
    return [breaking('partners', '', 'Leads get no page of offers any more: what partners answer is shown to nobody.')]
  if (!was || !is) return is ? [safe('lead', '', 'Leads get a page that shows the offers of partners.')] : []
  const { consent: former, ...rest } = was
  const { consent: present, ...others } = is
  return [
    ...(former?.text === present?.text
      ? []
      : [safe('lead', '', 'Visitors who choose an offer agree to something else than before.')]),
    ...(JSON.stringify(rest) === JSON.stringify(others)
      ? []
      : [safe('page', '', 'The page of offers waits, sorts or shows them differently.')]),
  ]
}

/** Texts break nothing, so they are one change however many they are. */
function wordChanges(
  form: string,
  inLocales: readonly { locale: string; was: ResolvedForm | null; is: ResolvedForm | null }[],
): FormChange[] {
  const counts = inLocales.map(({ locale, was, is }) => ({ locale, count: was && is ? changedTexts(was, is) : 0 }))
  const changed = counts.filter(({ count }) => count > 0)
  const sum = changed.reduce((total, { count }) => total + count, 0)
  if (sum === 0) return []
  const change = safe('page', '', `${sum} ${sum === 1 ? 'text reads' : 'texts read'} differently.`)
  return [{ form, locales: changed.map(({ locale }) => locale), ...change }]
}

/** Which sites may show a form no more, or may now: who shows it in a page has a hole there from one moment to the next. */
function compareEmbedding(before: Site, after: Site, form: string): Change[] {
  const [was = [], is = []] = [before, after].map(({ forms: { embedding } }) => embedding.get(form))
  return [
    ...was
      .filter((origin) => !is.includes(origin))
      .map((origin) =>
        breaking(
          'partners',
          origin,
          `${origin} may not embed the form any more: its pages show an error of the browser there.`,
        ),
      ),
    ...is
      .filter((origin) => !was.includes(origin))
      .map((origin) => safe('partners', origin, `${origin} may embed the form now.`)),
  ]
}

/** The leads of a form in one language on their way to a partner. */
export interface Route {
  partner: PartnerDefinition
  form: ResolvedForm
}

/** What it takes to walk a form: its judges, and today where its visitors are. */
type Prover = (form: ResolvedForm) => ProofOptions

/** The entries of `filters` that let a form's leads in a language through. */
function taking({ filters }: PartnerDefinition, { id, locale }: ResolvedForm): PartnerFilter[] {
  return filters.filter(({ form, locales }) => form === id && (locales?.includes(locale) ?? true))
}

/** Those that any of the entries takes; all of them when one has no condition. */
function leadsOf({ partner, form }: Route, prover: Prover): Leads {
  const conditions = taking(partner, form).map(({ when }) => when)
  const taken = conditions.includes(undefined) ? undefined : conditions.flatMap((when) => when ?? [])
  return { form, options: prover(form), taken }
}

/**
 * What changed for a partner. Broken is what makes its side fail: a way that is gone, a property that it always got
 * and may miss now, a value of another type or one it was never told of. What somebody changed in the partner's own
 * file, and still has the same type, is reported as meant.
 * @param before null where the partner got no leads of this form and language; `after` likewise
 */
export function compareRoute(id: string, before: Route | null, after: Route | null, prover: Prover): Change[] {
  if (!after) return before ? [breaking('partners', id, `The partner "${id}" no longer gets leads of this form.`)] : []
  if (!before) return [safe('partners', id, `The partner "${id}" gets leads of this form now.`)]
  const presence = presences(leadsOf(before, prover), leadsOf(after, prover))
  if (presence.before.areThere && !presence.after.areThere)
    return [
      breaking('partners', id, `The partner "${id}" gets no lead: no route meets the condition of its "filters".`),
    ]
  return [
    ...compareDeliveries(id, before, after),
    ...compareTakes(id, before, after),
    ...comparePrices(id, before, after),
    ...compareAnswering(id, before, after),
    ...compareTargets(
      id,
      targetsOf(before.partner.map, before.form, presence.before),
      targetsOf(after.partner.map, after.form, presence.after),
    ),
  ]
}

function compareDeliveries(id: string, { partner: was }: Route, { partner: is }: Route): Change[] {
  const names = [...new Set([...Object.keys(was.deliveries), ...Object.keys(is.deliveries)])]
  return names.flatMap((name) => {
    const [former, present] = [was.deliveries[name], is.deliveries[name]]
    const [place, what] = [`${id}/${name}`, `The delivery "${name}" of "${id}"`]
    if (!present) return [breaking('partners', place, `${what} is gone: nothing comes that way.`)]
    if (!former) return [safe('partners', place, `${what} is new.`)]
    if (present.kind !== former.kind)
      return [breaking('partners', place, `${what} is "${present.kind}" instead of "${former.kind}".`)]
    if (givesOffers(former) && !givesOffers(present))
      return [breaking('partners', place, `${what} gives no offers any more.`)]
    if (!givesOffers(former) && givesOffers(present)) return [safe('partners', place, `${what} gives offers now.`)]
    if (JSON.stringify(present) === JSON.stringify(former)) return []
    return [safe('partners', place, `${what} is set up differently.`)]
  })
}

/** The last button of a form with offers promises the soonest answer of its partners. */
function compareAnswering(id: string, before: Route, after: Route): Change[] {
  if (!after.form.offers) return []
  const [was, is] = [answeringOf(before.partner), answeringOf(after.partner)]
  if (was === is) return []
  return [safe('partners', id, `The partner "${id}" answers "${is}" instead of "${was}": the last button may change.`)]
}

/** Leads that are stored keep the price that was agreed then. */
function comparePrices(id: string, before: Route, after: Route): Change[] {
  const prices = ({ partner, form }: Route) =>
    JSON.stringify(taking(partner, form).map(({ price = partner.price }) => price && [price.amount, price.currency]))
  if (prices(before) === prices(after)) return []
  return [safe('partners', id, `The partner "${id}" pays another price for leads of this form than before.`)]
}

/** Which of its leads a partner gets is what its file is edited for: said, and no more. */
function compareTakes(id: string, before: Route, after: Route): Change[] {
  const rules = ({ partner, form }: Route) => {
    const { maxPartners, priority, weight, dailyCap, schedule, duplicateDays, testLeads } = partner
    const takes = taking(partner, form).map(({ pages, brands, when }) => ({ pages, brands, when }))
    return JSON.stringify({ takes, share: maxPartners, priority, weight, dailyCap, schedule, duplicateDays, testLeads })
  }
  if (rules(before) === rules(after)) return []
  return [safe('partners', id, `The partner "${id}" gets other leads of this form than before.`)]
}

type Targets = ReadonlyMap<string, Target>

/** What changed in the properties that a partner gets. */
function compareTargets(id: string, was: Targets, is: Targets): Change[] {
  return [
    ...[...was.values()].flatMap((target) => compareTarget(id, target, is.get(target.path))),
    ...[...is.keys()]
      .filter((path) => !was.has(path))
      .map((path) => safe('partners', `${id}/${path}`, `The partner "${id}" gets "${path}" as well.`)),
  ]
}

function compareTarget(id: string, was: Target, is: Target | undefined): Change[] {
  const { path } = was
  const place = `${id}/${path}`
  const broken = (change: string) => breaking('partners', place, change)
  if (was.presence === 'never') return []
  if (!is) return [broken(`The partner "${id}" no longer gets "${path}": it was read from ${was.reads}.`)]
  if (is.presence === 'never')
    return [broken(`The partner "${id}" no longer gets "${path}": no route asks ${is.reads}.`)]
  const changes: Change[] = []
  if (isWeaker(is.presence, was.presence))
    changes.push(broken(`The partner "${id}" may miss "${path}": not every lead it takes holds ${is.reads} now.`))
  if (is.reads !== was.reads || is.table !== was.table) changes.push(otherSource(id, was, is))
  else if (!fits(is.shape, was.shape))
    changes.push(broken(`The partner "${id}" gets ${is.shape.words} in "${path}" instead of ${was.shape.words}.`))
  return [...changes, ...newOptions(id, was, is)]
}

/** Another type breaks the partner, whoever decided it. */
function otherSource(id: string, was: Target, is: Target): Change {
  const place = `${id}/${is.path}`
  const [base, former] = [is.shape.base, was.shape.base]
  if (base !== former && !(base === 'whole number' && former === 'number')) {
    const change = `The partner "${id}" gets ${baseWords[base]} in "${is.path}" instead of ${baseWords[former]}`
    return breaking('partners', place, `${change}: it is read from ${is.reads}.`)
  }
  if (was.reads === is.reads)
    return safe('partners', place, `The partner "${id}" gets other words of its own in "${is.path}".`)
  return safe('partners', place, `The partner "${id}" gets "${is.path}" from ${is.reads} instead of ${was.reads}.`)
}

/** An option that the partner's table has no word for reaches it in ours, which it was never told of. */
function newOptions(id: string, was: Target, is: Target): Change[] {
  const place = (option: string) => `${id}/${is.path}/${option}`
  const wordless = is.wordless.filter((option) => !was.wordless.includes(option))
  const added =
    was.reads === is.reads ? (is.shape.options ?? []).filter((option) => !was.shape.options?.includes(option)) : []
  return [
    ...wordless.map((option) =>
      breaking(
        'partners',
        place(option),
        `The partner "${id}" has no word of its own for "${option}" in "${is.path}": it gets ours.`,
      ),
    ),
    ...(was.shape.options ? added : []).map((option) =>
      safe('partners', place(option), `The partner "${id}" may get "${option}" in "${is.path}" now.`),
    ),
  ]
}

/** One property of what a partner gets of a form's leads. */
interface Target {
  /** With the objects it stands in: contact.mail; drivers.#.name for that of each driver. */
  path: string
  /** Where the map takes it from, for people. */
  reads: string
  /** The words that the map writes for options; empty where it writes none. */
  table: string
  shape: ValueShape
  presence: Presence
  /** The options of its field that its table has no word for; they reach the partner as ours. */
  wordless: readonly string[]
}

/** What a partner gets of a form's leads, by path. Without a map that is every answer under its own name. */
function targetsOf(map: PartnerMap | undefined, form: ResolvedForm, presence: Presences): ReadonlyMap<string, Target> {
  const whole = map ?? Object.fromEntries(topIds(form).map((id) => [id, id]))
  return new Map(mapped('', whole, form, presence).map((target) => [target.path, target]))
}

/** The names that answers stand under in a lead: fields, groups and lists. */
function topIds(form: ResolvedForm): string[] {
  const asked = allFields(form).filter(({ kind }) => kind !== 'consent')
  return [...new Set(asked.map(({ place }) => place.group ?? place.name))]
}

function mapped(prefix: string, map: PartnerMap, form: ResolvedForm, presence: Presences): Target[] {
  return Object.entries(map).flatMap(([name, source]): Target[] => {
    const path = prefix + name
    if (typeof source === 'string') return readAll(path, source, form, presence)
    if ('object' in source) return mapped(`${path}.`, source.object, form, presence)
    if ('const' in source) return [constant(path, source.const)]
    if ('consents' in source) return [{ ...everyConsent[source.consents], path }]
    if ('field' in source) return readAll(path, source.field, form, presence, source)
    const { reads, shape, presence: told } = toldOf(source, form)
    return [{ path, ...rewritten(reads, shape, told, source) }]
  })
}

function constant(path: string, value: string | number | boolean): Target {
  const reads = `the fixed value ${JSON.stringify(value)}`
  return { path, reads, table: '', shape: wordShape([value], 'a fixed value'), presence: 'always', wordless: [] }
}

function listOfConsents(reads: string): Omit<Target, 'path'> {
  const shape: ValueShape = { base: 'list', words: 'a list of consents', options: null }
  return { reads, table: '', shape, presence: 'always', wordless: [] }
}

type Told = Pick<Target, 'reads' | 'shape' | 'presence'>

/** What no question changes: of the visit, the lead itself, and its consents. */
function toldOf(
  source: Extract<MapSource, { leadProperty: string } | { attribution: string } | { consentProperty: string }>,
  form: ResolvedForm,
): Told {
  if ('attribution' in source)
    return { reads: `"${source.attribution}" of the first address`, shape: text('text'), presence: 'sometimes' }
  // A lead from another program has no page.
  if ('leadProperty' in source) {
    const shape =
      source.leadProperty === 'test' ? yesOrNo : text(source.leadProperty === 'receivedAt' ? 'a time' : 'text')
    return {
      reads: `the lead's ${source.leadProperty}`,
      shape,
      presence: source.leadProperty === 'page' ? 'sometimes' : 'always',
    }
  }
  return {
    reads: `"${source.consentProperty}" of the consent "${source.consent}"`,
    shape:
      source.consentProperty === 'granted' ? yesOrNo : text(source.consentProperty === 'givenAt' ? 'a time' : 'text'),
    presence: form.consents.some(({ id }) => id === source.consent) ? 'always' : 'never',
  }
}

function text(words: string): ValueShape {
  return { base: 'text', words, options: null }
}

type Rewrite = MapWriting & { join?: string }

/** A field, or all fields of a group or list under its name. */
function readAll(path: string, id: string, form: ResolvedForm, presence: Presences, rewrite: Rewrite = {}): Target[] {
  const template = templateId(fieldPlace(id))
  return allFields(form).flatMap((field) => {
    const isGroup = field.place.group === id
    if (field.id !== template && !isGroup) return []
    const read = isGroup ? field.id : id
    const whole = isGroup ? fieldId({ ...field.place, group: path }) : path
    return [{ path: whole, ...rewritten(`"${read}"`, valueShape(field), presence.of(read), rewrite) }]
  })
}

/** A value as the partner gets it: in the words of its table or in its format, as one text, or what stands for none. */
function rewritten(
  from: string,
  shape: ValueShape,
  presence: Presence,
  { values, format, join, default: otherwise }: Rewrite,
): Omit<Target, 'path'> {
  const { options } = shape
  const outputs = options?.map((option) => values?.[option] ?? option)
  const as = format === undefined ? '' : ` as ${format}`
  const worded =
    outputs && shape.base !== 'list' ? wordShape(outputs, 'one of its own words') : { ...shape, options: null }
  const written = values ? worded : { ...shape, ...(format && baseAs(format, shape)), words: shape.words + as }
  const joined = join === undefined ? written : text(`${written.words} in one text`)
  const stands = otherwise === undefined ? '' : ` or ${JSON.stringify(otherwise)}`
  return {
    reads: `${from}${values ? ' in its own words' : as}${join === undefined ? '' : ' in one text'}${stands}`,
    table: values ? JSON.stringify(values) : '',
    shape: otherwise === undefined ? joined : withDefault(joined, otherwise),
    presence: otherwise === undefined || presence === 'always' ? presence : 'always',
    wordless: values ? (options ?? []).filter((option) => !Object.hasOwn(values, option)) : [],
  }
}

function baseAs(format: MapFormat, { base }: ValueShape): Pick<ValueShape, 'base'> {
  return { base: base === 'list' ? 'list' : mapFormats[format].gives }
}

/** Of two types any may come. */
function withDefault(shape: ValueShape, otherwise: string | number | boolean): ValueShape {
  const { base } = wordShape([otherwise], '')
  return base === shape.base || (base === 'number' && shape.base === 'whole number')
    ? shape
    : { ...shape, base: 'text' }
}

/** The shape of values that a map writes itself. */
function wordShape(values: readonly (string | number | boolean)[], words: string): ValueShape {
  const bases = { string: 'text', number: 'number', boolean: 'yes or no' } as const
  const types = new Set(values.map((value) => typeof value as keyof typeof bases))
  const [type = 'string'] = types
  // A table may hold words and numbers side by side: any of them may come.
  return { base: types.size > 1 ? 'text' : bases[type], words, options: null }
}
