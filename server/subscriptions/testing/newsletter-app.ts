import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { onTestFinished } from 'vitest'
import { openSite } from '../../../engine/node/live-site.ts'
import { sandbox } from '../../../engine/node/testing/sandbox.ts'
import { type ReadMail, readMail } from '../../mail/testing/read-mail.ts'
import { deferredWriter } from '../../mail/write-deferred.ts'
import { createMailer } from '../../outbound/mailer.ts'
import { startBench } from '../../relay/testing/relay-bench.ts'
import { openSecretKey } from '../../storage/settings.ts'
import type { Row, Storage } from '../../storage/storage.ts'
import { temporaryStorage } from '../../storage/testing/temporary-storage.ts'
import { appOn } from '../../testing/app-on-storage.ts'
import { type MailServer, startMailServer } from '../../testing/mail-server.ts'
import { answerWith, type Received, startReceiver } from '../../testing/receiver.ts'

/** The site with a partner that gets each newsletter lead by webhook and in its feed, and a mail server. */
export interface NewsletterApp {
  app: FastifyInstance
  storage: Storage
  server: MailServer
  /** What the partner was sent. */
  received: Received[]
  mails: () => ReadMail[]
  rows: (sql: string) => Promise<Row[]>
  signUp: (email: string, form?: string, locale?: string) => Promise<LightMyRequestResponse>
  /** Posts a form's fields; from one of our own pages unless headers say otherwise. */
  post: (
    url: string,
    fields: Record<string, string>,
    headers?: Record<string, string>,
  ) => Promise<LightMyRequestResponse>
}

export const host = 'leadwright.example'

/** @param now milliseconds since the epoch */
export async function newsletterApp(now: () => number = Date.now): Promise<NewsletterApp> {
  const { edit, remove, ...folders } = await sandbox()
  onTestFinished(remove)
  const { url, received } = await startReceiver(answerWith(200))
  await edit(
    'definitions/partners/demo.json',
    '"deliveries": {',
    `"deliveries": { "hook": { "kind": "webhook", "url": "${url}", "secretVariable": "SECRET" },`,
  )
  const begun = await openSite(folders, { now })
  if (!begun.ok) throw new Error(begun.problems.map(({ message }) => message).join('\n'))
  const { live } = begun
  onTestFinished(() => live.close())
  const server = await startMailServer()
  const mailer = createMailer(server.url)
  onTestFinished(() => mailer.close())
  const storage = await temporaryStorage()
  const writeDeferred = deferredWriter(storage, live.current, await openSecretKey(storage, null))
  const partners = () => live.current().partners.all
  const { relay } = await startBench({}, { storage, mailer, writeDeferred, partners, now })
  const { app } = await appOn(storage, () => ({ live, onStored: () => relay.wake() }), { now })
  return {
    ...{ app, storage, server, received },
    mails: () => server.mails.map(readMail),
    rows: async (sql) => (await storage.read([{ sql, parameters: [] }]))[0] ?? [],
    signUp(email, form = 'newsletter-popup', locale = 'en') {
      const answers = { email, 'privacy-newsletter': true, ...(form === 'newsletter-popup' && { marketing: true }) }
      return app.inject({
        method: 'POST',
        url: '/api/v1/submissions',
        headers: { host },
        payload: { form, locale, answers },
      })
    },
    post: (url, fields, headers = { 'sec-fetch-site': 'same-origin' }) =>
      app.inject({
        ...{ method: 'POST', url, payload: new URLSearchParams(fields).toString() },
        headers: { host, 'content-type': 'application/x-www-form-urlencoded', ...headers },
      }),
  }
}

/** The path and query that a mail is unsubscribed from at, as its header says it. */
export function unsubscribeIn(mail: ReadMail | undefined): string {
  const link = /^<(https:\/\/[^>]+)>$/.exec(mail?.headers['list-unsubscribe'] ?? '')?.[1]
  if (!link) throw new Error('The mail cannot be unsubscribed from.')
  const { pathname, search } = new URL(link)
  return pathname + search
}

/** Those of the link to confirm. */
export function confirmIn(mail: ReadMail | undefined): string {
  const link = /https:\/\/\S+\/confirm\?token=\S+/.exec(mail?.text ?? '')?.[0]
  if (!link) throw new Error('The mail has no link to confirm.')
  const { pathname, search } = new URL(link)
  return pathname + search
}
