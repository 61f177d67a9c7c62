import { rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { openSite } from '../../../engine/node/live-site.ts'
import { sandbox } from '../../../engine/node/testing/sandbox.ts'
import type { ResultsView } from '../../../engine/site/results-view.ts'
import { createMailer } from '../../outbound/mailer.ts'
import { startBench } from '../../relay/testing/relay-bench.ts'
import { type KeyedHash, openSecretKey } from '../../storage/settings.ts'
import type { Row, Storage } from '../../storage/storage.ts'
import { temporaryPlace, temporaryStorage } from '../../storage/testing/temporary-storage.ts'
import { appOn } from '../../testing/app-on-storage.ts'
import { type MailServer, startMailServer } from '../../testing/mail-server.ts'
import { submit, validAnswers } from '../../testing/running-server.ts'
import { deferredWriter } from '../write-deferred.ts'
import { type ReadMail, readMail } from './read-mail.ts'

/** What a partner answers a call with; one that resolves late is slow. */
export type Answer = () => object | Promise<object>

/** Servers on one database, with two partners that answer home insurance with offers, and a mail server. */
export interface OffersSite {
  /** Of each server. */
  origins: readonly string[]
  storage: Storage
  hash: KeyedHash
  server: MailServer
  /** What each partner answers from now on. */
  answers: Record<'acme' | 'zeta', Answer>
  /** How far the servers' clock is ahead, in ms. */
  clock: { ahead: number }
  now: () => number
  /** Sends the form. */
  send: (email: string, more?: object, origin?: string) => Promise<{ id: string; results: string }>
  view: (results: string) => Promise<ResultsView>
  /** The mails about offers that arrived. */
  mails: () => ReadMail[]
  rows: (sql: string) => Promise<Row[]>
}

const names = { acme: 'Acme Insurance', zeta: 'Zeta Insurance' }

/** The form's other mail, in the languages of the tests. */
const receipt = /^(?:We’ve received your answers|Ihre Anfrage): /

export const link = 'https://insurer.example.com/take'

/** @param servers how many */
export async function offersSite({ servers = 1 } = {}): Promise<OffersSite> {
  const answers: OffersSite['answers'] = { acme: () => ({ offers: [] }), zeta: () => ({ offers: [] }) }
  const url = await startPartners(answers)
  const box = await sandbox()
  onTestFinished(box.remove)
  await rm(join(box.definitions, 'partners'), { recursive: true })
  for (const [id, name] of Object.entries(names)) {
    const partner = {
      ...{ name, filters: [{ form: 'home-insurance' }], map: { type: 'propertyType' } },
      disclosure: { name: `${name} Ltd`, address: '1 Street', privacy: 'https://acme.example.com/privacy' },
      deliveries: { quotes: { kind: 'http', url: `${url}/${id}`, offers: { hosts: ['insurer.example.com'] } } },
    }
    await box.edit(`definitions/partners/${id}.json`, null, JSON.stringify(partner))
  }
  const clock = { ahead: 0 }
  const now = () => Date.now() + clock.ahead
  const begun = await openSite(box, { now })
  if (!begun.ok) throw new Error(begun.problems.map(({ message }) => message).join('\n'))
  const { live } = begun
  onTestFinished(() => live.close())
  const server = await startMailServer()
  const place = await temporaryPlace()
  const opened: { storage: Storage; origin: string }[] = []
  for (let count = 0; count < servers; count++) {
    const storage = await temporaryStorage(place)
    const hash = await openSecretKey(storage, null)
    const mailer = createMailer(server.url)
    onTestFinished(() => mailer.close())
    let wake = () => {}
    const { origin, onAnswered } = await appOn(storage, () => ({ live, onStored: () => wake() }), { now })
    const writeDeferred = deferredWriter(storage, live.current, hash, now)
    const partners = () => live.current().partners.all
    const { relay } = await startBench(
      {},
      { storage, mailer, writeDeferred, hash, partners, now, onAnswered, stopMs: 500 },
    )
    wake = relay.wake
    opened.push({ storage, origin })
  }
  const [{ storage, origin }] = opened as [(typeof opened)[number]]
  return {
    ...{ storage, hash: await openSecretKey(storage, null), server, answers, clock, now },
    origins: opened.map((each) => each.origin),
    async send(email, more = {}, at = origin) {
      const reply = await submit(at, { answers: { ...validAnswers, email }, ...more })
      if (reply.status !== 201) throw new Error(await reply.text())
      return (await reply.json()) as { id: string; results: string }
    },
    async view(results) {
      const reply = await fetch(`${origin}/api${results}?locale=en`)
      return (await reply.json()) as ResultsView
    },
    mails: () => server.mails.map(readMail).filter(({ headers }) => !receipt.test(headers.subject ?? '')),
    rows: async (sql) => (await storage.read([{ sql, parameters: [] }]))[0] ?? [],
  }
}

async function startPartners(answers: OffersSite['answers']): Promise<string> {
  const server = createServer(async (request, response) => {
    await text(request)
    const partner = (request.url ?? '').slice(1) as keyof typeof answers
    response.setHeader('content-type', 'application/json').end(JSON.stringify(await answers[partner]()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
