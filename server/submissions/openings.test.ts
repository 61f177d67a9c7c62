import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { smallSite } from '../../engine/node/testing/small-site.ts'
import { approveLead } from '../distribution/reroute.ts'
import type { KeyedHash } from '../storage/settings.ts'
import { openPlace, temporaryPlace, temporaryStorage } from '../storage/testing/temporary-storage.ts'
import { appOn } from '../testing/app-on-storage.ts'
import { closingSite } from '../testing/closing-site.ts'
import { eventually } from '../testing/eventually.ts'
import { patiently } from '../testing/patiently.ts'
import { buildPages, formBody, startServer, submit, temporaryFolder, validAnswers } from '../testing/running-server.ts'

type Refused = { code: string; detail: string; errors: { pointer: string; code: string; message: string }[] }

const hash: KeyedHash = (purpose, text) => `${purpose} ${text}`

/** Leads with another address each, since an address gets three mails a day. */
const numbered = (n: number) => ({ key: `key-${n}`, answers: { ...validAnswers, email: `ada${n}@example.com` } })

const statusesOf = (replies: readonly Response[]) => {
  const counts: Record<number, number> = {}
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

/** A busy machine sheds load: whoever is told 503 sends the same again. */
const send = (origin: string, changes: { [part: string]: unknown; key?: string }) =>
  patiently(() => submit(origin, changes))

test('60 posts at once to two servers of a form that takes 20: exactly 20 are stored, and repeats get their receipt', async () => {
  const place = await temporaryPlace()
  const storages = [await temporaryStorage(place), await temporaryStorage(place)]
  const site = await closingSite({
    'home-insurance': { maxLeads: 20, whenClosed: { full: { waitingList: 'newsletter-footer' } } },
  })
  const live = { current: () => site }
  const apps = await Promise.all(
    storages.map((storage) => appOn(storage, (parts) => ({ live: { ...parts.live, ...live } }))),
  )
  const at = (n: number) => apps[n % 2]?.origin ?? ''
  const page = async (n: number) => (await fetch(`${at(n)}/insurance/home-insurance`)).text()
  expect(await page(0)).toContain('name="root[propertyType]"')

  const replies = await Promise.all(Array.from({ length: 60 }, (_, n) => send(at(n), numbered(n))))
  expect(statusesOf(replies)).toEqual({ 201: 20, 409: 40 })
  const counted = await storages[0]?.read([{ sql: 'SELECT count(*) AS n FROM leads', parameters: [] }])
  expect(counted).toEqual([[{ n: 20 }]])
  const refused = replies.findIndex(({ status }) => status === 409)
  expect(await replies[refused]?.json()).toMatchObject({
    code: 'form-full',
    detail: 'The form has all the leads that it takes. Nothing was stored.',
    errors: [{ pointer: '/form', code: 'full', message: expect.stringContaining('All places have been taken. ') }],
  } satisfies Partial<Refused>)

  // What is stored is told again, by either server; nothing else is taken, whatever is wrong with it.
  const stored = replies.findIndex(({ status }) => status === 201)
  const { id } = ((await replies[stored]?.json()) ?? {}) as { id?: string }
  const again = await send(at(stored + 1), numbered(stored))
  expect([again.status, ((await again.json()) as { id: string }).id]).toEqual([200, id])
  expect(
    (await send(at(0), { key: `key-${stored}`, answers: { ...validAnswers, email: 'x@example.com' } })).status,
  ).toBe(422)
  for (const changes of [{ answers: {} }, { definition: 'made up' }, { context: { test: true } }]) {
    const other = await send(at(0), { ...numbered(99), ...changes })
    expect([other.status, ((await other.json()) as Refused).code]).toEqual([409, 'form-full'])
  }

  // Pages are kept for everybody, and say so all the same; the waiting list stands in its place.
  for (const n of [0, 1])
    await eventually(async () => {
      const html = await page(n)
      expect(html).toContain('All places have been taken</h')
      expect(html).not.toContain('name="root[propertyType]"')
      expect(html).toContain('name="section" value="form-waiting-list"')
    })
  const ready = (await (await fetch(`${at(1)}/readyz`)).json()) as { notices: string[] }
  expect(ready.notices).toContain(
    'The form "home-insurance" is full: it has all 20 leads that its "maxLeads" allows, and refuses more.',
  )
  const metrics = await (await fetch(`${at(0)}/metrics`)).text()
  expect(metrics).toContain('leadwright_form_leads_left{form="home-insurance"} 0')
  expect(metrics).toContain('leadwright_submissions_total{form="home-insurance",outcome="closed"}')
  const consents = { marketing: true, 'privacy-newsletter': true, 'data-transfer': true, 'sponsor-transfer': true }
  const onList = { form: 'newsletter-footer', answers: { email: 'ada@example.com', ...consents } }
  const joined = await send(at(0), { ...onList, context: { page: 'home-insurance', timeOnPageMs: 9000 } })
  expect(joined.status).toBe(201)
})

test('tests and leads that wait for review count for nothing, and an operator may approve more than the form takes', async () => {
  const storage = await temporaryStorage()
  const site = await closingSite({ 'home-insurance': { maxLeads: 2 } })
  const { origin } = await appOn(storage, ({ live }) => ({ live: { ...live, current: () => site } }))
  const waiting = { context: { page: 'home-insurance', honeypot: 'https://spam.example' } }
  const sent = [
    await send(origin, { ...numbered(1), context: { test: true } }),
    await send(origin, { ...numbered(2), ...waiting }),
    await send(origin, { ...numbered(3), ...waiting }),
    await send(origin, numbered(4)),
    await send(origin, numbered(5)),
    await send(origin, numbered(6)),
    await send(origin, { ...numbered(7), ...waiting }),
  ]
  expect(sent.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 409, 409])
  const ids = await Promise.all(sent.slice(0, 3).map(async (reply) => ((await reply.json()) as { id: string }).id))
  expect(await approveLead(storage, site, ids[1] ?? '', { hash, now: Date.now() })).toMatchObject({ ok: true })
  expect((await send(origin, numbered(8))).status).toBe(409)
  // More are taken once the form says so: three count now.
  const raised = await closingSite({ 'home-insurance': { maxLeads: 4 } })
  const other = await appOn(storage, ({ live }) => ({ live: { ...live, current: () => raised } }))
  expect((await send(other.origin, numbered(9))).status).toBe(201)
  expect((await send(other.origin, numbered(10))).status).toBe(409)
})

