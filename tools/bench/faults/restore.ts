import { restoreUnderLoad } from '../../../server/testing/restore-under-load.ts'
import type { FaultTest } from '../fault-test.ts'

export const faultTest: FaultTest = {
  name: 'restore',
  about: 'a backup and its restore under load while a partner reads its feed, on SQLite',
  run: restoreUnderLoad,
}
