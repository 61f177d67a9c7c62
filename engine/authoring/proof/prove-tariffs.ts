import { journey, onDay, validate } from '#engine/form/journey'
import {
  type Answers,
  answerTo,
  type FieldSchema,
  fieldId,
  fieldPlace,
  findField,
  holds,
  isAnswered,
  type ResolvedForm,
} from '#engine/form/model'
import type { ProofOptions, ProofProblem } from '#engine/form/proof'
import {
  type AnswerClass,
  answerClasses,
  type ConditionColumn,
  conditionsIn,
  unmatchedAnswers,
} from '#engine/form/tariff'
import type { Site } from '#engine/site'
import type { PartnerDefinition } from '#schemas/generated/partner.ts'
import type { TariffTable } from '#schemas/generated/tariff-table.ts'

/**
 * Valid answers to a form that no row of a table matches, one for each table: such visitors get no offer of a partner's
 * tariff, or no value that the form computes, which may be meant.
 * @param vectors complete fillings of the form, one for each distinct set of questions
 */
export function unservedAnswers(
  site: Site,
  of: ResolvedForm,
  { judges, today }: ProofOptions,
  vectors: readonly Answers[],
): ProofProblem[] {
  const form = onDay(of, today)
  const fillings = vectors.map((vector) => journey(form, vector).answers)
  const ofPartners = Object.entries(site.partners.all).flatMap(([partner, definition]) =>
    Object.entries(definition.deliveries).flatMap(([id, delivery]) => {
      const table = delivery.kind === 'tariff' ? site.partners.tariffs.get(delivery.table) : undefined
      if (delivery.kind !== 'tariff' || !table) return []
      const found = lookIn(table, conditionsIn(delivery, table), definition)
      return found ? [{ ...missing(delivery.table, 'offer', found), partner, path: ['deliveries', id, 'table'] }] : []
    }),
  )
  const ofForm = (form.computed ?? []).flatMap(({ id, computed }) => {
    const table = 'table' in computed ? site.partners.tariffs.get(computed.table) : undefined
    if (!('table' in computed) || !table) return []
    // The first of several items represents all.
    const conditions = conditionsIn(computed, table).map((column) => ({ ...column, field: ofFirst(column.field) }))
    const found = lookIn(table, conditions)
    return found ? [{ ...missing(computed.table, 'value', found), path: ['computed', id, 'table'] }] : []
  })
  return [...ofPartners, ...ofForm]

  function missing(table: string, what: string, found: { says: readonly string[]; answers: Answers }) {
    const says = found.says.length > 0 ? found.says.join(', ') : 'any answer'
    const message = `Valid answers to "${form.id}" have no row in the table "${table}", so no ${what}: ${says}.`
    return { message, answers: found.answers }
  }

  function lookIn(table: TariffTable, conditions: readonly ConditionColumn[], partner?: PartnerDefinition) {
    // What is asked at all decides which conditions can be met; the rest of a filling is one of many.
    const alike = Map.groupBy(fillings, (answers) =>
      conditions.map(({ field }) => isAnswered(answerTo(field, answers))).join(),
    )
    for (const [filling] of alike.values()) {
      if (!filling) continue
      const classes = conditions.map((column) => classesOf(column, table, filling))
      const found = unmatchedAnswers(conditions, table, classes, (answers) =>
        isPossible(answers, filling, conditions, partner),
      )
      if (!found) continue
      const says = conditions.flatMap(({ field }, at) =>
        found[at]?.answer === undefined ? [] : `${field} ${found[at].says}`,
      )
      return { says, answers: shown(found, conditions) }
    }
    return null
  }

  function classesOf(column: ConditionColumn, table: TariffTable, filling: Answers): AnswerClass[] {
    const answer = answerTo(column.field, filling)
    if (!isAnswered(answer)) return [{ answer: undefined, says: 'not answered' }]
    const schema = schemaOf(column.field)
    return schema ? answerClasses(column, table, schema, rangeOf(column.field, schema)) : []
  }

  /** Of computed values only those between what fillings came to are surely possible. */
  function rangeOf(field: string, { minimum, maximum }: FieldSchema): { least: number; most: number } {
    if (!isComputed(field)) return { least: Number(minimum ?? -Infinity), most: Number(maximum ?? Infinity) }
    const seen = fillings.flatMap((answers) => {
      const answer = answerTo(field, answers)
      return typeof answer === 'number' ? [answer] : []
    })
    return { least: Math.min(...seen), most: Math.max(...seen) }
  }

  function schemaOf(field: string): FieldSchema | undefined {
    return findField(form, field)?.field.schema
  }

  function isComputed(field: string): boolean {
    return form.computed?.some(({ id }) => id === field) ?? false
  }

  /** Whether a visitor could give these answers, and the partner takes such leads. */
  function isPossible(
    answers: Answers,
    filling: Answers,
    conditions: readonly ConditionColumn[],
    partner: PartnerDefinition | undefined,
  ): boolean {
    const isText = (field: string) => conditions.some((column) => column.field === field && column.compare === 'start')
    const chosen = Object.entries(answers).filter(([field]) => !isText(field) && !isComputed(field))
    const route = journey(form, { ...filling, ...Object.fromEntries(chosen) })
    const isAsked = chosen.every(([field, answer]) => String(answerTo(field, route.answers)) === String(answer))
    const all = { ...route.answers, ...answers }
    const isTaken = partner?.filters.some(
      ({ form: id, locales, when }) =>
        id === form.id && (locales?.includes(form.locale) ?? true) && (when === undefined || holds(when, all)),
    )
    return isAsked && isTaken !== false && validate(route, judges).length === 0
  }
}

/** The field of the first item, for a field of each item. */
function ofFirst(id: string): string {
  const place = fieldPlace(id)
  return place.item === 'each' ? fieldId({ ...place, item: 0 }) : id
}

/** Without the stand-ins of texts. */
function shown(found: readonly AnswerClass[], conditions: readonly ConditionColumn[]): Answers {
  return Object.fromEntries(
    conditions.flatMap(({ field, compare }, at) => {
      const { answer } = found[at] ?? {}
      return answer === undefined || compare === 'start' ? [] : [[field, answer]]
    }),
  )
}
