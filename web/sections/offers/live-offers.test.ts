import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { goneResults, type ResultsView } from '#engine/site'
import { begun, follow, newsOf, received } from './live-offers.ts'
import { offer, results } from './testing/results.ts'

const [one, two] = [offer('one'), offer('two')]

test('the first offers are on the screen at once; later ones when the visitor wants them', () => {
  const waiting = begun(results([]))
  const first = received(waiting, results([one], { revision: 2 }))
  expect([first.shown, newsOf(first)]).toEqual([[one], 0])
  const second = received(first, results([one, two], { revision: 3 }))
  expect([second.shown, newsOf(second)]).toEqual([[one], 1])
  expect(begun(second.view).shown).toEqual([one, two])
})

test('when the wait ends all are put in; what comes after that is announced again', () => {
  const first = begun(results([one]))
  const over = received(first, results([one, two], { revision: 2, leftMs: 0 }))
  expect([over.shown, newsOf(over)]).toEqual([[one, two], 0])
  const late = received(over, results([one, two, offer('three')], { revision: 3, leftMs: 0 }))
  expect([late.shown.length, newsOf(late)]).toEqual([2, 1])
})

test('a partner that answers again and again changes nothing on the screen, but a choice is said at once', () => {
  const first = begun(results([one]))
  const dearer = { ...one, price: { amount: 99, period: 'month' as const } }
  const changed = received(first, results([dearer], { revision: 2 }))
  expect([changed.shown, newsOf(changed)]).toEqual([[one], 1])
  const replaced = received(changed, results([two], { revision: 3 }))
  expect([replaced.shown, newsOf(replaced)]).toEqual([[one], 1])
  const chosen = { ...one, isChosen: true, chosenOn: '2026-11-26' }
  const told = received(first, results([chosen], { revision: 4 }))
  expect([told.shown, newsOf(told)]).toEqual([[chosen], 0])
})

test('an answer that was overtaken is left out', () => {
  const live = begun(results([one], { revision: 5 }))
  expect(received(live, results([], { revision: 4 }))).toBe(live)
})

class Stream {
  static all: Stream[] = []
  static readonly CLOSED = 2
  readyState = 1
  onmessage: (event: { data: string }) => void = () => {}
  onerror: () => void = () => {}
  readonly url: string
  constructor(url: string) {
    this.url = url
    Stream.all.push(this)
  }
  says(revision: number) {
    this.onmessage({ data: JSON.stringify({ revision }) })
  }
  refuse() {
    this.close()
    this.onerror()
  }
  close() {
    this.readyState = Stream.CLOSED
  }
}

let answer: () => Response
let asked: number

beforeEach(() => {
  vi.useFakeTimers()
  Stream.all = []
  asked = 0
  vi.stubGlobal('EventSource', Stream)
  vi.stubGlobal(
    'Request',
    class extends Request {
      constructor(path: string, init?: RequestInit) {
        super(new URL(path, 'http://page.invalid'), init)
      }
    },
  )
  vi.stubGlobal('fetch', async () => {
    asked += 1
    return answer()
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const says = (view: ResultsView) => () => Response.json(view)

test('a page is asked for when its stream says another revision, and when the wait ends', async () => {
  const taken: unknown[] = []
  const over = results([one], { revision: 2, leftMs: 0, asked: [{ name: 'Alba', state: 'answered' }] })
  answer = says(results([one], { revision: 2, leftMs: 5000 }))
  const followed = follow(results([]), 'en', (view) => taken.push(view))
  const [stream] = Stream.all
  stream?.says(1)
  expect(asked).toBe(0)
  stream?.says(2)
  await vi.advanceTimersByTimeAsync(10)
  expect([asked, taken.length]).toEqual([1, 1])
  answer = says(over)
  await vi.advanceTimersByTimeAsync(5300)
  expect([asked, taken.at(-1)]).toEqual([2, over])
  expect(stream?.readyState).toBe(Stream.CLOSED)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked).toBe(2)
  followed.stop()
})

test('where the stream is refused the page is asked for every 5 s until the wait is over', async () => {
  answer = says(results([one], { leftMs: 8000 }))
  const followed = follow(results([]), 'en', () => {})
  Stream.all[0]?.refuse()
  await vi.advanceTimersByTimeAsync(10)
  expect(asked).toBe(1)
  await vi.advanceTimersByTimeAsync(5000)
  expect(asked).toBe(2)
  answer = says(results([one], { leftMs: 0 }))
  await vi.advanceTimersByTimeAsync(120_000)
  expect(asked).toBe(3)
  followed.stop()
})

test('answers that do not come are asked for again, but not for ever', async () => {
  answer = () => new Response('', { status: 503 })
  const followed = follow(results([]), 'en', () => {})
  Stream.all[0]?.says(2)
  await vi.advanceTimersByTimeAsync(300_000)
  expect(asked).toBeGreaterThan(2)
  expect(asked).toBeLessThan(12)
  followed.stop()
})

test('nothing is followed once all are settled, and a page that is gone says so', async () => {
  follow(results([one], { leftMs: 0, asked: [{ name: 'Alba', state: 'declined' }] }), 'en', () => {})
  expect(Stream.all).toHaveLength(0)
  const taken: unknown[] = []
  answer = () => new Response('', { status: 404 })
  follow(results([]), 'en', (view) => taken.push(view))
  Stream.all[0]?.says(2)
  await vi.advanceTimersByTimeAsync(10)
  expect(taken).toEqual([goneResults])
})
