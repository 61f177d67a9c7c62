import { randomUUID } from 'node:crypto'
import type { Duplex } from 'node:stream'
import pg from 'pg'
import type { Row, Statement } from '../storage.ts'
import { toPostgres } from './postgres-sql.ts'

const int8 = 20

/** BIGINT holds milliseconds and counts here: all are numbers. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === int8 ? Number : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
}

/** Plenty for this server's own statements; others, such as lists of varying length, are planned anew. */
const mostPrepared = 200

/** How long to wait for a connection, and for the answer to a statement, in ms. */
const connectPatience = 5000
const queryPatience = 30_000

/**
 * What a 201 promises needs commits that wait for the disk. A role or database may have them not wait; anything stricter
 * than that is left alone.
 */
const waitForDisk = `SELECT set_config('synchronous_commit', 'on', false)
  WHERE current_setting('synchronous_commit') = 'off'`

/**
 * Prepared statements keep the plan they got while a new database's tables were empty, which is to read them whole, and
 * would read a million leads so later, until the database counts them. Whatever is looked for has an index.
 */
const useIndexes = `SELECT set_config('enable_seqscan', 'off', false)`

/** Nothing can be changed by it, and the statements of a transaction see one state. */
const onlyRead = `SELECT set_config('default_transaction_read_only', 'on', false),
  set_config('default_transaction_isolation', 'repeatable read', false)`

/** A connection that is made when it is needed, and made anew when it was lost. */
export class PostgresConnection {
  /** Under which its commits are marked. */
  readonly id = randomUUID()
  readonly #url: string
  readonly #isReading: boolean
  #marks = 0
  readonly #prepared = new Map<string, { name: string; text: string }>()
  #current: { client: pg.Client; isReady: Promise<pg.Client> } | null = null

  constructor(url: string, { isReading = false } = {}) {
    this.#url = url
    this.#isReading = isReading
  }

  /** Rejects when the database cannot be reached. */
  client(): Promise<pg.Client> {
    this.#current ??= this.#connect()
    return this.#current.isReady
  }

  #connect() {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: this.#isReading ? 'leadwright reading' : 'leadwright',
      connectionTimeoutMillis: connectPatience,
      query_timeout: queryPatience,
      keepAlive: true,
      pipeline: true,
      types,
    } as pg.ClientConfig)
    const forget = () => {
      if (this.#current?.client === client) this.drop()
    }
    // Whoever waits for a query learns it there.
    client.on('error', forget)
    client.on('end', forget)
    const prepare = async () => {
      try {
        await client.connect()
        for (const setting of [this.#isReading ? onlyRead : waitForDisk, useIndexes]) await client.query(setting)
        return client
      } catch (error) {
        forget()
        throw error
      }
    }
    return { client, isReady: prepare() }
  }

  nextMark(): number {
    this.#marks += 1
    return this.#marks
  }

  /** Lets go of the connection at once: whoever waits on it fails, and the database ends what was under way there. */
  drop(): void {
    const { client } = this.#current ?? {}
    this.#current = null
    if (client) endAtOnce(client)
  }

  /** Sends a statement; several may be sent before the first is answered. */
  async run(client: pg.Client, { sql, parameters }: Statement): Promise<Row[]> {
    const known = this.#prepared.get(sql)
    const query = known ?? { name: `lw${this.#prepared.size}`, text: toPostgres(sql) }
    if (!known && this.#prepared.size < mostPrepared) this.#prepared.set(sql, query)
    const { name, text } = query
    const isPrepared = this.#prepared.has(sql)
    const { rows } = await client.query({ text, values: [...parameters], ...(isPrepared && { name }) })
    return rows
  }

  async close(): Promise<void> {
    const client = await this.#current?.isReady.catch(() => null)
    await client?.end().catch(() => undefined)
  }
}

/** Without the goodbye that a database which hangs would not hear, and in whatever state the connection is. */
export function endAtOnce(client: pg.Client): void {
  streamOf(client).destroy()
}

/** Sends statements with one write rather than one each. */
export function inOneWrite<T>(client: pg.Client, send: () => T): T {
  const stream = streamOf(client)
  stream.cork()
  const sent = send()
  stream.uncork()
  return sent
}

/** Of statements in the order they were sent: what failed first is why all after it failed. */
export async function firstFailure(sent: readonly Promise<unknown>[]): Promise<PromiseRejectedResult | undefined> {
  const results = await Promise.allSettled(sent)
  return results.find((result) => result.status === 'rejected')
}

/** The socket of a connection, which pg's types do not show. */
function streamOf(client: pg.Client): Duplex {
  return (client as unknown as { connection: { stream: Duplex } }).connection.stream
}
