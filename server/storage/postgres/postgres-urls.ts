/** `postgres://user:password@host:port,host:port/database?…`, in its parts. */
const parts = /^(postgres(?:ql)?:\/\/)(?:([^/?#]*)@)?([^/?#]*)(\/[^?#]*)?(?:\?([^#]*))?$/i

/** What may be wanted of a server: leads are written to it. */
const wanted = ['read-write', 'primary']

/**
 * The address of each server that an address names, in order: servers stand with commas between them, as libpq has it,
 * where the host stands or under `host` and `port`. null when it cannot be understood.
 */
export function serverUrls(url: string): string[] | null {
  const [, scheme = '', user, authority = '', database = '', query = ''] = parts.exec(url) ?? []
  if (scheme === '') return null
  const asked = new URLSearchParams(query)
  const hosts = [...new Set((asked.get('host') ?? authority).split(','))]
  const attributes = asked.get('target_session_attrs')
  if (attributes !== null && !wanted.includes(attributes)) return null
  asked.delete('target_session_attrs')
  const ports = asked.get('port')?.split(',') ?? []
  if (![1, hosts.length].includes(Math.max(1, ports.length))) return null
  if (hosts.length === 1) return URL.canParse(url) ? [url] : null
  asked.delete('host')
  asked.delete('port')
  const urls = hosts.map((host, index) => {
    const port = ports[index] ?? ports[0] ?? ''
    const more = new URLSearchParams(asked)
    // A socket's folder stands in no authority.
    const isSocket = host.startsWith('/')
    if (isSocket) more.set('host', host)
    if (isSocket && port !== '') more.set('port', port)
    const place = isSocket ? '' : port === '' ? host : `${host}:${port}`
    const rest = more.size > 0 ? `?${more}` : ''
    return `${scheme}${user === undefined ? '' : `${user}@`}${place}${database}${rest}`
  })
  return hosts.every((host) => host !== '') && urls.every((each) => URL.canParse(each)) ? urls : null
}
