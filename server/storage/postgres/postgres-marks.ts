import type { Statement } from '../storage.ts'

/** The last commit of each connection: PostgreSQL's alone, so it stands in no migration. */
export const marksTable = `CREATE TABLE IF NOT EXISTS commit_marks (
  connection TEXT PRIMARY KEY,
  number BIGINT NOT NULL,
  marked_at TIMESTAMPTZ NOT NULL
)`

/** Marks of servers that did not say goodbye. */
export const forgetOldMarks = "DELETE FROM commit_marks WHERE marked_at < now() - interval '1 day'"

export function setMark(connection: string, number: number): Statement {
  const sql = `INSERT INTO commit_marks VALUES (?, ?, now())
    ON CONFLICT (connection) DO UPDATE SET number = excluded.number, marked_at = excluded.marked_at`
  return { sql, parameters: [connection, number] }
}

export function readMark(connection: string): Statement {
  // Waits for the transaction that writes it, should the database not have noticed yet that its client is gone.
  return { sql: 'SELECT number FROM commit_marks WHERE connection = ? FOR UPDATE', parameters: [connection] }
}
