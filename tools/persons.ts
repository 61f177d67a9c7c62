import type { Command } from 'commander'
import { eraseLeads } from '#server/leads/erase.ts'
import { findLead, leadsOfEmail } from '#server/leads/find-leads.ts'
import { fail, misused } from './fail.ts'
import { onStorage } from './storage.ts'

export function exportCommand(exports: Command): void {
  exports.requiredOption('--email <address>').action(({ email }: { email: string }) =>
    onStorage(async (storage) => {
      const ids = await leadsOfEmail(storage, email)
      for (const id of ids) console.log(JSON.stringify(await findLead(storage, id)))
      if (ids.length === 0) fail('Nothing is stored about this address.')
    }),
  )
}

export function eraseCommand(erase: Command): void {
  erase
    .argument('[lead]', "a lead's id")
    .option('--email <address>', 'every lead with this address')
    .action((lead: string | undefined, { email }: { email?: string }) => {
      if ((lead === undefined) === (email === undefined)) return misused('Name one lead, or an --email.')
      return onStorage(async (storage) => {
        const ids = email === undefined ? [lead ?? ''] : await leadsOfEmail(storage, email)
        const erased = await eraseLeads(storage, ids, Date.now())
        if (erased.length === 0) return fail('There was nothing to erase.')
        for (const id of erased) console.log(`erased ${id}`)
      })
    })
}
