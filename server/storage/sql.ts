import { type Compilable, DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import type { Statement } from './storage.ts'

/**
 * Builds queries and never runs one: `compile` turns them into statements for `Storage.atomic`. Each module names its own
 * tables (`queries.withTables`).
 */
export const queries = new Kysely<Record<never, never>>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (kysely) => new SqliteIntrospector(kysely),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
})

/** The statement of a query. Placeholders are `?`, in the order of `parameters`. */
export function compile(query: Compilable): Statement {
  const { sql, parameters } = query.compile()
  return { sql, parameters }
}

/**
 * Builds the insert of one row, which can be said of many rows at once. What runs for every lead is built at load and is
 * no query of Kysely's, which would take some 10 µs a time.
 * @param end the end of the statement: on what condition a row is inserted. It is told how a value of the row is written
 */
export function rowInsert<R extends object>(
  table: string,
  columns: readonly (keyof R & string)[],
  end: (value: (column: keyof R & string) => string) => string,
): (row: R) => Statement {
  const names = columns.join(', ')
  const bound = [...columns]
  const endOfOne = end((column) => {
    bound.push(column)
    return '?'
  })
  const sql = `INSERT INTO ${table} (${names}) SELECT ${columns.map(() => '?').join(', ')} ${endOfOne}`
  const rows = `json_populate_recordset(NULL::${table}, ?) AS one`
  const ofMany = `INSERT INTO ${table} (${names}) SELECT ${names} FROM ${rows} ${end((name) => `one.${name}`)}`
  return (row) => ({ sql, parameters: bound.map((column) => row[column]), many: { sql: ofMany, row } })
}
