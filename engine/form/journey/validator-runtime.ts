import { formatNamed } from '#engine/form/model'

/**
 * What the code of compiled validators calls, on the server and in the browser: the length of a text in characters as
 * JSON Schema counts them (RFC 8259, not UTF-16 units), and the formats by name.
 */
export const runtime = {
  ucs2length: (text: string): number => [...text].length,
  /** All values of the language that are compared are texts, numbers, yes and no. */
  equal: (a: unknown, b: unknown): boolean => a === b,
  formats: new Proxy<Record<string, ((text: string) => boolean) | null>>(
    {},
    { get: (_, name) => formatNamed(String(name)) },
  ),
}
