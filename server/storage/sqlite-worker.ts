import { parentPort, workerData } from 'node:worker_threads'
import { openDatabase } from './sqlite-database.ts'
import { runGroup } from './sqlite-group.ts'
import type { Reply, Request } from './sqlite-messages.ts'
import { cacheStatements } from './sqlite-statements.ts'

if (!parentPort) throw new Error('sqlite-worker.ts runs as a worker thread of sqlite.ts.')
const port = parentPort
const opened = openDatabase(workerData.file)

if (!opened.ok) {
  reply({ opened: false, reason: opened.reason })
} else {
  const { database } = opened
  const prepare = cacheStatements(database)
  port.on('message', (request: Request) => {
    if (request !== 'close') return reply({ outcomes: runGroup(database, prepare, request) })
    database.close()
    port.close()
  })
  reply({ opened: true })
}

function reply(message: Reply): void {
  port.postMessage(message)
}
