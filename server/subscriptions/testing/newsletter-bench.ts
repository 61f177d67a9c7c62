import { expect, onTestFinished } from 'vitest'
import type { Site } from '../../../engine/site/site.ts'
import { readFeed } from '../../leads/feed.ts'
import { type ReadMail, readMail } from '../../mail/testing/read-mail.ts'
import { createMailer } from '../../outbound/mailer.ts'
import { startBench } from '../../relay/testing/relay-bench.ts'
import type { Row, Storage } from '../../storage/storage.ts'
import { temporaryStorage } from '../../storage/testing/temporary-storage.ts'
import { appOn } from '../../testing/app-on-storage.ts'
import { eventually } from '../../testing/eventually.ts'
import { startMailServer } from '../../testing/mail-server.ts'
import { submit } from '../../testing/running-server.ts'

/** An app, its relay and a mail server, on a clock that the test moves. */
export interface NewsletterBench {
  storage: Storage
  site: Site
  origin: string
  clock: { now: number }
  /** Signs an address up with the form that asks to confirm; returns the lead's id. */
  signUp: (email: string, changes?: object) => Promise<string>
  /** The mails that have arrived, once there are so many. */
  mails: (count: number) => Promise<ReadMail[]>
  rows: (sql: string) => Promise<Row[]>
  /** What the demo partner reads. */
  fed: () => Promise<{ id: string; locale: string }[]>
}

/** @param live the site, where it is not the repository's own */
export async function newsletterBench(live?: Site): Promise<NewsletterBench> {
  const storage = await temporaryStorage()
  const clock = { now: Date.now() }
  const { origin, site } = await appOn(
    storage,
    (parts) => (live ? { live: { ...parts.live, current: () => live } } : {}),
    { now: () => clock.now },
  )
  const server = await startMailServer()
  const mailer = createMailer(server.url)
  onTestFinished(() => mailer.close())
  await startBench({}, { mailer, storage, now: () => clock.now })
  return {
    ...{ storage, site, origin, clock },
    async signUp(email, changes = {}) {
      const answers = { email, 'privacy-newsletter': true }
      const reply = await submit(origin, { form: 'newsletter-double-opt-in', answers, ...changes })
      expect(reply.status).toBe(201)
      return ((await reply.json()) as { id: string }).id
    },
    async mails(count) {
      await eventually(() => expect(server.mails.length).toBeGreaterThanOrEqual(count))
      // What follows from a mail, such as when its link expires, is stored once the server has taken it.
      const claimed = "SELECT id FROM deliveries WHERE kind = 'mail' AND state = 'pending' AND lease_until IS NOT NULL"
      await eventually(async () => expect(await storage.read([{ sql: claimed, parameters: [] }])).toEqual([[]]))
      return server.mails.map(readMail)
    },
    async rows(sql) {
      return (await storage.atomic([{ sql, parameters: [] }]))[0] ?? []
    },
    fed: async () => (await readFeed(storage, 'demo', { after: 0, limit: 100, now: clock.now })).leads,
  }
}

/** The link to confirm in a mail. */
export function linkIn(mail: ReadMail | undefined): string {
  const links = [
    ...(mail?.text ?? '').matchAll(/https?:\/\/\S+\/confirm\?token=[A-Za-z0-9_-]{43}(?![A-Za-z0-9_-])/g),
  ].map(String)
  expect(new Set(links).size).toBe(1)
  return links[0] ?? ''
}

/** Presses the button of the page at a link, and returns where that leads. */
export async function press(link: string, changes: { headers?: Record<string, string>; body?: string } = {}) {
  const { headers = { 'sec-fetch-site': 'same-origin' }, body = 'pressed=confirmation' } = changes
  const reply = await fetch(link, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body,
  })
  return { status: reply.status, to: reply.headers.get('location') }
}
