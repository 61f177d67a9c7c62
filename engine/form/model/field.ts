import { dayText, measureText, type Shown, sameSpaces, units } from '#engine/form/values'
import type { ConsentDefinition } from '#schemas/generated/consent.ts'
import type { DateLimits, FieldDefinition, NumberLimits } from '#schemas/generated/form.ts'
import type { Market } from '#schemas/generated/site.ts'
import { valueWords } from './answer-words.ts'
import { type FieldPlace, fieldId, isTree } from './answers.ts'
import { fileLimits, fileWords } from './files.ts'
import { type AnswerLimit, type FieldWords, kindNamed, type LimitCode, type ResolvedField } from './form.ts'
import { type DateBounds, type FieldSchema, type Kind, line } from './kind.ts'
import { mergePatch } from './merge-patch.ts'
import type { Translate } from './sentence.ts'

/** The words a kind brings along, from locales/<lng>/kinds.json. */
export type KindWords = Readonly<Record<string, Partial<FieldWords>>>

/** JSON Schema keywords that a definition may set on a field itself. */
const ownKeywords = ['type', 'minimum', 'maximum', 'minLength', 'maxLength', 'pattern', 'minItems', 'maxItems'] as const

/** A field definition in one language becomes a field: what its kind brings, then what it says itself. */
export function resolveField(
  place: FieldPlace,
  field: FieldDefinition,
  { locale, market, kindWords, hints }: Shown & { kindWords: KindWords; hints?: Translate },
): ResolvedField {
  const kind = kindNamed(field.kind ?? null)
  const own = Object.fromEntries(ownKeywords.map((key) => [key, ownKeyword(field, key)]))
  const limits = answerLimits(field)
  const taken = kind?.isFile ? fileLimits(field.files) : null
  return {
    id: fieldId(place),
    place,
    kind: field.kind ?? null,
    schema: { ...baseSchema(field, kind, market), ...defined(own), ...(taken && { maxItems: taken.maxFiles }) },
    ui: mergePatch(
      { ...(kind ? kindUi(kind) : baseUi(field)), ...unitUi(field), ...picturesUi(field) },
      mergePatch(sliderUi(field), field.ui ?? {}),
    ) as ResolvedField['ui'],
    words: words(field, {
      ...(kind?.options && { options: kind.options(locale) }),
      ...withBounds(kindWords[field.kind ?? ''], hints ? boundsHints(field, { locale, market }, hints) : {}),
    }),
    ...dutyOf(field),
    ...boundsOf(field, kind),
    ...(limits.length > 0 && { limits }),
    ...offeredOf(field),
    ...(field.order === 'random' && { shuffled: { last: field.keepLast ?? [] } }),
    ...(field.prefill !== undefined && { prefill: field.prefill }),
    ...(taken && { files: taken.files }),
    ...(field.copyFrom !== undefined && { copyFrom: field.copyFrom }),
    ...(field.lookUp !== undefined && { lookUp: field.lookUp }),
    ...(field.example !== undefined && { example: field.example }),
    ...(field.when !== undefined && { when: field.when }),
  }
}

/** A consent is a box that is never ticked beforehand and, unless optional, must be ticked. */
export function consentField(id: string, consent: ConsentDefinition, optional: boolean): ResolvedField {
  return {
    id,
    place: { name: id },
    kind: 'consent',
    schema: { type: 'boolean', ...(!optional && { const: true }) },
    ui: { 'ui:widget': 'consent' },
    words: {
      title: consent.text,
      ...(consent.missing !== undefined && { errors: { required: consent.missing, const: consent.missing } }),
    },
    optional,
  }
}

/** How often a repeated group is asked: answered by the buttons that add and remove, so it is drawn as nothing. */
export function countField(id: string, title: string, { min, max }: { min: number; max: number }): ResolvedField {
  return {
    id,
    place: { name: id },
    kind: 'count',
    schema: { type: 'integer', minimum: min, maximum: max },
    ui: { 'ui:widget': 'hidden' },
    words: { title },
    optional: false,
  }
}

