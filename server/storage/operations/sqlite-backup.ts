import { existsSync, statSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { dirname, extname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { syncFile } from '../sqlite/sqlite-database.ts'

/** How long to wait for who writes or reads just now, in ms. */
const deadlineMs = 30_000

/** null, or a sentence that says why it was not done and what to do. */
export type Refusal = string | null

/** Told how much of the work is done, from 0 to 1. */
export type OnProgress = (share: number) => void

/**
 * Writes what a database holds at one moment to a new file, while others read and write it. The file has its name once
 * it is whole and on the disk, and not before.
 */
export async function backupSqlite(file: string, target: string, onProgress: OnProgress = () => {}): Promise<Refusal> {
  if (!existsSync(file)) return `There is no database ${file}: check DATA_DIR.`
  if (existsSync(target)) return `${target} already exists. Name a new file, so that no backup is lost.`
  const partial = `${target}.partial`
  if (existsSync(partial))
    return `${partial} exists: another backup to this file is running, or was interrupted. If it was interrupted, delete the file.`
  try {
    await copyInThread(file, partial, onProgress)
    await rename(partial, target)
    syncFile(dirname(target))
    return null
  } catch (error) {
    await rm(partial, { force: true })
    return `${target} cannot be written (${error instanceof Error ? error.message : String(error)}). No backup was written.`
  }
}

/** In a thread of its own, because SQLite copies in one go, and somebody may want to see how far it is. */
async function copyInThread(from: string, to: string, onProgress: OnProgress): Promise<void> {
  // The published package carries .js files, the repository .ts.
  const code = new URL(`./sqlite-copy-worker${extname(import.meta.filename)}`, import.meta.url)
  const worker = new Worker(code, { workerData: { from, to }, env: {}, execArgv: [] })
  const done = new Promise<void>((resolve, reject) => {
    worker.once('error', reject)
    worker.once('exit', () => resolve())
  })
  const goal = bytesOf(from)
  let isDone = false
  const settled = done.finally(() => {
    isDone = true
  })
  settled.catch(() => undefined)
  while (!isDone) {
    const size = statSync(to, { throwIfNoEntry: false })?.size ?? 0
    onProgress(Math.min(1, size / goal))
    await Promise.race([settled, sleep(100)])
  }
}

/** How large a copy without what was deleted will be. */
function bytesOf(file: string): number {
  const database = new DatabaseSync(file, { timeout: 5000 })
  try {
    const number = (name: string) => Number(database.prepare(`PRAGMA ${name}`).get()?.[name])
    return Math.max(1, (number('page_count') - number('freelist_count')) * number('page_size'))
  } finally {
    database.close()
  }
}

/**
 * Writes the database anew, in its place, without a byte that no row holds any more: where SQLite moves rows between
 * pages, what stood there before is left in the gaps. Servers may run; they store nothing until it is done.
 */
export function compactSqlite(file: string): Refusal {
  if (!existsSync(file)) return `There is no database ${file}: check DATA_DIR.`
  const database = new DatabaseSync(file, { timeout: deadlineMs })
  try {
    database.exec('VACUUM')
    if (database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy === 0) return null
    return `${file} was rewritten, but another process still reads its log, such as a backup. Run the command again when it ends.`
  } catch (error) {
    return `${file} cannot be rewritten (${error instanceof Error ? error.message : String(error)}). It is unchanged.`
  } finally {
    database.close()
  }
}
