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

/** Device and number of each file of a database, which tell it from every other that ever had its name; 0 for none. */
export type Files = BigInt64Array

/** The files that a database has now. */
export function filesNow(file: string): Files {
  return BigInt64Array.from(filesOf(file).flatMap(identity))
}

/** What became of the files that a database had when it was opened. */
export function placeOf(file: string, opened: Files): Place {
  const now = filesNow(file)
  const is = (files: Files, place: number) =>
    files[2 * place] === opened[2 * place] && files[2 * place + 1] === opened[2 * place + 1]
  if (now[1] === 0n) return 'removed'
  if (!is(now, 0)) return 'replaced'
  if (is(now, 1) && is(now, 2)) return 'kept'
  // Somebody else has begun another log: what is in ours must not go into the database any more.
  return [1, 2].some((place) => now[2 * place + 1] !== 0n && !is(now, place)) ? 'replaced' : 'removed log'
}

function identity(file: string): [bigint, bigint] {
  try {
    const { dev, ino } = statSync(file, { bigint: true })
    return [dev, ino]
  } catch {
    return [0n, 0n]
  }
}
