// A database that the version before messages had subjects has written: fixtures/before-subjects.<engine>.sql.
import { expect, onTestFinished, test } from 'vitest'
import type { PartnerDefinition } from '#schemas/generated/partner.ts'
import { replay } from '../leads/deliveries.ts'
import { eraseLeads } from '../leads/erase.ts'
import { readFeed } from '../leads/feed.ts'
import { createMailer } from '../outbound/mailer.ts'
import { parseCursor, toCursor } from '../partner-api/routes.ts'
import type { Row, Storage } from '../storage/storage.ts'
import { temporaryPlace, temporaryStorage } from '../storage/testing/temporary-storage.ts'
import { eventually } from '../testing/eventually.ts'
import { startMailServer } from '../testing/mail-server.ts'
import { answerWith, startReceiver } from '../testing/receiver.ts'
import { writeBeforeSubjects } from './testing/before-subjects.ts'
import { startBench } from './testing/relay-bench.ts'

/** When it was written, and where its reader's cursor stood. */
const writtenAt = Date.parse('2026-11-20T10:00:16.000Z')
const cursor = toCursor(1795168816003)

/** The old database, brought to today's version by being opened. */
async function migrated(): Promise<Storage> {
  const place = await temporaryPlace()
  await writeBeforeSubjects(place)
  return temporaryStorage(place)
}

async function rowsOf(storage: Storage, where: string): Promise<Row[]> {
  const sql = `SELECT * FROM deliveries WHERE ${where} ORDER BY due_at`
  return (await storage.atomic([{ sql, parameters: [] }]))[0] ?? []
}

test('what waited is delivered once, what was given up can be sent anew, what had arrived stays', async () => {
  const storage = await migrated()
  const receiver = await startReceiver(answerWith(200))
  const { url: smtp, mails } = await startMailServer()
  const mailer = createMailer(smtp)
  onTestFinished(() => mailer.close())
  const hook = { kind: 'webhook', url: receiver.url, secretVariable: 'SECRET' } as const
  const mail = { kind: 'email', to: 'a@b.example', from: 'c@d.example' } as const
  const partner = (delivery: PartnerDefinition['deliveries'][string]): PartnerDefinition => ({
    ...{ name: 'x', filters: [{ form: 'x' }], deliveries: { hook: delivery } },
  })
  const partners = { acme: partner(hook), gone: partner(hook), broken: partner(hook), mailed: partner(mail) }
  const before = await rowsOf(storage, '1 = 1')
  expect(before).toHaveLength(15)
  expect(before.every((row) => row.subject_kind === 'lead')).toBe(true)
  const waiting = await rowsOf(storage, "state = 'pending' AND kind <> 'pull'")
  expect(waiting.map(({ partner, payload, attempts }) => [partner, payload, attempts])).toEqual([
    ['acme', '{"lead":7}', 1],
    ['acme', '{"lead":8}', 0],
    ['broken', '{"lead":5}', 1],
    ['mailed', '{"lead":6}', 0],
  ])

  let now = writtenAt
  await startBench({}, { storage, partners: () => partners, mailer, now: () => now })
  // A server that died holds this one still.
  await eventually(() => expect(receiver.received.map(({ body }) => body).sort()).toEqual(['{"lead":5}', '{"lead":8}']))
  now += 60_000
  await eventually(async () => expect(await rowsOf(storage, "state = 'pending' AND kind <> 'pull'")).toEqual([]))
  const sent = receiver.received.map(({ headers, body }) => [headers['webhook-id'], body])
  const hooks = waiting.filter(({ kind }) => kind === 'webhook')
  expect(sent.sort()).toEqual(hooks.map(({ id, payload }) => [id, payload]).sort())
  expect(mails).toHaveLength(1)
  expect(mails[0]).toContain(`Message-ID: <${waiting.find(({ kind }) => kind === 'email')?.id}@d.example>`)

  const dead = await rowsOf(storage, "state = 'dead'")
  expect(dead.map(({ payload, replay }) => [payload, replay])).toEqual([
    ['{"lead":3}', 1],
    ['{"lead":4}', 0],
  ])
  expect(await replay(storage, { partner: 'gone', states: ['dead'] }, now)).toMatchObject({ sent: 2, erased: 0 })
  await eventually(async () =>
    expect(await rowsOf(storage, "state = 'dead' OR state = 'pending' AND kind <> 'pull'")).toEqual([]),
  )
  const anew = receiver.received.slice(sent.length)
  expect(anew.map(({ body }) => body).sort()).toEqual(['{"lead":3}', '{"lead":4}'])
  const known = before.map(({ id }) => id)
  expect(anew.filter(({ headers }) => known.includes(String(headers['webhook-id'])))).toEqual([])
})

test("the feed goes on where its reader's cursor stands: nothing is lost, and nothing comes twice", async () => {
  const storage = await migrated()
  const now = writtenAt + 1000
  const part = await readFeed(storage, 'reader', { after: parseCursor(cursor) ?? 0, limit: 100, now })
  expect(part.leads).toEqual([{ lead: 13 }, { lead: 15 }])
  const next = await readFeed(storage, 'reader', { after: part.next, limit: 100, now })
  expect(next).toEqual({ leads: [], events: [], next: part.next })
  const all = await readFeed(storage, 'reader', { after: 0, limit: 100, now })
  expect(all.leads).toEqual([{ lead: 10 }, { lead: 12 }, { lead: 13 }, { lead: 15 }])
})

test('leads of before are erased with their messages', async () => {
  const storage = await migrated()
  const [waiting] = await rowsOf(storage, 'payload = \'{"lead":8}\'')
  expect(await eraseLeads(storage, [String(waiting?.subject_id)], writtenAt)).toEqual([waiting?.subject_id])
  expect(await rowsOf(storage, `id = '${waiting?.id}'`)).toMatchObject([{ state: 'erased', payload: '' }])
})
