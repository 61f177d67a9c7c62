import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import type { TariffDelivery } from '#schemas/generated/deliveries/tariff.ts'
import type { DeliveryDefinition } from '#schemas/generated/delivery.ts'
import type { ClaimedDelivery } from '../leads/deliveries.ts'
import { createMailer } from '../outbound/mailer.ts'
import { createOutbound } from '../outbound/outbound.ts'
import { attempt } from '../relay/relay.ts'
import { noReceipts } from '../relay/testing/relay-bench.ts'
import { answerWith, startReceiver } from '../testing/receiver.ts'
import type { SendContext } from './channel.ts'
import { askedOffers } from './channel-of.ts'
import { dataDelivery } from './data-delivery/data-delivery.ts'
import { email } from './email/email.ts'
import { tariff } from './tariff/tariff.ts'
import { sampleOrigin } from './testing/sample-origin.ts'

const outgoing = {
  lead: {
    id: 'lead-1',
    form: 'home',
    locale: 'fr',
    receivedAt: '2026-11-20T10:00:00.500Z',
    test: false,
    data: { email: 'ada@example.com' },
  },
  form: { id: 'home', locale: 'fr', title: 'Assurance habitation', steps: [], consents: [] } as never,
  answers: {},
  ip: '203.0.113.9',
  site: 'example',
  ...sampleOrigin,
}

const mailDelivery = { kind: 'email', to: 'leads@acme.example', from: 'portal@example.com' } as const
const providerCall = {
  kind: 'data-delivery',
  url: 'https://x.example',
  partnerId: '7',
  keyVariables: { default: 'KEY' },
} as const

function context(changes: Partial<SendContext> = {}): SendContext {
  const outbound = createOutbound({ allow: ['127.0.0.0/8'] })
  onTestFinished(() => outbound.close())
  const secrets = (variable: string) => ({ KEY_FR: 'key fr', KEY: 'key other' })[variable]
  return { outbound, secrets, mailer: null, tariffs: () => new Map(), now: Date.now, timeoutMs: 2000, ...changes }
}

function claimed(kind: ClaimedDelivery['kind'], payload: string): ClaimedDelivery {
  return {
    id: 'd-1',
    subject: 'lead-1',
    partner: 'p',
    delivery: 'd',
    kind,
    replay: 0,
    payload,
    attempt: 1,
    leaseUntil: 0,
    isTest: false,
    topic: 'lead',
    externalId: null,
  }
}

function tryOnce(definition: DeliveryDefinition, delivery: ClaimedDelivery, changes: Partial<SendContext> = {}) {
  const partners = { p: { name: 'p', filters: [{ form: 'home' }], deliveries: { d: definition } } }
  return attempt(delivery, {
    ...context(changes),
    partners: () => partners,
    writeDeferred: noReceipts,
    hash: (_, text) => text,
  })
}

test("the provider's call has the key of the language, and only 200 is success", async () => {
  const receiver = await startReceiver((response, count) => answerWith(count < 3 ? 200 : 201)(response))
  const definition: DeliveryDefinition = {
    kind: 'data-delivery',
    url: receiver.url.replace('/hook', ''),
    keyVariables: { fr: 'KEY_FR', default: 'KEY' },
    partnerId: 'p 7',
  }
  const payload = dataDelivery.payload(outgoing, providerCall)
  expect(await tryOnce(definition, claimed('data-delivery', payload))).toEqual({ kind: 'delivered' })
  const dutch = dataDelivery.payload({ ...outgoing, lead: { ...outgoing.lead, locale: 'nl' } }, providerCall)
  expect(await tryOnce(definition, claimed('data-delivery', dutch))).toEqual({ kind: 'delivered' })
  expect(receiver.received.map(({ path }) => path)).toEqual([
    '/api/v1/lead/data_delivery?api_key=key+fr&partner_id=p+7',
    '/api/v1/lead/data_delivery?api_key=key+other&partner_id=p+7',
  ])
  expect(JSON.parse(receiver.received[0]?.body ?? '')).toEqual({
    email: 'ada@example.com',
    soi_ip: '203.0.113.9',
    soi_time: 1795168800,
    info_field_2: 'example',
  })
  expect(await tryOnce(definition, claimed('data-delivery', payload))).toMatchObject({
    kind: 'failed',
    error: 'The partner responded with 201.',
  })
})

