// What runs all the time finds its rows by an index, whichever way the database came to its tables.
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { bringForward, claimDue, selectScheduled, selectWaitingPartners } from '../leads/deliveries.ts'
import type { Statement } from '../storage/storage.ts'
import { temporaryFile, temporaryStorage } from '../storage/testing/temporary-storage.ts'
import { writeBeforeSubjects } from './testing/before-subjects.ts'

const claim = { partner: 'acme', limit: 8, now: 1, leaseUntil: 2, underWay: [], latest: 3 }
const about = { sql: "SELECT state FROM deliveries WHERE subject_id = ? AND kind IN ('webhook')", parameters: [''] }
const statements: [name: string, statement: Statement, index: string][] = [
  ['the partners that wait', selectWaitingPartners, 'deliveries_to_send'],
  ['a claim', claimDue(claim), 'deliveries_to_send'],
  ['what waits under a wrong clock', bringForward(claim), 'deliveries_to_send'],
  ['the messages whose time has come', selectScheduled(1), 'deliveries_scheduled'],
  ['the messages of a subject', about, 'sqlite_autoindex_deliveries_2'],
]

test.each(['new', 'of before'])('in a database that is %s', async (age) => {
  const file = await temporaryFile()
  if (age === 'of before') await writeBeforeSubjects(file)
  await temporaryStorage(file)
  const database = new DatabaseSync(file, { timeout: 30_000 })
  for (const [name, { sql }, index] of statements) {
    const details = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all()
    const plan = details.map(({ detail }) => String(detail)).filter((detail) => /\bdeliveries\b|\bd\b/.test(detail))
    expect(plan.filter((detail) => /INDEX/.test(detail)).join('\n'), name).toContain(index)
    expect(
      plan.filter((detail) => /^SCAN (deliveries|d)$/.test(detail)),
      name,
    ).toEqual([])
  }
  database.close()
})
