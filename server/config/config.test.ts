import { expect, test } from 'vitest'
import { readConfig } from './index.ts'

test('a variable that was called otherwise is read, and the new name is said', () => {
  expect(readConfig({ LONGEST_WAIT: '250' })).toMatchObject({
    ok: true,
    config: { maxEventLoopDelayMs: 250 },
    warnings: ['LONGEST_WAIT is now called MAX_EVENT_LOOP_DELAY_MS. The next version accepts only the new name.'],
  })
  expect(readConfig({ LONGEST_WAIT: '250', MAX_EVENT_LOOP_DELAY_MS: '300' })).toMatchObject({
    config: { maxEventLoopDelayMs: 300 },
  })
  expect(readConfig({ MAX_EVENT_LOOP_DELAY_MS: '300' })).toMatchObject({ warnings: [] })
  expect(readConfig({ LONGEST_WAIT: 'soon' })).toEqual({
    ok: false,
    problems: ['MAX_EVENT_LOOP_DELAY_MS is "soon", but must be a whole number of milliseconds above 0.'],
  })
})
