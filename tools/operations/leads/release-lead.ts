import { openSecretKey } from '#server/secret-key.ts'
import { type Released, releaseLead } from '#server/submissions/release.ts'
import { liveDefinitions } from '../../definitions/live-definitions.ts'
import { fail } from '../../fail.ts'
import type { FolderOptions } from '../../folders.ts'
import { fullId } from '../full-id.ts'
import { onStorage } from '../storage.ts'

const refusals: Record<Exclude<Released, { ok: true }>['reason'], string> = {
  unknown: 'There is no such lead.',
  'not-suspicious': 'The lead is not held back: it does not look made by a program, or was released before.',
  erased: 'The lead was erased.',
  'form-unknown':
    'The form as the visitor was shown it is not stored, so nobody can say what the lead would have to hold.',
}

/** `leads release`. */
export async function releaseOne(typed: string, folders: FolderOptions): Promise<void> {
  await onStorage(async (storage, { secretKey }) => {
    const id = await fullId(storage, 'leads', typed)
    if (id === null) return
    const catalog = await liveDefinitions(storage, folders)
    if (!catalog) return
    const hash = await openSecretKey(storage, secretKey)
    const released = await releaseLead(storage, catalog, id, { hash, now: Date.now() })
    if (!released.ok) return fail(refusals[released.reason])
    const { decisions, deliveries } = released
    for (const { partner, taken, reason, detail } of decisions)
      console.log(`  ${taken ? '+' : '-'} ${partner.padEnd(20)} ${reason.padEnd(20)} ${detail}`)
    console.log(`Released. ${deliveries} ${deliveries === 1 ? 'delivery leaves' : 'deliveries leave'} now.`)
  })
}
