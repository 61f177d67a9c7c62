import { readdir } from 'node:fs/promises'
import type { Command } from 'commander'
import { findLead, isErasedAt, leadsOfEmail, recipientsOf, standaloneMailsTo, suppressionsOf } from '#server/leads'
import { resultsOf } from '#server/offers'
import { type Erasures, erasureFile, openErasures, personData } from '#server/privacy'
import { savedFormsOf } from '#server/saved-forms'
import { openSecretKey, type Storage } from '#server/storage'
import { noticesBy } from '#server/subscriptions'
import { openUploads } from '#server/uploads'
import { liveDefinitions } from '../definitions/live-definitions.ts'
import { type FolderOptions, withFolders } from '../terminal/folders.ts'
import { fail, misused } from '../terminal/print-lines.ts'
import { showProgress } from '../terminal/progress.ts'
import { auditOn, onStorage, userOfSystem } from '../terminal/storage.ts'

export function personCommand(person: Command): void {
  exportCommand(
    person
      .command('export')
      .description('Print all data stored about the person with an e-mail address, one lead per line.'),
  )
  eraseCommand(
    person
      .command('erase')
      .description('Erase the personal data in leads. Inform the partners that got them separately, if listed.'),
  )
}

function exportCommand(exports: Command): void {
  exports.requiredOption('--email <address>').action(({ email }: { email: string }) =>
    onStorage(async (storage, { secretKey }) => {
      const progress = showProgress()
      const ids = await leadsOfEmail(storage, email, (leads) => progress.show(`${leads} leads searched`))
      progress.end()
      for (const id of ids) {
        const found = await findLead(storage, id)
        if (found) console.log(JSON.stringify(personData(found, await resultsOf(storage, id))))
      }
      const mails = await standaloneMailsTo(storage, email)
      for (const mail of mails) console.log(JSON.stringify(mail))
      const hash = await openSecretKey(storage, secretKey)
      const suppressions = await suppressionsOf(storage, hash, email)
      for (const suppression of suppressions) console.log(JSON.stringify({ suppression }))
      const saved = await savedFormsOf(storage, hash, email)
      for (const savedForm of saved) console.log(JSON.stringify({ savedForm }))
      if (ids.length + mails.length + suppressions.length + saved.length === 0)
        fail('No data is stored about this address.')
    }),
  )
}

function eraseCommand(erase: Command): void {
  withFolders(erase)
    .argument('[lead]', "a lead's id")
    .option('--email <address>', 'every lead with this e-mail address')
    .action((lead: string | undefined, { email, ...folders }: FolderOptions & { email?: string }) => {
      if ((lead === undefined) === (email === undefined)) return misused('Name one lead, or an --email.')
      return onStorage(async (storage, config) => {
        const { dataDir, databaseUrl, secretKey } = config
        // They say how partners are told.
        const site = await liveDefinitions(storage, folders)
        if (!site) return
        const hash = await openSecretKey(storage, secretKey)
        const moment = Date.now()
        const audit = await auditOn(storage, secretKey)
        const erasures = openErasures(
          audit.recording({
            who: userOfSystem(),
            ...(lead === undefined
              ? { action: 'person.erase', object: 'person' }
              : { action: 'lead.erase', object: `lead ${lead}`, done: isErasedAt(lead, moment) }),
          }),
          hash,
          erasureFile(dataDir),
          noticesBy(() => site),
        )
        const erased = await (email === undefined
          ? eraseOne(erasures, lead ?? '', moment)
          : eraseAll(erasures, email, moment))
        for (const id of erased) console.log(`erased ${id}`)
        await openUploads({ config, storage, hash, now: Date.now, log: console }).sweep(false)
        storage.notify()
        await nameRecipients(storage, erased)
        if (email !== undefined) await nameSuppressions(storage, secretKey, email)
        if (databaseUrl === null) await nameOlderCopies(dataDir)
      })
    })
}

async function eraseOne(erasures: Erasures, id: string, moment: number): Promise<string[]> {
  const erased = await erasures.lead(id, moment)
  if (erased.length === 0) fail('No data was found to erase.')
  return erased
}

async function eraseAll(erasures: Erasures, email: string, moment: number): Promise<string[]> {
  const progress = showProgress()
  const erased = await erasures.email(email, moment, (leads) => progress.show(`${leads} leads searched`))
  progress.end()
  if (erased.length === 0)
    fail('No data was found to erase. The address is recorded, so that a backup restored later does not bring it back.')
  return erased
}

/** Who has what was erased, and how they are asked to erase it too (GDPR, article 19). */
async function nameRecipients(storage: Storage, leads: readonly string[]): Promise<void> {
  const how = {
    sent: 'is notified by its delivery',
    'by hand': 'has no request for it: notify it yourself',
    none: 'is not notified',
  }
  for (const { lead, partner, delivery, notice } of await recipientsOf(storage, leads))
    console.log(`  ${partner} may have ${lead} (${delivery}) and ${how[notice ?? 'none']}`)
}

/** That an address wants no mails stays known, or the next sign-up would forget it. */
async function nameSuppressions(storage: Storage, secretKey: string | null, email: string): Promise<void> {
  const brands = (await suppressionsOf(storage, await openSecretKey(storage, secretKey), email)).map(
    ({ brand }) => brand,
  )
  if (brands.length > 0)
    console.error(`The record that the address unsubscribed stays, as a keyed hash: ${brands.join(', ')}.`)
}

/** What restores and repairs have left beside the database, which nothing is erased in. */
async function nameOlderCopies(dataDir: string): Promise<void> {
  const copies = (await readdir(dataDir)).filter((name) =>
    /^leadwright\.db\..*(before-restore|damaged|rescued)/.test(name),
  )
  if (copies.length > 0)
    console.error(`Older copies in ${dataDir} are unchanged. Delete those you do not need: ${copies.join(', ')}`)
}
