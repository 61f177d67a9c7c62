// The mail that tells a visitor what was sent: complete in each language, to one address, a few a day, of nobody's words.

import { expect, onTestFinished, test } from 'vitest'
import { flatAnswers } from '../../engine/form/lead/lead.ts'
import { plainWords } from '../../engine/form/model/links.ts'
import { repositorySite } from '../../engine/node/testing/repository.ts'
import { textsOf } from '../../engine/node/testing/site-texts.ts'
import { mailHtml } from '../../engine/site/mails/mail-html.ts'
import { mailText } from '../../engine/site/mails/mail-text.ts'
import type { Site } from '../../engine/site/site.ts'
import { approveLead } from '../distribution/reroute.ts'
import { activate } from '../leads/deliveries.ts'
import { eraseLeads } from '../leads/erase.ts'
import { forgetQuota, quotaHash, type TimedMail, visitors } from '../leads/messages.ts'
import { storeLead } from '../leads/store-lead.ts'
import { sampleLead } from '../leads/testing/sample-lead.ts'
import { createMailer } from '../outbound/mailer.ts'
import { startBench } from '../relay/testing/relay-bench.ts'
import type { KeyedHash } from '../storage/settings.ts'
import type { Row, Storage } from '../storage/storage.ts'
import { openPlace, temporaryPlace, temporaryStorage } from '../storage/testing/temporary-storage.ts'
import { appOn } from '../testing/app-on-storage.ts'
import { eventually } from '../testing/eventually.ts'
import { type MailServer, startMailServer } from '../testing/mail-server.ts'
import { submit, validAnswers } from '../testing/running-server.ts'
import { type ReadMail, readMail } from './testing/read-mail.ts'
import { deferredWriter, type WriteDeferred } from './write-deferred.ts'
import { mailToVisitor, type ReceiptFacts, receiptMail, receiptOf, setMail } from './write-mail.ts'

const hash: KeyedHash = (purpose, text) => `${purpose} ${text}`
const day = 24 * 60 * 60 * 1000

async function rows(storage: Storage, sql: string): Promise<Row[]> {
  const [found = []] = await storage.atomic([{ sql, parameters: [] }])
  return found
}

/** A relay on the storage, to a mail server. */
async function relayTo({ url }: MailServer, storage: Storage, site: () => Site) {
  const mailer = createMailer(url)
  onTestFinished(() => mailer.close())
  return ahead(await startBench({}, { mailer, storage, writeDeferred: deferredWriter(storage, site, hash) }))
}

/** The form promises a mail with its offers too. */
function isReceipt({ headers }: ReadMail): boolean {
  return locales.some((locale) => headers.subject?.startsWith(textsOf(locale, 'mails/receipt').subject.split('{')[0]))
}

const locales = ['en', 'es', 'de', 'fr', 'it', 'nl']

const receiptsAt = ({ mails }: MailServer) => mails.map(readMail).filter(isReceipt)

/** The clock of a bench stands still, and leads come after it was started. */
function ahead<B extends { clock: { now: number } }>(bench: B): B {
  bench.clock.now += 3_600_000
  return bench
}

const answers = (changes: object) => ({ answers: { ...validAnswers, ...changes } })

test('it arrives in six languages, as HTML and as plain text, and says nothing that the visitor wrote', async () => {
  const storage = await temporaryStorage()
  const { origin, site } = await appOn(storage)
  const server = await startMailServer()
  await relayTo(server, storage, () => site)
  const locales = Object.keys(site.definition.locales)
  for (const locale of locales) {
    const reply = await submit(origin, { locale, ...answers({ email: `${locale}@example.com` }) })
    expect([locale, reply.status]).toEqual([locale, 201])
  }
  await eventually(() => expect(receiptsAt(server)).toHaveLength(6))
  const mails = receiptsAt(server)
  for (const locale of locales) {
    const mail = mails.find(({ headers }) => headers.to === `${locale}@example.com`)
    const form = site.forms.version('home-insurance', locale)?.form
    const definition = site.mails.mail('receipt', locale)
    if (!mail || !form || !definition) throw new Error(`There is no mail in ${locale}.`)
    const { headers, text, html } = mail
    expect(headers).toMatchObject({
      from: 'Leadwright <post@leadwright.example>',
      subject: definition.subject.replace('{form}', form.title),
      'auto-submitted': 'auto-generated',
      'content-type': expect.stringContaining('multipart/alternative'),
    })
    expect(html).toContain(`<html lang="${locale}">`)
    const fields = form.steps.flatMap((step) => step.fields)
    const words = (id: string, option: string) => {
      const field = fields.find((each) => each.id === id)?.words
      return [field?.title, field?.options?.[option]]
    }
    const flat = (written: string) => written.replaceAll(/\s+/g, ' ')
    expect(text).toContain(`https://leadwright.example${site.pages.pathOf('privacy', locale)}`)
    const told = [
      ...[...words('propertyType', 'flat'), ...words('residence', 'primary'), ...words('features', 'alarm')],
      ...form.consents.map((consent) => plainWords(consent.text)),
      'Demo partner',
    ]
    for (const said of told) {
      expect(flat(text), locale).toContain(flat(String(said)))
      expect(flat(html), locale).toContain(flat(String(said)).replaceAll("'", '&#39;'))
    }
    for (const own of ['Ada', 'Lovelace', 'SW1A']) expect(text + html).not.toContain(own)
    for (const fetched of ['<img', 'src=', 'url(', '<script']) expect(html).not.toContain(fetched)
    for (const line of text.split('\r\n')) expect(line.length, line).toBeLessThanOrEqual(72)
  }
})

