import { rm } from 'node:fs/promises'
import { sendMalformed } from '../../../server/testing/malformed-requests.ts'
import { buildPages, startServer, submit, temporaryFolder } from '../../../server/testing/running-server.ts'
import type { FaultTest } from '../fault-test.ts'

/** How much memory may grow while they arrive, in MB. */
const most = 250

export const faultTest: FaultTest = {
  name: 'malformed',
  about: '20,000 malformed requests: none causes a server error, none hangs, memory stays bounded',
  async run() {
    buildPages()
    const folder = temporaryFolder()
    const server = await startServer(folder)
    try {
      const { statuses, faults, growth } = await sendMalformed(server, 20_000)
      const grown = Math.round(growth / 1024 / 1024)
      const answers = [...statuses].sort().map(([status, count]) => `${status || 'ended'} ${count}`)
      const { status } = await submit(server.origin)
      const lines = [`answered: ${answers.join(', ')}`, `memory grew by ${grown} MB (${most} at most)`, ...faults]
      return { ok: faults.length === 0 && grown <= most && status === 201, lines }
    } finally {
      await server.stop()
      await rm(folder, { recursive: true })
    }
  },
}
