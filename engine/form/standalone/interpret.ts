import { judgesOn, judgeWith, type StepValidator } from '#engine/form/journey'
import {
  type FieldSchema,
  formatNamed,
  type Judges,
  type ResolvedForm,
  type StepSchema,
  stepSchema,
} from '#engine/form/model'

type Mistake = NonNullable<StepValidator['errors']>[number]

/**
 * Judges answers of a form, each step by its schema.
 * @param today YYYY-MM-DD where the visitor is
 */
export function judgesOf(form: ResolvedForm, today: string): Judges {
  return judgesOn(
    form,
    () => today,
    (step) => {
      const { fields = [] } = form.steps.find(({ id }) => id === step) ?? {}
      return judgeWith(interpret(stepSchema(fields)))
    },
  )
}

/**
 * The validator of a step's schema, read while it judges: no code is compiled, so that no policy has to allow eval. It
 * finds what compiled validators find; a test compares them on every form.
 */
function interpret({ properties }: StepSchema): StepValidator {
  const validator: StepValidator = (values) => {
    const found = Object.entries(properties).flatMap(([id, schema]) => {
      const value = (values as Readonly<Record<string, unknown>>)[id]
      return value === undefined ? [] : mistakes(schema, value, `/${id}`)
    })
    validator.errors = found
    return found.length === 0
  }
  return validator
}

function mistakes(schema: FieldSchema, value: unknown, instancePath: string): Mistake[] {
  const { type } = schema
  const wrong = (keyword: string, params: object = {}): Mistake[] => [{ instancePath, keyword, params }]
  if (type !== undefined && ![type].flat().some((each) => isOf(String(each), value))) return wrong('type', { type })
  return keywords.flatMap((keyword): Mistake[] => {
    const rule = schema[keyword]
    if (rule === undefined) return []
    if (keyword === 'items')
      return Array.isArray(value)
        ? value.flatMap((item, at) => mistakes(rule as FieldSchema, item, `${instancePath}/${at}`))
        : []
    return rules[keyword]?.(value, rule)
      ? []
      : wrong(keyword, typeof rule === 'number' && keyword !== 'multipleOf' ? { limit: rule } : {})
  })
}

function isOf(type: string, value: unknown): boolean {
  if (type === 'array') return Array.isArray(value)
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'number') return typeof value === 'number' && Number.isFinite(value)
  return typeof value === type
}

const number =
  (holds: (value: number, rule: number) => boolean) =>
  (value: unknown, rule: unknown): boolean =>
    typeof value !== 'number' || holds(value, Number(rule))

const text =
  (holds: (value: string, rule: unknown) => boolean) =>
  (value: unknown, rule: unknown): boolean =>
    typeof value !== 'string' || holds(value, rule)

const list =
  (holds: (value: readonly unknown[], rule: unknown) => boolean) =>
  (value: unknown, rule: unknown): boolean =>
    !Array.isArray(value) || holds(value, rule)

/** In characters as JSON Schema counts them, not UTF-16 units. */
const lengthOf = (value: string) => [...value].length

/** Whether a value keeps to a keyword, in the order in which compiled validators judge. */
const rules: Readonly<Record<string, (value: unknown, rule: unknown) => boolean>> = {
  maximum: number((value, rule) => value <= rule),
  minimum: number((value, rule) => value >= rule),
  // To a millionth, as compiled validators count.
  multipleOf: number((value, rule) => Math.abs(Math.round(value / rule) - value / rule) <= 1e-6),
  maxLength: text((value, rule) => lengthOf(value) <= Number(rule)),
  minLength: text((value, rule) => lengthOf(value) >= Number(rule)),
  pattern: text((value, rule) => new RegExp(String(rule), 'u').test(value)),
  format: text((value, rule) => formatNamed(String(rule))?.(value) ?? true),
  const: (value, rule) => value === rule,
  enum: (value, rule) => (rule as unknown[]).includes(value),
  not: (value, rule) => mistakes(rule as FieldSchema, value, '').length > 0,
  maxItems: list((value, rule) => value.length <= Number(rule)),
  minItems: list((value, rule) => value.length >= Number(rule)),
  // Each item is judged by `mistakes` itself.
  items: () => true,
  contains: list((value, rule) => value.some((item) => mistakes(rule as FieldSchema, item, '').length === 0)),
  uniqueItems: list((value, rule) => !rule || new Set(value).size === value.length),
}

const keywords = Object.keys(rules)
