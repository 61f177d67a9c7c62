import { constants, setPriority, userInfo } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Audit, openAudit } from '#server/audit'
import { type Config, readConfig } from '#server/config'
import { newestLeadAt } from '#server/leads'
import { openSecretKey, openStorage, type Storage } from '#server/storage'
import { fail } from './print-lines.ts'

/** Rest for each ms of work, in ms, and at most at a time: waiting for a slow reader is no work. */
const restPerWork = 2

const longestRest = 300

/** How often to look whether leads arrive, in ms. */
const pause = 250

/**
 * Runs an action on the storage that the server uses (DATA_DIR), or says why that cannot be.
 * @param givesWay whether it is long work, which lets a server go first
 */
export async function onStorage(
  action: (storage: Storage, config: Config) => Promise<void>,
  { givesWay = false } = {},
): Promise<void> {
  const read = readConfig()
  if (!read.ok) return fail(read.problems.join('\n'))
  // Its threads do too, if that is said before it is opened.
  if (givesWay) giveWay()
  const opened = await openStorage(read.config)
  if (!opened.ok) return fail(opened.reason)
  const storage = givesWay ? sparing(opened.storage) : opened.storage
  await action(storage, read.config).finally(() => storage.close())
}

/** Who does what is done here, for the audit: the name that the system knows the user by, if it knows one. */
export function userOfSystem(): string {
  try {
    return `command line ${userInfo().username}`
  } catch {
    // Containers may run as a number without a name.
    return 'command line'
  }
}

/** The audit of what is done here. @param secretKey the one from the environment, if there is one */
export async function auditOn(storage: Storage, secretKey: string | null): Promise<Audit> {
  return openAudit(storage, await openSecretKey(storage, secretKey), Date.now)
}

/** Lets a server on this machine go first. */
function giveWay(): void {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
}

/**
 * Rests before each question while leads arrive. A database server knows nothing of our priority, and processors that
 * share a core know nothing of anybody's.
 */
function sparing(storage: Storage): Storage {
  let rested = performance.now()
  let looked = Number.NEGATIVE_INFINITY
  let newest: string | null | undefined
  let isBusy = true

  async function look(): Promise<void> {
    if (performance.now() - looked < pause) return
    const found = await newestLeadAt(storage)
    isBusy = found !== newest
    newest = found
    looked = performance.now()
  }

  return {
    ...storage,
    async read(statements) {
      await look()
      if (isBusy) await sleep(Math.min(restPerWork * (performance.now() - rested), longestRest))
      rested = performance.now()
      return storage.read(statements)
    },
  }
}
