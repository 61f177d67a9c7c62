import { percentText, spanText } from '#engine/form/values'
import type { ConsentDefinition } from '#schemas/generated/consent.ts'
import type {
  AllOf,
  FieldDefinition,
  FormDefinition,
  FormOffers,
  HiddenDefinition,
  StepDefinition,
  When,
} from '#schemas/generated/form.ts'
import type { GroupDefinition } from '#schemas/generated/group.ts'
import type { ListDefinition } from '#schemas/generated/list.ts'
import type { Market } from '#schemas/generated/site.ts'
import { fieldId, fieldPlace, isTree, type Nest, type Tree, templateId } from './answers.ts'
import { computedFields } from './computed/computed-fields.ts'
import { byCountry } from './country-formats.ts'
import { consentField, countField, type KindWords, resolveField, rowsOf } from './field.ts'
import { asksForFiles } from './files.ts'
import {
  type AnswerLimit,
  type FormNeed,
  kindNamed,
  type ListedOptions,
  type ResolvedConsent,
  type ResolvedField,
  type ResolvedForm,
  type ResolvedStep,
  wholeStep,
} from './form.ts'
import { type FieldSchema, line } from './kind.ts'
import { plainWords } from './links.ts'
import { mergePatch } from './merge-patch.ts'
import { resolvedOpening } from './opening.ts'
import { isLong, type ListRows, orderField, rowsIn, withList, withOrder } from './options.ts'
import { eachCondition, inSection } from './repeat.ts'
import type { Translate } from './sentence.ts'

/** The most characters that an address may bring, where the form sets no limit. */
const usualLength = 100

/** The most characters that the id of an option has, where its list is too long for a page. */
const longestId = 100

/** What a form refers to, in the language it is resolved for. */
export interface Surroundings {
  locale: string
  market: Market
  /** Groups and consents with their words already translated. */
  groups: Readonly<Record<string, GroupDefinition>>
  lists: Readonly<Record<string, ListDefinition>>
  consents: Readonly<Record<string, ConsentDefinition>>
  kindWords: KindWords
  /** Translates the words that tell bounds (locales/<lng>/hints.json); without it none are told. */
  hints?: Translate
  /** The hash of a list's groups. */
  versionOf?: (rows: ListRows) => string
  /** Changes with what a table holds. */
  tableVersion?: (table: string) => string
  /** Settings of the site that consents refer to. */
  settings: Readonly<{ sponsorTransfer?: 'optional' | 'required' }>
}

/** How long partners are waited for where the form does not say, in seconds. */
const usualWait = 30

/** For how many days a link to go on works where the form does not say. */
const usualDays = 7

/**
 * A form in one language. Its words, and those of what it refers to, are already in that language. Order of
 * resolution: groups beneath the steps that use them, then the language's own rules, then what is not offered in the
 * language drops out. Pure; references must have been checked before.
 */
