import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { smallSite } from '../../engine/node/testing/small-site.ts'
import { type Load, streamLeads } from './lead-stream.ts'
import { runCommand } from './run-command.ts'
import { buildPages, startServer, temporaryFolder } from './running-server.ts'
import { storedLeads, summary, untruths } from './told-and-stored.ts'

/** Commands and restarts need their time too; each stream is ended. In seconds. */
const longest = 600

/**
 * First the log, later the database and its log are removed under a running server, on SQLite, while leads arrive. The
 * first costs nothing, even when the server is killed then; after the second the server takes no more leads, says so,
 * and has saved what there was to a file, which is put back with `storage restore`.
 */
export async function filesRemoved(load: Load): Promise<{ ok: boolean; lines: string[] }> {
  buildPages()
  const folder = temporaryFolder()
  const file = join(folder, 'leadwright.db')
  const remove = (...suffixes: string[]) => {
    for (const suffix of suffixes) rmSync(file + suffix, { force: true })
  }
  try {
    const site = smallSite(join(folder, 'site'))
    let server = await startServer(folder, site)
    const quarter = () => sleep((load.seconds * 1000) / 4)
    const stream = streamLeads(() => server.origin, { ...load, seconds: longest })
    await quarter()
    remove('-wal')
    await quarter()
    server.process.kill('SIGKILL')
    await server.exited
    server = await startServer(folder, site)
    await quarter()
    remove('', '-wal', '-shm')
    await quarter()
    const ready = await fetch(`${server.origin}/readyz`)
    const isBack = existsSync(file)
    const sent = await stream.end()
    await server.stop()
    const rescued = readdirSync(folder).filter((name) => name.includes('.rescued-'))
    const restored = await runCommand(['storage', 'restore', join(folder, rescued[0] ?? 'none'), '--yes'], {
      DATA_DIR: folder,
    })
    const wrong = [
      ...untruths(sent, await storedLeads(file)),
      ...(ready.status === 503 ? [] : [`/readyz answered ${ready.status} without a database`]),
      ...(isBack ? ['another database was made in the place of the one that was removed'] : []),
      ...(rescued.length === 1 ? [] : [`${rescued.length} files were saved, not one`]),
      ...(restored.code === 0 ? [] : [`the restore failed: ${restored.said}`]),
    ]
    return { ok: wrong.length === 0, lines: [summary(sent), ...wrong] }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
