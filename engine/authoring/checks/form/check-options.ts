import {
  allOptions,
  fieldsRead,
  groupsOf,
  type ListRows,
  meets,
  type Nest,
  optionsIn,
  rowsIn,
  ungrouped,
} from '#engine/form/model'
import {
  type DefinitionProblem,
  didYouMean,
  type Entry,
  type Library,
  reference,
  type WrittenField,
  writtenFields,
} from '#engine/library'
import type { FormDefinition, When } from '#schemas/generated/form.ts'
import type { ListDefinition } from '#schemas/generated/list.ts'
import { checkWhen } from './check-when.ts'
import { whatIsRead } from './what-is-read.ts'

/** The most options that are shown in random order. */
const mostShuffled = 30

interface Around {
  nest: Nest
  /** What conditions may read here. */
  above: readonly WrittenField[]
  all: readonly WrittenField[]
  form: FormDefinition
  library: Library
}

/** The list that a field names is there. */
export function checkListName({ field, file, path }: WrittenField, library: Library): DefinitionProblem[] {
  const { optionList } = field
  const at = { file, path: [...path, 'optionList'], on: 'value' as const }
  return optionList === undefined ? [] : reference(library, 'lists', optionList, at)
}

/** A field's list has options where it needs them, and each that depends on answers can be offered. */
export function checkOptions(placed: WrittenField, around: Around): DefinitionProblem[] {
  const { field, file, path } = placed
  const { optionsWhen = {}, optionsBy, optionList } = field
  const list = around.library.lists.get(optionList ?? '')
  const options = Object.keys(field.options ?? {})
  const grouped = new Set(
    list && optionsBy !== undefined
      ? rowsOf(list.value).flatMap(({ rows }) => groupsOf(rows).flatMap(([, group]) => Object.keys(group)))
      : [],
  )
  const strange = Object.keys(optionsWhen).flatMap((option): DefinitionProblem[] => {
    const at = { file, path: [...path, 'optionsWhen', option], on: 'key' as const }
    if (grouped.has(option))
      return [
        { ...at, message: `"${option}" is in a group of the list, which says when it is offered. Remove it here.` },
      ]
    if (!field.options || options.includes(option)) return []
    return [{ ...at, message: `"${option}" is none of the options.${didYouMean(option, options)}` }]
  })
  const conditions = Object.entries(optionsWhen).flatMap(([option, when]) =>
    checkWhen(
      when,
      { file, path: [...path, 'optionsWhen', option], nest: around.nest },
      around.above,
      around.all,
      placed.id,
    ),
  )
  const stray = (field.keepLast ?? []).flatMap((option, index): DefinitionProblem[] => {
    if (!field.options || options.includes(option)) return []
    const message = `"${option}" is none of the options.${didYouMean(option, options)}`
    return [{ file, path: [...path, 'keepLast', String(index)], on: 'value', message }]
  })
  const { tiles } = field.ui?.['ui:options'] ?? {}
  const message = 'Options that depend on answers have no tiles. Remove "tiles".'
  const tiled: DefinitionProblem[] =
    tiles !== undefined && (optionsBy !== undefined || field.optionsWhen)
      ? [{ file, path: [...path, 'ui', 'ui:options', 'tiles'], on: 'key', message }]
      : []
  const found = [
    ...(list ? checkList(placed, list, around) : groupless(placed)),
    ...strange,
    ...stray,
    ...checkOrder(placed, list?.value),
    ...conditions,
    ...tiled,
  ]
  return found.length > 0 ? found : checkOffered(placed, around)
}

/** An order is of options, and one that a lead keeps is of few. */
function checkOrder({ field, file, path }: WrittenField, list: ListDefinition | undefined): DefinitionProblem[] {
  const { order, keepLast, options = {} } = field
  const at = (key: string, message: string): DefinitionProblem[] => [{ file, path: [...path, key], on: 'key', message }]
  if (keepLast && !order)
    return at('keepLast', 'Options stay as they are written without "order". Add it, or remove "keepLast".')
  const most = list
    ? Math.max(...rowsOf(list).map(({ rows }) => Object.keys(optionsIn(rows)).length))
    : Object.keys(options).length
  if (order !== 'random' || most <= mostShuffled) return []
  const message = `Nobody finds an answer among ${most} options in random order. It takes ${mostShuffled} at most: write "alphabetical".`
  return at('order', message)
}

