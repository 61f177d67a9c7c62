import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { Command } from 'commander'
import { estimateTold } from '#engine/form/journey'
import { flatAnswers } from '#engine/form/lead'
import type { NestedAnswers } from '#engine/form/model'
import { isFictionalPhone } from '#engine/form/values'
import { type Approved, approveLead } from '#server/distribution'
import {
  type CancelReason,
  cancelReasons,
  countLeads,
  createTable,
  type DeliveryState,
  deliveryStates,
  type Evidence,
  type ExportedLead,
  evidenceOf,
  findLead,
  formTable,
  type LeadFilter,
  leadStates,
  listLeads,
  pagesOfExport,
  properties,
  type StoredLead,
  storedForm,
  storedForms,
  type TableLook,
} from '#server/leads'
import { resultsOf } from '#server/offers'
import { keptForATime, personData, runRetention } from '#server/privacy'
import { openSecretKey, type Row, type Storage } from '#server/storage'
import { openUploads } from '#server/uploads'
import { liveDefinitions } from '../definitions/live-definitions.ts'
import type { FolderOptions } from '../terminal/folders.ts'
import { withFolders } from '../terminal/folders.ts'
import {
  fail,
  misused,
  type Output,
  openOutput,
  printable,
  printLines,
  print as printOut,
} from '../terminal/print-lines.ts'
import { showProgress } from '../terminal/progress.ts'
import { auditOn, onStorage, userOfSystem } from '../terminal/storage.ts'
import { fullId } from './full-id.ts'

const refusals: Record<Exclude<Approved, { ok: true }>['reason'], string> = {
  unknown: 'There is no such lead.',
  'not-waiting': 'The lead is not waiting for review, or was already approved.',
  erased: 'The lead was erased.',
  'form-unknown': 'The form version shown to the visitor is not stored, so the lead cannot be validated.',
}

export function leadsCommand(leads: Command): void {
  leads
    .command('show')
    .description('Show a lead: its answers, routing and deliveries. The answers are personal data.')
    .argument('<id>', 'the id, an unambiguous beginning of it, or the reference shown to the visitor')
    .option('--json', 'print one JSON object', false)
    .action(showLead)
  leads
    .command('consent')
    .description('Print the consents of a lead as a document, and verify them.')
    .argument('<id>', 'the id, an unambiguous beginning of it, or the reference shown to the visitor')
    .action(showConsents)
  leads
    .command('list')
    .description('List leads, newest first.')
    .option('--form <id>', 'only those of this form')
    .option('--suspicious', 'only suspicious leads, which are not delivered until approved', false)
    .option('--refused', 'only those that every partner refused', false)
    .option('--limit <number>', 'the maximum number of results', '20')
    .option('--before <id>', 'only those older than this lead, to get the next page')
    .option('--all', 'list every lead', false)
    .option('--json', 'print one JSON object per line, with the answers', false)
    .option('--csv', 'print a table with the answers as columns', false)
    .action(listing)
  leads
    .command('export')
    .description(
      'Export leads with their answers as columns, oldest first (CSV). They are personal data. Erased leads are left out. For the data of one person use `leadwright person export`.',
    )
    .option(
      '--form <id>',
      'only those of this form, with a column for each of its questions, past ones included, in their order',
    )
    .option('--since <day>', 'from this day on (UTC): 2026-11-01')
    .option('--until <day>', 'up to and including this day')
    .option('--brand <id>', 'only those of this brand')
    .option('--test', 'only test leads')
    .option('--no-test', 'without test leads')
    .option('--csv', 'print a table (default)', false)
    .option('--json', 'print one JSON object per line instead', false)
    .option(
      '--titles <language>',
      'use the titles of the questions in this language as column headings, instead of their ids',
    )
    .option('--semicolons', 'separate cells by semicolons, as Excel expects in most of Europe', false)
    .option('--bom', 'begin with a byte order mark, by which Excel detects UTF-8', false)
    .option('--out <file>', 'write to a new file that only its owner can read, instead of standard output')
    .action(exportLeads)
  leads
    .command('file')
    .description('Write an uploaded file of a lead to a new file that only its owner can read. It is personal data.')
    .argument('<reference>', 'what the answers of the lead have for the file')
    .requiredOption('--out <file>', 'the new file')
    .action(writeFile)
  withFolders(leads.command('approve'))
    .description('Approve a lead that waits for review, and deliver it.')
    .argument('<id>', 'the id, an unambiguous beginning of it, or the reference shown to the visitor')
    .action(approveOne)
  withFolders(leads.command('expire'))
    .description('Erase leads older than the retention period of their form, as the server does every hour.')
    .option('--yes', 'confirm that the clock of this machine is right', false)
    .action(expireLeads)
}

