import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import { openDatabase } from './sqlite-database.ts'
import { runGroup } from './sqlite-group.ts'
import type { Reply, Request } from './sqlite-messages.ts'
import { cacheStatements } from './sqlite-statements.ts'

/** Bounds how long one commit may keep the others waiting. */
const mostCalls = 500

if (!parentPort) throw new Error('sqlite-worker.ts runs as a worker thread of sqlite.ts.')
const port = parentPort
const opened = openDatabase(workerData.file)

if (!opened.ok) {
  reply({ opened: false, reason: opened.reason })
} else {
  const { database } = opened
  const prepare = cacheStatements(database)
  port.on('message', (first: Request) => {
    // While the last commit ran, calls queued up at the port: they become one group, without a timer.
    const requests = takeWaiting(first)
    const calls = requests.filter((request) => request !== 'close')
    const outcomes = runGroup(
      database,
      prepare,
      calls.map((call) => call.statements),
    )
    reply({ results: outcomes.map((outcome, index) => ({ call: calls[index]?.call ?? -1, outcome })) })
    if (calls.length === requests.length) return
    database.close()
    port.close()
  })
  reply({ opened: true })
}

function takeWaiting(first: Request): Request[] {
  const requests = [first]
  while (requests.length < mostCalls) {
    const next = receiveMessageOnPort(port)
    if (!next) break
    requests.push(next.message)
  }
  return requests
}

function reply(message: Reply): void {
  port.postMessage(message)
}
