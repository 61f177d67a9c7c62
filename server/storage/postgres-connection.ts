import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { toPostgres } from './postgres-sql.ts'
import type { Row, Statement } from './storage.ts'

const int8 = 20

/** BIGINT holds milliseconds and counts here: all are numbers. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === int8 ? Number : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
}

/** Plenty for this server's own statements; others, such as lists of varying length, are planned anew. */
const mostPrepared = 200

/** A connection that is made when it is needed, and made anew when it was lost. */
export class PostgresConnection {
  /** Under which its commits are marked. */
  readonly id = randomUUID()
  readonly #url: string
  #marks = 0
  readonly #prepared = new Map<string, { name: string; text: string }>()
  #client: Promise<pg.Client> | null = null

  constructor(url: string) {
    this.#url = url
  }

  /** Rejects when the database cannot be reached. */
  client(): Promise<pg.Client> {
    this.#client ??= this.#connect()
    return this.#client
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'leadwright',
      connectionTimeoutMillis: 5000,
      query_timeout: 30_000,
      keepAlive: true,
      pipeline: true,
      types,
    } as pg.ClientConfig)
    // Whoever waits for a query learns it there.
    client.on('error', () => this.drop())
    client.on('end', () => this.drop())
    try {
      await client.connect()
      return client
    } catch (error) {
      this.drop()
      throw error
    }
  }

  nextMark(): number {
    this.#marks += 1
    return this.#marks
  }

  drop(): void {
    this.#client = null
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
    const client = await this.#client?.catch(() => null)
    await client?.end().catch(() => undefined)
  }
}
