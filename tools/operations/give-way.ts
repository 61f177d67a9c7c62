import { constants, setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Storage } from '#server/storage/storage.ts'

/** Lets a server on this machine go first. */
export function giveWay(): void {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
}

/** A database server knows nothing of our priority: it rests after each answer for as long as that took. */
export function sparing(storage: Storage): Storage {
  if (storage.engine !== 'postgres') return storage
  return {
    ...storage,
    async read(statements) {
      const asked = performance.now()
      const rows = await storage.read(statements)
      await sleep(performance.now() - asked)
      return rows
    },
  }
}