/** A field as it is written, and the place of its answer. */
interface PlacedField {
  place: FieldPlace
  field: FieldDefinition
  table?: FieldWords['table']
}

/**
 * What is asked by one entry of "fields": itself, or each row of a table of choices. The group of the rows has the name of
 * the table: satisfaction.fees.
 */
export function rowsOf(place: FieldPlace, field: FieldDefinition): PlacedField[] {
  if (field.kind !== 'matrix') return [{ place, field }]
  const { rows = {}, title, hint, explanation, ...each } = field
  return Object.entries(rows).map(([name, row], index) => ({
    place: { group: place.name, name },
    // The hint and the explanation belong to the whole table.
    field: {
      ...each,
      ...(title !== undefined && { title: `${title} – ${row}` }),
      ...(index === 0 && defined({ hint, explanation })),
    },
    table: { title: title ?? '', row },
  }))
}

function baseSchema(field: FieldDefinition, kind: Kind | undefined, market: Market): FieldSchema {
  if (field.options) return choiceSchema(Object.keys(field.options), field)
  if (kind) return kind.schema(market)
  return field.type === undefined || field.type === 'string' ? line(200) : { type: field.type }
}

function choiceSchema(options: string[], { multiple, exclusive }: FieldDefinition): FieldSchema {
  if (!multiple) return { type: 'string', enum: options }
  const several: FieldSchema = { type: 'array', uniqueItems: true, items: { type: 'string', enum: options } }
  if (exclusive === undefined) return several
  return { ...several, not: { type: 'array', minItems: 2, contains: { const: exclusive } } }
}

function ownKeyword(field: FieldDefinition, key: (typeof ownKeywords)[number]): unknown {
  return key === 'minimum' || key === 'maximum' ? ownLimit(field[key]) : field[key]
}

function dutyOf({ optional = false }: FieldDefinition): Pick<ResolvedField, 'optional' | 'optionalWhen'> {
  return typeof optional === 'boolean' ? { optional } : { optional: false, optionalWhen: optional }
}

/** The conditions of the options that there are in the language. */
function offeredOf({ options = {}, optionsWhen = {} }: FieldDefinition): Pick<ResolvedField, 'offered'> {
  const offered = Object.entries(optionsWhen).filter(([option]) => Object.hasOwn(options, option))
  return offered.length > 0 ? { offered: Object.fromEntries(offered) } : {}
}

function boundsOf({ earliest, latest }: FieldDefinition, kind: Kind | undefined): { bounds?: DateBounds } {
  const own = defined({ earliest: ownLimit(earliest), latest: ownLimit(latest) })
  const bounds: DateBounds = { ...kind?.bounds, ...own }
  return Object.keys(bounds).length > 0 ? { bounds } : {}
}

function kindUi({ ui, parts, widget }: Kind): Record<string, unknown> {
  const own = widget && { 'ui:widget': widget.isGroup ? 'own-group' : 'own' }
  return { ...(parts && { 'ui:widget': 'parts' }), ...ui, ...own }
}

function baseUi(field: FieldDefinition): Record<string, unknown> {
  if (field.options) return { 'ui:widget': choiceWidget(field.multiple ?? false, Object.keys(field.options).length) }
  if (field.type === 'boolean') return { 'ui:widget': 'radio' }
  if (field.type === 'integer') return { 'ui:options': { inputMode: 'numeric', width: 'short' } }
  if (field.type === 'number') return { 'ui:options': { inputMode: 'decimal', width: 'short' } }
  return {}
}

function unitUi({ unit }: FieldDefinition): Record<string, unknown> {
  return unit === undefined ? {} : { 'ui:widget': 'amount' }
}

