// kill -9 between each two of sign-up, mail, confirmation, release and unsubscription: nothing is lost, nothing is half done, and what comes
// twice comes under one id.
import { randomBytes } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { smallSite } from '../../engine/node/testing/small-site.ts'
import { readMail } from '../mail/testing/read-mail.ts'
import { openPlace, temporaryPlace } from '../storage/testing/temporary-storage.ts'
import { eventually } from '../testing/eventually.ts'
import { buildPages, type RunningServer, startServer, submit, temporaryFolder } from '../testing/running-server.ts'
import { linkIn, press } from './testing/newsletter-bench.ts'

const subscribers = 6

test('killed after each step', { timeout: 600_000 }, async () => {
  buildPages()
  const folder = temporaryFolder()
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const place = await temporaryPlace()
  const partner = await listeningPartner()
  const post = await listeningPost()
  const ofStorage = place.startsWith('postgres:') ? { DATABASE_URL: place } : {}
  const dataDir = place.startsWith('postgres:') ? join(folder, 'data') : dirname(place)
  const env = {
    ...ofStorage,
    ...withHook(folder, partner.url),
    DEMO_SECRET: secret,
    OUTBOUND_ALLOW: '127.0.0.0/8',
  }

  async function kill(server: RunningServer) {
    server.process.kill('SIGKILL')
    await server.exited
    // As if the minute had passed for which the dead process holds them.
    await rows('UPDATE deliveries SET lease_until = 0 WHERE lease_until IS NOT NULL')
  }
  async function rows(sql: string) {
    const opened = await openPlace(place)
    if (!opened.ok) throw new Error(opened.reason)
    const [found = []] = await opened.storage.atomic([{ sql, parameters: [] }])
    await opened.storage.close()
    return found
  }
  const states = async () =>
    (
      await rows(
        `SELECT s.state, d.state AS hook FROM subscriptions s JOIN deliveries d ON subject_id = s.lead_id AND kind = 'webhook'`,
      )
    ).map(({ state, hook }) => `${state} ${hook === 'held' ? 'held' : 'released'}`)

  // Signed up, and nothing more.
  const first = await startServer(dataDir, env)
  for (let number = 0; number < subscribers; number++) {
    const answers = { email: `ada${number}@example.com`, 'privacy-newsletter': true }
    expect((await submit(first.origin, { form: 'newsletter-double-opt-in', answers })).status).toBe(201)
  }
  await kill(first)
  expect(await states()).toEqual(Array(subscribers).fill('pending held'))

  // The mails are on their way, and whether they were taken was not said.
  post.mood.isSilent = true
  const second = await startServer(dataDir, { ...env, SMTP_URL: post.url })
  await eventually(() => expect(post.mails.length).toBeGreaterThan(0))
  await kill(second)
  const unanswered = post.mails.length
  post.mood.isSilent = false

  // They come; some buttons are pressed, and the partner says nothing.
  partner.mood.isSilent = true
  const third = await startServer(dataDir, { ...env, SMTP_URL: post.url })
  await eventually(() => expect(post.mails).toHaveLength(unanswered + subscribers))
  const mails = post.mails.map(readMail)
  expect(new Set(mails.map(({ headers }) => headers['message-id'])).size).toBe(subscribers)
  const links = [...new Set(mails.map(linkIn))].map((link) => new URL(link).pathname + new URL(link).search)
  expect(links).toHaveLength(subscribers)
  expect(partner.received).toEqual([])
  expect(await press(third.origin + links[0])).toMatchObject({ to: '/confirm?state=confirmed' })
  await eventually(() => expect(partner.received).toHaveLength(1))
  // Killed while all others are pressed at once.
  const told = links.slice(1).map((link) =>
    press(third.origin + link).then(
      ({ to }) => to,
      () => null,
    ),
  )
  await Promise.race(told)
  await kill(third)
  const confirmed = (await Promise.all(told)).filter((to) => to === '/confirm?state=confirmed').length + 1
  const after = await states()
  expect(after.filter((state) => !['confirmed released', 'pending held'].includes(state))).toEqual([])
  expect(after.filter((state) => state === 'confirmed released').length).toBeGreaterThanOrEqual(confirmed)

  // All is pressed again, and each lead arrives.
  partner.mood.isSilent = false
  const fourth = await startServer(dataDir, env)
  for (const link of links) expect(await press(fourth.origin + link)).toMatchObject({ to: '/confirm?state=confirmed' })
  const delivered = "SELECT count(*) AS n FROM deliveries WHERE kind = 'webhook' AND state = 'delivered'"
  await eventually(async () => expect(Number((await rows(delivered))[0]?.n)).toBe(subscribers))
  expect(new Set(partner.received).size).toBe(subscribers)
  expect(await states()).toEqual(Array(subscribers).fill('confirmed released'))

  // Killed while all unsubscribe at once, and the partner says nothing to what it is told of that.
  partner.mood.isSilent = true
  const leaving = [...new Set(mails.map(({ headers }) => headers['list-unsubscribe'] ?? ''))].map((header) => {
    const { pathname, search } = new URL(header.slice(1, -1))
    return pathname + search
  })
  expect(leaving).toHaveLength(subscribers)
  const left = leaving.map((link) =>
    unsubscribe(fourth.origin + link).then(
      (status) => status,
      () => null,
    ),
  )
  await Promise.race(left)
  await kill(fourth)
  const unsubscribed = (await Promise.all(left)).filter((status) => status === 200).length
  // Each is whole or not at all.
  const effects = await rows(`SELECT CASE WHEN s.state = 'unsubscribed' THEN 1 ELSE 0 END AS ended,
      (SELECT count(*) FROM suppressions x WHERE x.address = s.address AND x.lifted_at IS NULL) AS suppressed,
      (SELECT count(*) FROM deliveries d WHERE d.subject_id = s.lead_id AND d.topic = 'unsubscribe-notice') AS told
    FROM subscriptions s`)
  const each = effects.map(({ ended, suppressed, told }) => [ended, suppressed, told].map(Number).join(' '))
  expect(each.filter((effect) => !['1 1 1', '0 0 0'].includes(effect))).toEqual([])
  expect(each.filter((effect) => effect === '1 1 1').length).toBeGreaterThanOrEqual(Math.max(1, unsubscribed))

  // All is pressed again, and the partner hears of each.
  partner.mood.isSilent = false
  const fifth = await startServer(dataDir, env)
  for (const link of leaving) expect(await unsubscribe(fifth.origin + link)).toBe(200)
  await eventually(async () => expect(Number((await rows(delivered))[0]?.n)).toBe(2 * subscribers))
  expect(await fifth.stop()).toBe(0)
  expect(new Set(partner.received).size).toBe(2 * subscribers)
  expect(await states()).toEqual(Array(2 * subscribers).fill('unsubscribed released'))
})

