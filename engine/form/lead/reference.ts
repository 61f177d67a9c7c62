/**
 * The reference of a lead for its visitor: the last eight digits of its id, as 7F31-A09C. It gives access to nothing; an
 * operator finds the lead by it.
 */
export function leadReference(id: string): string {
  const digits = id.slice(-8).toUpperCase()
  return `${digits.slice(0, 4)}-${digits.slice(4)}`
}

const written = /^[0-9a-f]{4}-[0-9a-f]{4}$/i

/**
 * The cookie in which a browser keeps the reference of what was sent last from a page, for a day, so that it is there when
 * the thanks are loaded again. No other page gets it, and it holds nothing else.
 * @param path of the page, as addresses write it
 */
export function sentCookie(reference: string, path: string, isSecure: boolean): string {
  const parts = [`sent=${reference}`, `Path=${path}`, 'Max-Age=86400', 'SameSite=Lax', isSecure ? 'Secure' : []]
  return parts.flat().join('; ')
}

/** The reference in a page's cookies, as `document.cookie` or a header has them; null where there is none, or no such text. */
export function sentReference(cookies: string | undefined): string | null {
  const [, said = ''] = /(?:^|; *)sent=([^;]*)/.exec(cookies ?? '') ?? []
  return written.test(said) ? said.toUpperCase() : null
}

/** The last digits of the lead's id; null if the text is no reference. */
export function referencedDigits(typed: string): string | null {
  return written.test(typed) ? typed.replace('-', '').toLowerCase() : null
}
