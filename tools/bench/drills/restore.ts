import { restoreUnderLoad } from '../../../server/testing/restore-under-load.ts'
import type { Drill } from '../drill.ts'

export const drill: Drill = {
  name: 'restore',
  about: 'a backup and its restore under load while a partner reads its feed, on SQLite',
  run: restoreUnderLoad,
}
