// Verbs against each other: random sequences hold what the model holds, and planted faults are found.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Statement, Storage } from '../storage/storage.ts'
import { temporaryStorage } from '../storage/testing/temporary-storage.ts'
import { deliveryStates, mayBe, mayLeave, topics, type VerbName, verbs } from './lifecycle.ts'
import { runSequence, sequences } from './testing/lifecycle-model.ts'

test('fifty random sequences of verbs break nothing', async () => {
  const storage = await temporaryStorage()
  await fc.assert(
    fc.asyncProperty(sequences(), (steps) => runSequence(storage, steps)),
    { numRuns: 50, endOnFailure: true },
  )
})

/** Rewrites statements on their way to storage. */
function faulty(storage: Storage, rewrite: (sql: string) => string): Storage {
  const each = (statements: readonly Statement[]) =>
    statements.map(({ sql, parameters }) => ({ sql: rewrite(sql), parameters }))
  return {
    ...storage,
    atomic: (statements) => storage.atomic(each(statements)),
    read: (statements) => storage.read(each(statements)),
  }
}

const noGuards = (sql: string) =>
  sql.startsWith('INSERT INTO guards') ? sql.replace(/WHERE ([\s\S]*)$/, 'WHERE 1 = 0 AND ($1)') : sql

const faults: Record<string, [rewrite: (sql: string) => string, says: RegExp]> = {
  'what was given up survives unsubscribing, and a replay sends it': [
    (sql) =>
      sql
        .replaceAll(mayLeave(), "deliveries.payload <> ''")
        .replace(mayBe('unsubscribe'), `${mayBe('unsubscribe')} AND state <> 'dead'`),
    /left for .* after the lead was withdrawn/,
  ],
  'erasing empties the notices that have not left': [
    (sql) =>
      sql
        .replace(`state = CASE WHEN ${mayBe('erase')}`, "state = CASE WHEN deliveries.state = 'pending'")
        .replace("AND NOT (topic = 'unsubscribe-notice' AND state IN ('pending', 'dead'))", ''),
    /was not told that it was withdrawn/,
  ],
  'retention erases who is subscribed': [
    (sql) =>
      noGuards(sql).replace(/and not exists \(select "lead_id" from "subscriptions"[\s\S]*?\)\)/i, (all) =>
        all.includes('?') ? "and (? <> '' or ? <> '' or ? <> '')" : '',
      ),
    /check constraint/i,
  ],
  'unsubscribing twice at once cancels the notice': [
    (sql) =>
      noGuards(sql).replace(mayBe('unsubscribe'), "deliveries.state IN ('held', 'scheduled', 'pending', 'dead')"),
    /was not told that it was withdrawn|left a subscription open/,
  ],
  'who rejects a lead keeps it': [
    (sql) => sql.replace('UPDATE routings SET taken = 0,', 'UPDATE routings SET taken = taken,'),
    /at more partners than its form allows/,
  ],
}

test.each(Object.entries(faults))('a planted fault is found: %s', async (_, [rewrite, says]) => {
  const storage = faulty(await temporaryStorage(), rewrite)
  const found = await fc.check(
    fc.asyncProperty(sequences(60), (steps) => runSequence(storage, steps)),
    { numRuns: 1000, endOnFailure: true },
  )
  expect(found.failed).toBe(true)
  expect(String(found.errorInstance)).toMatch(says)
})

test('every state of a delivery can be left or is an end, and a verb leads to it', () => {
  const to = new Set(Object.values(verbs).flatMap(({ deliveries }) => [...deliveries.to]))
  const born = ['held', 'scheduled', 'pending', 'dead']
  for (const state of Object.keys(deliveryStates)) expect([...to, ...born]).toContain(state)
  // A notice is cancelled by no verb.
  for (const [name, { deliveries }] of Object.entries(verbs)) {
    const of: readonly string[] = 'of' in deliveries ? deliveries.of : Object.keys(topics)
    if ((deliveries.to as readonly string[]).includes('cancelled') && deliveries.from.some((from) => from !== 'held'))
      expect(of.includes('unsubscribe-notice') && !['supersede', 'recordOutcome'].includes(name), name).toBe(false)
  }
  expect(Object.keys(verbs) satisfies string[] as VerbName[]).toContain('unsubscribe')
})
