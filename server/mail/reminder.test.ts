// A mail that its form promises for some days before a date: once, to who still wants it, in the words of that day.
import { expect, onTestFinished, test } from 'vitest'
import { openSite } from '../../engine/node/live-site.ts'
import { sandbox } from '../../engine/node/testing/sandbox.ts'
import { contactHash } from '../leads/contact-hashes.ts'
import { eraseLeads } from '../leads/erase.ts'
import { createMailer } from '../outbound/mailer.ts'
import { type RelayBench, startBench } from '../relay/testing/relay-bench.ts'
import { openSecretKey } from '../storage/settings.ts'
import type { Row, Storage } from '../storage/storage.ts'
import { temporaryStorage } from '../storage/testing/temporary-storage.ts'
import { appOn } from '../testing/app-on-storage.ts'
import { eventually } from '../testing/eventually.ts'
import { type MailServer, startMailServer } from '../testing/mail-server.ts'
import { submit } from '../testing/running-server.ts'
import { readMail } from './testing/read-mail.ts'
import { deferredWriter } from './write-deferred.ts'
import { reminderTime } from './write-mail.ts'

const start = Date.parse('2026-11-20T10:00:00Z')
const day = 24 * 60 * 60 * 1000

test('it leaves in the morning, at once where that is over, and not for what is past', () => {
  const at = (date: string, daysBefore = 28) => reminderTime(date, daysBefore, start)
  expect(at('2027-03-31')).toBe(Date.parse('2027-03-03T08:00:00Z'))
  expect(at('2027-03')).toBe(Date.parse('2027-02-01T08:00:00Z'))
  expect(at('2026-12-19')).toBe(Date.parse('2026-11-21T08:00:00Z'))
  expect(at('2026-12-18')).toBe('now')
  expect(at('2026-11-20')).toBe('now')
  expect(at('2026-11-19')).toBe('never')
  expect(at('2026-11-21', 0)).toBe(Date.parse('2026-11-21T08:00:00Z'))
  expect(at('soon')).toBe('never')
})

/** A form that reminds of the end of a contract; with `confirm` only who confirmed. */
const form = (subscription: object) => ({
  locales: ['en', 'de'],
  title: 'Remind me',
  steps: { you: { title: 'You', fields: { ends: { kind: 'date', title: 'When?' }, email: { kind: 'email' } } } },
  subscription,
  reminder: { mail: 'soon-over', field: 'ends', daysBefore: 28 },
})
const files = {
  'definitions/forms/remind-soon.json': form({}),
  'definitions/forms/remind-surely.json': form({ confirm: 'confirm-subscription' }),
  'definitions/mails/soon-over.json': {
    subject: 'Your contract ends on {date}',
    blocks: {
      when: { kind: 'text', text: 'You asked us at {brand} to remind you.' },
      go: { kind: 'button', label: 'Compare', page: 'home' },
    },
  },
  'locales/de/forms/remind-soon.json': {
    title: 'Erinnern Sie mich',
    steps: { you: { title: 'Sie', fields: { ends: { title: 'Wann?' } } } },
  },
  'locales/de/forms/remind-surely.json': {
    title: 'Erinnern Sie mich',
    steps: { you: { title: 'Sie', fields: { ends: { title: 'Wann?' } } } },
  },
  'locales/de/mails/soon-over.json': {
    subject: 'Ihr Vertrag endet am {date}',
    blocks: { when: { text: 'Sie haben {brand} um eine Erinnerung gebeten.' }, go: { label: 'Vergleichen' } },
  },
}

interface Site extends RelayBench {
  server: MailServer
  origin: string
  storage: Storage
  /** Sends a form. @returns the lead's id */
  send: (answers: object, rest?: object) => Promise<string>
  mails: () => Promise<Row[]>
}

/** An app and a relay with one clock, and a mail server. */
async function site(): Promise<Site> {
  const box = await sandbox()
  onTestFinished(box.remove)
  for (const [file, value] of Object.entries(files)) await box.edit(file, null, JSON.stringify(value))
  const storage = await temporaryStorage()
  const begun = await openSite(box, { now: Date.now })
  if (!begun.ok || begun.live.quarantined().length > 0) throw new Error('The definitions have problems.')
  const { live } = begun
  onTestFinished(() => live.close())
  const server = await startMailServer()
  const mailer = createMailer(server.url)
  onTestFinished(() => mailer.close())
  const writeDeferred = deferredWriter(storage, live.current, await openSecretKey(storage, null))
  const bench = await startBench({}, { storage, mailer, writeDeferred })
  bench.clock.now = start
  const { origin } = await appOn(storage, () => ({ live }), { now: () => bench.clock.now })
  return {
    ...{ ...bench, origin, server, storage },
    async send(answers, rest = {}) {
      bench.clock.now += 1000
      const given = { email: 'ada@example.com', ...answers }
      const reply = await submit(origin, { form: 'remind-soon', answers: given, ...rest })
      expect(reply.status).toBe(201)
      return ((await reply.json()) as { id: string }).id
    },
    async mails() {
      const sql = `SELECT subject_id, delivery, state, due_at, attempts, last_error, payload FROM deliveries
        WHERE partner = '@visitors' ORDER BY id`
      return (await storage.read([{ sql, parameters: [] }]))[0] ?? []
    },
  }
}

