// Step schemas are flat: nothing in them refers to, merges with or depends on anything, so each is already resolved.

/** In place of rjsf's `retrieveSchema`. */
export default function retrieveSchema(_validator: unknown, schema: unknown): object {
  return typeof schema === 'object' && schema !== null ? schema : {}
}

/** In place of what rjsf does with alternatives, of which there are none. */
function noAlternatives(): object[] {
  return []
}

export {
  noAlternatives as relaxOptionsForScoring,
  noAlternatives as resolveAnyOrOneOfSchemas,
  noAlternatives as retrieveSchemaInternal,
}
