import { percentText, spanText } from '#engine/form/values'
import type { ConsentDefinition } from '#schemas/generated/consent.ts'
import type { FormDefinition, HiddenDefinition, StepDefinition, When } from '#schemas/generated/form.ts'
import type { GroupDefinition } from '#schemas/generated/group.ts'
import type { ListDefinition } from '#schemas/generated/list.ts'
import type { Market } from '#schemas/generated/site.ts'
import { computedFields } from './computed/computed-fields.ts'
import { byCountry } from './country-formats.ts'
import { consentField, countField, type KindWords, resolveField } from './field.ts'
import { fieldId } from './field-place.ts'
import { findField } from './find-field.ts'
import type { ResolvedConsent, ResolvedField, ResolvedForm, ResolvedStep } from './form.ts'
import { inSection } from './instantiate.ts'
import { type FieldSchema, line } from './kind.ts'
import type { AnswerLimit } from './limits/limits.ts'
import { plainWords } from './links.ts'
import { forLocale } from './locale-tree.ts'
import { mergePatch } from './merge-patch.ts'
import { conditionWithin, idWithin, nestedIds, nesting } from './nesting.ts'
import { withLists } from './option-lists.ts'
import type { Translate } from './sentence.ts'

/** The most characters that an address may bring, where the form sets no limit. */
const usualLength = 100

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
  /** Settings of the site that consents refer to. */
  settings: Readonly<{ sponsorTransfer?: 'optional' | 'required' }>
}

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
  const hidden = whole.hidden && hiddenFields(whole)
  return {
    id,
    locale,
    market,
    title: whole.title,
    ...(whole.description !== undefined && { description: whole.description }),
    ...(hidden && { hidden }),
    ...(whole.computed !== undefined && { computed: computedFields(whole, hidden ?? [], placed) }),
    steps: hints ? withLimitWords(placed, locale, hints) : placed,
    consents: consents.map(
      ({ id, consent }): ResolvedConsent => ({ id, purpose: consent.purpose, text: consent.text }),
    ),
    ...(whole.send !== undefined && { send: whole.send }),
    ...(whole.ends !== undefined && { ends: whole.ends }),
    ...(whole.thanks !== undefined && { thanks: whole.thanks }),
    ...(whole.receipt !== undefined && { receipt: whole.receipt }),
    ...(whole.subscription !== undefined && { subscription: whole.subscription }),
    ...(whole.reminder !== undefined && { reminder: whole.reminder }),
    ...(whole.goOnLater !== undefined && { goOnLater: { days: usualDays, ...whole.goOnLater } }),
    ...(whole.keepAnswers !== undefined && { keepAnswers: whole.keepAnswers }),
    ...(whole.progress !== undefined && { progress: whole.progress }),
    ...(whole.markRequired !== undefined && { markRequired: whole.markRequired }),
  }
}

/** The definition as it holds in one language: groups and lists inlined, the language's rules applied, the rest left out. */
function effectiveForm(form: FormDefinition, { groups, lists, locale }: Surroundings): FormDefinition {
  const { localeRules, ...base } = form
  const { locales, ...ruled } = mergePatch(inlineGroups(base, groups), localeRules?.[locale] ?? {}) as FormDefinition
  return withLists({ locales, ...forLocale(ruled, locale) }, lists, locale)
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
  const resolved = Object.entries(fields).map(([name, field]) => {
    const own = (condition: When | undefined) => conditionWithin(nest, condition, nested)
    const { when, optional } = field
    const { limits, ...rest } = resolveField(
      { ...nest, name },
      {
        ...field,
        ...(when && { when: own(when) as When }),
        ...(typeof optional === 'object' && { optional: own(optional) as When }),
      },
      around,
    )
    const read = limits?.map((limit) => ({ ...limit, field: idWithin(nest, limit.field, nested) }))
    const nestedField = { ...rest, ...(read && { limits: read }) }
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
    from: { parameter: field.from, otherwise: field.default },
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
  const wordsOf = ({ field, times = 1, plus }: AnswerLimit): string => {
    const told = { mistake: '{mistake}', other: plainWords(findField({ steps }, field)?.field.words.title ?? '') }
    if (plus === undefined)
      return times === 1
        ? t('limitedBy.same', told)
        : t('limitedBy.share', { ...told, share: percentText(times, locale) })
    const which = plus.startsWith('-') ? 'before' : 'after'
    return t(`limitedBy.${which}`, { ...told, span: spanText(plus.replace('-', ''), locale) })
  }
  return steps.map((step) => ({
    ...step,
    fields: step.fields.map((field) =>
      field.limits ? { ...field, words: { ...field.words, limits: field.limits.map(wordsOf) } } : field,
    ),
  }))
}
