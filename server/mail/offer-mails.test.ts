// The mail with the offers: once a lead, when all have answered or their time is up, with what the page shows; and one more
// before an offer ends, to who asked for it.
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { dayIn } from '../../engine/form/values/calendar.ts'
import { repositorySite } from '../../engine/node/testing/repository.ts'
import { approveLead } from '../distribution/reroute.ts'
import { replay } from '../leads/deliveries.ts'
import { eraseLeads } from '../leads/erase.ts'
import { receiveOffers } from '../offers/offers.ts'
import { eventually } from '../testing/eventually.ts'
import { link, type OffersSite, offersSite } from './testing/offers-site.ts'
import { readMail } from './testing/read-mail.ts'

const second = 1000
const day = 24 * 60 * 60 * second

/** A day so many days from now. */
const dayAfter = (days: number) => dayIn(Date.now() + days * day, 'Europe/London')

const comfort = { id: 'q-1', product: 'Comfort', price: { amount: 12.5, period: 'month' }, excess: 150, link }
const plus = {
  ...{ id: 'q-2', product: 'Plus & more', price: { amount: 120, period: 'year' }, term: { value: 12, unit: 'month' } },
  ...{ benefits: ['Bikes', 'Glass', 'Garden'], rating: { value: 4.5, of: 5, source: 'Testers' } },
}

const flat = (text: string) => text.replaceAll(/\s+/g, ' ')

/** What a partner is told to answer later. */
function latch(value: object): { answer: () => Promise<object>; open: () => void } {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { answer: () => opened.then(() => value), open }
}

/** The mails about offers as they are stored. */
const stored = ({ rows }: OffersSite) =>
  rows(`SELECT subject_id, topic, state, due_at, payload FROM deliveries WHERE topic IN ('offers', 'offer-expiry')
    ORDER BY subject_id, topic`)

test('it leaves once the last partner has answered, with what the page shows and a link that no database holds', async () => {
  const site = await offersSite()
  const { answers, send, view, mails, rows, storage, now, origins } = site
  const late = latch({ offers: [{ ...comfort, validUntil: dayAfter(20) }] })
  answers.acme = () => ({ offers: [plus, { ...plus, id: 'q-3', price: { amount: -1, period: 'month' } }] })
  answers.zeta = late.answer
  const { id, results } = await send('ada@example.com')
  await eventually(async () => expect((await view(results)).offers).toHaveLength(1))
  await sleep(1200)
  expect(mails()).toEqual([])
  late.open()
  const answeredAt = Date.now()
  await eventually(() => expect(mails()).toHaveLength(1))
  expect(Date.now() - answeredAt).toBeLessThan(5 * second)
  const [mail] = mails()
  expect(mail?.headers).toMatchObject({ to: 'ada@example.com', subject: 'Your quotes: Home insurance' })
  const told = flat(mail?.text ?? '')
  expect(told).toContain('Your quotes ----------- Sorted by price, lowest first.')
  expect(told).toContain(
    '* Acme Insurance Ltd: Plus & more £120 a year Term: 12 months · Includes: Bikes, Glass · Rating: 4.5 of 5 (Testers) * Zeta',
  )
  expect(told).toMatch(/Zeta Insurance Ltd: Comfort £12\.50 a month Excess: £150 · Valid until \d+ \w+ \d{4}/)
  expect(mail?.html).toContain('Acme Insurance Ltd: Plus &amp; more')
  for (const own of ['Ada', 'Lovelace', 'London', link]) expect(mail?.text + String(mail?.html)).not.toContain(own)
  const leads = new RegExp(`^See my quotes:\\r\\n${origins[0]}(/results/\\S+)\\r$`, 'm').exec(mail?.text ?? '')?.[1]
  expect(leads).toBe(results)
  expect((await fetch(origins[0] + results)).status).toBe(200)
  const token = results.split('/').at(-1) ?? ''
  await eventually(async () => expect(await stored(site)).toMatchObject([{ state: 'delivered' }]))
  expect(JSON.stringify(await rows('SELECT * FROM deliveries'))).not.toContain(token)

  // An operator can send it again: it is the same mail.
  const [row] = await rows("SELECT id FROM deliveries WHERE topic = 'offers'")
  await replay(storage, { id: String(row?.id), states: ['delivered'] }, now())
  await eventually(() => expect(mails()).toHaveLength(2))
  expect(mails()[1]?.text).toBe(mail?.text)
  expect((await rows(`SELECT lead_id FROM results WHERE lead_id = '${id}'`)).length).toBe(1)
})

