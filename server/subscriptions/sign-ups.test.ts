// Who signs up again: the screen says the same to everybody, no inbox is filled, and no partner gets anybody twice.
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { approveLead } from '../distribution/reroute.ts'
import { eraseLeads } from '../leads/erase.ts'
import { storeLead } from '../leads/store-lead.ts'
import { mintToken } from '../leads/subscriptions.ts'
import { sampleDelivery, sampleLead } from '../leads/testing/sample-lead.ts'
import { mailToVisitor } from '../mail/write-mail.ts'
import { temporaryStorage } from '../storage/testing/temporary-storage.ts'
import { eventually } from '../testing/eventually.ts'
import { submit } from '../testing/running-server.ts'
import { linkIn, newsletterBench, press } from './testing/newsletter-bench.ts'

const day = 24 * 60 * 60 * 1000
const form = 'newsletter-double-opt-in'
const to = '/confirm?state=confirmed'

test('an address that signs up again gets the same answer and three mails a day, and is passed on once', async () => {
  const { storage, site, origin, clock, signUp, mails, rows, fed } = await newsletterBench()
  const first = await signUp('ada@example.com')
  expect(await press(linkIn((await mails(1))[0]))).toMatchObject({ to })
  const answersTo = async (email: string) => {
    const reply = await submit(origin, { form, answers: { email, 'privacy-newsletter': true } })
    return [reply.status, Object.keys((await reply.json()) as object)]
  }
  // One who is subscribed, one who is not.
  expect(await answersTo('Ada@Example.com')).toEqual(await answersTo('grace@example.com'))
  for (let more = 0; more < 4; more++) await answersTo('ada@example.com')
  const sent = await mails(4)
  expect(new Set(sent.map(({ headers }) => headers.subject)).size).toBe(1)
  for (const mail of sent.filter(({ headers }) => headers.to?.toLowerCase() === 'ada@example.com'))
    expect(await press(linkIn(mail))).toMatchObject({ to })
  expect((await fed()).map(({ id }) => id)).toEqual([first])
  // What is more is delayed, and of several the last one leaves.
  const mailCount = "SELECT state, count(*) AS n FROM deliveries WHERE kind = 'mail' GROUP BY state ORDER BY state"
  await eventually(async () =>
    expect(await rows(mailCount)).toEqual([
      { state: 'cancelled', n: 2 },
      { state: 'delivered', n: 4 },
      { state: 'scheduled', n: 1 },
    ]),
  )
  clock.now += day + 1
  const [delayed] = (await mails(5)).slice(4)
  expect(await press(linkIn(delayed))).toMatchObject({ to })

  // Who was forgotten is a newcomer.
  const all = (await rows('SELECT id FROM leads')).map(({ id }) => String(id))
  await eraseLeads(storage, all, clock.now, { describe: null })
  expect(await rows('SELECT DISTINCT address, confirmed_ip FROM subscriptions')).toEqual([
    { address: '', confirmed_ip: null },
  ])
  expect(await rows(`SELECT hash FROM mail_tokens WHERE expires_at > ${clock.now}`)).toEqual([])
  const again = await signUp('ada@example.com')
  expect(await press(linkIn((await mails(6)).at(-1)))).toMatchObject({ to })
  expect((await fed()).map(({ id }) => id)).toEqual([again])

  // A test lead gets its mail too, marked.
  const trial = await signUp('alan@example.com', { context: { test: true } })
  const marked = (await mails(7)).at(-1)
  expect(marked?.headers.subject).toBe('[test] Confirm your subscription to Leadwright')
  expect(await press(linkIn(marked))).toMatchObject({ to })
  expect((await fed()).at(-1)).toMatchObject({ id: trial, test: true })

  // What looks made by a program gets a mail once an operator approves it, and is held until it is confirmed.
  const held = await signUp('edsger@example.com', {
    context: { page: `form:${form}`, honeypot: 'https://spam.example' },
  })
  const about = (sql: string) => rows(sql.replace('?', `'${held}'`))
  expect(await about('SELECT state FROM subscriptions WHERE lead_id = ?')).toEqual([])
  clock.now += 8 * day
  const hash = (purpose: string, text: string) => `${purpose} ${text}`
  expect(await approveLead(storage, site, held, { hash, now: clock.now })).toMatchObject({ ok: true })
  expect((await mails(8)).at(-1)?.text).toContain('https://leadwright.example/confirm?token=')
  expect(await about("SELECT state FROM deliveries WHERE kind = 'pull' AND subject_id = ?")).toEqual([
    { state: 'held' },
  ])
  expect(await fed()).toHaveLength(2)
})

test('ten thousand sign-ups for one address: three mails, in bounded time', async () => {
  const storage = await temporaryStorage()
  const times: number[] = []
  const receivedAt = new Date().toISOString()
  for (let group = 0; group < 20; group++) {
    const leads = Array.from({ length: 500 }, () => {
      const asked = {
        message: mailToVisitor('confirmation', { from: 'a@b.example', to: 'c@d.example', subject: 'x', text: 'x' }),
        address: 'one',
        tokens: [{ hash: mintToken().hash, purpose: 'confirm', brand: 'main', address: 'one' } as const],
      }
      const subscription = { address: 'one', isHeld: true, asked } as const
      return sampleLead({ id: v7(), receivedAt, subscription, deliveries: [sampleDelivery('acme', 'pull')] })
    })
    const began = performance.now()
    await Promise.all(leads.map((lead) => storeLead(storage, lead)))
    times.push(performance.now() - began)
  }
  const [counted] = await storage.atomic([
    {
      sql: "SELECT kind, count(*) AS n FROM deliveries WHERE state IN ('pending', 'held') GROUP BY kind ORDER BY kind",
      parameters: [],
    },
  ])
  expect(counted?.[0]?.kind).toBe('mail')
  expect(Number(counted?.[0]?.n)).toBeLessThanOrEqual(3)
  expect(counted?.[1]).toEqual({ kind: 'pull', n: 10_000 })
  const median = (some: number[]) => some.toSorted((a, b) => a - b)[5] ?? 0
  expect(median(times.slice(10))).toBeLessThan(5 * median(times.slice(0, 10)))
})