function groupless({ field, file, path }: WrittenField): DefinitionProblem[] {
  if (field.optionsBy === undefined) return []
  const message =
    '"optionsBy" chooses a group of a list, and this field has none. Add "optionList", or use "optionsWhen".'
  return [{ file, path: [...path, 'optionsBy'], on: 'value', message }]
}

/** A list has options in every language that the field is offered in, and its groups are chosen by a field above. */
function checkList(placed: WrittenField, { file: listFile, value: list }: Entry<ListDefinition>, around: Around) {
  const { field, file, path } = placed
  const { optionList, optionsBy } = field
  const inList = (keys: string[], message: string): DefinitionProblem[] => [
    { file: listFile, path: keys, on: 'key', message },
  ]
  if (list.names && list.options)
    return inList(['names'], 'A list has "options" by language, or "names" for all. Remove one of the two.')
  if (!list.names && !list.options) return inList([], 'This list is empty. Give it "options" by language, or "names".')
  const locales = field.locales ?? around.form.locales
  const lacking = locales.filter((locale) => !rowsIn(list, locale))
  if (lacking.length > 0) {
    const languages = lacking.map((locale) => `"${locale}"`).join(', ')
    return inList(
      ['options'],
      `The list "${optionList}" has no options for ${languages}, where a form asks for them. Add them here.`,
    )
  }
  const all = rowsOf(list)
  const isGrouped = all.some(({ rows }) => groupsOf(rows).length > 0)
  const at = (key: string, message: string): DefinitionProblem[] => [
    { file, path: [...path, key], on: 'value', message },
  ]
  if (optionsBy === undefined)
    return isGrouped
      ? at(
          'optionList',
          `The options of the list "${optionList}" are in groups. Add "optionsBy" with the field above whose answer chooses one.`,
        )
      : []
  if (!isGrouped)
    return at(
      'optionsBy',
      `The options of the list "${optionList}" are in no groups. Group them, or remove "optionsBy".`,
    )
  const read = whatIsRead(optionsBy, { ...around, self: placed.id, noun: 'list' })
  if (typeof read === 'string') return at('optionsBy', read)
  if (!read.field.options)
    return at('optionsBy', `"${optionsBy}" has no options that could choose a group. Name a field with options.`)
  const answers = answersOf(optionList ?? '', around.library)
  return all.flatMap(({ keys, rows }) => [
    ...groupsOf(rows).flatMap(([answer]) => {
      if (answers.has(answer)) return []
      const known = Object.keys(read.field.options ?? {})
      return inList(
        [...keys, answer],
        `"${answer}" is no answer to "${optionsBy}", so nobody sees these options.${didYouMean(answer, known)}`,
      )
    }),
    ...twice(rows).flatMap(({ group, option, text }) =>
      inList(
        [...keys, ...group, option],
        `"${option}" is “${text}” in another group. Write the same text, or choose another id.`,
      ),
    ),
  ])
}

function rowsOf({ names, options = {} }: ListDefinition): { keys: string[]; rows: ListRows }[] {
  if (names) return [{ keys: ['names'], rows: names }]
  return Object.entries(options).map(([locale, rows]) => ({ keys: ['options', locale], rows }))
}

/** The answers that may choose a group of a list, in all forms that use it. */
function answersOf(list: string, library: Library): Set<string> {
  const forms = [...library.forms.values()].map((form) => writtenFields(form, library))
  return new Set(
    forms.flatMap((fields) =>
      fields.flatMap(({ field, place }) => {
        if (field.optionList !== list || field.optionsBy === undefined) return []
        const by = fields.filter(
          (other) => other.place.name === field.optionsBy && [place.group, undefined].includes(other.place.group),
        )
        return by.flatMap((other) => Object.keys(other.field.options ?? {}))
      }),
    ),
  )
}

