/** A key as a part of a JSON Pointer (RFC 6901). */
export function pointerPart(key: string): string {
  return `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
}