export function resolveForm(id: string, form: FormDefinition, around: Surroundings): ResolvedForm {
  const { locale, market, hints } = around
  const whole = effectiveForm(form, around)
  const nested = nestedIds(whole)
  const steps = Object.entries(whole.steps).map(([stepId, step]) => resolveStep(stepId, step, nested, around))
  const consents = Object.entries(whole.consents ?? {}).flatMap(([consentId, { optional }]) => {
    const consent = around.consents[consentId]
    return consent ? [{ id: consentId, consent, optional: optional ?? isOptional(consent, around) }] : []
  })
  const placed = withConsents(
    withMarketFields(whole, steps),
    consents.map(({ id, consent, optional }) => consentField(id, consent, optional)),
  )
  const isShuffled = steps.some(({ fields }) => fields.some(({ shuffled }) => shuffled))
  const hidden = [...hiddenFields(whole), ...(isShuffled ? [orderField] : [])]
  return {
    id,
    locale,
    market,
    title: whole.title,
    ...(whole.description !== undefined && { description: whole.description }),
    ...resolvedOpening(whole, market.timeZone),
    ...(whole.whenClosed !== undefined && { whenClosed: whole.whenClosed }),
    ...(hidden.length > 0 && { hidden }),
    ...(whole.estimate !== undefined && { estimate: whole.estimate }),
    ...(whole.computed !== undefined && { computed: computedFields(whole, hidden, placed, around.tableVersion) }),
    steps: inScreens(whole, hints ? withLimitWords(placed, locale, hints) : placed),
    consents: consents.map(
      ({ id, consent }): ResolvedConsent => ({ id, purpose: consent.purpose, text: consent.text }),
    ),
    ...(whole.submitLabel !== undefined && { submitLabel: whole.submitLabel }),
    ...(whole.submitNote !== undefined && { submitNote: whole.submitNote }),
    ...(whole.screenOuts !== undefined && { screenOuts: whole.screenOuts }),
    ...(whole.thankYou !== undefined && { thankYou: whole.thankYou }),
    ...(whole.printAnswers !== undefined && { printAnswers: whole.printAnswers }),
    ...(whole.receipt !== undefined && { receipt: whole.receipt }),
    ...(whole.offers !== undefined && { offers: resolvedOffers(whole.offers, around) }),
    ...(whole.subscription !== undefined && { subscription: whole.subscription }),
    ...(whole.reminder !== undefined && { reminder: whole.reminder }),
    ...(whole.saveAndResume !== undefined && { saveAndResume: { days: usualDays, ...whole.saveAndResume } }),
    ...(whole.keepAnswers !== undefined && { keepAnswers: whole.keepAnswers }),
    ...(whole.progress !== undefined && { progress: whole.progress }),
    ...(whole.screens === 'questions' && { screens: whole.screens }),
    ...(whole.markRequired !== undefined && { markRequired: whole.markRequired }),
  }
}

/** The offers that partners answer with, and the sentence that who chooses one agrees to. */
function resolvedOffers(
  { consent: id, ...offers }: FormOffers,
  { consents }: Surroundings,
): NonNullable<ResolvedForm['offers']> {
  const named = id === undefined ? undefined : consents[id]
  const consent = id !== undefined && named && { id, purpose: named.purpose, text: named.text }
  return { seconds: usualWait, ...offers, ...(consent && { consent }) }
}

/** The definition as it holds in one language: groups and lists inlined, the language's rules applied, the rest left out. */
function effectiveForm(form: FormDefinition, { groups, lists, locale }: Surroundings): FormDefinition {
  const { localeRules, ...base } = form
  const { locales, ...ruled } = mergePatch(inlineGroups(base, groups), localeRules?.[locale] ?? {}) as FormDefinition
  return withLists({ locales, ...forLocale(withScreens(ruled, locale), locale) }, lists, locale)
}

/** A screen that begins with a question of other languages begins with the next one here. */
function withScreens(form: Omit<FormDefinition, 'locales'>, locale: string): Omit<FormDefinition, 'locales'> {
  const steps = Object.entries(form.steps).map(([id, step]) => {
    let begins = false
    const fields = Object.entries(step.fields ?? {}).map(([name, field]) => {
      const newScreen = begins || field.newScreen === true
      begins = newScreen && !isOffered(field, locale)
      return [name, newScreen ? { ...field, newScreen } : field]
    })
    return [id, step.fields ? { ...step, fields: Object.fromEntries(fields) } : step]
  })
  return { ...form, steps: Object.fromEntries(steps) }
}

/** The form with every `use` replaced by what the group says, beneath what the step says itself. */
function inlineGroups(form: FormDefinition, groups: Surroundings['groups']): FormDefinition {
  const inlined = Object.entries(form.steps).map(([id, step]) => {
    const group = step.use === undefined ? undefined : groups[step.use]
    if (!group) return [id, step]
    const { $schema, ...shared } = group
    return [id, mergePatch(shared, step)]
  })
  return { ...form, steps: Object.fromEntries(inlined) }
}