/** Options of one id with another text. */
function twice(rows: ListRows): { group: string[]; option: string; text: string }[] {
  const texts = new Map<string, string>()
  const all = Object.entries(rows).flatMap(([key, row]): [string[], string, string][] =>
    typeof row === 'string' ? [[[], key, row]] : Object.entries(row).map(([option, text]) => [[key], option, text]),
  )
  return all.flatMap(([group, option, text]) => {
    const known = texts.get(option)
    texts.set(option, known ?? text)
    return known === undefined || known === text ? [] : [{ group, option, text: known }]
  })
}

/** Where one choice above decides alone which options there are: each option can be offered, and each answer leaves some. */
function checkOffered(placed: WrittenField, { above, all, form, library, nest }: Around): DefinitionProblem[] {
  const { field, file, path } = placed
  const { optionsWhen = {}, optionsBy, optionList } = field
  if (!field.optionsWhen && optionsBy === undefined) return []
  for (const locale of field.locales ?? form.locales) {
    const list = library.lists.get(optionList ?? '')?.value
    const rows = (list && rowsIn(list, locale)) ?? {}
    const options = [
      ...Object.keys(optionsBy === undefined ? optionsIn(rows) : ungrouped(rows)),
      ...ownOptions(placed, list),
    ]
    const reads = [
      ...(optionsBy === undefined ? [] : [optionsBy]),
      ...options.flatMap((id) => fieldsRead(optionsWhen[id])),
    ]
    const [by, ...others] = [...new Set(reads)]
    const read = by === undefined ? '' : whatIsRead(by, { nest, above, all, self: placed.id, noun: 'condition' })
    if (by === undefined || others.length > 0 || typeof read === 'string' || read.field.multiple) continue
    const answers = answersIn(read, locale, library).filter((answer) => mayBeAsked(field.when, by, answer))
    const isOffered = (option: string, answer: string) => {
      const when = optionsWhen[option]
      return when === undefined || [when].flat().some((each) => meets(each[by] ?? answer, answer))
    }
    const unseen = options.find(
      (option) => answers.length > 0 && optionsWhen[option] && !answers.some((answer) => isOffered(option, answer)),
    )
    if (unseen !== undefined) {
      const message = `Nobody sees the option "${unseen}": the question is not asked for the answers to "${by}" that offer it. Change its condition, or remove the option.`
      return [{ file, path: [...path, 'optionsWhen', unseen], on: 'key', message }]
    }
    const grouped = new Set(optionsBy === undefined ? [] : groupsOf(rows).map(([answer]) => answer))
    const bare = answers.find((answer) => !grouped.has(answer) && !options.some((option) => isOffered(option, answer)))
    if (bare === undefined) continue
    const message = `Where "${by}" is "${bare}", no option is offered. Add one, or take the answer out with "when".`
    return [{ file, path: [...path, field.optionsWhen ? 'optionsWhen' : 'optionsBy'], on: 'key', message }]
  }
  return []
}

/** The options of a field that are not in its list. */
function ownOptions({ field }: WrittenField, list: ListDefinition | undefined): string[] {
  const listed = list ? allOptions(list) : {}
  return Object.keys(field.options ?? {}).filter((id) => !Object.hasOwn(listed, id))
}

/** The options of a choice in a language. */
function answersIn(read: WrittenField, locale: string, { lists }: Library): string[] {
  const list = lists.get(read.field.optionList ?? '')?.value
  const rows = (list && rowsIn(list, locale)) ?? {}
  return [...new Set([...Object.keys(optionsIn(rows)), ...ownOptions(read, list)])]
}

/** Whether a condition leaves a question open for an answer, as far as that answer decides. */
function mayBeAsked(when: When | undefined, by: string, answer: string): boolean {
  return when === undefined || [when].flat().some((all) => all[by] === undefined || meets(all[by], answer))
}
