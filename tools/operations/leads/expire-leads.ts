import { runRetention } from '#server/privacy/retention.ts'
import { liveDefinitions } from '../../definitions/live-definitions.ts'
import { fail } from '../../terminal/fail.ts'
import type { FolderOptions } from '../../terminal/folders.ts'
import { showProgress } from '../../terminal/progress.ts'
import { onStorage } from '../../terminal/storage.ts'

/** `leads expire`. */
export async function expireLeads({ yes, ...folders }: FolderOptions & { yes: boolean }): Promise<void> {
  await onStorage(async (storage) => {
    const catalog = await liveDefinitions(storage, folders)
    if (!catalog) return
    const progress = showProgress()
    const run = await runRetention(storage, catalog, Date.now(), {
      isOrdered: yes,
      onErased: (count) => progress.show(`${count} leads erased`),
    })
    progress.end()
    if (!run.ok) return fail(run.reason)
    console.log(`${run.erased} ${run.erased === 1 ? 'lead was' : 'leads were'} erased.`)
  })
}
