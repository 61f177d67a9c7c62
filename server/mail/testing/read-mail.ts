/** A mail as it came over the wire, read by its receiver. */
export interface ReadMail {
  /** By name in small letters, decoded. */
  headers: Readonly<Record<string, string>>
  text: string
  html: string
}

/** Reads a mail of plain text and HTML, as RFC 2045 to 2047 say. */
export function readMail(source: string): ReadMail {
  const { headers, body } = entity(source)
  const boundary = /boundary="?([^";]+)"?/.exec(headers['content-type'] ?? '')?.[1]
  const parts = boundary === undefined ? [] : body.split(`--${boundary}`).slice(1, -1).map(entity)
  const part = (type: string) => {
    const found = parts.find((each) => each.headers['content-type']?.startsWith(type))
    return found ? decoded(found.body, found.headers['content-transfer-encoding']) : ''
  }
  return { headers, text: part('text/plain'), html: part('text/html') }
}

function entity(source: string): { headers: Record<string, string>; body: string } {
  const [head = '', ...rest] = source.replace(/^\r\n/, '').split('\r\n\r\n')
  const lines = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n')
  const headers = lines.map((line) => [
    line.slice(0, line.indexOf(':')).toLowerCase(),
    words(line.slice(line.indexOf(':') + 1).trim()),
  ])
  return { headers: Object.fromEntries(headers), body: rest.join('\r\n\r\n') }
}

/** Encoded words of a header: =?UTF-8?Q?caf=C3=A9?=. */
function words(value: string): string {
  return value
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, how: string, text: string) =>
      how.toLowerCase() === 'b' ? decoded(text, 'base64') : decoded(text.replaceAll('_', ' '), 'quoted-printable'),
    )
}

function decoded(text: string, encoding = '7bit'): string {
  if (encoding === 'base64') return Buffer.from(text, 'base64').toString()
  if (encoding !== 'quoted-printable') return text
  const bytes = text.replaceAll('%', '%25').replaceAll(/=\r\n/g, '')
  return decodeURIComponent(bytes.replaceAll(/=([0-9A-F]{2})/gi, '%$1'))
}
