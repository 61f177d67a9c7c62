/** What an address asks a page to show, by parameter. */
export type Asked = Readonly<Record<string, string>>

/** Parameters of an address and the values they take: listed ones, or all that fit a pattern. */
export type Reads = Readonly<Record<string, readonly string[] | RegExp>>

/** The query of an address. */
export interface Query {
  get: (parameter: string) => string | null
  [Symbol.iterator]: () => Iterator<[name: string, value: string]>
}

/** The longest value that is read, in characters. */
export const longestAsked = 100

/** What of an address is read; all else it carries changes nothing. */
export function askedBy(reads: Reads, query: Query): Asked {
  const taken = Object.entries(reads).flatMap(([name, values]): [string, string][] => {
    const value = query.get(name) ?? ''
    const fits = values instanceof RegExp ? values.test(value) : values.includes(value)
    return value !== '' && value.length <= longestAsked && fits ? [[name, value]] : []
  })
  return Object.fromEntries(taken)
}

/** Whether only listed values were asked for, which cannot be made up a thousand ways: then the page is worth keeping. */
export function isListed(reads: Reads, asked: Asked): boolean {
  return Object.keys(asked).every((name) => Array.isArray(reads[name]))
}
