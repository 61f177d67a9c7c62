import { readdir } from 'node:fs/promises'
import type { Command } from 'commander'
import { erasureFile } from '#server/leads/erasure-file.ts'
import { type Erasures, openErasures } from '#server/leads/erasures.ts'
import { findLead, leadsOfEmail } from '#server/leads/find-leads.ts'
import { loneMailsTo } from '#server/leads/lone-mails.ts'
import { personData } from '#server/leads/operations/person-data.ts'
import { suppressionsOf } from '#server/newsletter/operations/suppressions-of.ts'
import { openSecretKey } from '#server/secret-key.ts'
import type { Storage } from '#server/storage/storage.ts'
import { fail, misused } from '../fail.ts'
import { showProgress } from './progress.ts'
import { onStorage } from './storage.ts'

export function exportCommand(exports: Command): void {
  exports.requiredOption('--email <address>').action(({ email }: { email: string }) =>
    onStorage(async (storage, { secretKey }) => {
      const progress = showProgress()
      const ids = await leadsOfEmail(storage, email, (leads) => progress.show(`${leads} leads looked through`))
      progress.end()
      for (const id of ids) {
        const found = await findLead(storage, id)
        if (found) console.log(JSON.stringify(personData(found)))
      }
      const mails = await loneMailsTo(storage, email)
      for (const mail of mails) console.log(JSON.stringify(mail))
      const suppressions = await suppressionsOf(storage, await openSecretKey(storage, secretKey), email)
      for (const suppression of suppressions) console.log(JSON.stringify({ suppression }))
      if (ids.length + mails.length + suppressions.length === 0) fail('Nothing is stored about this address.')
    }),
  )
}

export function eraseCommand(erase: Command): void {
  erase
    .argument('[lead]', "a lead's id")
    .option('--email <address>', 'every lead with this address')
    .action((lead: string | undefined, { email }: { email?: string }) => {
      if ((lead === undefined) === (email === undefined)) return misused('Name one lead, or an --email.')
      return onStorage(async (storage, { dataDir, databaseUrl, secretKey }) => {
        const erasures = openErasures(storage, await openSecretKey(storage, secretKey), erasureFile(dataDir))
        const erased = await (email === undefined ? eraseOne(erasures, lead ?? '') : eraseAll(erasures, email))
        for (const id of erased) console.log(`erased ${id}`)
        if (email !== undefined) await nameSuppressions(storage, secretKey, email)
        if (databaseUrl === null) await nameOlderCopies(dataDir)
      })
    })
}

async function eraseOne(erasures: Erasures, id: string): Promise<string[]> {
  if (await erasures.lead(id, Date.now())) return [id]
  fail('There was nothing to erase.')
  return []
}

async function eraseAll(erasures: Erasures, email: string): Promise<string[]> {
  const progress = showProgress()
  const erased = await erasures.email(email, Date.now(), (leads) => progress.show(`${leads} leads looked through`))
  progress.end()
  if (erased.length === 0)
    fail('There was nothing to erase. The address is noted, so that no backup which is restored later brings it back.')
  return erased
}

/** That an address wants no mails stays known, or the next sign-up would forget it. */
async function nameSuppressions(storage: Storage, secretKey: string | null, email: string): Promise<void> {
  const brands = (await suppressionsOf(storage, await openSecretKey(storage, secretKey), email)).map(
    ({ brand }) => brand,
  )
  if (brands.length > 0) console.error(`That the address unsubscribed is kept, as a keyed hash: ${brands.join(', ')}.`)
}

/** What restores and repairs have left beside the database, which nothing is erased in. */
async function nameOlderCopies(dataDir: string): Promise<void> {
  const copies = (await readdir(dataDir)).filter((name) =>
    /^leadwright\.db\..*(before-restore|damaged|rescued)/.test(name),
  )
  if (copies.length > 0)
    console.error(`Older copies in ${dataDir} are as they were; delete what you do not need: ${copies.join(', ')}`)
}
