import { allFields, type ResolvedField, type ResolvedForm } from '#engine/form/model'

/** JSON Schema, draft-07, as far as it is written here. */
interface Schema {
  [keyword: string]: unknown
}

/**
 * The JSON Schema (draft-07) of a form's `answers` as the API takes them: groups nested, lists as lists. What is asked
 * depends on the answers, so only what every route asks is required.
 */
export function answersSchema(form: ResolvedForm): Schema {
  const conditional = new Set(
    form.steps.flatMap((step) =>
      step.fields.filter((field) => step.when || field.when || field.offered || field.listed).map(({ id }) => id),
    ),
  )
  const fields = allFields(form).filter(({ computed }) => !computed)
  const lists = new Map(form.steps.flatMap(({ repeat }) => (repeat ? [[repeat.group, repeat] as const] : [])))
  const top = fields.filter(({ place, kind }) => place.group === undefined && kind !== 'count')
  const groups = [...new Set(fields.flatMap(({ place }) => place.group ?? []))]
  const isRequired = ({ id, optional, optionalWhen, schema }: ResolvedField) =>
    !conditional.has(id) && !optionalWhen && (!optional || schema.const === true)
  const nested = groups.map((group): [string, Schema] => {
    const list = lists.get(group)
    const within = fields.filter(({ place }) => place.group === group)
    const object = objectOf(
      within.map((field) => [field.place.name, fieldSchema(field)]),
      within.filter(isRequired).map(({ place }) => place.name),
    )
    return [group, list ? { type: 'array', minItems: list.min, maxItems: list.max, items: object } : object]
  })
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: form.title,
    ...objectOf(
      [...top.map((field): [string, Schema] => [field.id, fieldSchema(field)]), ...nested],
      top.filter(isRequired).map(({ id }) => id),
    ),
  }
}

function objectOf(properties: readonly (readonly [string, Schema])[], required: readonly string[]): Schema {
  return { type: 'object', additionalProperties: false, required, properties: Object.fromEntries(properties) }
}

/** With the question as its description, so that the schema can be read. */
function fieldSchema({ schema, words }: ResolvedField): Schema {
  return { description: words.title, ...schema }
}
