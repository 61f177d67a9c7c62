import { type Compilable, DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import type { Statement } from './storage.ts'
import type { Tables } from './tables/tables.ts'

/** Builds queries and never runs one: `compile` turns them into statements for `Storage.atomic`. */
export const db = new Kysely<Tables>({
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
 * The beginning of an SQL text of `Many`: inserts what stands in a JSON list, which PostgreSQL reads by the columns of the
 * table. What goes after it sees a row as `one`.
 */
export function insertMany(table: keyof Tables, columns: readonly string[]): string {
  const names = columns.join(', ')
  return `INSERT INTO ${table} (${names}) SELECT ${names} FROM json_populate_recordset(NULL::${table}, ?) AS one`
}

/** Stands in a template where a call's value goes. */
class Placeholder {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/**
 * Builds a query once and returns a function that fills in the values of each call.
 *
 * Building takes Kysely some 10 µs a query, which is most of what storing a lead costs, so what runs for every lead is
 * built at load. `names` lists what differs from call to call; `build` sees placeholders in its place.
 */
export function template<V extends object>(
  names: readonly (keyof V & string)[],
  build: (values: V) => Compilable,
): (values: V) => Statement {
  const placeholders = Object.fromEntries(names.map((name) => [name, new Placeholder(name)]))
  const { sql, parameters } = compile(build(placeholders as V))
  return (values) => ({
    sql,
    parameters: parameters.map((value) => (value instanceof Placeholder ? values[value.name as keyof V] : value)),
  })
}
