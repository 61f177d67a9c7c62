import type { Answer, Answers, FieldSchema, ResolvedField, ResolvedForm } from '#engine/form/model'
/** What a page chooses beforehand, by field. */
export type Preset = Readonly<Record<string, string | number | boolean | readonly string[]>>

/**
 * Of what a page chooses beforehand, the answers that the form takes in its language: a market may lack a question, or
 * an option of it. What visitors agree to is never among them, nor what is asked several times.
 */
export function presetAnswers({ steps }: ResolvedForm, preset: Preset): Answers {
  const fields = steps.flatMap(({ fields }) => fields)
  const taken = fields.flatMap((field): [string, Answer][] => {
    const value = Object.hasOwn(preset, field.id) ? preset[field.id] : undefined
    return value !== undefined && isTaken(field, value) ? [[field.id, value as Answer]] : []
  })
  return Object.fromEntries(taken)
}

function isTaken({ kind, place, schema, listed }: ResolvedField, value: Preset[string]): boolean {
  if (kind === 'consent' || place.item !== undefined) return false
  if (listed) return schema.type === 'array' ? Array.isArray(value) : typeof value === 'string'
  if (schema.type !== 'array') return !Array.isArray(value) && fits(schema, value as Answer)
  return Array.isArray(value) && value.every((each) => fits(schema.items as FieldSchema, each))
}

function fits({ type, enum: options, minimum = -Infinity, maximum = Infinity }: FieldSchema, value: Answer): boolean {
  if (Array.isArray(options)) return (options as Answer[]).includes(value)
  if (type === 'boolean') return typeof value === 'boolean'
  if (typeof value !== 'number' || (type !== 'integer' && type !== 'number')) return false
  return (type === 'number' || Number.isInteger(value)) && value >= Number(minimum) && value <= Number(maximum)
}
