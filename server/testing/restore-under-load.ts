import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { smallSite } from '../../engine/node/testing/small-site.ts'
import { backupSqlite } from '../storage/operations/sqlite-backup.ts'
import { followFeed } from './feed-reader.ts'
import { type Load, repeatUnacknowledged, streamLeads } from './lead-stream.ts'
import { runCommand } from './run-command.ts'
import { buildPages, startServer, temporaryFolder } from './running-server.ts'
import { type StoredLead, storedLeads, summary, untruths } from './told-and-stored.ts'

/** Commands and restarts need their time too; each stream is ended. In seconds. */
const longest = 600

/**
 * A backup and, later, its restore by command, on SQLite, while leads arrive and a partner reads its feed. Each acknowledged lead must be in use or in the file that the restore names, and the partner must get
 * every one that is in use.
 */
export async function restoreUnderLoad(load: Load): Promise<{ ok: boolean; lines: string[] }> {
  buildPages()
  const folder = temporaryFolder()
  const [file, backup] = [join(folder, 'leadwright.db'), join(folder, 'backup.db')]
  try {
    const server = await startServer(folder, smallSite(join(folder, 'site')))
    const partner = followFeed(() => server.origin, readFileSync(join(folder, 'demo.key'), 'utf8').trim())
    const stream = streamLeads(() => server.origin, { ...load, seconds: longest })
    const third = () => sleep((load.seconds * 1000) / 3)
    await third()
    const before = stream.sent.flatMap(({ answers }) => answers.flatMap(({ id }) => id ?? []))
    const refusal = await backupSqlite(file, backup)
    await third()
    const begun = performance.now()
    const restored = await runCommand(['storage', 'restore', backup, '--yes'], { DATA_DIR: folder })
    const seconds = ((performance.now() - begun) / 1000).toFixed(1)
    await third()
    const sent = await stream.end()
    await repeatUnacknowledged(server.origin, sent)
    await partner.end()
    await server.stop()

    const inUse = await storedLeads(file)
    const kept = /is in (\S+)\.$/.exec(restored.said)?.[1]
    const inBackup = new Set((await storedLeads(backup)).map(({ id }) => id))
    const wrong = [
      ...(refusal === null ? [] : [`the backup failed: ${refusal}`]),
      ...(restored.code === 0 ? [] : [`the restore failed: ${restored.said}`]),
      ...before
        .filter((id) => !inBackup.has(id))
        .map((id) => `${id} was acknowledged before the backup, and is not in it`),
      ...untruths(sent, together(inUse, kept === undefined ? [] : await storedLeads(kept))),
      ...inUse.filter(({ id }) => !partner.seen.has(id)).map(({ id }) => `the partner never got ${id}`),
    ]
    const line = `${inUse.length} leads in use after the restore, which took ${seconds} s as a command`
    return { ok: wrong.length === 0, lines: [summary(sent), line, ...wrong] }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/**
 * A lead is in both when it was in the backup. It may also be there under two ids: stored before the restore, not
 * answered, and stored anew when it was sent again. That is once for the database in use.
 */
function together(inUse: readonly StoredLead[], kept: readonly StoredLead[]): StoredLead[] {
  const keys = new Set(inUse.map(({ key }) => key))
  return [...inUse, ...kept.filter(({ key }) => !keys.has(key))]
}