test('where a form says so it repeats all answers, and what was typed becomes no link', async () => {
  const site = await repositorySite()
  const form = site.forms.version('home-insurance', 'en')?.form
  if (!form) throw new Error('There is no form.')
  const given = answers({ email: 'ada@example.com', firstName: 'See https://evil.example now' })
  const flat = flatAnswers(form, given.answers).answers
  const facts = { to: 'ada@example.com', lead: 'f1'.repeat(16), answers: flat, brand: 'default', test: false }
  const write = (answers: 'all' | string[]) => {
    const receipt = { mail: 'receipt', answers }
    const mail = receiptMail(site, { ...facts, form: { ...form, receipt }, consents: [], takers: [], link: null })
    if (!mail) throw new Error('There is no mail.')
    return setMail(mail)
  }
  const { html = '', text } = write('all')
  for (const own of ['Lovelace', 'ada@example.com', 'See https://evil.example now']) expect(text).toContain(own)
  expect(html).toContain('See https:<wbr>/<wbr>/<wbr>evil.<wbr>example now')
  expect(write(['propertyType']).text).not.toContain('Lovelace')
})

test('an address gets three a day, however it is written and whichever server takes the leads', async () => {
  const place = await temporaryPlace()
  const first = await temporaryStorage(place)
  const second = await openPlace(place)
  if (!second.ok) throw new Error(second.reason)
  onTestFinished(() => second.storage.close())
  const now = Date.parse('2026-11-20T10:00:00Z')
  const send = (storage: Storage, email: string, at: number) => {
    const message = mailToVisitor('receipt', { from: 'a@example.com', to: email, subject: 'x', text: 'x' })
    const receipt: TimedMail = { message, address: quotaHash(hash, email), notBefore: null }
    return storeLead(storage, sampleLead({ receivedAt: new Date(at).toISOString(), mails: [receipt] }))
  }
  const written = [
    'ada@example.com',
    'Ada@Example.com',
    'ada+1@example.com',
    'ada+2@example.com',
    'ADA+x+y@example.com',
  ]
  await Promise.all([first, second.storage].flatMap((storage) => written.map((email) => send(storage, email, now))))
  const due = "SELECT count(*) AS n FROM deliveries WHERE state = 'pending'"
  // Of those at once one gives way to the other for a moment, and there is never one too many.
  for (let round = 0; round < 3; round++) await activate(first, now)
  const [atOnce] = await rows(first, due)
  expect(Number(atOnce?.n)).toBeLessThanOrEqual(3)
  expect(Number(atOnce?.n)).toBeGreaterThan(0)
  for (const email of written) await send(second.storage, email, now)
  await send(first, 'grace@example.com', now)
  expect(await rows(first, 'SELECT count(*) AS n FROM leads')).toEqual([{ n: 16 }])
  expect(await rows(first, due)).toEqual([{ n: 4 }])
  // A clock that stood ahead keeps nobody from their mail.
  await first.atomic([{ sql: 'UPDATE mail_quota SET sent_at = ?', parameters: [now + 30 * day] }])
  await send(first, 'ada@example.com', now + 1)
  expect(await rows(first, due)).toEqual([{ n: 5 }])
  await first.atomic([{ sql: 'UPDATE mail_quota SET sent_at = ?', parameters: [now] }])
  await send(first, 'ada@example.com', now + day - 1)
  expect(await rows(first, due)).toEqual([{ n: 5 }])
  await first.atomic([forgetQuota(now + day)])
  await send(first, 'ada@example.com', now + day)
  expect(await rows(first, due)).toEqual([{ n: 6 }])
})