test('it leaves when the time is up, with what has come; where nothing came it says so', async () => {
  const site = await offersSite()
  const { answers, send, view, mails, clock } = site
  const never = latch({})
  answers.zeta = never.answer
  answers.acme = () => ({ offers: [comfort] })
  const { results } = await send('ada@example.com')
  await eventually(async () => expect((await view(results)).offers).toHaveLength(1))
  answers.acme = never.answer
  const none = await send('grace@example.com', { locale: 'de' })
  await sleep(1000)
  expect(mails()).toEqual([])
  clock.ahead += 24 * second
  await eventually(() => expect(mails()).toHaveLength(2))
  never.open()
  const to = (email: string) => mails().find(({ headers }) => headers.to === email)
  expect(flat(to('ada@example.com')?.text ?? '')).toContain('Acme Insurance Ltd: Comfort £12.50 a month')
  expect(to('grace@example.com')?.headers.subject).toBe('Noch keine Angebote: Hausrat- und Wohngebäudeversicherung')
  expect(to('grace@example.com')?.text).toContain(none.results)
  // What comes later is on the page, and makes no second mail.
  await sleep(500)
  expect(mails()).toHaveLength(2)
})

test('who is erased, is not approved or made a test gets none, and with other answers there is one for the last', async () => {
  const site = await offersSite()
  const { answers, send, mails, storage, clock, now, rows, hash } = site
  const never = latch({ offers: [comfort] })
  answers.acme = never.answer
  const erased = await send('erased@example.com')
  await eraseLeads(storage, [erased.id], now())
  await send('test@example.com', { context: { test: true } }).catch(() => undefined)
  const held = await send('held@example.com', { context: { page: 'home-insurance', honeypot: 'https://spam.example' } })
  expect((await stored(site)).filter(({ subject_id }) => subject_id === held.id)).toEqual([])
  const before = await send('ada@example.com')
  const after = await send('ada@example.com', { context: { previous: before.results.split('/').at(-1) } })
  expect((await stored(site)).filter(({ state }) => state !== 'erased')).toMatchObject([
    { subject_id: before.id, state: 'cancelled', payload: '' },
    { subject_id: after.id, state: 'scheduled' },
  ])
  never.open()
  clock.ahead += 24 * second
  await eventually(() => expect(mails()).toHaveLength(1))
  await sleep(500)
  expect(mails().map(({ headers }) => headers.to)).toEqual(['ada@example.com'])
  expect((await rows("SELECT state FROM deliveries WHERE state = 'erased' AND topic = 'offers'")).length).toBe(1)
  expect(await approveLead(storage, await repositorySite(), held.id, { hash, now: now() })).toMatchObject({ ok: true })
  expect((await stored(site)).find(({ subject_id }) => subject_id === held.id)).toMatchObject({ state: 'scheduled' })
})

test('two servers that are told of the last answers at once send one mail for each lead', async () => {
  const site = await offersSite({ servers: 2 })
  const { answers, send, mails, origins } = site
  const both = latch({ offers: [comfort] })
  answers.acme = both.answer
  answers.zeta = both.answer
  const people = Array.from({ length: 8 }, (_, count) => `${count}@example.com`)
  await Promise.all(people.map((email, count) => send(email, {}, origins[count % 2])))
  both.open()
  await eventually(async () => {
    expect((await stored(site)).map(({ state }) => state)).toEqual(people.map(() => 'delivered'))
  })
  await sleep(1500)
  expect(
    mails()
      .map(({ headers }) => headers.to)
      .sort(),
  ).toEqual(people)
  for (const { text } of mails()) expect(text.match(/: Comfort/g)).toHaveLength(2)
})

test('a mail that was not taken at first is tried again as it was, whatever has come since', async () => {
  const site = await offersSite()
  const { answers, send, mails, storage, clock, now, server, rows } = site
  answers.acme = () => ({ offers: [comfort] })
  server.mood.refuses = true
  const { id } = await send('ada@example.com')
  await eventually(async () =>
    expect(await rows("SELECT attempts, lease_until FROM deliveries WHERE topic = 'offers' AND attempts > 0")).toEqual([
      { attempts: 1, lease_until: null },
    ]),
  )
  const later = { ...comfort, id: 'q-9', product: 'Later' }
  await storage.atomic(
    receiveOffers({ lead: id, partner: 'zeta', delivery: 'quotes', offers: [later as never], isWhole: false }, now()),
  )
  server.mood.refuses = false
  clock.ahead += day
  await eventually(() => expect(mails()).toHaveLength(1))
  const tried = server.refused.map(readMail).find(({ headers }) => headers.subject?.startsWith('Your quotes'))
  expect(mails()[0]?.text).toBe(tried?.text)
  expect(mails()[0]?.headers['message-id']).toBe(tried?.headers['message-id'])
})

