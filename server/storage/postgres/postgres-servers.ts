import type { Duplex } from 'node:stream'
import type pg from 'pg'

/** `postgres://user:password@host:port,host:port/database?…`, in its parts. */
const parts = /^(postgres(?:ql)?:\/\/)(?:([^/?#]*)@)?([^/?#]*)(\/[^?#]*)?(?:\?([^#]*))?$/i

/** What may be wanted of a server: leads are written to it. */
const wanted = ['read-write', 'primary']

/** How long all servers together may take to connect, in ms. */
const connectPatience = 5000

/** The servers that a database may be on. Of several, all but one are standbys, and any of them may take over. */
export class PostgresServers {
  readonly #urls: readonly string[]
  /** The one that was connected to last, or the next one to try: the same for all connections of the process. */
  #first = 0

  constructor(url: string) {
    this.#urls = serverUrls(url) ?? [url]
  }

  get areSeveral(): boolean {
    return this.#urls.length > 1
  }

  /**
   * Connects to the server that takes leads.
   * @param onTry is given each client before it connects
   * @param isGivenUp whether nobody waits for it any more
   */
  async connect(
    config: pg.ClientConfig,
    onTry: (client: pg.Client) => void,
    isGivenUp: () => boolean,
  ): Promise<pg.Client> {
    const { length } = this.#urls
    // Every command checks DATABASE_URL, and few of them connect.
    const { Client } = (await import('pg')).default
    const limit = Math.floor(connectPatience / length)
    const reasons: string[] = []
    for (let tried = 0; tried < length; tried++) {
      const index = this.#first
      const connectionString = this.#urls[index] as string
      const client = new Client({ ...config, connectionString, connectionTimeoutMillis: limit })
      // Whoever waits for a query learns it there.
      client.on('error', () => {})
      onTry(client)
      try {
        await client.connect()
        if (this.areSeveral) await expectWritable(client, limit)
        return client
      } catch (error) {
        endAtOnce(client)
        // Also when it was given up: whoever comes next shall not wait for the same one.
        if (this.#first === index) this.#first = (index + 1) % length
        if (!this.areSeveral || isGivenUp()) throw error
        const { message, code } = error as Error & { code?: string }
        reasons.push(`${client.host}:${client.port}: ${message || code}`)
      }
    }
    throw new Error(reasons.join('; '))
  }
}

/** A standby, and a server that is set to only read, would refuse every lead. */
async function expectWritable(client: pg.Client, limit: number): Promise<void> {
  const query = { text: 'SHOW transaction_read_only', query_timeout: limit }
  const { rows } = await client.query<{ transaction_read_only: string }>(query)
  if (rows[0]?.transaction_read_only !== 'off') throw new Error('it only reads')
}

/** Without the goodbye that a database which hangs would not hear, and in whatever state the connection is. */
export function endAtOnce(client: pg.Client): void {
  streamOf(client).destroy()
}

/** The socket of a connection, which pg's types do not show. */
export function streamOf(client: pg.Client): Duplex {
  return (client as unknown as { connection: { stream: Duplex } }).connection.stream
}

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
