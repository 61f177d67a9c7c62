import { loadCatalog } from '#engine/node/load.ts'
import { runRetention } from '#server/leads/retention.ts'
import { fail } from './fail.ts'
import type { FolderOptions } from './folders.ts'
import { showProgress } from './progress.ts'
import { onStorage } from './storage.ts'

/** `leads expire`. */
export async function expireLeads({ yes, ...folders }: FolderOptions & { yes: boolean }): Promise<void> {
  const loaded = await loadCatalog(folders)
  if (!loaded.ok) return fail('The definitions have problems. Run `npx leadwright check` and correct them first.')
  await onStorage(async (storage) => {
    const progress = showProgress()
    const run = await runRetention(storage, loaded.catalog, Date.now(), {
      isOrdered: yes,
      onErased: (count) => progress.show(`${count} leads erased`),
    })
    progress.end()
    if (!run.ok) return fail(run.reason)
    console.log(`${run.erased} ${run.erased === 1 ? 'lead was' : 'leads were'} erased.`)
  })
}
