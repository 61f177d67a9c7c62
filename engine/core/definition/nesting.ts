import type { AllOf, StepDefinition, When } from '#schemas/generated/form.ts'

// A step with `as` nests its answers: "as": "coBorrower" makes the field income coBorrower.income, and with `repeat`
// drivers.#.name stands for drivers.0.name, drivers.1.name, …

/** What stands before the ids of a step's fields: coBorrower. or drivers.#. or nothing. */
export function nesting({ as, repeat }: Pick<StepDefinition, 'as' | 'repeat'>): string {
  return as === undefined ? '' : `${as}.${repeat ? '#.' : ''}`
}

/** The ids of all fields that stand in a group. */
export function nestedIds({ steps }: { steps: Readonly<Record<string, StepDefinition>> }): Set<string> {
  return new Set(
    Object.values(steps)
      .filter(({ as }) => as !== undefined)
      .flatMap((step) => Object.keys(step.fields ?? {}).map((id) => nesting(step) + id)),
  )
}

/** A condition reads the fields of its own group first, then those of the form. */
export function conditionWithin(within: string, when: When | undefined, nested: ReadonlySet<string>): When | undefined {
  if (within === '' || when === undefined) return when
  const own = (all: AllOf) =>
    Object.fromEntries(
      Object.entries(all).map(([id, expected]) => [nested.has(within + id) ? within + id : id, expected]),
    )
  return Array.isArray(when) ? when.map(own) : own(when)
}
