import { kindNamed, type ResolvedField } from '#engine/form/model'

/**
 * Whether an answer is chosen, counted or a day: nothing that people write in words of their own, and so nothing that a
 * stranger could have written for somebody else to read.
 */
export function isChosen({ schema, kind }: Pick<ResolvedField, 'schema' | 'kind'>): boolean {
  return schema.type !== 'string' || schema.enum !== undefined || kindNamed(kind)?.calendar !== undefined
}
