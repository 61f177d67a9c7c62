import { constants, setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Storage } from '#server/storage/storage.ts'

/** Lets a server on this machine go first. */
export function giveWay(): void {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
}

/** A database server knows nothing of our priority: it rests before the next question for as long as the last one took. */
export function sparing(storage: Storage): Storage {
  if (storage.engine !== 'postgres') return storage
  let rested = 0
  return {
    ...storage,
    async read(statements) {
      if (rested > performance.now()) await sleep(rested - performance.now())
      const asked = performance.now()
      const rows = await storage.read(statements)
      rested = performance.now() + (performance.now() - asked)
      return rows
    },
  }
}
