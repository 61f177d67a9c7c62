import type { FormDefinition } from '#schemas/generated/form.ts'
import type { DefinitionProblem } from '../../../library/definition-problem.ts'
import type { Entry } from '../../../library/source.ts'
import { ownParameter, ownParameters, reserved, reservedId } from './check-field.ts'

/** Each hidden field says what it takes, of a parameter that is free. */
export function checkHidden({ file, value: { hidden = {} } }: Entry<FormDefinition>): DefinitionProblem[] {
  return Object.entries(hidden).flatMap(([id, { from, values, pattern, maxLength }]) => {
    const path = ['hidden', id]
    const say = (key: string, message: string) => [{ file, path: [...path, key], on: 'value' as const, message }]
    if (reserved.includes(id)) return [reservedId(id, file, path)]
    if (ownParameters.includes(from)) return say('from', ownParameter(from))
    if (values && pattern !== undefined) return say('pattern', '"values" already say what is taken. Remove "pattern".')
    if (values && maxLength !== undefined)
      return say('maxLength', '"values" are as long as they are. Remove "maxLength".')
    if (values || pattern !== undefined) return []
    const message = `"${id}" does not say what it takes. Give it "values", or a "pattern" such as "^[a-z0-9-]+$".`
    return [{ file, path, on: 'key' as const, message }]
  })
}
