import type { Files } from './sqlite-files.ts'

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

const [isReading, isShut] = [0, 1] as const

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
