import { type Config, readConfig } from '#server/config.ts'
import { openStorage } from '#server/storage/open.ts'
import type { Storage } from '#server/storage/storage.ts'
import { fail } from './fail.ts'
import { giveWay, sparing } from './give-way.ts'

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
