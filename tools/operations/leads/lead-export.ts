import { createTable } from '#server/leads/csv.ts'
import { type ExportedLead, pagesOfExport } from '#server/leads/export-leads.ts'
import { formTable, type TableLook } from '#server/leads/form-table.ts'
import { storedForms } from '#server/leads/form-versions.ts'
import { countLeads, type LeadFilter, listLeads } from '#server/leads/list-leads.ts'
import type { Storage } from '#server/storage/storage.ts'
import { fail, misused } from '../../terminal/fail.ts'
import { type Output, openOutput } from '../../terminal/print-lines.ts'
import { showProgress } from '../../terminal/progress.ts'
import { onStorage } from '../../terminal/storage.ts'
import { sayThereAreNone } from './lead-listing.ts'

interface ExportOptions {
  form?: string
  brand?: string
  test?: boolean
  since?: string
  until?: string
  csv: boolean
  json: boolean
  titles?: string
  semicolons: boolean
  bom: boolean
  out?: string
}

/** What a table is made with: that of a form, or one of whatever leads hold. */
interface Table {
  see: (leads: ExportedLead[]) => void
  head: () => string
  rows: (leads: ExportedLead[]) => string
}

/** `leads export`: oldest first, up to the lead that is the newest when it begins. */
export async function exportLeads(options: ExportOptions): Promise<void> {
  const { form, json, csv, titles, semicolons, bom, out } = options
  if (csv && json) return misused('Say --json or --csv.')
  if (json && (titles !== undefined || semicolons || bom))
    return misused('--titles, --semicolons and --bom are for tables.')
  if (form === undefined && (titles !== undefined || semicolons))
    return misused('--titles and --semicolons are for the table of one form: name it with --form.')
  const filter = filterOf(options)
  if (typeof filter === 'string') return misused(filter)
  await onStorage(
    async (storage) => {
      const [newest] = await listLeads(storage, { ...filter, limit: 1 })
      if (!newest) return sayThereAreNone(filter)
      const table = json
        ? null
        : await tableOf(storage, form, { delimiter: semicolons ? ';' : ',', ...(titles && { titles }) })
      if (typeof table === 'string') return fail(table)
      const output = await openOutput(out)
      if (typeof output === 'string') return fail(output)
      const reading = { storage, filter, until: newest.id, isQuiet: out === undefined && process.stdout.isTTY }
      await output.close(write(reading, table, output, bom))
    },
    { givesWay: true },
  )
}

async function write(reading: Reading, table: Table | null, output: Output, bom: boolean): Promise<void> {
  if (table) {
    await each(reading, 'looking for columns', async (leads) => table.see(leads))
    await output.write((bom ? '\ufeff' : '') + table.head())
  }
  await each(reading, 'writing', (leads) =>
    output.write(table ? table.rows(leads) : leads.map((lead) => `${JSON.stringify(lead)}\n`).join('')),
  )
}

async function tableOf(storage: Storage, form: string | undefined, look: TableLook): Promise<Table | string> {
  if (form === undefined) return createTable()
  const forms = await storedForms(storage, form)
  const languages = [...new Set(forms.map(({ locale }) => locale))].sort()
  if (look.titles !== undefined && !languages.includes(look.titles))
    return `The form "${form}" was shown in no language "${look.titles}". Known: ${languages.join(', ')}.`
  return formTable(forms, look)
}

/** Which leads are meant, or why that cannot be said. */
function filterOf({ form, brand, test, since, until }: ExportOptions): LeadFilter | string {
  const from = since === undefined ? undefined : dayAt(since, 0)
  const to = until === undefined ? undefined : dayAt(until, 1)
  if (from === null || to === null) return '--since and --until are days: 2026-11-01.'
  return {
    kept: true,
    ...(form !== undefined && { form }),
    ...(brand !== undefined && { brand }),
    ...(test !== undefined && { test }),
    ...(from !== undefined && { since: from }),
    ...(to !== undefined && { until: to }),
  }
}

/** When a day begins (UTC), or the one some days after it; null for what is no day. */
function dayAt(day: string, after: number): string | null {
  const begins = /^\d{4}-\d{2}-\d{2}$/.test(day) ? new Date(`${day}T00:00:00Z`) : null
  if (!begins || Number.isNaN(begins.getTime()) || begins.toISOString().slice(0, 10) !== day) return null
  begins.setUTCDate(begins.getUTCDate() + after)
  return begins.toISOString()
}

interface Reading {
  storage: Storage
  filter: LeadFilter
  until: string
  isQuiet: boolean
}

async function each(
  { storage, filter, until, isQuiet }: Reading,
  what: string,
  take: (leads: ExportedLead[]) => Promise<void>,
): Promise<void> {
  const progress = showProgress({ isQuiet })
  const count = progress.isShown ? await countLeads(storage, filter) : 0
  let done = 0
  for await (const leads of pagesOfExport(storage, filter, until)) {
    await take(leads)
    done += leads.length
    progress.share(what, count === 0 ? 1 : Math.min(1, done / count))
  }
  progress.end()
}