function resolveStep(
  id: string,
  step: StepDefinition,
  nested: ReadonlySet<string>,
  around: Surroundings,
): ResolvedStep {
  const { title = '', description, as, repeat, markRequired, fields = {} } = step
  const nest = nesting(step)
  const when = conditionWithin(nest, step.when, nested)
  const asked = Object.entries(fields).flatMap(([name, field]) => rowsOf({ ...nest, name }, field))
  const resolved = asked.map(({ place, field, table }) => {
    const own = (condition: When | undefined) => conditionWithin(nest, condition, nested)
    const { when, optional, optionsWhen } = field
    const { limits, ...rest } = resolveField(
      place,
      {
        ...field,
        ...(when && { when: own(when) as When }),
        ...(optionsWhen && { optionsWhen: eachCondition(optionsWhen, (condition) => own(condition) as When) }),
        ...(typeof optional === 'object' && { optional: own(optional) as When }),
      },
      around,
    )
    const read = limits?.map((limit) => ({ ...limit, field: idWithin(nest, limit.field, nested) }))
    const lookUp = rest.lookUp === undefined ? undefined : idWithin(nest, rest.lookUp, nested)
    const words = table ? { ...rest.words, table } : rest.words
    const nestedField = withListed(
      { ...rest, words, ...(read && { limits: read }), ...(lookUp !== undefined && { lookUp }) },
      field,
      listedOf(field, nest, nested, around),
    )
    return repeat ? nestedField : inSection(nestedField)
  })
  return {
    id,
    title,
    ...(description !== undefined && { description }),
    ...(when !== undefined && { when }),
    ...(as !== undefined && repeat && { repeat: { group: as, ...repeat } }),
    ...(markRequired !== undefined && { markRequired }),
    fields: as !== undefined && repeat ? [countField(as, title, repeat), ...resolved] : resolved,
  }
}

/** The list that holds more options of a field than a page. */
function listedOf(
  { optionList = '', optionsBy, order }: FieldDefinition,
  nest: Nest,
  nested: ReadonlySet<string>,
  { lists, locale, versionOf = () => '' }: Surroundings,
): ListedOptions | null {
  const rows = lists[optionList] && rowsIn(lists[optionList], locale)
  if (!rows || optionsBy === undefined || !isLong(rows)) return null
  return {
    list: optionList,
    version: versionOf(rows),
    by: idWithin(nest, optionsBy, nested),
    ...(order === 'alphabetical' && { isSorted: true as const }),
  }
}

/** Which options there are, a long list says with its answer; until then any id passes. */
function withListed(field: ResolvedField, { ui: own }: FieldDefinition, listed: ListedOptions | null): ResolvedField {
  if (!listed) return field
  const { schema, ui } = field
  const isMany = schema.type === 'array'
  return {
    ...field,
    listed,
    schema: isMany ? { ...schema, items: line(longestId) } : line(longestId),
    ui: { ...ui, 'ui:widget': own?.['ui:widget'] ?? (isMany ? 'checkboxes' : 'select') },
  }
}

/**
 * Where the form asks for a country, all below it is read in that country's way. One that is asked several times, such
 * as each driver's, is about its own item only; what follows the items is read as what stands before them.
 */
function withMarketFields(form: FormDefinition, steps: ResolvedStep[]): ResolvedStep[] {
  const setting = new Set(
    Object.values(form.steps).flatMap((step) =>
      Object.entries(step.fields ?? {}).flatMap(([name, field]) =>
        field.setsMarket ? [fieldId({ ...nesting(step), name })] : [],
      ),
    ),
  )
  let outside: string[] = []
  return steps.map((step) => {
    let within = outside
    const fields = step.fields.map((field) => {
      if (setting.has(field.id)) within = step.repeat ? [field.id, ...outside] : [field.id]
      return byCountry(field, within)
    })
    if (!step.repeat) outside = within
    return { ...step, fields }
  })
}

function isOptional({ optional = false }: ConsentDefinition, { settings }: Surroundings): boolean {
  return typeof optional === 'string' ? settings[optional] !== 'required' : optional
}

