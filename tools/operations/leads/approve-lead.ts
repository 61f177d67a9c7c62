import { type Approved, approveLead } from '#server/distribution/approve.ts'
import { openSecretKey } from '#server/storage/secret-key.ts'
import { liveDefinitions } from '../../definitions/live-definitions.ts'
import { fail } from '../../terminal/fail.ts'
import type { FolderOptions } from '../../terminal/folders.ts'
import { onStorage } from '../../terminal/storage.ts'
import { fullId } from '../full-id.ts'

const refusals: Record<Exclude<Approved, { ok: true }>['reason'], string> = {
  unknown: 'There is no such lead.',
  'not-waiting': 'The lead does not wait for review, or was approved before.',
  erased: 'The lead was erased.',
  'form-unknown':
    'The form as the visitor was shown it is not stored, so nobody can say what the lead would have to hold.',
}

/** `leads approve`. */
export async function approveOne(typed: string, folders: FolderOptions): Promise<void> {
  await onStorage(async (storage, { secretKey }) => {
    const id = await fullId(storage, 'leads', typed)
    if (id === null) return
    const catalog = await liveDefinitions(storage, folders)
    if (!catalog) return
    const hash = await openSecretKey(storage, secretKey)
    const approved = await approveLead(storage, catalog, id, { hash, now: Date.now() })
    if (!approved.ok) return fail(refusals[approved.reason])
    const { decisions, deliveries } = approved
    for (const { partner, taken, reason, detail } of decisions)
      console.log(`  ${taken ? '+' : '-'} ${partner.padEnd(20)} ${reason.padEnd(20)} ${detail}`)
    console.log(`Approved. ${deliveries} ${deliveries === 1 ? 'delivery leaves' : 'deliveries leave'} now.`)
  })
}