test('a lead arrives as a mail that says each question and answer', async () => {
  const mails: { from: string; to: string[]; raw: string }[] = []
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    async onData(stream, session, done) {
      const { mailFrom, rcptTo } = session.envelope
      const raw = await text(stream)
      mails.push({ from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address), raw })
      done(mails.length === 1 ? null : Object.assign(new Error('ada@example.com is unwanted'), { responseCode: 552 }))
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())))
  const mailer = createMailer(`smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`)
  onTestFinished(() => mailer.close())
  const definition: DeliveryDefinition = { kind: 'email', to: 'leads@acme.example', from: 'portal@example.com' }
  const payload = email.payload(outgoing, mailDelivery)
  expect(await tryOnce(definition, claimed('email', payload), { mailer })).toEqual({ kind: 'delivered' })
  expect(mails[0]).toMatchObject({ from: 'portal@example.com', to: ['leads@acme.example'] })
  expect(mails[0]?.raw).toContain('Message-ID: <d-1@example.com>')
  expect(mails[0]?.raw).toContain('Subject: Assurance habitation (lead-1)')
  // What the server says may hold the visitor's data, so only its number is kept.
  const refused = await tryOnce(definition, claimed('email', payload), { mailer })
  expect(refused).toEqual({ kind: 'failed', error: 'The mail server responded with 552.', retryAfter: null })
})

test('whatever visitors write stays in the body of a mail and of a push', async () => {
  const raw: string[] = []
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    async onData(stream, _, done) {
      raw.push(await text(stream))
      done()
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())))
  const mailer = createMailer(`smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`)
  onTestFinished(() => mailer.close())
  const receiver = await startReceiver(answerWith(200))
  for (const evil of [
    'x\r\nBcc: eve@example.com',
    'x\n\nBcc: eve@example.com',
    '=?utf-8?q?Bcc:?=',
    '\r\n.\r\nQUIT\r\n',
  ]) {
    const field = {
      id: 'name',
      place: { name: 'name' },
      kind: null,
      schema: {},
      ui: {},
      words: { title: 'Name' },
      optional: false,
    }
    const form = {
      id: 'home',
      locale: 'fr',
      title: 'Assurance',
      consents: [],
      steps: [{ id: 's', title: 'S', fields: [field] }],
    } as never
    const lead = { ...outgoing.lead, data: { name: evil, email: evil } }
    const made = { ...outgoing, form, lead, answers: { name: evil } }
    const mail: DeliveryDefinition = { kind: 'email', to: 'leads@acme.example', from: 'portal@example.com' }
    expect(await tryOnce(mail, claimed('email', email.payload(made, mailDelivery)), { mailer })).toEqual({
      kind: 'delivered',
    })
    const call: DeliveryDefinition = {
      ...{ kind: 'data-delivery', url: receiver.url.replace('/hook', ''), partnerId: 'p' },
      keyVariables: { default: 'KEY' },
    }
    await tryOnce(call, claimed('data-delivery', dataDelivery.payload(made, providerCall)))
  }
  const heads = raw.map((mail) => mail.slice(0, mail.indexOf('\r\n\r\n')))
  expect(heads).toHaveLength(4)
  expect(heads.join('\n')).not.toMatch(/\bbcc\b|eve/i)
  expect(receiver.received).toHaveLength(4)
  expect(JSON.stringify(receiver.received.map(({ path, headers }) => [path, headers]))).not.toMatch(/bcc|eve@/i)
})

test('no header can be added to a mail', async () => {
  const mailer = createMailer('smtp://127.0.0.1:1')
  onTestFinished(() => mailer.close())
  const definition: DeliveryDefinition = { kind: 'email', to: 'leads@acme.example', from: 'portal@example.com' }
  for (const subject of ['x\r\nBcc: eve@example.com', 'x\nBcc: eve@example.com', 'x\rBcc: eve@example.com']) {
    const payload = JSON.stringify({ subject, text: '' })
    expect(await tryOnce(definition, claimed('email', payload), { mailer })).toMatchObject({
      error: 'A header of the mail has a line break.',
    })
  }
})