/** Tiles are seen at once, however many they are. */
function picturesUi({ pictures, multiple }: FieldDefinition): Record<string, unknown> {
  return pictures === undefined ? {} : { 'ui:widget': multiple ? 'checkboxes' : 'radio', 'ui:options': { pictures } }
}

function sliderUi({ control, step = 1 }: FieldDefinition): Record<string, unknown> {
  return control === 'slider' ? { 'ui:options': { step } } : {}
}

/** More options than fit on two phone screens are a list to search rather than rows to read. */
const mostRows = 12

function choiceWidget(many: boolean, options: number): string {
  if (many) return 'checkboxes'
  return options > mostRows ? 'select' : 'radio'
}

/** What a field's own hint may say in other words, a kind's cannot: the bounds follow it. */
function withBounds(ofKind: Partial<FieldWords> = {}, hints: Partial<FieldWords>): Partial<FieldWords> {
  const following = Object.entries(hints).map(([key, bounds]) => [key, [ofKind.hint, bounds].filter(Boolean).join(' ')])
  return { ...ofKind, ...Object.fromEntries(following) }
}

function words(field: FieldDefinition, ofKind: Partial<FieldWords>): FieldWords {
  const { title, hint, explanation, unit, options } = field
  // What a field says of a wrong format, it says of all that is wrong with it.
  const errors = field.errors?.format === undefined ? field.errors : { noAt: null, noDomain: null, ...field.errors }
  const own = defined({ title, hint, explanation, unit, options, errors })
  const merged = mergePatch(ofKind, { ...own, ...(hint !== undefined && { limitedHint: null }) })
  return (isTree(merged) ? merged : {}) as unknown as FieldWords
}

function defined<Values extends object>(values: Values): { [Key in keyof Values]?: NonNullable<Values[Key]> } {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as { [Key in keyof Values]?: NonNullable<Values[Key]> }
}

/**
 * The bounds that a field sets itself, in words (locales/<lng>/hints.json): “From £500 to £75,000.” A visitor should
 * meet them before a mistake; those that only a kind brings are wide enough to be met by nobody. Where other answers set
 * some, `limitedHint` tells all once those are known.
 */
export function boundsHints(
  field: FieldDefinition,
  shown: Shown,
  t: Translate,
): { hint?: string; limitedHint?: string } {
  const hint = boundsHint(field, shown, t, () => null)
  const set = new Set(answerLimits(field).map(({ code }) => code))
  // Which of two days comes first is not known where one is counted from a today that the page outlives.
  const isCounted = (['earliest', 'latest'] as const).some(
    (code) => set.has(code) && countedBound(ownLimit(field[code]) ?? '', shown.locale) !== null,
  )
  const limited =
    set.size === 0 || isCounted ? null : boundsHint(field, shown, t, (code) => (set.has(code) ? `{${code}}` : null))
  return { ...(hint !== null && { hint }), ...(limited !== null && { limitedHint: limited }) }
}

/** @param standIn what stands for a limit that other answers set */
function boundsHint(
  field: FieldDefinition,
  shown: Shown,
  t: Translate,
  standIn: (code: LimitCode) => string | null,
): string | null {
  if (kindNamed(field.kind ?? null)?.isFile) {
    const { maxFiles, files } = fileLimits(field.files)
    return t(maxFiles === 1 ? 'files.one' : 'files.several', { limit: maxFiles, ...fileWords(files, shown.locale) })
  }
  const number = (value: number | string) =>
    typeof value === 'string' ? value : measureText(valueWords(field.kind ?? null, value, shown), field.unit)
  // What is asked has an answer anyway, and amounts and counts are never below zero.
  const [fewest, shortest] = [above(1, field.minItems), above(1, field.minLength)]
  const least = standIn('minimum') ?? above(0, ownLimit(field.minimum))
  const most = standIn('maximum') ?? ownLimit(field.maximum)
  const parts = [
    rangeHint('number', least, most, number, t),
    rangeHint('items', fewest, field.maxItems, number, t),
    rangeHint('length', shortest, field.maxLength, number, t),
    dayHint(field, shown, t, standIn),
  ]
  return parts.filter(Boolean).join(' ') || null
}

