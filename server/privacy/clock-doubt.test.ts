import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { storeLead } from '../leads/store-lead.ts'
import { sampleLead } from '../leads/testing/sample-lead.ts'
import type { Storage } from '../storage/storage.ts'
import { temporaryStorage } from '../storage/testing/temporary-storage.ts'
import { runRetention } from './retention.ts'

const day = 24 * 60 * 60 * 1000
const now = Date.parse('2026-11-20T10:00:00Z')
const kept = { retention: new Map([['home-insurance', 365]]), partners: {} }

async function lead(storage: Storage, moment: number): Promise<void> {
  const receivedAt = new Date(moment).toISOString()
  await storeLead(storage, sampleLead({ id: v7({ msecs: moment }), receivedAt }))
}

async function erased(storage: Storage): Promise<number> {
  const sql = 'SELECT count(*) AS n FROM leads WHERE erased_at IS NOT NULL'
  const [[row] = []] = await storage.atomic([{ sql, parameters: [] }])
  return Number(row?.n)
}

test('one start two years ahead erases nothing and says why, also when leads come under that clock', async () => {
  const storage = await temporaryStorage()
  await lead(storage, now - 400 * day)
  await lead(storage, now)
  expect(await runRetention(storage, kept, now + 3_600_000)).toEqual({ ok: true, erased: 1 })
  for (let run = 0; run < 3; run++) {
    const ahead = now + 730 * day + run * 3_600_000
    await lead(storage, ahead)
    expect(await runRetention(storage, kept, ahead)).toEqual({
      ok: false,
      reason: expect.stringMatching(
        /^The clock says 2028-11-\d\dT.*, 730 days after when old leads were last looked for: no lead is erased/,
      ),
    })
  }
  expect(await erased(storage)).toBe(1)
  // Back in time, all goes on.
  expect(await runRetention(storage, kept, now + 2 * day)).toEqual({ ok: true, erased: 0 })
})

test('the first run ever is judged by the newest lead', async () => {
  const storage = await temporaryStorage()
  await lead(storage, now)
  expect(await runRetention(storage, kept, now + 730 * day)).toMatchObject({
    reason: expect.stringContaining('730 days after when the newest lead came'),
  })
  expect(await erased(storage)).toBe(0)
  expect(await runRetention(storage, kept, now)).toEqual({ ok: true, erased: 0 })
})

test('a clock that went back is not believed either, or it would make the right one look wrong', async () => {
  const storage = await temporaryStorage()
  await lead(storage, now)
  expect(await runRetention(storage, kept, now)).toMatchObject({ ok: true })
  expect(await runRetention(storage, kept, now - 730 * day)).toMatchObject({
    reason: expect.stringContaining('730 days before when old leads were last looked for'),
  })
  expect(await runRetention(storage, kept, now + day)).toMatchObject({ ok: true })
})

test('an operator who says that the clock is right is obeyed, and believed from then on', async () => {
  const storage = await temporaryStorage()
  await lead(storage, now)
  expect(await runRetention(storage, kept, now)).toEqual({ ok: true, erased: 0 })
  const later = now + 400 * day
  expect(await runRetention(storage, kept, later)).toMatchObject({ ok: false })
  expect(await runRetention(storage, kept, later, { isOrdered: true })).toEqual({ ok: true, erased: 1 })
  expect(await runRetention(storage, kept, later + day)).toEqual({ ok: true, erased: 0 })
})
