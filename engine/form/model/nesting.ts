import type { AllOf, StepDefinition, When } from '#schemas/generated/form.ts'
import { fieldId, type Nest } from './field-place.ts'

/** What the answers of a step nest in: "as": "coBorrower" in a group, with "repeat" in one that has items. */
export function nesting({ as, repeat }: Pick<StepDefinition, 'as' | 'repeat'>): Nest {
  if (as === undefined) return {}
  return repeat ? { group: as, item: 'each' } : { group: as }
}

/** The ids of all fields that stand in a group. */
export function nestedIds({ steps }: { steps: Readonly<Record<string, StepDefinition>> }): Set<string> {
  return new Set(
    Object.values(steps)
      .filter(({ as }) => as !== undefined)
      .flatMap((step) => Object.keys(step.fields ?? {}).map((name) => fieldId({ ...nesting(step), name }))),
  )
}

/** A condition reads the fields of its own group first, then those of the form. */
export function conditionWithin(nest: Nest, when: When | undefined, nested: ReadonlySet<string>): When | undefined {
  if (nest.group === undefined || when === undefined) return when
  const own = (all: AllOf) =>
    Object.fromEntries(Object.entries(all).map(([name, expected]) => [idWithin(nest, name, nested), expected]))
  return Array.isArray(when) ? when.map(own) : own(when)
}

/** The field that a name stands for: one of the own group first, then one of the form. */
export function idWithin(nest: Nest, name: string, nested: ReadonlySet<string>): string {
  const id = fieldId({ ...nest, name })
  return nested.has(id) ? id : name
}
