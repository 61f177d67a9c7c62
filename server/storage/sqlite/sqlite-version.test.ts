import { expect, test } from 'vitest'
import { refuseSqlite } from './sqlite-database.ts'

test.each(['3.51.3', '3.51.10', '3.52.0', '3.53.4', '4.0.0'])('SQLite %s may hold leads', (version) => {
  expect(refuseSqlite(version)).toBeNull()
})

test.each(['3.51.2', '3.50.9', '3.9.30', '2.99.99'])('SQLite %s is refused, with the remedy', (version) => {
  expect(refuseSqlite(version)).toContain(version)
  expect(refuseSqlite(version)).toContain('Node.js 24.21')
})
