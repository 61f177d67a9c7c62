import { expect, test } from 'vitest'
import { type Bar, barAt, begun, ended, idle, restOf } from './progress-rules.ts'

/** `+` begins, `-` is done, `x` fails, `c` is cancelled. */
type Event = [at: number, what: '+' | '-' | 'x' | 'c']

const endings = { '-': 'done', x: 'failed', c: 'cancelled' } as const
const after = (events: Event[]) =>
  events.reduce(
    (progress, [at, what]) => (what === '+' ? begun(progress, at) : ended(progress, at, endings[what])),
    idle,
  )
const running = (percent: number): Bar => ({ percent, hasFailed: false })
const failed = (percent: number): Bar => ({ percent, hasFailed: true })

test.each<[string, Event[], number, Bar | null]>([
  ['nothing is on its way', [], 0, null],
  ['a wait shorter than 200 ms shows none', [[0, '+']], 199, null],
  [
    'and leaves none',
    [
      [0, '+'],
      [199, '-'],
    ],
    199,
    null,
  ],
  [
    'nor does one that fails so soon',
    [
      [0, '+'],
      [199, 'x'],
    ],
    199,
    null,
  ],
  ['at 200 ms it appears', [[0, '+']], 200, running(7)],
  ['it grows', [[0, '+']], 1000, running(34)],
  ['fast at first, slower later', [[0, '+']], 2500, running(71)],
  ['to the end of its crawl at 5,000 ms', [[0, '+']], 5000, running(95)],
  ['and waits there', [[0, '+']], 60_000, running(95)],
  [
    'what has come fills it',
    [
      [0, '+'],
      [300, '-'],
    ],
    300,
    running(100),
  ],
  [
    'for 500 ms',
    [
      [0, '+'],
      [300, '-'],
    ],
    799,
    running(100),
  ],
  [
    'and no longer',
    [
      [0, '+'],
      [300, '-'],
    ],
    800,
    null,
  ],
  [
    'it counts what is in flight',
    [
      [0, '+'],
      [100, '+'],
      [300, '-'],
    ],
    1000,
    running(34),
  ],
  [
    'and is full when none remains',
    [
      [0, '+'],
      [100, '+'],
      [300, '-'],
      [900, '-'],
    ],
    1000,
    running(100),
  ],
  [
    'a failure is seen at once',
    [
      [0, '+'],
      [100, '+'],
      [300, 'x'],
    ],
    1000,
    failed(34),
  ],
  [
    'and to the end',
    [
      [0, '+'],
      [100, '+'],
      [300, 'x'],
      [900, '-'],
    ],
    1000,
    failed(100),
  ],
  [
    'what is cancelled fails nothing',
    [
      [0, '+'],
      [900, 'c'],
    ],
    1000,
    running(100),
  ],
  [
    'a failure is over with what failed',
    [
      [0, '+'],
      [300, 'x'],
      [900, '+'],
    ],
    1200,
    running(11),
  ],
  [
    'what begins while a full bar is shown waits for its own 200 ms',
    [
      [0, '+'],
      [300, 'x'],
      [400, '+'],
    ],
    599,
    failed(100),
  ],
  [
    'then takes its place',
    [
      [0, '+'],
      [300, 'x'],
      [400, '+'],
    ],
    600,
    running(7),
  ],
  [
    'what ends twice is not counted twice',
    [
      [0, '+'],
      [300, '-'],
      [300, '-'],
      [900, '+'],
    ],
    1200,
    running(11),
  ],
])('%s', (_, events, at, bar) => {
  expect(barAt(after(events), at)).toEqual(bar)
})

test.each<[string, Event[], number, number | null]>([
  ['nothing changes by itself', [], 0, null],
  ['until it appears', [[0, '+']], 50, 150],
  ['while it grows', [[0, '+']], 200, 100],
  ['at the end of the crawl', [[0, '+']], 5000, null],
  [
    'until it is hidden',
    [
      [0, '+'],
      [300, '-'],
    ],
    350,
    450,
  ],
  [
    'hidden first',
    [
      [0, '+'],
      [300, '-'],
      [700, '+'],
    ],
    750,
    50,
  ],
  [
    'another first',
    [
      [0, '+'],
      [300, '-'],
      [400, '+'],
    ],
    450,
    150,
  ],
])('how long to rest: %s', (_, events, at, rest) => {
  expect(restOf(after(events), at)).toBe(rest)
})