function above(usual: number, bound: number | undefined): number | undefined {
  return bound !== undefined && (bound > usual || bound < 0) ? bound : undefined
}

function rangeHint(
  what: 'number' | 'items' | 'length',
  least: number | string | undefined,
  most: number | string | undefined,
  number: (value: number | string) => string,
  t: Translate,
): string | null {
  if (least === undefined && most === undefined) return null
  if (least !== undefined && least === most) return t(`${what}.exactly`, { count: most, limit: number(least) })
  if (least === undefined) return t(`${what}.most`, { count: most, limit: number(most ?? 0) })
  if (most === undefined) return t(`${what}.least`, { count: least, limit: number(least) })
  return t(`${what}.range`, { least: number(least), most: number(most) })
}

/** A page is kept for longer than a day, so bounds that move with the day are told as they are: “Today at the earliest.” */
function dayHint(
  field: FieldDefinition,
  shown: Shown,
  t: Translate,
  standIn: (code: LimitCode) => string | null,
): string | null {
  const isMonth = kindNamed(field.kind ?? null)?.calendar === 'month'
  const told = (['earliest', 'latest'] as const).flatMap((code) => {
    const bound = ownLimit(field[code])
    const known = standIn(code)
    const counted = known === null && bound !== undefined ? countedBound(bound, shown.locale) : null
    if (counted !== null) return [t(`${code}.counted`, { limit: counted })]
    const limit = known ?? (bound && dayText(isMonth ? bound.slice(0, 'YYYY-MM'.length) : bound, shown))
    return limit === undefined ? [] : [t(`${code}.${isMonth ? 'month' : 'day'}`, { limit })]
  })
  if (told.length === 0) return null
  const text = told.join(', ')
  return `${text.charAt(0).toLocaleUpperCase(shown.locale)}${text.slice(1)}.`
}

/** today, +1d, +30d and -18y as people say them: today, tomorrow, in 30 days, 18 years ago. null for a day of the calendar. */
function countedBound(bound: string, locale: string): string | null {
  const [, count, letter] = bound === 'today' ? ['', '0', 'd'] : (/^([+-]\d+)([dmy])$/.exec(bound) ?? [])
  if (letter === undefined) return null
  const unit = units[letter as keyof typeof units]
  // Days near today have names; “next year” would be a whole one.
  const format = new Intl.RelativeTimeFormat(locale, { numeric: unit === 'day' ? 'auto' : 'always' })
  return sameSpaces(format.format(Number(count), unit))
}

const limitCodes = ['minimum', 'maximum', 'earliest', 'latest'] as const

/** The limit among those of one code that no other answer sets. */
export function ownLimit(limits: NumberLimits | undefined): number | undefined
export function ownLimit(limits: DateLimits | undefined): string | undefined
export function ownLimit(limits: NumberLimits | DateLimits | undefined) {
  return [limits].flat().find((limit) => typeof limit !== 'object')
}

/** The limits of a field that other answers set, as they are written. */
function answerLimits(field: FieldDefinition): AnswerLimit[] {
  return limitCodes.flatMap((code) =>
    [field[code] ?? []].flat().flatMap((limit) => (typeof limit === 'object' ? [{ code, ...limit }] : [])),
  )
}

/** A limit as people who write definitions read it: 0.7 times "carValue", 1d after "from". */
export function limitInWords({ field, factor = 1, offset, limit }: AnswerLimit): string {
  if (limit !== undefined) return String(limit)
  if (offset !== undefined)
    return `${offset.replace('-', '')} ${offset.startsWith('-') ? 'before' : 'after'} "${field}"`
  return factor === 1 ? `"${field}"` : `${factor} times "${field}"`
}
