// Generated from schemas/variable.schema.json by `npx leadwright types`. Do not edit.

/**
 * Name an environment variable, such as ACME_SECRET; what is secret stands in the environment and never in a file.
 */
export type Variable = string
