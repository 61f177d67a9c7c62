import { afterEach, expect, test, vi } from 'vitest'
import { createBatcher, type GroupRun } from './batcher.ts'
import { withPatience } from './patience.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('whoever waits behind a group that is stuck hears of it, whenever their patience ends', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setImmediate'] })
  const begun = Date.now()
  // Each look at the clock takes time: what is asked twice is answered twice.
  let looks = 0
  vi.spyOn(performance, 'now').mockImplementation(() => {
    looks += 1
    return Date.now() - begun + looks / 10
  })
  const stuck: GroupRun = { outcomes: new Promise(() => {}), giveUp: () => 'nothing stored' }
  const batcher = createBatcher(() => stuck, { inFlight: 1 })
  const calls = Array.from({ length: 200 }, (_, number) => withPatience(3000 + number, () => batcher.atomic([])))
  let settled = 0
  for (const call of calls) call.catch(() => void settled++)
  await vi.advanceTimersByTimeAsync(200)
  const later = Array.from({ length: 200 }, (_, number) => withPatience(3000 + number, () => batcher.atomic([])))
  for (const call of later) call.catch(() => void settled++)
  await vi.advanceTimersByTimeAsync(6000)
  expect(settled).toBe(400)
})