test('it leaves on its day or at once, in the words of that day; of several dates of one address the last counts', async () => {
  const { origin, send, mails, clock, server } = await site()
  await send({ ends: '2027-03-31' }, { locale: 'de' })
  await send({ ends: '2026-11-01', email: 'past@example.com' })
  await send({ ends: '2027-03-31', email: 'again@example.com' })
  await send({ ends: '2027-05-31', email: 'again@example.com' })
  const [spring, may] = ['2027-03-03T08:00:00Z', '2027-05-03T08:00:00Z'].map(Date.parse) as [number, number]
  expect((await mails()).map(({ state, due_at: due }) => [state, due])).toEqual([
    ['scheduled', spring],
    ['scheduled', spring],
    ['scheduled', may],
  ])
  // What is near leaves at once, three a day and address.
  for (let time = 1; time <= 4; time++) await send({ ends: `2026-12-0${time}`, email: 'near@example.com' })
  await send({ ends: '2026-12-01', email: 'grace@example.com' })
  await eventually(() => expect(server.recipients.flat()).toContain('grace@example.com'))
  expect(server.mails.length).toBeLessThanOrEqual(4)

  server.mails.length = 0
  clock.now = spring
  await eventually(async () =>
    expect((await mails()).slice(0, 3).map(({ state }) => state)).toEqual(['delivered', 'cancelled', 'scheduled']),
  )
  const toAda = () =>
    server.mails.map((mail) => readMail(mail)).filter(({ headers }) => headers.to === 'ada@example.com')
  expect(toAda()).toHaveLength(1)
  const { headers, text } = toAda()[0] as ReturnType<typeof readMail>
  expect(headers).toMatchObject({ to: 'ada@example.com', subject: 'Ihr Vertrag endet am 31.\u00a0März\u00a02027' })
  expect(text).toContain('Sie haben Leadwright um eine Erinnerung gebeten.')
  const link = /^E-Mails von Leadwright abbestellen:\s+(http:\/\/127\.0\.0\.1:\d+(\S+token=[\w-]{43}))\s/m.exec(text)
  // Its form was sent on this machine, so its link leads here; one click is promised only over TLS.
  expect(headers).toMatchObject({ 'list-unsubscribe': `<${link?.[1]}>` })
  expect(String((await mails())[0]?.payload)).not.toMatch(/token=[\w-]{43}/)
  // One click on it calls off what waits for that address.
  await send({ ends: '2027-05-31' })
  const left = await fetch(origin + link?.[2], {
    method: 'POST',
    body: new URLSearchParams('List-Unsubscribe=One-Click'),
  })
  expect(left.ok).toBe(true)
  expect((await mails()).at(-1)).toMatchObject({ state: 'cancelled', payload: '' })
  clock.now = may
  const ofMay = () =>
    server.mails.map((mail) => readMail(mail)).filter(({ headers }) => headers.to === 'again@example.com')
  await eventually(() => expect(ofMay()).toHaveLength(1))
  expect(ofMay()[0]?.headers.subject).toBe('Your contract ends on 31\u00a0May\u00a02027')
})

test('who is erased, has unsubscribed or never confirmed gets none, and who confirms late gets it late', async () => {
  const { send, mails, clock, server, storage } = await site()
  const erased = await send({ ends: '2027-03-31', email: 'erased@example.com' })
  await eraseLeads(storage, [erased], clock.now, { describe: null })
  const left = await send({ ends: '2027-03-31', email: 'left@example.com' })
  const never = await send({ ends: '2027-03-31', email: 'left-before@example.com' })
  const hash = await openSecretKey(storage, null)
  const late = await send({ ends: '2026-12-19', email: 'late@example.com' }, { form: 'remind-surely' })
  const run = (sql: string, ...parameters: string[]) => storage.atomic([{ sql, parameters }])
  await run("UPDATE subscriptions SET state = 'unsubscribed' WHERE lead_id = ?", left)
  await run(
    'INSERT INTO suppressions (address, brand, since) VALUES (?, ?, ?)',
    ...[contactHash(hash, 'left-before@example.com'), 'default', 'then'],
  )
  await eventually(() => expect(server.recipients).toEqual([['late@example.com']]))
  clock.now = Date.parse('2026-11-21T08:00:00Z')
  const ofLate = async () =>
    (await mails()).filter(({ subject_id, delivery }) => subject_id === late && delivery === 'reminder')
  await eventually(async () => expect(await ofLate()).toMatchObject([{ state: 'scheduled', attempts: 0 }]))
  await run("UPDATE subscriptions SET state = 'confirmed' WHERE lead_id = ?", late)
  clock.now += day
  await eventually(() => expect(server.mails).toHaveLength(2))
  clock.now = Date.parse('2027-03-03T08:00:00Z')
  await eventually(async () => {
    const states = (await mails()).filter(({ subject_id }) => subject_id !== late).map(({ state }) => state)
    expect(states).toEqual(['erased', 'cancelled', 'cancelled'])
  })
  expect(never).not.toBe(left)
  expect(server.mails).toHaveLength(2)
})
