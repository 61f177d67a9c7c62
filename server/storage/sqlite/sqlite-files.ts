import { chmodSync, linkSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** A database's files: itself, the log of what was committed last, and the log's index, which all processes share. */
function filesOf(file: string): [string, string, string] {
  return [file, `${file}-wal`, `${file}-shm`]
}

/**
 * Makes folder and file when they are missing, for their owner alone: leads are personal data. SQLite gives the log the
 * rights of the database. A file that everybody may read, as earlier versions made it, is closed to others.
 */
export function makePrivate(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  if (!statSync(file, { throwIfNoEntry: false })) makeEmpty(file)
  for (const each of filesOf(file)) {
    const mode = statSync(each, { throwIfNoEntry: false })?.mode ?? 0
    if ((mode & 0o004) !== 0) chmodSync(each, 0o600)
  }
}

/** Never opens the file under its name: closing it again would end the locks that this process has on it. */
function makeEmpty(file: string): void {
  const made = `${file}.${process.pid}-${process.hrtime.bigint()}.new`
  writeFileSync(made, '', { mode: 0o600 })
  try {
    linkSync(made, file)
  } catch {
    // Another process was faster, or there are no links here: then SQLite makes it.
  } finally {
    rmSync(made)
  }
}

/** What became of the files of an open database. Of `removed log` only the log or its index are missing. */
export type Place = 'kept' | 'removed log' | 'removed' | 'replaced'

/** Remembers which files a database has now, and tells what became of them. */
export function placeOf(file: string): () => Place {
  const opened = filesOf(file).map(identity)
  return () => {
    const [database, ...log] = filesOf(file).map(identity)
    if (database === null) return 'removed'
    if (database !== opened[0]) return 'replaced'
    if (log.every((each, index) => each === opened[index + 1])) return 'kept'
    // Somebody else has begun another log: what is in ours must not go into the database any more.
    return log.some((each, index) => each !== null && each !== opened[index + 1]) ? 'replaced' : 'removed log'
  }
}

/** Tells a file from every other that ever had its name; null when there is none. */
function identity(file: string): string | null {
  try {
    const { dev, ino } = statSync(file, { bigint: true })
    return `${dev} ${ino}`
  } catch {
    return null
  }
}
