/** One SQL statement with its bound values, as `compile` and `rowInsert` make it. */
export interface Statement {
  readonly sql: string
  readonly parameters: readonly unknown[]
  /** The same for many calls at once, where that is cheaper. */
  readonly many?: Many
}

/**
 * How the rows of equal statements are inserted by one. `sql` takes a JSON list of all their rows, by column, which
 * PostgreSQL reads, and returns either nothing or the ids of those that were inserted. It may rely on what stands before
 * it in its own call alone. It is one of few, made at load.
 */
export interface Many {
  readonly sql: string
  /** This statement's row, by column. One that several statements share is said once. */
  readonly row: object
}

/** Begins a statement after which SQLite shall take the bytes of what was there off the disk, its log included. */
export const erasing = '/* erasing */'

/** One row as the database gives it. JSON and times are text, truth values 0 or 1. */
export type Row = Record<string, string | number | null>

/** Where leads live. Rooms build statements; an adapter runs them. */
export interface Storage {
  readonly engine: 'sqlite' | 'postgres'
  /**
   * Runs the statements in one transaction: all of them happen, or none.
   *
   * When the promise resolves the transaction is on disk (fsync). The result holds one array of rows per statement,
   * empty for a statement that returns none. Rejects with `StorageUnavailable` when nothing could be stored now, with
   * `OutcomeUnknown` when nobody can say whether it was, and with `StatementFailed` when a statement is wrong or breaks
   * a constraint, which is a bug of the caller. How long it may take is up to the caller: see `withDeadline`.
   */
  atomic(statements: readonly Statement[]): Promise<Row[][]>
  /**
   * The same for what somebody waits for while leads arrive: in a transaction that no other call shares, and before those
   * that wait for a commit.
   */
  alone(statements: readonly Statement[]): Promise<Row[][]>
  /**
   * Runs statements that change nothing, all on one state of the database, which has everything that was committed before
   * the call. It never waits for a commit, and no commit waits for it: what lists, counts or looks up goes here.
   *
   * A state that is held for long keeps the database from tidying up, so long listings read page by page. What a change
   * is decided on belongs into its transaction instead. Rejects as `atomic` does, and a statement that changes something
   * is a wrong one.
   */
  read(statements: readonly Statement[]): Promise<Row[][]>
  /** Statements that go before others in a call, so that it runs alone among the calls with this lock. */
  lock(name: string): readonly Statement[]
  /**
   * Tells other processes on this database that deliveries wait or, with the id of a subject, that one of its messages
   * was tried. It may get lost: they look from time to time too.
   */
  notify(tried?: string): void
  /** Calls back when another process notified; with null, when deliveries wait. */
  listen(onNotified: (tried: string | null) => void): void
  /** Calls back after each commit, with the calls that shared it and how long it took. */
  observe(onCommit: (calls: number, milliseconds: number) => void): void
  /** Finishes the calls made so far and lets go of the database. */
  close(): Promise<void>
}

/** An open storage, or a sentence that says why there is none and what to do. */
export type StorageOpened =
  /** `warnings`: sentences about settings of the database under which a power cut can cost leads. */
  { ok: true; storage: Storage; warnings: readonly string[] } | { ok: false; reason: string }

/** Storage cannot be used now (disk full, locked, gone): nothing was stored, and trying again later may work. */
export class StorageUnavailable extends Error {
  override name: string = 'StorageUnavailable'
}

/** The answer to a commit got lost: it may be stored, or not. Who tries again must be able to recognise a repeat. */
export class OutcomeUnknown extends StorageUnavailable {
  override name = 'OutcomeUnknown'
}

/** The database refused a statement itself. `code` is the database's own: SQLite's 2067 or PostgreSQL's 23505. */
export class StatementFailed extends Error {
  override name = 'StatementFailed'
  readonly code: number | string | null

  constructor(message: string, code: number | string | null) {
    super(message)
    this.code = code
  }
}
