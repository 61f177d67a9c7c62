// Generated from schemas/api/postal-code.schema.json by `npx leadwright types`. Do not edit.

/**
 * The response of /geo/postal-codes/{country}/{postalCode}: the towns and streets of a postal code, in the files that the operator installed. Empty lists if none has it.
 */
export interface PlacesOfPostalCode {
  /**
   * The towns.
   */
  towns: string[]
  /**
   * Municipalities and regions, which people may write in place of the town.
   */
  alsoKnown: string[]
  /**
   * The streets, at most 1,000.
   */
  streets: string[]
}