test('leads that come together get one each, and a lead that was there already gets none', async () => {
  const storage = await temporaryStorage()
  const leads = Array.from({ length: 40 }, (_, n) => {
    const message = mailToVisitor('receipt', { from: 'a@example.com', to: `${n}@example.com`, subject: 'x', text: 'x' })
    const receipt = { message, address: quotaHash(hash, `${n}@example.com`), notBefore: null }
    // Every fourth is a repeat of the one before.
    return sampleLead({ idempotencyKey: `key ${n % 4 === 3 ? n - 1 : n}`, mails: [receipt] })
  })
  const outcomes = await Promise.all(leads.map((lead) => storeLead(storage, lead)))
  expect(outcomes.filter(({ stored }) => stored)).toHaveLength(30)
  const mails = await rows(storage, 'SELECT subject_id FROM deliveries')
  const stored = leads.filter((_, n) => outcomes[n]?.stored).map(({ id }) => id)
  expect(mails.map((row) => String(row.subject_id)).sort()).toEqual(stored.sort())
  expect(await rows(storage, 'SELECT DISTINCT number FROM mail_quota')).toEqual([{ number: 1 }])
})

test('each try is the same mail, whatever becomes of its words, and the address is one, whatever signs it has', async () => {
  const storage = await temporaryStorage()
  const { origin, site } = await appOn(storage)
  const server = await startMailServer()
  server.mood.refuses = true
  let current = site
  const bench = await relayTo(server, storage, () => current)
  const email = "a!#$%&'*+/=?^_`{|}~-b@example.com"
  expect((await submit(origin, answers({ email }))).status).toBe(201)
  // Refused, and that is written down: the next try is counted from when it is.
  const tries = "SELECT attempts, lease_until FROM deliveries WHERE topic = 'receipt'"
  await eventually(async () => expect(await rows(storage, tries)).toEqual([{ attempts: 1, lease_until: null }]))
  server.mood.refuses = false
  current = { ...site, mails: { ...site.mails, mail: () => null } }
  bench.clock.now += 2 * day
  await eventually(() => expect(receiptsAt(server)).toHaveLength(1))
  const [tried] = server.refused.map(readMail).filter(isReceipt)
  const [sent] = receiptsAt(server)
  const [row] = await rows(storage, "SELECT id FROM deliveries WHERE topic = 'receipt'")
  expect(sent?.headers['message-id']).toBe(`<${row?.id}@leadwright.example>`)
  expect(tried?.headers['message-id']).toBe(sent?.headers['message-id'])
  expect(tried?.text).toBe(sent?.text)
  expect([...new Set(server.recipients.flat())]).toEqual([email])
})

test('one that cannot be written is a failed try, and leaves once it can', async () => {
  const storage = await temporaryStorage()
  const { origin, site } = await appOn(storage)
  const server = await startMailServer()
  let current: Site = { ...site, mails: { ...site.mails, mail: () => null } }
  const bench = await relayTo(server, storage, () => current)
  expect((await submit(origin)).status).toBe(201)
  const mail = "SELECT attempts, lease_until, last_error FROM deliveries WHERE topic = 'receipt'"
  const last_error = 'The definitions lack the mail of this receipt, or its sender.'
  await eventually(async () =>
    expect(await rows(storage, mail)).toEqual([{ attempts: 1, lease_until: null, last_error }]),
  )
  current = site
  bench.clock.now += 2 * day
  await eventually(() => expect(receiptsAt(server)).toHaveLength(1))
})

test('nothing is sent of a lead that is erased while its receipt is written', async () => {
  const storage = await temporaryStorage()
  const { origin, site } = await appOn(storage)
  const server = await startMailServer()
  const { id } = (await (await submit(origin)).json()) as { id: string }
  const writeDeferred = deferredWriter(storage, () => site, hash)
  const mailer = createMailer(server.url)
  onTestFinished(() => mailer.close())
  const meanwhile: WriteDeferred = async (message) => {
    await eraseLeads(storage, [id], Date.now())
    return writeDeferred(message)
  }
  ahead(await startBench({}, { mailer, storage, writeDeferred: meanwhile }))
  const mail = "SELECT state, payload FROM deliveries WHERE topic = 'receipt'"
  await eventually(async () => expect(await rows(storage, mail)).toEqual([{ state: 'erased', payload: '' }]))
  expect(server.mails).toEqual([])
})

test('one that an earlier version wrote when its lead came leaves as it was written', async () => {
  const storage = await temporaryStorage()
  const server = await startMailServer()
  const composed = { locale: 'en', subject: 'Hello', parts: [{ kind: 'heading', text: 'Dear visitor' }] }
  const mail = { from: 'a@example.com', fromName: 'A', to: 'ada@example.com', subject: 'Hello', composed }
  const message = { partner: visitors, delivery: 'receipt', kind: 'mail', payload: JSON.stringify(mail) } as const
  await storeLead(storage, sampleLead({ deliveries: [message] }))
  await relayTo(server, storage, siteGone)
  await eventually(() => expect(server.mails).toHaveLength(1))
  expect(readMail(String(server.mails[0])).text).toContain('Dear visitor\r\n')
})

