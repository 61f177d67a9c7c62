import type { FormDefinition } from '#schemas/generated/form.ts'
import type { DefinitionProblem } from '../../../library/definition-problem.ts'
import type { Entry } from '../../../library/source.ts'

/** On the machine itself, where sites are tried without TLS. */
const loopback = /^http:\/\/(?:(?:[a-z0-9-]+\.)*localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/

/** Each site that may show the form is an origin, exactly as browsers name it. */
export function checkEmbed(
  id: string,
  { file, value: { embed } }: Pick<Entry<FormDefinition>, 'file' | 'value'>,
): DefinitionProblem[] {
  if (!embed) return []
  const wrong = embed.origins.flatMap((origin, index) => {
    const message = wrongOrigin(origin)
    return message === null ? [] : [{ file, path: ['embed', 'origins', String(index)], on: 'value' as const, message }]
  })
  if (id !== 'docs') return wrong
  const message =
    '/embed/docs says how forms are embedded, so a form named "docs" cannot be. Give its file another name.'
  return [...wrong, { file, path: ['embed'], on: 'key', message }]
}

function wrongOrigin(origin: string): string | null {
  const own = originIn(origin)
  if (origin.includes('*'))
    return `"${origin}" stands for many sites, and each is named by itself. Write its origin, such as https://shop.example.`
  if (own === null)
    return `"${origin}" is no origin. Write how the addresses of the site begin, such as https://shop.example.`
  if (own !== origin) return `An origin has no path and is written as browsers do. Write "${own}".`
  if (origin.startsWith('https://') || loopback.test(origin)) return null
  return `"${origin}" has no TLS, so anybody on the way could change the page around the form. Write it with https; http is for this machine, such as http://localhost:3000.`
}

const shape =
  /^(?<scheme>https?):\/\/(?<host>[a-z0-9-]+(?:\.[a-z0-9-]+)*|\[[0-9a-f:]+\])(?:\.)?(?::(?<port>\d{1,5}))?(?:[/?#].*)?$/

/** The origin of an address as browsers write it (RFC 6454, section 6.2); null where it is none. */
function originIn(address: string): string | null {
  const { scheme, host, port } = shape.exec(address.toLowerCase())?.groups ?? {}
  if (scheme === undefined || host === undefined) return null
  const isUsual = port === undefined || Number(port) === (scheme === 'https' ? 443 : 80)
  return `${scheme}://${host}${isUsual ? '' : `:${Number(port)}`}`
}
