import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { smallSite } from '../../../engine/node/testing/small-site.ts'
import { postgresServer, query } from '../../../server/storage/testing/postgres-server.ts'
import { repeatUnacknowledged, streamLeads } from '../../../server/testing/lead-stream.ts'
import { buildPages, startServer, temporaryFolder } from '../../../server/testing/running-server.ts'
import { storedLeads, summary, untruths } from '../../../server/testing/told-and-stored.ts'
import type { FaultTest } from '../fault-test.ts'

export const faultTest: FaultTest = {
  name: 'asynchronous-commits',
  about: 'PostgreSQL crashes three times while synchronous_commit is off for the role of the server',
  async run({ perSecond, seconds }) {
    buildPages()
    const folder = temporaryFolder()
    const postgres = await postgresServer({ durable: true })
    const admin = `${postgres.url}postgres`
    try {
      await query(admin, 'ALTER ROLE postgres SET synchronous_commit = off')
      // What a commit does not wait for is written this much later.
      await query(admin, "ALTER SYSTEM SET wal_writer_delay = '10s'")
      await query(admin, 'SELECT pg_reload_conf()')
      const place = await postgres.database()
      const server = await startServer(folder, { ...smallSite(folder), DATABASE_URL: place })
      const stream = streamLeads(() => server.origin, { perSecond, seconds: seconds * 3 })
      for (let crash = 0; crash < 3; crash++) {
        await sleep((seconds * 1000) / 4)
        await postgres.crash()
        await postgres.start()
      }
      await sleep((seconds * 1000) / 4)
      const sent = await stream.end()
      await repeatUnacknowledged(server.origin, sent)
      const wrong = untruths(sent, await storedLeads(place))
      await server.stop()
      return { ok: wrong.length === 0, lines: [summary(sent), ...wrong.slice(0, 20)] }
    } finally {
      await postgres.remove()
      await rm(folder, { recursive: true })
    }
  },
}
