import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { v7 } from 'uuid'

const columns = '(id, received_at, form, locale, brand, definition, answers, attribution, test, body_hash)' as const

/** When they came: yesterday, for those of long ago would be erased while others are measured. */
const moment = Date.now() - 24 * 60 * 60 * 1000

/** What their ids begin with; a number of 12 hexadecimal digits follows. */
const begin = `${v7({ msecs: moment }).slice(0, 14)}7000-8000-`

/** The rest of a lead; its answers are as many as a form has. */
const rest = `'${new Date(moment).toISOString()}', 'home-insurance', 'en', 'default', 'd',
  '{"firstName":"Ada","lastName":"Lovelace","email":"ada@example.com","phone":"+442079460000","residence":"primary",
"features":["garage","pool"],"homePostalCodeOrCity":"SW1A 1AA","buildAge":"under5","claims":"none"}', '{}', 0`

/** Stores leads in the tables of a data folder, made by the database itself. */
export function fillSqlite(folder: string, count: number): void {
  const database = new DatabaseSync(join(folder, 'leadwright.db'))
  database.exec(`INSERT INTO leads ${columns}
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
    SELECT printf('${begin}%012x', i), ${rest}, printf('%032x', i) FROM n`)
  database.close()
}

export async function fillPostgres(url: string, count: number): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(`INSERT INTO leads ${columns}
    SELECT '${begin}' || lpad(to_hex(i), 12, '0'), ${rest}, lpad(to_hex(i), 32, '0')
    FROM generate_series(1, ${count}) AS i`)
  // What a database that has grown to this size has done long before.
  await client.query('VACUUM ANALYZE leads')
  await client.query('CHECKPOINT')
  await client.end()
}
