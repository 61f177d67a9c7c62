import { placeholders } from '#engine/form/lead'
import { isTree } from '#engine/form/model'

/** No answer that decides anything is longer, in bytes; what is longer is not read. */
export const mostReplyBytes = 64 * 1024

type Data = Readonly<Record<string, unknown>>

/** The address of a call, or a sentence that names what is missing and no value. */
export type CallAddress = { ok: true; href: string } | { ok: false; error: string }

/**
 * Fills the {names} of an address and its parameters with what the partner gets, percent-encoded. A parameter that
 * the lead has nothing for is left out; the path needs all of its names.
 * @param more parameters that hold no names
 */
export function callAddress(
  { url, query = {} }: { url: string; query?: Readonly<Record<string, string>> },
  data: Data,
  more: Readonly<Record<string, string>>,
): CallAddress {
  const isLacking = (name: string) => textAt(name, data) === ''
  const missing = placeholders(url).find(isLacking)
  if (missing !== undefined) return { ok: false, error: `The lead has no "${missing}", which the address requires.` }
  const filled = fill(url, data, encodeURIComponent)
  // A dot or two would be another place of the partner's.
  if (filled.split('/').some((part) => part === '.' || part === '..'))
    return { ok: false, error: 'The lead has a value that is not allowed in the address.' }
  const address = new URL(filled)
  const own = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    placeholders(value).some(isLacking) ? [] : [[name, fill(value, data, String)]],
  )
  address.search = new URLSearchParams([...own, ...Object.entries(more)]).toString()
  return { ok: true, href: address.href }
}

function fill(template: string, data: Data, write: (text: string) => string): string {
  return template.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => write(textAt(name, data)))
}

/** A text with its {names} filled; '' where it names something that there is not. */
export function fillText(template: string, data: Data): string {
  return placeholders(template).some((name) => textAt(name, data) === '') ? '' : fill(template, data, String)
}

/** What stands under a name, or under person.city within an object; '' where that is no single value. */
function textAt(name: string, data: Data): string {
  const value = Object.hasOwn(data, name) ? data[name] : within(name.split('.'), data)
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : ''
}

function within([key = '', ...rest]: readonly string[], from: unknown): unknown {
  if (!isTree(from) || !Object.hasOwn(from, key)) return undefined
  return rest.length === 0 ? from[key] : within(rest, from[key])
}