test('a form opens and closes by the clock: the API says when, pages that are kept change with it, and nothing typed is lost', async () => {
  let now = Date.parse('2026-11-30T23:59:59.999Z')
  const day = 24 * 60 * 60 * 1000
  const site = await closingSite({ 'home-insurance': { opens: '2026-12-01', closes: '2026-12-24T18:00' } })
  const parts = ({ live }: { live: object }) => ({ live: { ...live, current: () => site } as never })
  const { origin } = await appOn(await temporaryStorage(), parts, { now: () => now })
  const page = async (path = '') => (await fetch(`${origin}${path}/insurance/home-insurance`)).text()
  const refusal = async (n: number) => {
    const reply = await send(origin, numbered(n))
    return [reply.status, (await reply.json()) as Refused] as const
  }
  expect(await refusal(1)).toMatchObject([
    409,
    {
      code: 'form-not-open',
      detail: 'The form opens at 2026-12-01T00:00:00.000Z. Nothing was stored.',
      errors: [
        {
          pointer: '/form',
          code: 'before',
          message: 'This form isn’t open yet. It opens on 1 December 2026. Please come back then.',
        },
      ],
    },
  ])
  expect(await page()).toContain('It opens on 1 December 2026.')
  // Berlin is an hour ahead of London.
  expect(await page('/de')).toContain('name="root[propertyType]"')
  now += 1
  expect(await page()).toContain('name="root[propertyType]"')
  expect((await send(origin, numbered(2))).status).toBe(201)
  now = Date.parse('2026-12-24T17:59:59.999Z')
  expect(await page()).toContain('name="root[propertyType]"')
  const post = (step: string, body = formBody()) =>
    patiently(() =>
      fetch(`${origin}/insurance/home-insurance?step=${step}`, {
        ...{ method: 'POST', body, redirect: 'manual' as const },
        headers: { 'sec-fetch-site': 'same-origin' },
      }),
    )
  const sent = formBody({ key: 'ab'.repeat(20) })
  expect((await post('contact-2', sent)).status).toBe(303)

  now += 1
  expect(await page()).toContain('The last day to send it was 24 December 2026.')
  expect(await refusal(3)).toMatchObject([409, { code: 'form-closed' }])
  expect((await send(origin, numbered(2))).status).toBe(200)
  expect((await post('contact-2', sent)).status).toBe(303)
  for (const step of ['housing', 'contact-2']) {
    const reply = await post(step, formBody({ 'root[lastName]': 'Byron' }))
    const html = await reply.text()
    expect([step, reply.status]).toEqual([step, 409])
    expect(html).toContain(
      'Your answers could not be sent</h2><p>This form is closed. The last day to send it was 24 December 2026.',
    )
    expect(html).toContain('value="Byron"')
  }
  // Search engines find it where it was.
  expect(await (await fetch(`${origin}/sitemap.xml`)).text()).toContain('/insurance/home-insurance<')
  now += day
  expect(await page()).toContain('This form is closed')
})

test('kill -9 among 60 posts of a form that takes 20: exactly 20 are stored', async () => {
  buildPages()
  const folder = temporaryFolder()
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const place = await temporaryPlace()
  const isPostgres = place.startsWith('postgres:')
  const site = smallSite(join(folder, 'site'))
  const form = join(site.DEFINITIONS_DIR, 'forms/home-insurance.json')
  writeFileSync(form, JSON.stringify({ ...JSON.parse(readFileSync(form, 'utf8')), maxLeads: 20 }))
  const env = { ...site, ...(isPostgres && { DATABASE_URL: place }) }
  const dataDir = isPostgres ? join(folder, 'data') : join(place, '..')
  for (const killedAfter of [3, 9, null]) {
    let told = 0
    const server = await startServer(dataDir, env)
    const posts = Array.from({ length: 60 }, async (_, n) => {
      const status = await submit(server.origin, numbered(n)).then(
        ({ status }) => status,
        () => 0,
      )
      // What was stored before the kill answers 200 now.
      if (status === 201 || status === 200) told += 1
      if (killedAfter !== null && told >= killedAfter) server.process.kill('SIGKILL')
      return status
    })
    const statuses = await Promise.all(posts)
    if (killedAfter === null) {
      expect(statuses.filter((status) => status === 200 || status === 201)).toHaveLength(20)
      expect(statuses.filter((status) => status === 409)).toHaveLength(40)
      await server.stop()
    }
    await server.exited
  }
  const opened = await openPlace(place)
  if (!opened.ok) throw new Error(opened.reason)
  const [rows = []] = await opened.storage.read([{ sql: 'SELECT count(*) AS n FROM leads', parameters: [] }])
  await opened.storage.close()
  expect(rows).toEqual([{ n: 20 }])
}, 300_000)