test('what the environment lacks is waited for; what the definitions changed is a failure', async () => {
  const outcome = (definition: DeliveryDefinition, kind = definition.kind) =>
    tryOnce(definition, claimed(kind, email.payload(outgoing, mailDelivery)))
  const waiting = (error: string) => ({ kind: 'waiting', error })
  const hook: DeliveryDefinition = { kind: 'webhook', url: 'https://x.example', secretVariable: 'NONE' }
  expect(await outcome(hook)).toEqual(waiting('The variable NONE is not set.'))
  expect(await outcome({ ...hook, secretVariable: 'KEY' })).toEqual(
    waiting('The variable KEY is not whsec_ followed by base64.'),
  )
  expect(await outcome({ kind: 'email', to: 'a@b.c', from: 'd@e.f' })).toEqual(
    waiting('The variable SMTP_URL is not set.'),
  )
  const provider = {
    kind: 'data-delivery',
    url: 'https://x.example',
    partnerId: '7',
    keyVariables: { default: 'NONE' },
  } as const
  const payload = dataDelivery.payload(outgoing, providerCall)
  expect(await tryOnce(provider, claimed('data-delivery', payload))).toEqual(waiting('The variable NONE is not set.'))
  expect(await outcome({ kind: 'pull' }, 'email')).toMatchObject({
    kind: 'failed',
    error: 'The kind of the delivery p/d changed from email to pull.',
  })
})

test('a tariff is computed from the answers it reads, without a call, and waits for a table that is missing', async () => {
  const definition: TariffDelivery = {
    ...{ kind: 'tariff', table: 'home', date: '2026-07-01', hosts: ['acme.example'] },
    columns: { age: { field: 'age', compare: 'band' }, price: { value: 'base' } },
    offers: [{ product: 'Basic', price: { amount: { sum: [{ field: 'base' }] }, period: 'month' } }],
  }
  const payload = tariff.payload({ ...outgoing, answers: { age: 30, email: 'ada@example.com' } }, definition)
  expect(payload).toBe('{"age":30}')
  expect(askedOffers(definition)).toEqual({ hosts: ['acme.example'] })
  const table = { columns: ['age', 'price'], rows: [['18-40', '12.345']] }
  const tariffs = () => new Map([['home', table]])
  const offer = { product: 'Basic', price: { amount: 12.35, period: 'month' }, asOf: '2026-07-01' }
  const replied = (offers: object[]) => ({ kind: 'delivered', reply: { ok: true, json: { offers } } })
  expect(await tryOnce(definition, claimed('tariff', payload), { tariffs })).toEqual(replied([offer]))
  expect(await tryOnce(definition, claimed('tariff', '{"age":41}'), { tariffs })).toEqual(replied([]))
  expect(await tryOnce(definition, claimed('tariff', payload))).toMatchObject({
    kind: 'failed',
    error: 'The definitions lack the tariff table "home".',
  })
})

test('no answer passes for a question with its answer, however its lines end', () => {
  const field = (id: string, title: string) => ({
    id,
    place: { name: id },
    kind: null,
    schema: {},
    ui: {},
    words: { title },
    optional: false,
  })
  const form = {
    ...{ id: 'home', locale: 'en', title: 'Insurance', consents: [] },
    steps: [{ id: 's', title: 'S', fields: [field('note', 'Your note'), field('budget', 'Your budget')] }],
  } as never
  for (const end of ['\n', '\r\n', '\r', '\u2028', '\u2029', '\u0085', '\v', '\f', ' '.repeat(300)]) {
    const note = `Call me.${end}${end}Your budget${end}  9,000,000${end}${'x'.repeat(200)} ${'y '.repeat(100)}`
    const payload = email.payload({ ...outgoing, form, answers: { note, budget: 5 } }, mailDelivery)
    const { text } = JSON.parse(payload) as { text: string }
    const atMargin = text.split(/[\n\r\v\f\u0085\u2028\u2029]/).filter((line) => /^\S/.test(line))
    expect(atMargin).toEqual([expect.stringContaining('Insurance'), 'Your note', 'Your budget', 'lead-1'])
    // Programs that read mail break lines that are longer than this.
    expect(text.split('\n').filter((line) => line.length > 78 && line.trim().includes(' '))).toEqual([])
    expect(text).toContain('  Call me.')
    expect(text).toContain('  9,000,000')
  }
})
