import { parentPort, workerData } from 'node:worker_threads'
import { type ConnectionOpened, openConnection } from './sqlite-connection.ts'
import { createReceiver, type Reply, type Request, type ThreadData } from './sqlite-messages.ts'
import { createReader } from './sqlite-reader.ts'

if (!parentPort) throw new Error('sqlite-worker.ts runs as a worker thread of sqlite.ts.')
const port = parentPort
const { file, phases, gate, task } = workerData as ThreadData
const opened: ConnectionOpened =
  task === 'read' ? { ok: true, connection: createReader(file, gate) } : openConnection(file, phases, gate)

if (!opened.ok) {
  reply({ opened: false, reason: opened.reason })
} else {
  const { connection } = opened
  const receive = createReceiver()
  port.on('message', (request: Request) => {
    if (request !== 'close') {
      return reply({ outcomes: connection.run(request.calls.map(receive), request.slot) })
    }
    connection.close()
    port.close()
  })
  reply({ opened: true })
}

function reply(message: Reply): void {
  port.postMessage(message)
}
