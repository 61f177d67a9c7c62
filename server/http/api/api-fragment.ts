/** What a domain's addresses take and answer, as paths of OpenAPI 3.1 (https://spec.openapis.org/oas/v3.1.0). */
export type ApiFragment = Readonly<Record<string, object>>

/** An error as RFC 9457 has it. */
export const problems = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: { $ref: '/schemas/api/problem.schema.json' } } },
})
/** An answer by the schema of its name in schemas/api/. */
export const json = (description: string, schema: string, example: object) => ({
  description,
  content: { 'application/json': { schema: { $ref: `/schemas/api/${schema}.schema.json` }, example } },
})

/** A receipt as the documentation shows it. */
export const exampleReceipt = {
  id: '019ab0c2-7b1e-7cc0-8000-6f1d2c3b4a59',
  receivedAt: '2026-11-20T10:00:00.000Z',
  definition: '2f9a0c7d1e',
}
