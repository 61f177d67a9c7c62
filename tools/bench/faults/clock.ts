import { clockExcursion } from '../../../server/testing/clock-excursion.ts'
import type { FaultTest } from '../fault-test.ts'

export const faultTest: FaultTest = {
  name: 'clock',
  about: 'the clock goes two years ahead and back under load, and once the server starts under it, on SQLite',
  run: clockExcursion,
}