/** What a mail program does whose user presses its button (RFC 8058). */
async function unsubscribe(link: string): Promise<number> {
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
  return (await fetch(link, { method: 'POST', body })).status
}

const secret = `whsec_${randomBytes(24).toString('base64')}`

/** The definitions, with a partner that is called. */
function withHook(folder: string, url: string) {
  const site = smallSite(folder)
  const file = join(site.DEFINITIONS_DIR, 'partners/demo.json')
  const partner = JSON.parse(readFileSync(file, 'utf8'))
  partner.deliveries = { hook: { kind: 'webhook', url, secretVariable: 'DEMO_SECRET' } }
  writeFileSync(file, JSON.stringify(partner))
  return site
}

/** A partner that notes the ids of what it gets, and may leave it at that. */
async function listeningPartner() {
  const received: string[] = []
  const mood = { isSilent: false }
  const server = createServer((request, response) => {
    received.push(String(request.headers['webhook-id']))
    request.resume()
    if (!mood.isSilent) response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/leads`, received, mood }
}

/** A mail server that may take a mail and never say so. */
async function listeningPost() {
  const mails: string[] = []
  const mood = { isSilent: false }
  const server = new SMTPServer({
    ...{ disabledCommands: ['AUTH', 'STARTTLS'], disableReverseLookup: true, logger: false },
    async onData(stream, _, done) {
      // A server that is killed may break off in the middle.
      const mail = await text(stream).catch(() => null)
      if (mail === null) return
      mails.push(mail)
      if (!mood.isSilent) done()
    },
  })
  // Who is killed leaves in the middle of a sentence.
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())))
  return { url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`, mails, mood }
}