function withConsents(steps: ResolvedStep[], consents: ResolvedField[]): ResolvedStep[] {
  return steps.map((step, index) =>
    index === steps.length - 1 ? { ...step, fields: [...step.fields, ...consents] } : step,
  )
}

/**
 * Steps as visitors see them: one whose fields begin new screens becomes a step for each of its screens. The first keeps
 * the step's id, so that drafts and addresses of it stay what they are.
 */
function inScreens({ steps: written, screens: by }: FormDefinition, steps: readonly ResolvedStep[]): ResolvedStep[] {
  return steps.flatMap((step) => {
    const begins = (field: ResolvedField, before: ResolvedField | undefined) => {
      if (before && isOneTable(before, field)) return false
      const own = written[step.id]?.fields?.[writtenName(field)]?.newScreen
      return own ?? (by === 'questions' && field.kind !== 'consent' && !(before && isPartToo(field, before)))
    }
    const screens: ResolvedField[][] = []
    for (const field of step.fields) {
      const last = screens.at(-1)
      if (last && (step.repeat || !begins(field, last.at(-1)))) last.push(field)
      else screens.push([field])
    }
    if (screens.length < 2) return [step]
    const { description, ...whole } = step
    // The description of the last step belongs to the screen with the button that sends.
    const said = step === steps.at(-1) ? screens.length - 1 : 0
    return screens.map((fields, at) => ({
      ...whole,
      ...(at === said && description !== undefined && { description }),
      ...(at > 0 && { id: `${step.id}-${at + 1}` }),
      screenOf: step.id,
      fields,
    }))
  })
}

/** The steps as the definition has them, each with the fields of all its screens. */
export function wholeSteps({ steps }: Pick<ResolvedForm, 'steps'>): ResolvedStep[] {
  return [...Map.groupBy(steps, wholeStep)].flatMap(([id, screens]) => {
    const [first] = screens
    if (!first?.screenOf) return screens
    const { screenOf: _, ...step } = first
    return [{ ...step, id, fields: screens.flatMap(({ fields }) => fields) }]
  })
}

/** What a form takes from the address it is opened at, as fields that nobody is asked. */
function hiddenFields({ hidden = {} }: FormDefinition): ResolvedField[] {
  return Object.entries(hidden).map(([id, field]) => ({
    id,
    place: { name: id },
    kind: 'hidden',
    schema: hiddenSchema(field),
    ui: {},
    words: { title: id },
    optional: true,
    from: { parameter: field.parameter, otherwise: field.default },
  }))
}

function hiddenSchema({ values, pattern, maxLength = usualLength, default: otherwise }: HiddenDefinition): FieldSchema {
  if (values) return { type: 'string', enum: [...new Set([...values, otherwise])] }
  return line(maxLength, pattern === undefined ? {} : { pattern })
}

/**
 * Steps with the words that name the answers which set limits (locales/<lng>/hints.json). They end the sentence of the
 * mistake, which stands in them as {mistake}.
 */
export function withLimitWords(steps: readonly ResolvedStep[], locale: string, t: Translate): ResolvedStep[] {
  const wordsOf = ({ field, factor = 1, offset }: AnswerLimit): string => {
    const told = { mistake: '{mistake}', other: plainWords(findField({ steps }, field)?.field.words.title ?? '') }
    if (offset === undefined)
      return factor === 1
        ? t('limitedBy.same', told)
        : t('limitedBy.share', { ...told, share: percentText(factor, locale) })
    const which = offset.startsWith('-') ? 'before' : 'after'
    return t(`limitedBy.${which}`, { ...told, span: spanText(offset.replace('-', ''), locale) })
  }
  return steps.map((step) => ({
    ...step,
    fields: step.fields.map((field) =>
      field.limits ? { ...field, words: { ...field.words, limits: field.limits.map(wordsOf) } } : field,
    ),
  }))
}

