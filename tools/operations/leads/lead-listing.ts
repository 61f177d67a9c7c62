import { createTable } from '#server/leads/csv.ts'
import { countLeads, type LeadFilter, listLeads, type StoredLead } from '#server/leads/list-leads.ts'
import { misused } from '../../terminal/fail.ts'
import { print, printLines } from '../../terminal/print-lines.ts'
import { showProgress } from '../../terminal/progress.ts'
import { onStorage } from '../../terminal/storage.ts'

interface ListOptions {
  form?: string
  suspicious: boolean
  refused: boolean
  limit: string
  before?: string
  all: boolean
  json: boolean
  csv: boolean
}

/** `leads list`: newest first. */
export async function listing({
  form,
  suspicious,
  refused,
  limit,
  before,
  all,
  json,
  csv,
}: ListOptions): Promise<void> {
  const size = all ? 500 : Number(limit)
  if (!Number.isInteger(size) || size < 1) return misused('--limit is a whole number above 0.')
  if (csv && (json || all))
    return misused(json ? 'Say --json or --csv.' : 'For a table of all leads use `leads export`.')
  const filter = { ...(form !== undefined && { form }), suspicious, refused }
  await onStorage(
    async (storage) => {
      const progress = showProgress({ isQuiet: !all || process.stdout.isTTY })
      const count = progress.isShown ? await countLeads(storage, filter) : 0
      let listed = 0
      let last = before
      do {
        const leads = await listLeads(storage, { ...filter, ...(last !== undefined && { before: last }), limit: size })
        if (csv) await printTable(leads)
        else await printLines(leads.map((lead) => (json ? JSON.stringify(lead) : line(lead))))
        listed += leads.length
        progress.share(`${listed} leads`, count === 0 ? 1 : Math.min(1, listed / count))
        last = leads.length === size ? leads.at(-1)?.id : undefined
      } while (all && last !== undefined)
      progress.end()
      if (listed === 0) sayThereAreNone(filter)
      if (!json && !csv && last !== undefined) console.log(`More: --before ${last}`)
    },
    { givesWay: all },
  )
}

async function printTable(leads: readonly StoredLead[]): Promise<void> {
  if (leads.length === 0) return
  const table = createTable()
  table.see(leads)
  await print(table.head() + table.rows(leads))
}

/** Not on standard output: another program would take it for a lead. */
export function sayThereAreNone({ form, suspicious, refused }: LeadFilter): void {
  const which = [...(suspicious ? ['suspicious '] : []), ...(refused ? ['refused '] : [])].join('')
  console.error(`There are no ${which}leads${form === undefined ? '' : ` of the form "${form}"`}.`)
}

/** Answers are personal: they are printed only when asked for. */
function line({ receivedAt, id, form, locale, test, suspicion, answers }: StoredLead): string {
  const marks = [...(test ? ['test'] : []), ...(suspicion === null ? [] : ['suspicious'])]
  return [receivedAt, id, form, locale, `${Object.keys(answers).length} answers`, ...marks].join('  ')
}