/** `leads expire`. */
async function expireLeads({ yes, ...folders }: FolderOptions & { yes: boolean }): Promise<void> {
  await onStorage(async (storage) => {
    const site = await liveDefinitions(storage, folders)
    if (!site) return
    const progress = showProgress()
    const run = await runRetention(storage, keptForATime(site), Date.now(), {
      isOrdered: yes,
      onErased: (count) => progress.show(`${count} leads erased`),
    })
    progress.end()
    if (!run.ok) return fail(run.reason)
    console.log(`${run.erased} ${run.erased === 1 ? 'lead was' : 'leads were'} erased.`)
  })
}

/** `leads file`. */
async function writeFile(reference: string, { out }: { out: string }): Promise<void> {
  await onStorage(async (storage, config) => {
    const hash = await openSecretKey(storage, config.secretKey)
    const uploads = openUploads({ config, storage, hash, now: Date.now, log: console })
    const found = await uploads.read(reference.split('/')[0] ?? '')
    if (found === null) return fail('There is no such file, or it was erased.')
    if (found === 'waiting') return fail('The file has not been scanned for viruses yet.')
    await pipeline(found.content, createWriteStream(out, { flags: 'wx', mode: 0o600 }))
    console.log(`${out} written: ${found.file.type}, ${found.file.bytes} bytes`)
  })
}

/** `leads approve`. */
async function approveOne(typed: string, folders: FolderOptions): Promise<void> {
  await onStorage(async (storage, { secretKey }) => {
    const id = await fullId(storage, 'leads', typed)
    if (id === null) return
    const site = await liveDefinitions(storage, folders)
    if (!site) return
    const hash = await openSecretKey(storage, secretKey)
    const audit = await auditOn(storage, secretKey)
    const deed = { who: userOfSystem(), action: 'lead.release', object: `lead ${id}`, subject: id }
    const approved = await approveLead(audit.recording(deed), site, id, { hash, now: Date.now() })
    if (!approved.ok) return fail(refusals[approved.reason])
    const { decisions, deliveries } = approved
    for (const { partner, taken, reason, detail } of decisions)
      console.log(`  ${taken ? '+' : '-'} ${partner.padEnd(20)} ${reason.padEnd(20)} ${detail}`)
    console.log(`Approved. ${deliveries} ${deliveries === 1 ? 'delivery is' : 'deliveries are'} sent now.`)
  })
}

