import { rm } from 'node:fs/promises'
import { postgresServer } from '../../../server/storage/testing/postgres-server.ts'
import { buildPages, startServer, temporaryFolder } from '../../../server/testing/running-server.ts'
import { through } from '../../../server/testing/trouble.ts'
import type { FaultTest } from '../fault-test.ts'

export const faultTest: FaultTest = {
  name: 'postgres-hanging',
  about: 'all processes of PostgreSQL are stopped (SIGSTOP) for a third of the time',
  async run(load) {
    buildPages()
    const folder = temporaryFolder()
    const postgres = await postgresServer({ durable: true })
    try {
      const place = await postgres.database()
      const server = await startServer(folder, { DATABASE_URL: place })
      const result = await through({ server, place, load, begin: postgres.hang, end: postgres.resume })
      await server.stop()
      return result
    } finally {
      await postgres.remove()
      await rm(folder, { recursive: true })
    }
  },
}
