import { chmodSync, linkSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

const [isReading, isShut] = [0, 1] as const

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
export type FileState = 'kept' | 'removed log' | 'removed' | 'replaced'

/** Device and number of each file of a database, which tell it from every other that ever had its name; 0 for none. */
export type Files = BigInt64Array

/** The files that a database has now. */
export function filesNow(file: string): Files {
  return BigInt64Array.from(filesOf(file).flatMap(identity))
}

/** What became of the files that a database had when it was opened. */
export function stateOfFiles(file: string, opened: Files): FileState {
  const now = filesNow(file)
  const is = (files: Files, place: number) =>
    files[2 * place] === opened[2 * place] && files[2 * place + 1] === opened[2 * place + 1]
  if (now[1] === 0n) return 'removed'
  if (!is(now, 0)) return 'replaced'
  if (is(now, 1) && is(now, 2)) return 'kept'
  // Somebody else has begun another log: what is in ours must not go into the database any more.
  return [1, 2].some((place) => now[2 * place + 1] !== 0n && !is(now, place)) ? 'replaced' : 'removed log'
}

/** Removes the second name of a file, as a killed process may have left it. A name of another file stays. */
export function dropSecondName(file: string, second: string): void {
  const [device, number] = identity(second)
  const [ofDevice, ofNumber] = identity(file)
  if (number !== 0n && device === ofDevice && number === ofNumber) rmSync(second)
}

function identity(file: string): [bigint, bigint] {
  try {
    const { dev, ino } = statSync(file, { bigint: true })
    return [dev, ino]
  } catch {
    return [0n, 0n]
  }
}

/**
 * What the threads that read and write one database share. SQLite's connections of one process have one index of the
 * log: when the log was removed from under it, all must be closed before another is begun.
 */
export interface Gate {
  /** The files that the thread which writes has open. */
  files: Files
  /** Whether the thread that reads has the database open, and whether it is to keep out. */
  states: Int32Array
}

export function createGate(): Gate {
  return {
    files: new BigInt64Array(new SharedArrayBuffer(6 * BigInt64Array.BYTES_PER_ELEMENT)),
    states: new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT)),
  }
}

/** Called before the database is opened for reading. Waits while reading is not allowed. */
export function enter(gate: Gate): void {
  for (;;) {
    Atomics.wait(gate.states, isShut, 1)
    Atomics.store(gate.states, isReading, 1)
    if (!isToLeave(gate)) return
    leave(gate)
  }
}

/** Whether the reading connection is waited for. */
export function isToLeave({ states }: Gate): boolean {
  return Atomics.load(states, isShut) === 1
}

/** Called once the reading connection is closed. */
export function leave({ states }: Gate): void {
  Atomics.store(states, isReading, 0)
  Atomics.notify(states, isReading)
}

/** Waits until nobody reads, and keeps it so until `allowReading`. Returns whether that came about in time. */
export function keepReaderOut({ states }: Gate, milliseconds: number): boolean {
  Atomics.store(states, isShut, 1)
  return Atomics.wait(states, isReading, 1, milliseconds) !== 'timed-out'
}

export function allowReading({ states }: Gate): void {
  Atomics.store(states, isShut, 0)
  Atomics.notify(states, isShut)
}
