// Generated from schemas/variable.schema.json by `npx leadwright types`. Do not edit.

/**
 * The name of an environment variable, such as ACME_SECRET. Secrets belong in the environment, never in a file.
 */
export type Variable = string
