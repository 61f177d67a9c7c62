/** One SQL statement with its bound values, as `compile` and `template` make it. */
export interface Statement {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

/** One row as the database gives it. JSON and times are text, truth values 0 or 1. */
export type Row = Record<string, string | number | null>

/** Where leads live. Rooms build statements; an adapter runs them. */
export interface Storage {
  /**
   * Runs the statements in one transaction: all of them happen, or none.
   *
   * When the promise resolves the transaction is on disk (fsync). The result holds one array of rows per statement,
   * empty for a statement that returns none. Rejects with `StorageUnavailable` when nothing could be stored now, and
   * with `StatementFailed` when a statement is wrong or breaks a constraint, which is a bug of the caller.
   */
  atomic(statements: readonly Statement[]): Promise<Row[][]>
  /** Finishes the calls made so far and lets go of the database. */
  close(): Promise<void>
}

/** Storage cannot commit now (disk full, locked, gone): nothing was stored, and trying again later may work. */
export class StorageUnavailable extends Error {
  override name = 'StorageUnavailable'
}

/** The database refused a statement itself. `code` is the database's own, such as SQLite's 2067 for a broken UNIQUE. */
export class StatementFailed extends Error {
  override name = 'StatementFailed'
  readonly code: number | null

  constructor(message: string, code: number | null) {
    super(message)
    this.code = code
  }
}
