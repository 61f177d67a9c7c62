import { afterEach, expect, test, vi } from 'vitest'
import { createBatcher, type GroupRun, type RunGroup, withDeadline } from './batcher.ts'
import type { CallOutcome } from './outcome.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('whoever waits behind a group that is stuck hears of it, whenever their deadline ends', async () => {
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
  const calls = Array.from({ length: 200 }, (_, number) => withDeadline(3000 + number, () => batcher.atomic([])))
  let settled = 0
  for (const call of calls) call.catch(() => void settled++)
  await vi.advanceTimersByTimeAsync(200)
  const later = Array.from({ length: 200 }, (_, number) => withDeadline(3000 + number, () => batcher.atomic([])))
  for (const call of later) call.catch(() => void settled++)
  await vi.advanceTimersByTimeAsync(6000)
  expect(settled).toBe(400)
})

test('beside a group that is under way another begins once it is half as large, and any once it is done', async () => {
  const groups: { size: number; end: () => void }[] = []
  const run: RunGroup = (calls) => {
    const { promise, resolve } = Promise.withResolvers<CallOutcome[]>()
    groups.push({ size: calls.length, end: () => resolve(calls.map(() => ({ ok: true, rows: [] }))) })
    return { outcomes: promise, giveUp: () => 'nothing stored' }
  }
  const batcher = createBatcher(run, { inFlight: 2 })
  const ask = async (count: number) => {
    for (let call = 0; call < count; call++) void batcher.atomic([])
    await new Promise(setImmediate)
    return groups.map(({ size }) => size)
  }
  expect(await ask(6)).toEqual([6])
  expect(await ask(2)).toEqual([6])
  expect(await ask(1)).toEqual([6, 3])
  expect(await ask(1)).toEqual([6, 3])
  groups[0]?.end()
  await ask(0)
  expect(await ask(0)).toEqual([6, 3])
  expect(await ask(1)).toEqual([6, 3, 2])
  groups[1]?.end()
  groups[2]?.end()
  await ask(0)
  expect(await ask(1)).toEqual([6, 3, 2, 1])
  groups[3]?.end()
  await batcher.close()
})
