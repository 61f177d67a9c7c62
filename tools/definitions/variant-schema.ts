/** A JSON Schema as plain data. */
type Schema = Record<string, unknown> & {
  properties?: Record<string, Schema>
  definitions?: Record<string, Schema>
  type?: string | string[]
}

/** What a patch may change; the rest of a form is its own. */
const patched = [
  'title',
  'description',
  'market',
  'hidden',
  'computed',
  'steps',
  'consents',
  'send',
  'ends',
  'thanks',
  'receipt',
  'subscription',
  'reminder',
  'goOnLater',
  'keepAnswers',
  'progress',
  'markRequired',
]

/** Definitions whose inside stays as it is: a patch replaces a condition or a list as a whole. */
const whole = [
  'locales',
  'when',
  'allOf',
  'expected',
  'test',
  'beginnings',
  'embed',
  'value',
  'factLimit',
  'numberOfAnswer',
  'dateOfAnswer',
]

/** Definitions of what no patch takes out of where it stands. */
const kept = ['id', 'numberLimit', 'dateLimit', 'testNumber']

/**
 * The schema of a variant, made from that of a form: every key may be left out, and null removes it (RFC 7396).
 * Its definition `patch` is what a form's localeRules hold per language.
 */
export function variantSchema(form: Schema): Schema {
  const { $schema, locales, draft, noindex, embed, localeRules } = form.properties ?? {}
  const changes = Object.fromEntries(patched.map((key) => [key, optional(form.properties?.[key] ?? {})]))
  const definitions = Object.fromEntries(
    Object.entries(form.definitions ?? {}).map(([name, schema]) => [
      name,
      kept.includes(name) ? schema : nullable(whole.includes(name) ? schema : optional(schema)),
    ]),
  )
  const object = { type: 'object', additionalProperties: false }
  return {
    $schema: form.$schema,
    $id: 'variant.schema.json',
    $comment: 'Made from form.schema.json by `npx leadwright types`. Do not edit.',
    title: 'VariantDefinition',
    description:
      'A form that differs from another: it holds only what differs, and null removes. The file’s name is the form’s id.',
    ...object,
    required: ['variantOf'],
    properties: {
      ...given({ $schema }),
      variantOf: { type: 'string', description: 'The id of the form this one is a variant of.' },
      ...given({ locales, draft, noindex, embed }),
      ...changes,
      localeRules: { ...localeRules, additionalProperties: { $ref: '#/definitions/patch' } } as Schema,
    },
    definitions: {
      ...definitions,
      patch: {
        title: 'FormPatch',
        description: 'What differs: a merge patch (RFC 7396) on the form. null removes, new keys are appended.',
        ...object,
        properties: changes,
      },
    },
  }
}

function given(entries: Record<string, Schema | undefined>): Record<string, Schema> {
  return Object.fromEntries(
    Object.entries(entries).filter((entry): entry is [string, Schema] => entry[1] !== undefined),
  )
}

/** The same schema with nothing required, all the way down to references. */
function optional({ required: _, minProperties: __, ...schema }: Schema): Schema {
  const { properties, additionalProperties } = schema
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([key, inner]) => [key, nullable(optional(inner))]),
      ),
    }),
    ...(typeof additionalProperties === 'object' && {
      additionalProperties: nullable(optional(additionalProperties as Schema)),
    }),
  } as Schema
}

function nullable(schema: Schema): Schema {
  const { type, enum: values } = schema
  return {
    ...schema,
    ...(type !== undefined && { type: [...new Set([type, 'null'].flat())] }),
    ...(Array.isArray(values) && { enum: [...values, null] }),
  } as Schema
}
