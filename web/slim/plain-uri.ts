/** Step schemas hold no references, so no address is ever resolved. */
export default {
  equal: (a: string, b: string): boolean => a === b,
  resolve: (_base: string, reference: string): string => reference,
}
