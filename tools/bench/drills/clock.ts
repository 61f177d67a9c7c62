import { clockExcursion } from '../../../server/testing/clock-excursion.ts'
import type { Drill } from '../drill.ts'

export const drill: Drill = {
  name: 'clock',
  about: 'the clock goes two years ahead and back under load, and once the server starts under it, on SQLite',
  run: clockExcursion,
}