/** The form with the options of its lists: those of the language, before the field's own. */
function withLists(
  form: FormDefinition,
  lists: Readonly<Record<string, ListDefinition>>,
  locale: string,
): FormDefinition {
  const steps = Object.entries(form.steps).map(([id, step]) => {
    const fields = Object.entries(step.fields ?? {}).map(([fieldId, field]) => {
      const list = lists[field.optionList ?? '']
      const rows = list && rowsIn(list, locale)
      const beside = rows ? Object.keys(field.options ?? {}) : []
      return [fieldId, withOrder(rows ? withList(field, rows) : field, locale, beside)]
    })
    return [id, step.fields ? { ...step, fields: Object.fromEntries(fields) } : step]
  })
  return { ...form, steps: Object.fromEntries(steps) }
}

/** What the answers of a step nest in: "as": "coBorrower" in a group, with "repeat" in one that has items. */
export function nesting({ as, repeat }: Pick<StepDefinition, 'as' | 'repeat'>): Nest {
  if (as === undefined) return {}
  return repeat ? { group: as, item: 'each' } : { group: as }
}

/** The ids of all fields that stand in a group. */
function nestedIds({ steps }: { steps: Readonly<Record<string, StepDefinition>> }): Set<string> {
  return new Set(
    Object.values(steps)
      .filter(({ as }) => as !== undefined)
      .flatMap((step) => Object.keys(step.fields ?? {}).map((name) => fieldId({ ...nesting(step), name }))),
  )
}

/** A condition reads the fields of its own group first, then those of the form. */
function conditionWithin(nest: Nest, when: When | undefined, nested: ReadonlySet<string>): When | undefined {
  if (nest.group === undefined || when === undefined) return when
  const own = (all: AllOf) =>
    Object.fromEntries(Object.entries(all).map(([name, expected]) => [idWithin(nest, name, nested), expected]))
  return Array.isArray(when) ? when.map(own) : own(when)
}

/** The field that a name stands for: one of the own group first, then one of the form. */
function idWithin(nest: Nest, name: string, nested: ReadonlySet<string>): string {
  const id = fieldId({ ...nest, name })
  return nested.has(id) ? id : name
}

/** A question and the step it stands in. */
export interface StepField {
  step: ResolvedStep
  field: ResolvedField
}

/** What a form holds under an id; for drivers.0.name that which stands for every driver's. */
export function findField(
  { hidden = [], computed = [], steps }: Pick<ResolvedForm, 'hidden' | 'computed' | 'steps'>,
  id: string,
): StepField | null {
  const template = templateId(fieldPlace(id))
  for (const step of [aboveAll(hidden), ...steps, computedStep(computed)]) {
    const field = step.fields.find((each) => each.id === template)
    if (field) return { step, field }
  }
  return null
}

/** What is taken from the address, as a step that nobody sees. */
export function aboveAll(hidden: readonly ResolvedField[] = []): ResolvedStep {
  return { id: 'hidden', title: '', fields: hidden }
}

/** What is computed, as a step that nobody sees. */
function computedStep(computed: readonly ResolvedField[] = []): ResolvedStep {
  return { id: 'computed', title: '', fields: computed }
}

/** The keys that lead to a field in its form, with groups in place: drivers.0.name → steps, drivers, fields, name. */
export function fieldPath(form: ResolvedForm, id: string): string[] {
  const { step, field } = findField(form, id) ?? {}
  if (field?.from) return ['hidden', field.id]
  if (field?.computed) return ['computed', field.id]
  return step && field ? ['steps', wholeStep(step), 'fields', writtenName(field)] : ['steps']
}

/** Whether a question belongs to the one before: both are parts of a name, or of an address. */
function isPartToo({ kind }: ResolvedField, before: ResolvedField): boolean {
  const part = kindNamed(kind)?.partOf
  return part !== undefined && part === kindNamed(before.kind)?.partOf
}

/** Whether two fields are rows of one table of choices. */
function isOneTable(one: ResolvedField, other: ResolvedField): boolean {
  return one.words.table !== undefined && other.words.table !== undefined && one.place.group === other.place.group
}

