// What runs all the time finds its rows by an index, whichever way the database came to its tables.
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { bringForward, claimDue, selectScheduled, selectWaitingPartners } from '../leads/deliveries.ts'
import { chooseOffer, endResults, markSeen, receiveOffers, reopenResults, touchResults } from '../offers/offers.ts'
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

test('what is asked of offers, circuits and the leads of deliveries is found by an index', async () => {
  const file = await temporaryFile()
  await temporaryStorage(file)
  const database = new DatabaseSync(file, { timeout: 30_000 })
  const price = { amount: 1, period: 'month' } as const
  const offers = [{ id: 'a', product: 'A', currency: 'GBP', price }]
  const answer = { lead: 'l', partner: 'p', delivery: 'd', offers, isWhole: true }
  const all = [
    ...[claimDue(claim), touchResults('l'), markSeen('l', 1), reopenResults('l', { askedAt: 1, seconds: 1 })],
    ...[...receiveOffers(answer, 1), ...chooseOffer({ lead: 'l', partner: 'p', offer: 'a' }, 1), ...endResults(['l'])],
    { sql: 'SELECT lead_id FROM results WHERE is_open = 1 AND asked_at < ? LIMIT 100', parameters: [1] },
    { sql: 'SELECT lead_id, revision FROM results WHERE is_open = 1 AND lead_id IN (?, ?)', parameters: [] },
    { sql: 'UPDATE circuits SET failures = 0, open_until = 0 WHERE partner = ?', parameters: ['p'] },
  ]
  for (const { sql } of all) {
    const details = database
      .prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .all()
      .map(({ detail }) => String(detail))
    expect(
      details.filter((detail) => /^SCAN (?!due|CONSTANT)/.test(detail)),
      sql,
    ).toEqual([])
  }
  database.close()
})
