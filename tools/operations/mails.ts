import type { Command } from 'commander'
import type { ListedDelivery } from '#server/leads'
import { listMails, type ShownMail, showMail } from '#server/mail'
import { liveDefinitions } from '../definitions/live-definitions.ts'
import { type FolderOptions, withFolders } from '../terminal/folders.ts'
import { fail, misused, printable, printLines } from '../terminal/print-lines.ts'
import { onStorage } from '../terminal/storage.ts'
import { fullId } from './full-id.ts'

const states = ['pending', 'scheduled', 'delivered', 'bounced', 'dead', 'cancelled', 'erased'] as const

interface ListOptions {
  state?: (typeof states)[number]
  limit: string
  before?: string
  all: boolean
  json: boolean
}

export function mailsCommand(mails: Command): void {
  mails
    .command('list')
    .description('List mails to visitors, newest first: waiting, sent and failed ones, with the reason.')
    .option('--state <state>', states.join(', '))
    .option('--limit <number>', 'the maximum number of results', '20')
    .option('--before <id>', 'only those older than this one, to get the next page')
    .option('--all', 'list every mail', false)
    .option('--json', 'print one JSON object per line', false)
    .action(list)
  withFolders(mails.command('show'))
    .description('Print a mail as plain text, with its links. It is personal data.')
    .argument('<id>', 'the id, or an unambiguous beginning of it')
    .option('--json', 'print one JSON object', false)
    .action(show)
}

async function list({ limit, all, json, ...options }: ListOptions): Promise<void> {
  if (options.state !== undefined && !states.includes(options.state))
    return misused(`--state must be one of ${states.join(', ')}.`)
  const size = all ? 500 : Number(limit)
  if (!Number.isInteger(size) || size < 1) return misused('--limit must be a whole number above 0.')
  await onStorage(async (storage) => {
    let { before } = options
    let listed = 0
    do {
      const found = await listMails(storage, { ...options, limit: size, ...(before !== undefined && { before }) })
      await printLines(found.map((mail) => (json ? JSON.stringify(mail) : line(mail))))
      listed += found.length
      before = found.length === size ? found.at(-1)?.id : undefined
    } while (all && before !== undefined)
    if (listed === 0) console.error('No such mails.')
    if (!json && before !== undefined) console.log(`More: --before ${before}`)
  })
}

function line({ id, delivery, state, attempts, dueAt, deliveredAt, error }: ListedDelivery): string {
  const when = deliveredAt === null ? (dueAt === null ? [] : [`due ${dueAt}`]) : [`sent ${deliveredAt}`]
  const tries = `${attempts} ${attempts === 1 ? 'try' : 'tries'}`
  return [id, delivery, state, tries, ...when, ...(error ? [error] : [])].join('  ')
}

async function show(typed: string, { json, ...folders }: FolderOptions & { json: boolean }): Promise<void> {
  await onStorage(async (storage) => {
    const id = await fullId(storage, 'deliveries', typed)
    const site = id === null ? null : await liveDefinitions(storage, folders)
    if (id === null || !site) return
    const found = await showMail(storage, site, id)
    if (!found) return fail(`The delivery ${id} is not a mail to a visitor. Show it with \`deliveries show\`.`)
    await printLines(json ? [JSON.stringify(found)] : lines(found))
  })
}

function lines(shown: ShownMail): string[] {
  const { id, state, dueAt, deliveredAt, error, subject, subjectId, mail, isPreview } = shown
  const facts: [string, string | null][] = [
    ['id', id],
    ['state', state],
    ['due', dueAt],
    ['sent', deliveredAt],
    ['error', error],
    ['lead', subject === 'lead' ? subjectId : null],
    ['to', mail?.to ?? null],
    ['from', mail?.from ?? null],
    ['subject', mail?.subject ?? null],
  ]
  const head = facts.flatMap(([name, value]) => (value === null ? [] : [`${name.padEnd(8)} ${printable(value, 9)}`]))
  if (!mail)
    return [...head, '', state === 'erased' ? 'It was erased.' : 'It cannot be written with the current definitions.']
  const note = isPreview ? ['It is written when it is sent. With the current definitions:', ''] : []
  return [...head, '', ...note, printable(mail.text.trimEnd(), 0)]
}
