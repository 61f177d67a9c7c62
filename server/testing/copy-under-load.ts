import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { smallSite } from '../../engine/node/testing/small-site.ts'
import { copyToPostgres } from '../storage/operations/copy.ts'
import { postgresServer } from '../storage/testing/postgres-server.ts'
import { type Load, repeatUnacknowledged, streamLeads } from './lead-stream.ts'
import { buildPages, startServer, temporaryFolder } from './running-server.ts'
import { storedLeads, summary, untruths } from './told-and-stored.ts'

/** Commands and restarts need their time too; each stream is ended. In seconds. */
const longest = 600

/**
 * The move from SQLite to PostgreSQL while leads arrive: a copy is refused while
 * the server runs on the source, done once it has stopped, and refused again when a server runs on the target.
 */
export async function copyUnderLoad(load: Load): Promise<{ ok: boolean; lines: string[] }> {
  buildPages()
  const folder = temporaryFolder()
  const postgres = await postgresServer({ durable: true })
  try {
    const url = await postgres.database()
    const file = join(folder, 'leadwright.db')
    const copy = () => copyToPostgres(file, url)
    const site = smallSite(join(folder, 'site'))
    let server = await startServer(folder, site)
    const third = () => sleep((load.seconds * 1000) / 3)
    const stream = streamLeads(() => server.origin, { ...load, seconds: longest })
    await third()
    const early = await copy()
    await third()
    await server.stop()
    const begun = performance.now()
    const moved = await copy()
    const seconds = ((performance.now() - begun) / 1000).toFixed(1)
    const copied = await storedLeads(file)
    server = await startServer(folder, { ...site, DATABASE_URL: url })
    await third()
    const late = await copy()
    const sent = await stream.end()
    await repeatUnacknowledged(server.origin, sent)
    await server.stop()
    const wrong = [
      ...untruths(sent, await storedLeads(url)),
      ...(!early.ok && early.reason.includes('Stop the server') ? [] : ['copied from a running server']),
      ...(moved.ok ? [] : [`the copy failed: ${moved.reason}`]),
      ...(!late.ok && late.reason.includes('No data was copied') ? [] : ['copied over a running server']),
    ]
    const line = `${copied.length} leads copied in ${seconds} s`
    return { ok: wrong.length === 0, lines: [summary(sent), line, ...wrong] }
  } finally {
    await postgres.remove()
    rmSync(folder, { recursive: true })
  }
}
