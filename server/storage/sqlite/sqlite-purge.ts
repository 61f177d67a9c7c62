import type { DatabaseSync } from 'node:sqlite'
import { erasing } from '../erasing.ts'
import type { Statement } from '../storage.ts'

/** Sees to it that erased bytes leave the log soon, and not only when it is next written over. */
export interface Purge {
  /** To be called after each group. Hardly ever costs anything. */
  after(calls: readonly (readonly Statement[])[]): void
  /** Tries for a while, before the database is closed. */
  finish(): void
}

/** Between two tries while somebody reads the log, in ms. */
const pause = 1000

/**
 * How long each try but the first waits for readers, in ms: what reads a page is done by then, and who begins meanwhile
 * reads the database alone. So listings that follow each other never keep the log from being emptied.
 */
const patience = 50

/** How often a closing command tries, and how long each time, in ms: meanwhile no lead can be stored. */
const [lastTries, lastPatience] = [20, 250] as const

/**
 * In the database erased bytes are overwritten (`secure_delete`), but what was written to the log before is still
 * there. A checkpoint takes the log's pages into the database and empties the log, once nobody reads it any more.
 */
export function createPurge(database: () => DatabaseSync): Purge {
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
      if (isDue && performance.now() - lastTry > pause) tryNow(hasFailed ? patience : 0)
    },
    finish() {
      for (let count = 0; isDue && count < lastTries; count++) tryNow(lastPatience)
    },
  }
}
