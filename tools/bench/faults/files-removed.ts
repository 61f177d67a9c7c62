import { filesRemoved } from '../../../server/testing/files-removed.ts'
import type { FaultTest } from '../fault-test.ts'

export const faultTest: FaultTest = {
  name: 'files-removed',
  about: 'first the log, then the database is removed under load, on SQLite',
  run: filesRemoved,
}
