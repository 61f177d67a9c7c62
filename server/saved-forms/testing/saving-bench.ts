import { expect, onTestFinished } from 'vitest'
import { type ReadMail, readMail } from '../../mail/testing/read-mail.ts'
import { createMailer } from '../../outbound/mailer.ts'
import { startBench } from '../../relay/testing/relay-bench.ts'
import type { Row, Storage } from '../../storage/storage.ts'
import { temporaryStorage } from '../../storage/testing/temporary-storage.ts'
import { appOn } from '../../testing/app-on-storage.ts'
import { eventually } from '../../testing/eventually.ts'
import { startMailServer } from '../../testing/mail-server.ts'

/** What came back from a press of a button. */
interface Reply {
  status: number
  headers: Headers
  html: string
}

/** An app with the credit form, its relay and a mail server, on a clock that the test moves. */
export interface SavingBench {
  storage: Storage
  origin: string
  clock: { now: number }
  /** Posts to a page, from one of our own unless headers say otherwise. */
  post: (fields: Record<string, string>, path?: string, headers?: Record<string, string>) => Promise<Reply>
  /** Saves the answers of two steps under an address. */
  save: (address: string, more?: Record<string, string>) => Promise<Reply>
  /** Presses the button behind a link. */
  open: (token: string, more?: Record<string, string>) => Promise<Reply>
  /** The mails that have arrived, once there are so many. */
  mails: (count: number) => Promise<ReadMail[]>
  rows: (sql: string) => Promise<Row[]>
}

const path = '/forms/credit'

const answered = {
  'root[credit.amount]': '15,000',
  'root[credit.termMonths]': '60',
  'root[credit.purpose]': 'car',
  'root[credit.existingInstalments]': '0',
  'root[credit.together]': 'false',
  'root[applicant.housing]': 'rent',
}

/** @param file of an SQLite database, where its bytes are looked at */
export async function savingBench(file?: string): Promise<SavingBench> {
  const storage = await temporaryStorage(file)
  const clock = { now: Date.now() }
  const now = () => clock.now
  const server = await startMailServer()
  const mailer = createMailer(server.url)
  onTestFinished(() => mailer.close())
  const { relay } = await startBench({}, { mailer, storage, now })
  const { origin } = await appOn(storage, () => ({ onStored: () => relay.wake() }), { now })
  const post: SavingBench['post'] = async (
    fields,
    at = `${path}?step=applicant`,
    headers = { 'sec-fetch-site': 'same-origin' },
  ) => {
    const body = new URLSearchParams(fields)
    const reply = await fetch(origin + at, { method: 'POST', redirect: 'manual', headers, body })
    return { status: reply.status, headers: reply.headers, html: await reply.text() }
  }
  return {
    ...{ storage, origin, clock, post },
    save: (address, more = {}) => post({ ...answered, later: 'save', 'later-address': address, ...more }),
    open: (token, more = {}) => post({ later: 'open', token, ...more }, path),
    async mails(count) {
      await eventually(() => expect(server.mails.length).toBeGreaterThanOrEqual(count))
      return server.mails.map(readMail)
    },
    rows: async (sql) => (await storage.read([{ sql, parameters: [] }]))[0] ?? [],
  }
}

/** The token in a mail's link. */
export function tokenIn(mail: ReadMail | undefined): string {
  const token = /\/forms\/credit\?token=([\w-]{43})(?![\w-])/.exec(mail?.text ?? '')?.[1]
  if (token === undefined) throw new Error('The mail has no link to go on.')
  return token
}

/** What a page's hidden inputs and heading say. */
export function shownIn(html: string): { heading: string; hidden: Record<string, string> } {
  const inputs = [...html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)]
  return {
    heading: /class="lw-heading"[^>]*>([^<]*)/.exec(html)?.[1] ?? '',
    hidden: Object.fromEntries(inputs.map(([, name = '', value = '']) => [name, value])),
  }
}