/** What a lead says, what became of it and why. */
async function showLead(typed: string, { json }: { json: boolean }): Promise<void> {
  await onStorage(async (storage) => {
    const id = await fullId(storage, 'leads', typed)
    const found = id === null ? null : await findLead(storage, id)
    if (!found) return
    const results = await resultsOf(storage, String(found.lead.id))
    if (json) return console.log(JSON.stringify(personData(found, results)))
    const { lead, routings, deliveries, subscription } = found
    const state = String(lead.state) as keyof typeof leadStates
    console.log(`state        ${state}: ${leadStates[state]}`)
    const names = [
      'id',
      'received_at',
      'form',
      'locale',
      'brand',
      'page',
      'via',
      'definition',
      'suspicion',
      'erased_at',
    ]
    for (const name of names)
      if (lead[name] !== null) console.log(`${name.padEnd(12)} ${printable(String(lead[name]), 13)}`)
    if (lead.test === 1) console.log(`test         yes: ${whyTest(JSON.parse(String(lead.answers)))}`)
    if (subscription) console.log(`subscription ${subscription.state}`)
    print('Answers', JSON.parse(String(lead.answers)))
    const form = await storedForm(storage, String(lead.definition))
    const held = JSON.parse(String(lead.answers)) as NestedAnswers
    const estimate = form && estimateTold(form, flatAnswers(form, held).answers)
    // Clients of the API are shown no page.
    if (estimate) print(lead.page === null ? 'Estimate for these answers' : 'Estimate shown', estimate)
    print('Attribution', JSON.parse(String(lead.attribution)))
    console.log(routings.length > 0 ? '\nRouting' : '\nNo partner accepts leads of this form.')
    for (const { partner, taken, reason, detail, ...routing } of routings)
      console.log(
        `  ${taken === 1 ? '+' : '-'} ${String(partner).padEnd(20)} ${String(reason).padEnd(20)} ${printable(String(detail), 45)}${taken === 1 ? paid(routing) : ''}`,
      )
    if (deliveries.length > 0) console.log('\nDeliveries')
    for (const delivery of deliveries) {
      const { id, partner, kind, attempts, last_error: error, external_id: externalId } = delivery
      const more = [explained(delivery), ...(error ? [error] : []), ...(externalId ? [`there ${externalId}`] : [])]
      const topic = delivery.topic === 'lead' ? '' : `, ${delivery.topic}`
      console.log(
        `  ${id}  ${partner}/${delivery.delivery} (${kind}${topic})  ${delivery.state}, ${attempts} tries  ${more.join('  ')}`,
      )
    }
    if (results && results.offers.length > 0) console.log('\nOffers')
    for (const { partner, offer, isChosen } of results?.offers ?? []) {
      const { id: offerId, product, price, currency } = offer
      const amount = price ? `${price.amount} ${currency} (${price.period})` : ''
      console.log(
        `  ${partner.padEnd(20)} ${printable(`${offerId}  ${product}  ${amount}`, 45)}${isChosen ? '  chosen' : ''}`,
      )
    }
  })
}

/** Why a delivery is in the state that it is in. */
function explained({ state, cancel_reason: reason, topic, due_at: due }: Row): string {
  if (state === 'cancelled') return cancelReasons[String(reason) as CancelReason]
  const until = new Date(Number(due)).toISOString()
  if (state === 'scheduled' && topic !== 'reminder')
    return `Its address has reached the daily limit of mails. Sent ${until}.`
  if (state === 'scheduled') return `Sent ${until}.`
  return deliveryStates[String(state) as DeliveryState]
}

/** Answers alone say it of a phone number; all else was said when the lead was sent. */
function whyTest(answers: object): string {
  const [phone] = properties(answers).find(([, text]) => isFictionalPhone(text)) ?? []
  if (phone === undefined) return 'it answers a draft, or its sender marked it ("context": { "test": true })'
  return `"${phone}" is a number reserved for fiction`
}

/** What a partner pays for it, as it was agreed when it got it. */
function paid({ price = null, currency = null }: Row): string {
  return price === null ? '' : `  ${(Number(price) / 100).toFixed(2)} ${currency}`
}

function print(title: string, said: object): void {
  const lines = properties(said)
  if (lines.length === 0) return
  console.log(`\n${title}`)
  const width = Math.max(...lines.map(([name]) => name.length))
  for (const [name, text] of lines) console.log(`  ${printable(name, 2).padEnd(width)}  ${printable(text, width + 4)}`)
}

/** The declarations of a lead as a document, with what was checked about each. */
async function showConsents(typed: string): Promise<void> {
  await onStorage(async (storage) => {
    const id = await fullId(storage, 'leads', typed)
    const evidence = id === null ? null : await evidenceOf(storage, id)
    if (id !== null && evidence) printConsents(id, evidence)
  })
}

