import { linkSync, renameSync, rmSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import type { CallOutcome, Failure } from '../outcome.ts'
import { erasing, type Statement } from '../storage.ts'
import { cacheStatements, makeCopy, openDatabase } from './sqlite-database.ts'
import { allowReading, dropSecondName, filesNow, type Gate, keepReaderOut, stateOfFiles } from './sqlite-files.ts'
import { type Prepare, runGroup } from './sqlite-group.ts'

/** Between two tries while somebody reads the log, in ms. */
const pause = 1000

/**
 * How long each try but the first waits for readers, in ms: what reads a page is done by then, and who begins meanwhile
 * reads the database alone. So listings that follow each other never keep the log from being emptied.
 */
const purgePatience = 50

/** How often a closing command tries, and how long each time, in ms: meanwhile no lead can be stored. */
const [lastTries, lastPatience] = [20, 250] as const

/** A database that is open, or a sentence that says why it is not and what to do. */
export type ConnectionOpened = { ok: true; connection: SqliteConnection } | { ok: false; reason: string }

/** An open database that notices when its files are taken away from under it. */
export interface SqliteConnection {
  /**
   * Runs calls in one transaction. What it says is stored can be found by whoever opens the file after this.
   * @param slot see `runGroup`
   */
  run(calls: readonly (readonly Statement[])[], slot: number): CallOutcome[]
  close(): void
}

interface Open {
  database: DatabaseSync
  prepare: Prepare
}

/** How long to wait until the thread that reads has closed the database, in ms. */
const deadlineMs = 5000

/** Opens the database in `file` and brings its tables up to date. @param phases see `runGroup` */
export function openConnection(file: string, phases: Int32Array, gate: Gate): ConnectionOpened {
  const opened = open(file, gate)
  if (!opened.ok) return opened
  let current = opened.open
  const second = `${file}.second`
  dropSecondName(file, second)
  /** Once the files are gone they stay so: a file that turns up later is another one. */
  let loss: string | null = null
  const removed = `the database ${file} was removed under the running server`
  const purge = createPurge(() => current.database)

  /** Looks for the files, and mends what can be mended. Returns why nothing can be stored, or null. */
  function refusal(): string | null {
    if (loss !== null) return loss
    const place = stateOfFiles(file, gate.files)
    if (place === 'kept') return null
    if (place === 'removed log') loss = saveLog()
    else if (place === 'removed') loss = `${removed}; ${rescue()}`
    else loss = `the database ${file} was replaced under the running server: restart the server to use the new one`
    return loss
  }

  /** What was in the log is in this process only: it goes into the database, which is opened anew with another log. */
  function saveLog(): string | null {
    try {
      const isAlone = keepReaderOut(gate, deadlineMs)
      const done = isAlone ? current.database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() : null
      if (done?.busy !== 0)
        return `the log of ${file} was removed while other processes used it: stop them, then restart`
      // Files are removed one after the other: under a second name the database outlives the removal of the first.
      if (!hasSecondName()) return `${removed}; ${rescue()}`
      current.database.close()
      const again = open(file, gate, 'that is there')
      if (!again.ok) {
        const saved = rescueName()
        renameSync(second, saved)
        return `${removed}; ${contentIn(saved)}`
      }
      dropSecondName(file, second)
      current = again.open
    } finally {
      allowReading(gate)
    }
    process.emitWarning(`The log of ${file} was removed under the running server. Its content was saved.`)
    return null
  }

  /** Gives the database another name. Returns false where it has lost its first one. */
  function hasSecondName(): boolean {
    try {
      rmSync(second, { force: true })
      linkSync(file, second)
      return true
    } catch (error) {
      // Where there are no links, the moment in which the file could go is short.
      return (error as NodeJS.ErrnoException).code !== 'ENOENT'
    }
  }

  function rescueName(): string {
    return `${file}.rescued-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`
  }

  /** The bytes of a removed file are there until this process ends. */
  function rescue(): string {
    const saved = rescueName()
    try {
      makeCopy(current.database, saved)
      return contentIn(saved)
    } catch (error) {
      return `its content could not be saved (${error instanceof Error ? error.message : String(error)})`
    }
  }

  const connection: SqliteConnection = {
    run(calls, slot) {
      const before = refusal()
      if (before !== null) return calls.map(() => unavailable(before))
      const outcomes = runGroup(current.database, current.prepare, calls, phases, slot)
      purge.after(calls)
      // Only now is it certain that the commit went where the next server will look for it.
      const after = refusal()
      return after === null
        ? outcomes
        : outcomes.map((outcome) => (outcome.ok ? { ...unavailable(after), isOpen: true } : outcome))
    },
    close() {
      purge.finish()
      current.database.close()
    },
  }
  return { ok: true, connection }
}

function contentIn(saved: string): string {
  return `its content is in ${saved}: stop the server and restore that file`
}

function open(
  file: string,
  { files }: Gate,
  which: 'that is there' | 'made if missing' = 'made if missing',
): { ok: true; open: Open } | { ok: false; reason: string } {
  const opened = openDatabase(file, which)
  if (!opened.ok) return opened
  const { database } = opened
  // What undoes one statement of a group is needed until the group ends. In a file it would cost twice what the log does.
  database.exec('PRAGMA temp_store = MEMORY')
  files.set(filesNow(file))
  return { ok: true, open: { database, prepare: cacheStatements(database) } }
}

function unavailable(message: string): Failure {
  return { ok: false, unavailable: true, message, code: null }
}

/** Sees to it that erased bytes leave the log soon, and not only when it is next written over. */
interface Purge {
  /** To be called after each group. Hardly ever costs anything. */
  after(calls: readonly (readonly Statement[])[]): void
  /** Tries for a while, before the database is closed. */
  finish(): void
}

/**
 * In the database erased bytes are overwritten (`secure_delete`), but what was written to the log before is still
 * there. A checkpoint takes the log's pages into the database and empties the log, once nobody reads it any more.
 */
function createPurge(database: () => DatabaseSync): Purge {
  let isDue = false
  let hasFailed = false
  let lastTry = Number.NEGATIVE_INFINITY

  /** Never waits longer than said: a backup may read the log for minutes. */
  function tryNow(milliseconds: number): void {
    lastTry = performance.now()
    const handle = database()
    const { timeout } = handle.prepare('PRAGMA busy_timeout').get() as { timeout: number }
    handle.exec(`PRAGMA busy_timeout = ${milliseconds}`)
    try {
      isDue = handle.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy !== 0
      hasFailed = isDue
    } catch {
      // The disk is in trouble, which the next commit tells.
    } finally {
      handle.exec(`PRAGMA busy_timeout = ${timeout}`)
    }
  }

  return {
    after(calls) {
      isDue ||= calls.some((statements) => statements.some(({ sql }) => sql.startsWith(erasing)))
      if (isDue && performance.now() - lastTry > pause) tryNow(hasFailed ? purgePatience : 0)
    },
    finish() {
      for (let count = 0; isDue && count < lastTries; count++) tryNow(lastPatience)
    },
  }
}
