import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { Prepare } from './sqlite-group.ts'

/** Plenty for this server's own statements; the bound is for lists of varying length. */
const capacity = 200

/** Keeps prepared statements, and forgets the one unused for longest when there are too many. */
export function cacheStatements(database: DatabaseSync): Prepare {
  const cache = new Map<string, StatementSync>()
  return (sql) => {
    const statement = cache.get(sql) ?? database.prepare(sql)
    // A Map keeps the order of insertion, so what was used last goes to the end.
    cache.delete(sql)
    cache.set(sql, statement)
    if (cache.size > capacity) cache.delete(cache.keys().next().value ?? '')
    return statement
  }
}
