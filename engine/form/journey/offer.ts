import {
  type Answer,
  type Answers,
  answerTo,
  fieldPlace,
  fieldsRead,
  holds,
  type KnownGroups,
  type ListedOptions,
  listedOptions,
  optionOrder,
  type ResolvedField,
  type ResolvedForm,
  templateId,
} from '#engine/form/model'
import type { Options } from '#schemas/generated/form.ts'

// The browser loads this file only with a form whose options depend on answers (web/shims/parts.ts).

/**
 * A field as it is asked after these answers: with the options that it offers then. null where it is not asked yet, or
 * has none to offer.
 * @param open the ids of the questions above that still need an answer
 */
export function offeredField(
  field: ResolvedField,
  answers: Answers,
  open: ReadonlySet<string>,
  { groups, locale }: Pick<ResolvedForm, 'groups' | 'locale'>,
): ResolvedField | null {
  const { schema, offered, listed, shuffled, words } = field
  if (!offered && !listed && !shuffled) return field
  if (optionsRead(field).some((id) => open.has(id))) return null
  const options = optionsOffered(field, answers, groups) ?? {}
  const written = Object.keys(options)
  const ids = shuffled ? asShown(field, written, answers) : listed?.isSorted ? sorted(field, options, locale) : written
  if (ids.length === 0) return null
  return {
    ...field,
    schema: schema.type === 'array' ? { ...schema, items: { type: 'string', enum: ids } } : { ...schema, enum: ids },
    words: { ...words, options },
  }
}

/**
 * What of an answer to a field is offered: the whole answer, part of several options, or undefined. What is no option of
 * the field at all is left to its validator.
 * @param asked the field as these answers ask it
 */
export function offeredAnswer(field: ResolvedField, asked: ResolvedField, answer: Answer): Answer | undefined {
  if (asked === field) return answer
  const [known, offered] = [listedOptions(field.schema), listedOptions(asked.schema)]
  const isTaken = (option: unknown) =>
    offered.includes(String(option)) || !(field.listed ? typeof option === 'string' : known.includes(String(option)))
  if (!Array.isArray(answer)) return isTaken(answer) ? answer : undefined
  const taken = answer.filter(isTaken)
  return taken.length === answer.length ? answer : taken.length > 0 ? taken : undefined
}

/** The options of a long list as the language sorts them, before those that are in no group. */
function sorted({ words }: ResolvedField, options: Readonly<Record<string, string>>, locale: string): string[] {
  const { compare } = new Intl.Collator(locale)
  const ids = Object.keys(options)
  const beside = new Set(Object.keys(words.options ?? {}))
  const grouped = ids.filter((id) => !beside.has(id))
  return [
    ...grouped.toSorted((one, other) => compare(options[one] ?? '', options[other] ?? '')),
    ...ids.filter((id) => beside.has(id)),
  ]
}

/** What separates the parts of an order: source:tv,web,friend;colour:red,blue */
const marks = { field: ';', options: ':', option: ',' }

/** Options in the order in which this visit shows them; those that it does not name keep theirs. */
function asShown({ place }: ResolvedField, ids: readonly string[], answers: Answers): string[] {
  const own = templateId(place) + marks.options
  const said = String(answerTo(optionOrder, answers) ?? '')
    .split(marks.field)
    .find((part) => part.startsWith(own))
  const order = said?.slice(own.length).split(marks.option) ?? []
  return [...new Set([...order.filter((id) => ids.includes(id)), ...ids])]
}

/**
 * An order for the options of each field that has another for every visit, as the answer that carries it.
 * @param random a number from 0 up to 1, another each time
 */
export function drawnOrder({ steps }: ResolvedForm, random: () => number): Answers {
  const drawn = steps.flatMap(({ fields }) =>
    fields.flatMap(({ id, schema, shuffled }) => {
      if (!shuffled) return []
      const last = new Set(shuffled.last)
      const options = listedOptions(schema).filter((option) => !last.has(option))
      for (let at = options.length - 1; at > 0; at -= 1) {
        const other = Math.floor(random() * (at + 1))
        const [one, two] = [options[at] ?? '', options[other] ?? '']
        options[at] = two
        options[other] = one
      }
      return [id + marks.options + [...options, ...last].join(marks.option)]
    }),
  )
  return drawn.length === 0 ? {} : { [optionOrder]: drawn.join(marks.field) }
}

/** The ids of the fields whose answers decide which options a field offers. */
export function optionsRead({ offered = {}, listed }: Pick<ResolvedField, 'offered' | 'listed'>): string[] {
  return [...new Set([...(listed ? [listed.by] : []), ...Object.values(offered).flatMap(fieldsRead)])]
}

/**
 * The options that a field offers after these answers: id → text, in order. null where the group that they choose is not
 * known here.
 */
export function optionsOffered(
  { schema, offered = {}, listed, words }: ResolvedField,
  answers: Answers,
  known: ResolvedForm['groups'] = {},
): Options | null {
  const { options = {} } = words
  const own = (listed ? Object.keys(options) : listedOptions(schema)).filter(
    (option) => !Object.hasOwn(offered, option) || holds(offered[option], answers),
  )
  const always = Object.fromEntries(own.map((option) => [option, options[option] ?? option]))
  if (!listed) return always
  const chosen = [answerTo(listed.by, answers) ?? []]
    .flat()
    .map((answer) => groupOf(known[listed.list], String(answer)))
  return chosen.includes(null) ? null : Object.assign({}, ...chosen, always)
}

/** The options of a group; null where it is not known. */
function groupOf(known: KnownGroups | undefined, answer: string): Options | null {
  const { groups = {}, isPartial = known === undefined } = known ?? {}
  return Object.hasOwn(groups, answer) ? (groups[answer] ?? {}) : isPartial ? null : {}
}

/** The long lists that fields of a form name, each once. */
export function longLists({ steps }: ResolvedForm): ListedOptions[] {
  const all = steps.flatMap(({ fields }) => fields.flatMap(({ listed }) => listed ?? []))
  return [...new Map(all.map((listed) => [listed.list, listed])).values()]
}

/** A form with the groups alone that these answers choose, as a page goes on with it. */
export function withChosenGroups(form: ResolvedForm, answers: Answers): ResolvedForm {
  const { groups, ...rest } = form
  if (!groups) return form
  const chosen = new Map(Object.keys(groups).map((list) => [list, {} as Record<string, Options>]))
  for (const { listed } of form.steps.flatMap(({ fields }) => fields)) {
    const of = chosen.get(listed?.list ?? '')
    if (!listed || !of) continue
    for (const [id, answer] of Object.entries(answers))
      if (templateId(fieldPlace(id)) === listed.by)
        for (const each of [answer].flat()) {
          const group = groupOf(groups[listed.list], String(each))
          if (group) of[String(each)] = group
        }
  }
  return {
    ...rest,
    groups: Object.fromEntries([...chosen].map(([list, known]) => [list, { groups: known, isPartial: true as const }])),
  }
}
