import type { ConsentDefinition } from '#schemas/generated/consent.ts'
import type { FieldDefinition } from '#schemas/generated/form.ts'
import type { Market } from '#schemas/generated/site.ts'
import type { Translate } from '../journey/sentence.ts'
import type { Shown } from '../values/day-text.ts'
import { type FieldPlace, fieldId } from './field-place.ts'
import type { FieldWords, ResolvedField } from './form.ts'
import { type DateBounds, type FieldSchema, type Kind, line } from './kind.ts'
import { kindNamed } from './kind-named.ts'
import { boundsHints } from './limits/bounds-hint.ts'
import { answerLimits, ownLimit } from './limits/limits.ts'
import { isTree, mergePatch } from './merge-patch.ts'

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
  return {
    id: fieldId(place),
    place,
    kind: field.kind ?? null,
    schema: { ...baseSchema(field, kind, market), ...defined(own) },
    ui: mergePatch(
      { ...(kind ? kindUi(kind) : baseUi(field)), ...unitUi(field) },
      field.ui ?? {},
    ) as ResolvedField['ui'],
    words: words(field, {
      ...(kind?.options && { options: kind.options(locale) }),
      ...withBounds(kindWords[field.kind ?? ''], hints ? boundsHints(field, { locale, market }, hints) : {}),
    }),
    ...dutyOf(field),
    ...boundsOf(field, kind),
    ...(limits.length > 0 && { limits }),
    ...(field.prefill !== undefined && { prefill: field.prefill }),
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

function baseSchema(field: FieldDefinition, kind: Kind | undefined, market: Market): FieldSchema {
  if (kind) return kind.schema(market)
  if (field.options) return choiceSchema(Object.keys(field.options), field)
  return field.type === undefined || field.type === 'string' ? line(200) : { type: field.type }
}

function choiceSchema(options: string[], { many, exclusive }: FieldDefinition): FieldSchema {
  if (!many) return { type: 'string', enum: options }
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

function boundsOf({ earliest, latest }: FieldDefinition, kind: Kind | undefined): { bounds?: DateBounds } {
  const own = defined({ earliest: ownLimit(earliest), latest: ownLimit(latest) })
  const bounds: DateBounds = { ...kind?.bounds, ...own }
  return Object.keys(bounds).length > 0 ? { bounds } : {}
}

function kindUi({ ui, parts }: Kind): Record<string, unknown> {
  return { ...(parts && { 'ui:widget': 'parts' }), ...ui }
}

function baseUi(field: FieldDefinition): Record<string, unknown> {
  if (field.options) return { 'ui:widget': choiceWidget(field.many ?? false, Object.keys(field.options).length) }
  if (field.type === 'boolean') return { 'ui:widget': 'radio' }
  if (field.type === 'integer') return { 'ui:options': { inputMode: 'numeric', width: 'short' } }
  if (field.type === 'number') return { 'ui:options': { inputMode: 'decimal', width: 'short' } }
  return {}
}

function unitUi({ unit }: FieldDefinition): Record<string, unknown> {
  return unit === undefined ? {} : { 'ui:widget': 'amount' }
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
  const { title, hint, why, unit, options, errors } = field
  const own = defined({ title, hint, why, unit, options, errors })
  const merged = mergePatch(ofKind, { ...own, ...(hint !== undefined && { limitedHint: null }) })
  return (isTree(merged) ? merged : {}) as unknown as FieldWords
}

function defined<Values extends object>(values: Values): { [Key in keyof Values]?: NonNullable<Values[Key]> } {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as { [Key in keyof Values]?: NonNullable<Values[Key]> }
}
