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
      const asked = await until(rested)
      const rows = await storage.read(statements)
      const answered = performance.now()
      rested = answered + (answered - asked)
      return rows
    },
  }
}

/** Waits until `moment`, in milliseconds of this process; gives the time it is then. */
async function until(moment: number): Promise<number> {
  const wait = moment - performance.now()
  if (wait > 0) await sleep(wait)
  return performance.now()
}
