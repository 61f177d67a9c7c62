import { type Config, readConfig } from '#server/config.ts'
import { openStorage } from '#server/storage/open.ts'
import type { Storage } from '#server/storage/storage.ts'
import { fail } from '../fail.ts'

/** Runs an action on the storage that the server uses (DATA_DIR), or says why that cannot be. */
export async function onStorage(action: (storage: Storage, config: Config) => Promise<void>): Promise<void> {
  const read = readConfig()
  if (!read.ok) return fail(read.problems.join('\n'))
  const opened = await openStorage(read.config)
  if (!opened.ok) return fail(opened.reason)
  await action(opened.storage, read.config).finally(() => opened.storage.close())
}
