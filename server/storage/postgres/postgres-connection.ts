import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { Row, Statement } from '../storage.ts'
import { endAtOnce, type PostgresServers, streamOf } from './postgres-servers.ts'

const int8 = 20

/** BIGINT holds milliseconds and counts here: all are numbers. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === int8 ? Number : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
}

/** Plenty for this server's own statements; others, such as lists of varying length, are planned anew. */
const mostPrepared = 200

/** How long to wait for the answer to a statement, in ms. */
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
  readonly #servers: PostgresServers
  readonly #isReading: boolean
  #marks = 0
  readonly #prepared = new Map<string, { name: string; text: string }>()
  /** The one that is connected, or being connected. */
  #client: pg.Client | null = null
  #ready: Promise<pg.Client> | null = null

  constructor(servers: PostgresServers, { isReading = false } = {}) {
    this.#servers = servers
    this.#isReading = isReading
  }

  /** Rejects when the database cannot be reached. */
  client(): Promise<pg.Client> {
    this.#ready ??= this.#connect()
    return this.#ready
  }

  #connect(): Promise<pg.Client> {
    const config = {
      application_name: this.#isReading ? 'leadwright reading' : 'leadwright',
      query_timeout: queryPatience,
      keepAlive: true,
      pipeline: true,
      types,
    } as pg.ClientConfig
    const forget = () => {
      if (this.#ready === ready) this.drop()
    }
    const onTry = (client: pg.Client) => {
      this.#client = client
    }
    const prepare = async () => {
      try {
        const client = await this.#servers.connect(config, onTry, () => this.#ready !== ready)
        client.on('error', forget)
        client.on('end', forget)
        for (const setting of [this.#isReading ? onlyRead : waitForDisk, useIndexes]) await client.query(setting)
        return client
      } catch (error) {
        forget()
        throw error
      }
    }
    const ready = prepare()
    return ready
  }

  nextMark(): number {
    this.#marks += 1
    return this.#marks
  }

  /** Lets go of the connection at once: whoever waits on it fails, and the database ends what was under way there. */
  drop(): void {
    const client = this.#client
    this.#client = null
    this.#ready = null
    if (client) endAtOnce(client)
  }

  /** Lets go of a server that only reads, where another one may take leads by now. */
  leaveReader(): void {
    if (this.#servers.areSeveral) this.drop()
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
    const client = await this.#ready?.catch(() => null)
    await client?.end().catch(() => undefined)
  }
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

/** Stands in a query where PostgreSQL shall lock the rows it reads and pass over those that are locked already. */
export const skipLocked = '/* skip locked */'

/** A query in the words that both engines read, as PostgreSQL has it: numbered placeholders, row locks. */
function toPostgres(sql: string): string {
  let number = 0
  return sql
    .replaceAll('?', () => {
      number += 1
      return `$${number}`
    })
    .replaceAll(skipLocked, 'FOR UPDATE SKIP LOCKED')
}
