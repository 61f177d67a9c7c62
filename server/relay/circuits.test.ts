// Partners that fail are asked no more for a while, by all servers of a database alike.
import { expect, onTestFinished, test, vi } from 'vitest'
import { temporaryPlace, temporaryStorage } from '../storage/testing/temporary-storage.ts'
import { type Circuits, openCircuits } from './circuits.ts'

const start = Date.parse('2026-11-20T10:00:00Z')

/** Servers on one database, with a clock that the test moves. */
async function servers(count: number) {
  const place = await temporaryPlace()
  const clock = { now: start }
  const all: Circuits[] = []
  for (let at = 0; at < count; at++) all.push(openCircuits(await temporaryStorage(place), () => clock.now))
  /** So that what another server wrote is read anew. */
  const forget = () => vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 1000)
  onTestFinished(() => void vi.restoreAllMocks())
  return { clock, all, forget, rooms: () => Promise.all(all.map((each) => each.room('acme'))) }
}

test('after five failures in a row nobody asks, then one call in all finds out, and a partner that is back is asked by all', async () => {
  const { clock, all, forget, rooms } = await servers(2)
  const [one, other] = all as [Circuits, Circuits]
  for (let failures = 0; failures < 4; failures++) await one.report('acme', false)
  await one.report('acme', true)
  for (let failures = 0; failures < 5; failures++) {
    forget()
    expect(await rooms()).toEqual(['all', 'all'])
    await (failures % 2 ? one : other).report('acme', false)
  }
  forget()
  expect(await rooms()).toEqual(['none', 'none'])
  expect(await one.room('somebody else')).toBe('all')
  expect(await one.admit('acme')).toBe(30_000)

  clock.now += 30_000
  expect(await rooms()).toEqual(['one', 'one'])
  const admitted = await Promise.all([one, other, one, other].map((each) => each.admit('acme')))
  expect(admitted.filter((wait) => wait === null)).toHaveLength(1)
  forget()
  expect(await rooms()).toEqual(['none', 'none'])
  // The one that was let through, whichever server's it is.
  const prober = admitted[0] === null || admitted[2] === null ? one : other
  await prober.report('acme', false)
  forget()
  clock.now += 59_000
  expect(await rooms()).toEqual(['none', 'none'])
  clock.now += 1000
  expect(await other.admit('acme')).toBeNull()
  await other.report('acme', true)
  forget()
  expect(await rooms()).toEqual(['all', 'all'])
  expect(await one.admit('acme')).toBeNull()
})

test('a server whose call fails learns at once that another has counted five', async () => {
  const { all, rooms } = await servers(2)
  const [one, other] = all as [Circuits, Circuits]
  expect(await rooms()).toEqual(['all', 'all'])
  for (let failures = 0; failures < 5; failures++) await one.report('acme', false)
  await other.report('acme', false)
  expect(await rooms()).toEqual(['none', 'none'])
})

test('a read that began before a failure does not hide it', async () => {
  const { all, forget } = await servers(1)
  const [one] = all as [Circuits]
  for (let failures = 0; failures < 4; failures++) await one.report('acme', false)
  forget()
  const [room] = await Promise.all([one.room('acme'), one.report('acme', false)])
  expect(['all', 'none']).toContain(room)
  expect(await one.room('acme')).toBe('none')
})

test('calls that were under way when the others failed make no pause longer', async () => {
  const { clock, all, forget, rooms } = await servers(2)
  await Promise.all(Array.from({ length: 16 }, (_, at) => all[at % 2]?.report('acme', false)))
  forget()
  expect(await rooms()).toEqual(['none', 'none'])
  clock.now += 30_000
  expect(await rooms()).toEqual(['one', 'one'])
})

test('who finds out and dies, or a clock that was ahead, holds up nobody for long', async () => {
  const { clock, all, forget, rooms } = await servers(2)
  const [one, other] = all as [Circuits, Circuits]
  for (let failures = 0; failures < 5; failures++) await one.report('acme', false)
  clock.now += 30_000
  expect(await one.admit('acme')).toBeNull()
  clock.now += 30_000
  forget()
  expect(await other.admit('acme')).toBeNull()
  clock.now -= 24 * 60 * 60 * 1000
  forget()
  expect(await rooms()).toEqual(['one', 'one'])
  expect(await one.admit('acme')).toBeNull()
})

test('turns are apart as the partner wishes, over all servers, and none is taken that is too far ahead', async () => {
  const { clock, all } = await servers(2)
  const turns = []
  for (let at = 0; at < 10; at++) turns.push(await all[at % 2]?.turn('acme', 30))
  expect(turns).toEqual([0, 2000, 4000, 6000, 8000, null, null, null, null, null])
  expect(await all[0]?.room('acme')).toBe('none')
  clock.now += 4000
  expect(await all[1]?.turn('acme', 30)).toBe(6000)
  // Turns that were taken under a clock that was ahead do not count.
  clock.now -= 24 * 60 * 60 * 1000
  expect(await all[0]?.turn('acme', 30)).toBe(0)
  expect(await all[1]?.turn('acme', 30)).toBe(2000)
})
