/** What an address asks a page to show, by parameter. */
export type Asked = Readonly<Record<string, string>>

/** Values of a parameter: listed ones, all that fit a pattern, or both. */
type Values = readonly string[] | RegExp | { listed: readonly string[]; others: RegExp }

/** Parameters of an address and the values they take. */
export type Reads = Readonly<Record<string, Values>>

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
    const fits = listed(values).includes(value) || pattern(values)?.test(value)
    return value !== '' && value.length <= longestAsked && fits ? [[name, value]] : []
  })
  return Object.fromEntries(taken)
}

/** Whether only listed values were asked for, which cannot be made up a thousand ways: then the page is worth keeping. */
export function isListed(reads: Reads, asked: Asked): boolean {
  return Object.entries(asked).every(([name, value]) => listed(reads[name] ?? []).includes(value))
}

/** The values that are listed, which anybody can ask for by following links. */
export function listed(values: Values): readonly string[] {
  if (values instanceof RegExp) return []
  return 'listed' in values ? values.listed : values
}

function pattern(values: Values): RegExp | null {
  if (values instanceof RegExp) return values
  return 'others' in values ? values.others : null
}
