import { memoizeByObject } from '#engine/form/values'
import type { FieldDefinition, Options, When } from '#schemas/generated/form.ts'
import type { ListDefinition } from '#schemas/generated/list.ts'
import type { ResolvedField, ResolvedForm } from './form.ts'

/** The most options in groups that a page holds whatever is answered; those of longer lists come with their answer. */
const mostInPage = 200

/** The options of a list in a language: id → text, those of a group under the answer that they are offered for. */
export type ListRows = Readonly<Record<string, string | Options>>

/** The rows of a list in a language; undefined where it has none for it. */
export function rowsIn({ names, options }: ListDefinition, locale: string): ListRows | undefined {
  return names ?? (options && Object.hasOwn(options, locale) ? options[locale] : undefined)
}

/** The groups of a list's rows, by the answer that each is offered for. */
export function groupsOf(rows: ListRows): [answer: string, options: Options][] {
  return Object.entries(rows).filter((entry): entry is [string, Options] => typeof entry[1] === 'object')
}

/** All options of a list's rows, whether in a group or not. */
export function optionsIn(rows: ListRows): Options {
  return Object.assign({}, ...groupsOf(rows).map(([, options]) => options), ungrouped(rows))
}

/** The options that are in no group. */
export function ungrouped(rows: ListRows): Options {
  return Object.fromEntries(
    Object.entries(rows).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

/** Whether a list is too long for a page: its groups are known once an answer chose one. */
export function isLong(rows: ListRows): boolean {
  return groupsOf(rows).reduce((count, [, options]) => count + Object.keys(options).length, 0) > mostInPage
}

const everyOption = memoizeByObject<Options>()

/** Every option of a list, whatever the language. */
export function allOptions(list: ListDefinition): Options {
  const { names = {}, options = {} } = list
  return everyOption(list, '', () => Object.assign({}, ...[names, ...Object.values(options)].map(optionsIn)))
}

/** A field with the options of its list before its own. Tiles also need the number of those. */
export function withList(field: FieldDefinition, rows: ListRows): FieldDefinition {
  const { ui, optionsBy } = field
  if (isLong(rows)) return { ...field, options: { ...ungrouped(rows), ...field.options } }
  const listed = optionsIn(rows)
  const looks = ui?.['ui:options']
  const withCount = { ...looks, listed: Object.keys(listed).length }
  return {
    ...field,
    ...(looks?.tiles !== undefined && { ui: { ...ui, 'ui:options': withCount } }),
    options: { ...listed, ...field.options },
    ...(optionsBy !== undefined && { optionsWhen: { ...groupConditions(rows, optionsBy), ...field.optionsWhen } }),
  }
}

/** A field whose options are in order: what stays last is known, and the others are sorted where the language decides. */
export function withOrder(field: FieldDefinition, locale: string, beside: readonly string[]): FieldDefinition {
  const { order, options, exclusive, keepLast = [] } = field
  if (!order || !options) return field
  const ids = Object.keys(options)
  const stays = new Set([...beside, ...keepLast, ...(exclusive === undefined ? [] : [exclusive])])
  const last = ids.filter((id) => stays.has(id))
  const { compare } = new Intl.Collator(locale)
  const others = ids.filter((id) => !stays.has(id))
  const first =
    order === 'random' ? others : others.toSorted((one, other) => compare(options[one] ?? '', options[other] ?? ''))
  return {
    ...field,
    keepLast: last,
    options: Object.fromEntries([...first, ...last].map((id) => [id, options[id] ?? ''])),
  }
}

/** The id of the answer that says in which order options were shown. */
export const optionOrder = 'optionOrder'

/** The order that a visitor was shown, as an answer without a question; `default` where it is unknown. */
export const orderField: ResolvedField = {
  id: optionOrder,
  place: { name: optionOrder },
  kind: 'hidden',
  schema: { type: 'string', maxLength: 4000, pattern: '^[A-Za-z0-9_.#:,;-]+$' },
  ui: {},
  words: { title: optionOrder },
  optional: true,
  from: { parameter: optionOrder, otherwise: 'default' },
}

/** The options of a list's groups, each with the condition that it is offered on. */
function groupConditions(rows: ListRows, by: string): Record<string, When> {
  const answers = new Map<string, string[]>()
  for (const [answer, options] of groupsOf(rows))
    for (const option of Object.keys(options)) answers.set(option, [...(answers.get(option) ?? []), answer])
  return Object.fromEntries([...answers].map(([option, values]) => [option, { [by]: values }]))
}

/** The text of an option in a group of a list. */
export function listedText(
  { listed }: Pick<ResolvedField, 'listed'>,
  known: ResolvedForm['groups'],
  option: string,
): string | undefined {
  const { groups = {} } = known?.[listed?.list ?? ''] ?? {}
  return Object.values(groups).find((group) => Object.hasOwn(group, option))?.[option]
}

/** The options of an answer's schema, in order. */
export function listedOptions({ enum: listed, items }: ResolvedField['schema']): string[] {
  return ((items as { enum?: string[] } | undefined)?.enum ?? (listed as string[] | undefined) ?? []).map(String)
}