/** The name of the entry in "fields" that asks a field: a row is asked by its table. */
function writtenName({ place: { group, name }, words }: Pick<ResolvedField, 'place' | 'words'>): string {
  return words.table ? String(group) : name
}

/**
 * A definition with its words in another language. Only texts that the definition has are replaced:
 * a translation can change nothing but words, and bring nothing back that was taken out.
 */
export function translate<T>(definition: T, words: unknown): T {
  if (typeof definition === 'string') return (typeof words === 'string' ? words : definition) as T
  if (!isTree(definition) || !isTree(words)) return definition
  const entries = Object.entries(definition).map(([key, value]) => [
    key,
    Object.hasOwn(words, key) ? translate(value, words[key]) : value,
  ])
  return Object.fromEntries(entries) as T
}

/** A definition without the entries whose `locales` leave the language out, each list in the order `after` asks for. */
export function forLocale<T>(definition: T, locale: string): T {
  if (!isTree(definition)) return definition
  const kept = Object.entries(definition).filter(([, value]) => isOffered(value, locale))
  return Object.fromEntries(placed(kept).map(([key, value]) => [key, forLocale(value, locale)])) as T
}

function isOffered(entry: unknown, locale: string): boolean {
  return !isTree(entry) || !Array.isArray(entry.locales) || entry.locales.includes(locale)
}

/** Moves each entry with `after` behind the one it names; an entry that follows nothing here stays where it is. */
function placed(entries: [string, unknown][]): [string, unknown][] {
  const ordered: [string, unknown][] = []
  const followers = entries.filter(([id, value]) => follows(value, entries, id))
  for (const entry of entries) {
    if (!followers.includes(entry)) ordered.push(entry)
  }
  // From the last to the first, so that several that follow the same entry keep their order.
  for (let waiting = followers.reverse(); waiting.length > 0; ) {
    const stuck = waiting.filter(([id, value]) => {
      const at = ordered.findIndex(([other]) => other === (value as Tree).after)
      if (at !== -1) ordered.splice(at + 1, 0, [id, value])
      return at === -1
    })
    // Entries that only follow each other have no place; they go to the end, and the check refuses them.
    if (stuck.length === waiting.length) return [...ordered, ...stuck.reverse()]
    waiting = stuck
  }
  return ordered
}

function follows(value: unknown, entries: readonly [string, unknown][], id: string): boolean {
  return (
    isTree(value) &&
    typeof value.after === 'string' &&
    value.after !== id &&
    entries.some(([other]) => other === value.after)
  )
}

/** The addresses of the drawings on a field's options. */
export function picturesOf({ ui }: ResolvedField): Readonly<Record<string, string>> | undefined {
  return (ui['ui:options'] as { pictures?: Record<string, string> } | undefined)?.pictures
}

/** The form with what browsers load code for, if it has any of that. */
export function withNeeds(form: ResolvedForm): ResolvedForm {
  const { computed = [], estimate, steps } = form
  const fields = steps.flatMap((step) => step.fields)
  const all: readonly [FormNeed, boolean][] = [
    ['choices', fields.some((field) => field.words.table !== undefined)],
    ['computed', computed.length > 0],
    ['estimate', estimate !== undefined],
    ['files', asksForFiles(form)],
    ['groups', fields.some(({ listed }) => listed)],
    ['lookUp', fields.some(({ lookUp }) => lookUp !== undefined)],
    ['offer', fields.some(({ offered, listed, shuffled }) => offered || listed || shuffled)],
    ['repeat', steps.some(({ repeat }) => repeat !== undefined)],
    ['slider', fields.some(({ ui }) => (ui['ui:options'] as { step?: number } | undefined)?.step !== undefined)],
    ['tables', computed.some((field) => 'table' in field.computed)],
  ]
  const needs = all.flatMap(([need, has]) => (has ? [need] : []))
  return needs.length > 0 ? { ...form, needs } : form
}
