import { formatOf, limitInWords, type ResolvedField } from '#engine/form/model'

/** A step in the words of JSON Schema (draft-07) alone, for judges that know nothing of us. */
export interface StandardSchema {
  $schema: string
  type: 'object'
  additionalProperties: false
  required: readonly string[]
  properties: Readonly<Record<string, object>>
}

/** @param required the fields that must be answered */
export function standardSchema(fields: readonly ResolvedField[], required: ReadonlySet<ResolvedField>): StandardSchema {
  const properties = fields.map((field) => [field.id, standardField(field, required.has(field))] as const)
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    additionalProperties: false,
    required: [...required].map(({ id }) => id),
    properties: Object.fromEntries(properties),
  }
}

/** The rules of a field that JSON Schema has no words for, by the code of their mistake, each as people say it. */
export function beyondSchema(field: ResolvedField): Readonly<Record<string, string>> {
  const { format, country = '' } = formatOf(field) ?? {}
  const rest = field.formatBy ? `the rules of ${country}` : format?.beyond
  return {
    ...(format && rest && { format: `${format.words(country)}: ${rest}` }),
    ...field.bounds,
    ...answerLimits(field),
    ...(offeredIf(field) !== '' && { offered: offeredIf(field) }),
  }
}

/** Which options depend on answers, and on which. */
function offeredIf({ offered = {}, listed }: ResolvedField): string {
  const conditions = Object.entries(offered).map(([option, when]) => `${option} if ${JSON.stringify(when)}`)
  return [listed ? `those of the list "${listed.list}" by "${listed.by}"` : [], conditions].flat().join('; ')
}

/** The limits of other answers; a number that is known stands in the schema. */
function answerLimits({ limits = [], bounds = {} }: ResolvedField): Record<string, string> {
  const beyond = limits.filter(({ limit }) => typeof limit !== 'number')
  const codes = [...new Set(beyond.map(({ code }) => code))].map((code) => {
    const own = code === 'earliest' || code === 'latest' ? (bounds[code] ?? []) : []
    const words = beyond.filter((each) => each.code === code).map(limitInWords)
    return [code, [own, words].flat().join(' and ')]
  })
  return Object.fromEntries(codes)
}

function standardField(field: ResolvedField, isRequired: boolean): object {
  const { format: written, ...schema } = field.schema
  const { format, country = '' } = formatOf(field) ?? {}
  const standard = written === undefined ? {} : (format?.standard?.(country) ?? {})
  const { pattern, ...rest } = standard
  return {
    ...schema,
    ...rest,
    // A schema has room for one pattern, and the kind may bring one of its own.
    ...(pattern !== undefined && (schema.pattern === undefined ? { pattern } : { allOf: [{ pattern }] })),
    ...(isRequired && atLeastOne(schema)),
  }
}

/** Empty text and an empty choice are no answers. */
function atLeastOne({ type, minLength, minItems, enum: options }: ResolvedField['schema']): object {
  if (type === 'array' && minItems === undefined) return { minItems: 1 }
  return type === 'string' && minLength === undefined && options === undefined ? { minLength: 1 } : {}
}
