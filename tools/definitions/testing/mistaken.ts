import type { Answers } from '../../../engine/form/model/answers.ts'
import type { ResolvedField } from '../../../engine/form/model/form.ts'
import { exclusiveOption } from '../../../engine/form/model/kind.ts'

/** An answer made wrong, or left out; some at a limit are right. */
export interface Mistake {
  field: ResolvedField
  /** Which rule it is meant to break, if the field has it. */
  what: string
  answer: unknown
}

/** For each rule that a field may have an answer that breaks it, where the other answers are right. */
export function mistaken(field: ResolvedField, { [field.id]: right }: Answers): Mistake[] {
  const { schema } = field
  const options = (schema.items as { enum?: string[] } | undefined)?.enum ?? []
  const exclusive = exclusiveOption(schema)
  const limit = (keyword: string) => Number(schema[keyword] ?? 0)
  const wrong: Record<string, unknown> = {
    nothing: undefined,
    type: typeof right === 'string' ? 7 : 'x!',
    'not agreed': false,
    ...(schema.type === 'string' && {
      ...texts,
      minLength: 'a'.repeat(Math.max(limit('minLength') - 1, 0)),
      maxLength: 'a'.repeat(limit('maxLength') + 1),
    }),
    ...(typeof right === 'number' && {
      minimum: limit('minimum') - 1,
      maximum: limit('maximum') + 1,
      'at the minimum': limit('minimum'),
      'at the maximum': limit('maximum'),
      'a cent below the maximum': cents(limit('maximum') - 0.01),
      'a cent above the maximum': cents(limit('maximum') + 0.01),
      'a cent below the minimum': cents(limit('minimum') - 0.01),
      'whole or cents': 20.005,
    }),
    ...(schema.type === 'array' && {
      'no choice': [],
      option: ['no such option'],
      twice: [options[0], options[0]],
      minItems: options.slice(0, Math.max(limit('minItems') - 1, 0)),
      maxItems: options.slice(0, limit('maxItems') + 1),
      exclusive: [exclusive, options.find((option) => option !== exclusive)],
    }),
  }
  return Object.entries(wrong).map(([what, answer]) => ({ field, what, answer }))
}

/** Sums of cents are none in binary. */
function cents(amount: number): number {
  return Math.round(amount * 100) / 100
}

const texts = {
  'no text': '',
  option: 'no such option',
  pattern: 'a\u0007b',
  format: '!',
  'almost a day': '2026-02-30',
  'almost a month': '2026-13',
  'almost an address': 'a@b',
  'almost an IBAN': 'DE00370400440532013000',
  'long ago': '1700-01-01',
  'in the far future': '2999-12-31',
}
