/** What stands at a JSON pointer (RFC 6901) in a value; undefined where nothing does. '' is the whole value. */
export function valueAt(pointer: string, json: unknown): unknown {
  return pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((value, written) => {
      const key = written.replaceAll('~1', '/').replaceAll('~0', '~')
      if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
      return (value as Record<string, unknown>)[key]
    }, json)
}
