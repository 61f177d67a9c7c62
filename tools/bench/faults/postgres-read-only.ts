import { rm } from 'node:fs/promises'
import { postgresServer, query } from '../../../server/storage/testing/postgres-server.ts'
import { buildPages, startServer, temporaryFolder } from '../../../server/testing/running-server.ts'
import { through } from '../../../server/testing/trouble.ts'
import type { FaultTest } from '../fault-test.ts'

export const faultTest: FaultTest = {
  name: 'postgres-read-only',
  about: 'PostgreSQL only reads for a third of the time, as a standby does or one whose disk is full',
  async run(load) {
    buildPages()
    const folder = temporaryFolder()
    const postgres = await postgresServer({ durable: true })
    const readOnly = async (setting: 'on' | 'off') => {
      await query(`${postgres.url}postgres`, `ALTER SYSTEM SET default_transaction_read_only = ${setting}`)
      await query(`${postgres.url}postgres`, 'SELECT pg_reload_conf()')
    }
    try {
      const place = await postgres.database()
      const server = await startServer(folder, { DATABASE_URL: place })
      const result = await through({
        ...{ server, place, load },
        begin: () => readOnly('on'),
        end: () => readOnly('off'),
      })
      await server.stop()
      return result
    } finally {
      await postgres.remove()
      await rm(folder, { recursive: true })
    }
  },
}
