import pg from 'pg'
import type { Failure } from '../outcome.ts'

/**
 * Classes and codes of SQLSTATE that speak of the connection, the disk, the operator or a lock rather than of the
 * statement: connection exception, insufficient resources, operator intervention, system error, transaction rollback,
 * read-only transaction (https://www.postgresql.org/docs/current/errcodes-appendix.html).
 */
const outages = /^(08|53|57|58|40|25006)/

/** The SQLSTATE of a change where nothing can be changed. */
export const onlyReads = '25006'

/** Tells an outage from a wrong statement. `error` is whatever pg threw. */
export function postgresFailure(error: unknown): Failure {
  const message = error instanceof Error ? error.message : String(error)
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null
  // What the database did not say comes from the network.
  const isSaid = error instanceof pg.DatabaseError
  return { ok: false, unavailable: !isSaid || outages.test(String(code)), message, code }
}

/** Whether the connection is gone: what became of a commit under way is then unknown. */
export function isLost(error: unknown): boolean {
  const { unavailable, code } = postgresFailure(error)
  return unavailable && !/^(53|58|40|25)/.test(String(code))
}
