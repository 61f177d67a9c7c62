import { copyUnderLoad } from '../../../server/testing/copy-under-load.ts'
import type { FaultTest } from '../fault-test.ts'

export const faultTest: FaultTest = {
  name: 'copy',
  about: 'the move from SQLite to PostgreSQL under load',
  run: copyUnderLoad,
}