test('an address gets six a day, and the rest the day after', async () => {
  const site = await offersSite()
  const { send, mails, clock } = site
  for (let count = 0; count < 7; count++) await send(`ada+${count}@example.com`)
  await eventually(() => expect(mails()).toHaveLength(6))
  await sleep(1500)
  expect(mails()).toHaveLength(6)
  const waiting = (await stored(site)).filter(({ state }) => state === 'scheduled')
  expect(waiting).toHaveLength(1)
  expect(Number(waiting[0]?.due_at)).toBeGreaterThan(Date.now() + day - 60 * second)
  clock.ahead += day + second
  await eventually(() => expect(mails()).toHaveLength(7))
})

test('who asks for it is reminded once, two days before the first offer ends, or the one that was chosen', async () => {
  const site = await offersSite()
  const { answers, send, view, mails, clock, storage, now, origins } = site
  const [soon, later] = [dayAfter(10), dayAfter(20)]
  answers.acme = () => ({
    offers: [
      { ...comfort, validUntil: soon },
      { ...plus, validUntil: later },
      { id: 'q-4', product: 'Open', price: { amount: 9, period: 'month' } },
    ],
  })
  const remind = ({ results }: { results: string }) =>
    fetch(origins[0] + results, {
      method: 'POST',
      body: new URLSearchParams({ pressed: 'offers', do: 'remind' }),
      headers: { origin: String(origins[0]) },
      redirect: 'manual',
    })
  const reminderOf = async ({ results }: { results: string }) => (await view(results)).reminder
  const ada = await send('ada@example.com')
  const grace = await send('grace@example.com')
  const gone = await send('gone@example.com')
  for (const one of [ada, grace, gone]) await eventually(async () => expect(await reminderOf(one)).toBe('possible'))
  await eventually(() => expect(mails()).toHaveLength(3))

  const posts = await Promise.all([1, 2, 3, 4].map(() => remind(ada)))
  expect(posts.map(({ status, headers }) => [status, headers.get('location')])).toEqual(
    posts.map(() => [303, `${ada.results}#reminder`]),
  )
  expect(await reminderOf(ada)).toBe('asked')
  await fetch(origins[0] + grace.results, {
    method: 'POST',
    body: new URLSearchParams({ pressed: 'offers', offer: 'acme/q-2' }),
    headers: { origin: String(origins[0]) },
    redirect: 'manual',
  })
  await remind(grace)
  await Promise.all([remind(gone), eraseLeads(storage, [gone.id], now())])
  await remind(gone)
  const asked = (await stored(site)).filter(({ topic }) => topic === 'offer-expiry')
  const at = (last: string) => Date.parse(last) - 2 * day + 8 * 60 * 60 * second
  expect(
    asked.filter(({ state }) => state === 'scheduled').map(({ subject_id, due_at }) => [subject_id, due_at]),
  ).toEqual([
    [ada.id, at(soon)],
    [grace.id, at(later)],
  ])
  clock.ahead += 9 * day
  await eventually(() => expect(mails()).toHaveLength(4))
  const reminder = mails()[3]
  expect(reminder?.headers).toMatchObject({
    to: 'ada@example.com',
    subject: expect.stringMatching(/^Your quote ends on /),
  })
  expect(reminder?.text).toContain(': Comfort')
  expect(reminder?.text).not.toContain(': Plus')
  expect(reminder?.text).toContain(ada.results)
  clock.ahead += 10 * day
  await eventually(() => expect(mails()).toHaveLength(5))
  expect(mails()[4]?.headers.to).toBe('grace@example.com')
  expect(mails()[4]?.text).toContain(': Plus')
  expect(await reminderOf(ada)).toBe('asked')
})

test('there is no reminder for what ends too soon or never', async () => {
  const { answers, send, view, origins, rows } = await offersSite()
  answers.acme = () => ({ offers: [{ ...comfort, validUntil: dayAfter(1) }] })
  answers.zeta = () => ({ offers: [{ ...comfort, validUntil: dayAfter(30) }] })
  const near = await send('ada@example.com')
  await eventually(async () => expect((await view(near.results)).offers).toHaveLength(2))
  expect((await view(near.results)).reminder).toBe('none')
  await fetch(origins[0] + near.results, {
    method: 'POST',
    body: new URLSearchParams({ pressed: 'offers', do: 'remind' }),
    headers: { origin: String(origins[0]) },
    redirect: 'manual',
  })
  expect(await rows("SELECT id FROM deliveries WHERE topic = 'offer-expiry'")).toEqual([])
})
