// No subscription is confirmed that nobody confirmed: what is tampered with, guessed, late or somebody else's ends as written.
import { request } from 'node:http'
import { expect, test } from 'vitest'
import { mintToken } from '../leads/subscriptions.ts'
import { keptForATime, runRetention } from '../privacy/retention.ts'
import { linkIn, newsletterBench, press } from './testing/newsletter-bench.ts'

const day = 24 * 60 * 60 * 1000
const [confirmed, expired, unknown] = ['confirmed', 'expired', 'unknown'].map((state) => ({
  status: 303,
  to: `/confirm?state=${state}`,
}))

test('tampered, guessed and foreign tokens are unknown; who presses often is told the same', async () => {
  const { origin, signUp, mails, rows, fed } = await newsletterBench()
  await signUp('ada@example.com')
  const link = linkIn((await mails(1))[0])
  const token = link.slice(-43)
  const swapped = token.startsWith('A') ? `B${token.slice(1)}` : `A${token.slice(1)}`
  const sent = [
    ...['', '?token=', '?token', `?token=${token.slice(1)}`, `?token=${token}=`, `?token=${token}%20`],
    ...[`?token=${swapped}`, `?token=${mintToken().token}`, `?token=' OR 1=1 --`, `?token=${'A'.repeat(1500)}`],
    ...[`?Token=${token}`, `?token=x&token=${token}`, `?state=confirmed`],
  ]
  for (const query of sent) expect(await press(`${origin}/confirm${query}`), query).toEqual(unknown)
  expect(await press(`${origin}/confirm?token=%00`)).toEqual({ status: 400, to: null })
  expect(await pressAt(`lapis-lazuli.localhost:${new URL(origin).port}`, link)).toBe('/confirm?state=unknown')
  // Another site's page, a program that names no site, a post that presses another button.
  expect(await press(link, { headers: { 'sec-fetch-site': 'cross-site' } })).toEqual({ status: 403, to: null })
  expect(await press(link, { headers: {} })).toEqual({ status: 403, to: null })
  expect(await press(link, { body: 'pressed=unsubscription' })).toEqual({ status: 404, to: null })
  expect(await rows('SELECT state, confirmed_at FROM subscriptions')).toEqual([
    { state: 'pending', confirmed_at: null },
  ])
  expect(await fed()).toEqual([])

  expect(await Promise.all(Array.from({ length: 10 }, () => press(link)))).toEqual(Array(10).fill(confirmed))
  expect(await fed()).toHaveLength(1)
  const stored = await rows('SELECT * FROM subscriptions')
  expect(await press(link)).toEqual(confirmed)
  expect(await rows('SELECT * FROM subscriptions')).toEqual(stored)
})

test('after a week nothing is confirmed, nobody gets anything, and the person is forgotten', async () => {
  const { storage, site, clock, signUp, mails, rows, fed } = await newsletterBench()
  const retention = (ms = 0) => runRetention(storage, keptForATime(site), clock.now + ms, { isOrdered: true })
  const late = await signUp('ada@example.com')
  const link = linkIn((await mails(1))[0])
  clock.now += day
  await signUp('grace@example.com')
  clock.now += 6 * day - 1
  await retention()
  expect(await rows('SELECT state FROM subscriptions')).toEqual([{ state: 'pending' }, { state: 'pending' }])
  clock.now += 1
  expect(await press(link)).toEqual(expired)
  expect(await retention()).toEqual({ ok: true, erased: 1 })
  expect(await rows(`SELECT state, address, confirmed_at FROM subscriptions WHERE lead_id = '${late}'`)).toEqual([
    { state: 'expired', address: '', confirmed_at: null },
  ])
  expect(
    await rows(`SELECT answers, payload, state FROM leads, deliveries
      WHERE leads.id = subject_id AND leads.id = '${late}' ORDER BY partner`),
  ).toEqual([
    { answers: '{}', payload: '', state: 'delivered' },
    { answers: '{}', payload: '', state: 'cancelled' },
  ])
  expect(await rows("SELECT state FROM subscriptions WHERE address <> ''")).toEqual([{ state: 'pending' }])
  // It is told of its time, and later of nothing.
  expect(await press(link)).toEqual(expired)
  clock.now += 40 * day
  await retention()
  expect(await press(link)).toEqual(unknown)
  expect(await rows("SELECT hash FROM mail_tokens WHERE purpose = 'confirm'")).toEqual([])
  expect(await fed()).toEqual([])

  // Pressed while it expires, it is confirmed whole or not at all.
  const addresses = Array.from({ length: 20 }, (_, number) => `ada${number}@example.com`)
  await Promise.all(addresses.map((address) => signUp(address)))
  const links = (await mails(22)).slice(2).map(linkIn)
  clock.now += 7 * day - 1
  const pressed = links.map((each) => press(each))
  const runs = [1, 2, 3].map(retention)
  const count = (await Promise.all(pressed)).filter(({ to }) => to === confirmed?.to).length
  await Promise.all(runs)
  await retention(1)
  const stored = await rows(`SELECT s.state, d.state AS delivery, l.answers
    FROM subscriptions s JOIN deliveries d ON subject_id = s.lead_id AND kind = 'pull' JOIN leads l ON l.id = s.lead_id`)
  expect(stored.filter(({ state }) => state === 'confirmed')).toHaveLength(count)
  for (const { state, delivery, answers } of stored)
    expect([state, delivery, answers !== '{}']).toEqual(
      state === 'confirmed' ? ['confirmed', 'pending', true] : ['expired', 'cancelled', false],
    )
})

/** Presses the button on the page of another host, and returns where that leads. */
function pressAt(host: string, link: string): Promise<string | undefined> {
  const headers = { host, 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' }
  return new Promise((resolve, reject) => {
    const post = request(link, { method: 'POST', headers }, (reply) => resolve(reply.resume().headers.location))
    post.on('error', reject).end('pressed=confirmation')
  })
}
