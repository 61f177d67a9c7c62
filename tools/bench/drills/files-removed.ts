import { filesRemoved } from '../../../server/testing/files-removed.ts'
import type { Drill } from '../drill.ts'

export const drill: Drill = {
  name: 'files-removed',
  about: 'first the log, then the database is removed under load, on SQLite',
  run: filesRemoved,
}
