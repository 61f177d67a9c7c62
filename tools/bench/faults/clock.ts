import { clockExcursion } from '../../../server/testing/clock-excursion.ts'
import type { FaultTest } from '../fault-test.ts'

export const faultTest: FaultTest = {
  name: 'clock',
  about: 'the clock jumps two years ahead and back under load, and once the server starts with it, on SQLite',
  run: clockExcursion,
}
