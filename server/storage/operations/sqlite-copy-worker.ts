import { DatabaseSync } from 'node:sqlite'
import { workerData } from 'node:worker_threads'
import { makeCopy } from '../sqlite/sqlite-database.ts'

const { from, to } = workerData as { from: string; to: string }
const database = new DatabaseSync(from, { timeout: 5000 })
try {
  makeCopy(database, to)
} finally {
  database.close()
}
