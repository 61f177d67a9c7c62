import type { Command } from 'commander'
import { type PartnerMonth, reportOf, toCsv } from '#server/leads'
import { createKey, isRevokedAt, listKeys, revokeKey } from '#server/partner-api'
import { liveDefinitions } from '../definitions/live-definitions.ts'
import { type FolderOptions, withFolders } from '../terminal/folders.ts'
import { fail, misused, print, printLines } from '../terminal/print-lines.ts'
import { showProgress } from '../terminal/progress.ts'
import { auditOn, onStorage, userOfSystem } from '../terminal/storage.ts'

const columns = ['partner', 'month', 'leads', 'accepted', 'refused', 'open', 'failed', 'price', 'currency'] as const

export function partnersCommand(partners: Command): void {
  partners
    .command('keys')
    .description('List keys, newest first. To rotate a key, create a new one, then revoke the old one.')
    .option('--json', 'print one JSON object per line', false)
    .action(({ json }: { json: boolean }) =>
      onStorage(async (storage) => {
        const keys = await listKeys(storage)
        if (keys.length === 0) console.error('There are no keys. Create one with `leadwright partners key <partner>`.')
        for (const key of keys) {
          const revoked = key.revoked_at === null ? 'valid' : `revoked ${key.revoked_at}`
          const used = key.last_used_at === null ? 'never used' : `used ${key.last_used_at}`
          console.log(json ? JSON.stringify(key) : [key.id, key.partner, key.created_at, revoked, used].join('  '))
        }
      }),
    )
  partners
    .command('revoke')
    .description('Revoke a key immediately.')
    .argument('<id>', 'the id from `partners keys`: the part between the underscores')
    .action((id: string) =>
      onStorage(async (storage, { secretKey }) => {
        const moment = Date.now()
        const deed = { who: userOfSystem(), action: 'key.revoke', object: `key ${id}`, done: isRevokedAt(id, moment) }
        const recorded = (await auditOn(storage, secretKey)).recording(deed)
        if (await revokeKey(recorded, id, () => moment)) console.log(`The key ${id} is revoked.`)
        else fail(`There is no valid key ${id}.`)
      }),
    )
  partners
    .command('report')
    .description('Report leads sent, accepted and refused by partner and month, with prices. Test leads are left out.')
    .option('--month <month>', 'only this month, such as 2026-11; every month by default')
    .option('--partner <id>', 'only this partner')
    .option('--csv', 'print a table for a spreadsheet', false)
    .option('--json', 'print one JSON object per line', false)
    .action(report)
  const key = partners.command('key')
  withFolders(key)
    .description('Create a key with which a partner reads its leads. It is shown once; only its hash is stored.')
    .argument('<partner>', "the partner's id")
    .action((partner: string, folders: FolderOptions) =>
      onStorage(async (storage, { secretKey }) => {
        const site = await liveDefinitions(storage, folders)
        if (!site) return
        const {
          partners: { all: partners },
        } = site
        const definition = Object.hasOwn(partners, partner) ? partners[partner] : undefined
        if (!definition)
          return fail(`There is no partner "${partner}". Partners: ${Object.keys(partners).join(', ') || 'none yet'}.`)
        if (!Object.values(definition.deliveries).some(({ kind }) => kind === 'pull')) {
          return fail(
            `The partner "${partner}" has no delivery of kind pull, so a key would be useless. Add one to its definition.`,
          )
        }
        const deed = { who: userOfSystem(), action: 'key.create', object: `partner ${partner}` }
        const recorded = (await auditOn(storage, secretKey)).recording(deed)
        console.log((await createKey(recorded, partner, Date.now)).key)
      }),
    )
}

interface Options {
  month?: string
  partner?: string
  csv: boolean
  json: boolean
}

/** `partners report`. */
async function report({ month, partner, csv, json }: Options): Promise<void> {
  if (month !== undefined && !/^\d{4}-(0[1-9]|1[0-2])$/.test(month))
    return misused('--month must be a year and a month, such as 2026-11.')
  if (csv && json) return misused('Use either --json or --csv.')
  await onStorage(
    async (storage) => {
      const progress = showProgress()
      const query = { ...(month !== undefined && { month }), ...(partner !== undefined && { partner }) }
      const months = await reportOf(storage, query, (leads) => progress.show(`${leads} leads`))
      progress.end()
      if (months.length === 0) return console.error('No partner got leads in this period.')
      if (csv) return print(toCsv(months))
      await printLines(json ? months.map((one) => JSON.stringify(one)) : table(months))
    },
    { givesWay: true },
  )
}

function table(months: readonly PartnerMonth[]): string[] {
  const rows = [columns, ...months.map((one) => columns.map((name) => String(one[name])))]
  const widths = columns.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)))
  const isNumber = (at: number) => at > 1 && at < 8
  return rows.map((row) =>
    row
      .map((cell, at) => (isNumber(at) ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0)))
      .join('  ')
      .trimEnd(),
  )
}
