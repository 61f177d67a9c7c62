import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { repeatUnacknowledged, streamLeads } from '../../../server/testing/lead-stream.ts'
import { buildPages, startServer, temporaryFolder } from '../../../server/testing/running-server.ts'
import { storedLeads, summary, untruths } from '../../../server/testing/told-and-stored.ts'
import type { FaultTest } from '../fault-test.ts'

/** How often the process is killed. */
const kills = 8

export const faultTest: FaultTest = {
  name: 'killed',
  about: 'the server is killed (SIGKILL) eight times under load, on SQLite',
  async run(load) {
    buildPages()
    const folder = temporaryFolder()
    try {
      let server = await startServer(folder)
      const stream = streamLeads(() => server.origin, load)
      for (let count = 0; count < kills; count++) {
        await sleep((load.seconds * 1000) / (kills + 1))
        server.process.kill('SIGKILL')
        await server.exited
        server = await startServer(folder)
      }
      const sent = await stream.end()
      await repeatUnacknowledged(server.origin, sent)
      const wrong = untruths(sent, await storedLeads(join(folder, 'leadwright.db')))
      await server.stop()
      return { ok: wrong.length === 0, lines: [summary(sent), ...wrong] }
    } finally {
      await rm(folder, { recursive: true })
    }
  },
}