function siteGone(): never {
  throw new Error('What is written needs no definitions.')
}

test('it waits for SMTP_URL, and is erased with its lead before it leaves', async () => {
  const storage = await temporaryStorage()
  const { origin } = await appOn(storage)
  const bench = ahead(await startBench({}, { storage }))
  const { id } = (await (await submit(origin)).json()) as { id: string }
  const mail = "SELECT state, attempts, last_error, payload FROM deliveries WHERE topic = 'receipt'"
  await eventually(async () =>
    expect(await rows(storage, mail)).toMatchObject([
      { state: 'pending', attempts: 0, last_error: 'The variable SMTP_URL is not set.' },
    ]),
  )
  const counted = "SELECT address FROM mail_quota WHERE topic = 'receipt'"
  expect(await rows(storage, counted)).toHaveLength(1)
  await eraseLeads(storage, [id], bench.clock.now)
  expect(await rows(storage, mail)).toMatchObject([{ state: 'erased', payload: '' }])
  expect(await rows(storage, 'SELECT address FROM mail_quota')).toEqual([])
})

test('what looks made by a program gets one when an operator approves it, and a repeat gets none', async () => {
  const storage = await temporaryStorage()
  const { origin, site } = await appOn(storage)
  const mails = () => rows(storage, "SELECT subject_id FROM deliveries WHERE topic = 'receipt'")
  const context = { page: 'home-insurance', honeypot: 'https://spam.example' }
  const { id } = (await (await submit(origin, { context })).json()) as { id: string }
  expect(await mails()).toEqual([])
  const now = Date.now()
  const all = await Promise.all([1, 2, 3].map(() => approveLead(storage, site, id, { hash, now })))
  expect(all.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await mails()).toEqual([{ subject_id: id }])
  for (const status of [201, 200]) expect((await submit(origin, { key: 'once' })).status).toBe(status)
  expect(await mails()).toHaveLength(2)
})

test('a test lead gets none unless the form says so, and nobody gets one without an address', async () => {
  const { site, form } = await homeInsurance()
  const lead = { form, email: 'ada@example.com', brand: 'default', test: true, suspicion: null, localOrigin: null }
  expect(receiptOf(site, hash, lead)).toBeNull()
  const marked = { ...form, receipt: { mail: 'receipt', testLeads: true } }
  expect(receiptOf(site, hash, { ...lead, form: marked })).toMatchObject({ message: { delivery: 'receipt' } })
  expect(written(site, { form: marked, test: true })).toMatchObject({
    subject: '[test] We’ve received your answers: Home insurance',
    text: expect.stringContaining(textsOf('en', 'mails/receipt').blocks.recipients.none),
  })
  expect(receiptOf(site, hash, { ...lead, test: false, email: null })).toBeNull()
  expect(receiptOf(site, hash, { ...lead, test: false, form: { ...form, receipt: { mail: 'gone' } } })).toBeNull()
})

async function homeInsurance() {
  const site = await repositorySite()
  const form = site.forms.version('home-insurance', 'en')?.form
  if (!form) throw new Error('The form is gone.')
  return { site: site, form }
}

/** A receipt as it will be sent. */
function written(site: Site, facts: Pick<ReceiptFacts, 'form'> & Partial<ReceiptFacts>) {
  const id = '019abc12-3456-7def-8123-4567044fdf85'
  const usual = { to: 'ada@example.com', lead: id, brand: 'default', test: false, consents: [], takers: [], link: null }
  const mail = receiptMail(site, { ...usual, answers: validAnswers, ...facts })
  if (!mail || !('composed' in mail)) throw new Error('There is no mail.')
  return { subject: mail.subject, text: mailText(mail.composed), html: mailHtml(mail.composed) }
}

test('what people write stays out, whatever a form of an earlier version says', async () => {
  const { site, form } = await homeInsurance()
  const named = ['firstName', 'homePostalCodeOrCity', 'email', 'phone', 'privacy', 'claims']
  const told = { ...validAnswers, firstName: 'Buy at evil.example', homePostalCodeOrCity: 'evil.example' }
  const receipt = { mail: 'receipt', answers: named }
  const { text, html } = written(site, { form: { ...form, receipt }, answers: told })
  const claims = form.steps.flatMap(({ fields }) => fields).find(({ id }) => id === 'claims')?.words.title
  const flat = (written: unknown) => String(written).replaceAll(/\s+/g, ' ')
  expect(flat(text)).toContain(flat(`${claims} None`))
  expect(text).not.toContain('true')
  expect(`${text}${html}`).not.toContain('evil.example')
})
