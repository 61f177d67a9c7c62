import { copyUnderLoad } from '../../../server/testing/copy-under-load.ts'
import type { Drill } from '../drill.ts'

export const drill: Drill = {
  name: 'copy',
  about: 'the move from SQLite to PostgreSQL under load',
  run: copyUnderLoad,
}
