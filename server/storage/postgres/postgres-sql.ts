/** Stands in a query where PostgreSQL shall lock the rows it reads and pass over those that are locked already. */
export const skipLocked = '/* skip locked */'

/** A query in the words that both engines read, as PostgreSQL has it: numbered placeholders, row locks. */
export function toPostgres(sql: string): string {
  let number = 0
  return sql
    .replaceAll('?', () => {
      number += 1
      return `$${number}`
    })
    .replaceAll(skipLocked, 'FOR UPDATE SKIP LOCKED')
}
