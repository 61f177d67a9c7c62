import type { Entries, Landing } from '#engine/form/journey'
/** Where a visit came from: what its first address said, by parameter. */
export type Attribution = Readonly<Record<string, string>>

/** The longest value that is kept, in characters: ad networks' click ids have about a hundred. */
const longest = 200

/** Characters that are no part of a name or an id: controls, line ends, and what turns the direction of text around. */
const odd = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u202a-\u202e\u2066-\u2069]/u

/**
 * What an address says under these parameters. Addresses are written by anybody: a value that is too long or holds what
 * nobody can read is left out, since a part of it would be another one.
 */
export function attributionIn(parameters: readonly string[], landing: Landing): Attribution {
  const said = parameters.flatMap((parameter): [string, string][] => {
    const value = landing.get(parameter)?.trim() ?? ''
    return value === '' || value.length > longest || odd.test(value) ? [] : [[parameter, value]]
  })
  return Object.fromEntries(said)
}

/** The name of the control that carries a parameter from step to step. */
export function carrierOf(parameter: string): string {
  return `from[${parameter}]`
}

/** What a posted form carries, or what its visitor's address says: later addresses say less. */
export function carried(parameters: readonly string[], entries: Entries, landing: Landing): Attribution {
  const get = (parameter: string) => entries.findLast(([name]) => name === carrierOf(parameter))?.[1] ?? null
  const isCarried = parameters.some((parameter) => get(parameter) !== null)
  return attributionIn(parameters, isCarried ? { get } : landing)
}