function printConsents(id: string, evidence: readonly Evidence[]): void {
  console.log(`Consents of lead ${id}`)
  for (const one of evidence) {
    console.log(`
${one.granted ? 'GIVEN' : 'NOT GIVEN'}: ${one.consent} (${one.purpose})

  ${one.text}

  shown in     ${one.locale}${one.page === null ? '' : `, on the page ${one.page}`}
  definition   ${one.definition}
  time         ${one.givenAt}
  address      ${one.ip ?? '-'}
  browser      ${one.userAgent ?? '-'}${confirmed(one)}
  verified     ${one.doubts.length === 0 ? 'yes: the sentence matches the form word for word' : one.doubts.join(' ')}`)
  }
  if (evidence.length === 0) console.log('\nThe form asked for no consents.')
  if (evidence.some(({ doubts }) => doubts.length > 0)) process.exitCode = 1
}

function confirmed({ confirmation }: Evidence): string {
  if (confirmation === undefined) return ''
  if (confirmation === null) return '\n  confirmed    no'
  return `\n  confirmed    ${confirmation.at}, from ${confirmation.ip ?? '-'}`
}

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
async function exportLeads(options: ExportOptions): Promise<void> {
  const { form, json, csv, titles, semicolons, bom, out } = options
  if (csv && json) return misused('Use either --json or --csv.')
  if (json && (titles !== undefined || semicolons || bom))
    return misused('--titles, --semicolons and --bom require a table.')
  if (form === undefined && (titles !== undefined || semicolons))
    return misused('--titles and --semicolons require the table of one form. Name it with --form.')
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
    await each(reading, 'collecting columns', async (leads) => table.see(leads))
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
  if (from === null || to === null) return '--since and --until must be days, such as 2026-11-01.'
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
async function listing({ form, suspicious, refused, limit, before, all, json, csv }: ListOptions): Promise<void> {
  const size = all ? 500 : Number(limit)
  if (!Number.isInteger(size) || size < 1) return misused('--limit must be a whole number above 0.')
  if (csv && (json || all))
    return misused(json ? 'Use either --json or --csv.' : 'For a table of all leads use `leads export`.')
  const filter = { ...(form !== undefined && { form }), suspicious, refused }
  await onStorage(
    async (storage) => {
      const progress = showProgress({ isQuiet: !all || process.stdout.isTTY })
      const count = progress.isShown ? await countLeads(storage, filter) : 0
      const page = (from: string | undefined) =>
        listLeads(storage, { ...filter, ...(from !== undefined && { before: from }), limit: size })
      let listed = 0
      let last = before
      let reading = page(before)
      do {
        const leads = await reading
        last = leads.length === size ? leads.at(-1)?.id : undefined
        if (all && last !== undefined) {
          // The next ones are read while these are printed.
          reading = page(last)
          reading.catch(() => {})
        }
        if (csv) await printTable(leads)
        else await printLines(leads.map((lead) => (json ? JSON.stringify(lead) : line(lead))))
        listed += leads.length
        progress.share(`${listed} leads`, count === 0 ? 1 : Math.min(1, listed / count))
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
  await printOut(table.head() + table.rows(leads))
}

/** Not on standard output: another program would take it for a lead. */
function sayThereAreNone({ form, suspicious, refused }: LeadFilter): void {
  const which = [...(suspicious ? ['suspicious '] : []), ...(refused ? ['refused '] : [])].join('')
  console.error(`There are no ${which}leads${form === undefined ? '' : ` of the form "${form}"`}.`)
}

/** Answers are personal: they are printed only when asked for. */
function line({ receivedAt, id, form, locale, test, suspicion, answers }: StoredLead): string {
  const marks = [...(test ? ['test'] : []), ...(suspicion === null ? [] : ['suspicious'])]
  return [receivedAt, id, form, locale, `${Object.keys(answers).length} answers`, ...marks].join('  ')
}
