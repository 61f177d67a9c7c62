// The tables of leads have one owner: SQL on them is in this folder alone.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

const owned = [
  ...['leads', 'consents', 'form_versions', 'routings', 'partner_days', 'partner_contacts', 'deliveries'],
  ...['subscriptions', 'suppressions', 'mail_tokens', 'mail_quota'],
].join('|')
const inSql = new RegExp(`\\b(?:FROM|INTO|UPDATE|JOIN)\\s+(?:${owned})\\b`)
const inQueries = new RegExp(`(?:From|Into|Table|Join)\\(\\s*'(?:${owned})\\b`)
/** Nobody else says what becomes of a delivery. */
const ofState = /\bSET state\b/

test('no other folder has SQL on the tables of leads', () => {
  const files = globSync('{engine,server,tools,web}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: ['**/*.test.*', '**/testing/**', '**/e2e/**', '**/dist/**', 'server/leads/**', 'server/storage/tables/**'],
  })
  expect(files.length).toBeGreaterThan(500)
  // Benches fill and measure databases of their own.
  const others = files.filter((file) => !file.startsWith('tools/bench/'))
  const found = others.filter((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    return inSql.test(text) || inQueries.test(text) || ofState.test(text)
  })
  expect(found).toEqual([])
})
