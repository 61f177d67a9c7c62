import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import type { PartnerDefinition } from '#schemas/generated/partner.ts'
import { repositoryLive } from '../../engine/node/testing/repository.ts'
import { listAudit, verifyAudit } from '../audit/audit.ts'
import { rerouter } from '../distribution/index.ts'
import { indexOldContacts, leadContact } from '../leads/contact-hashes.ts'
import { claim } from '../leads/deliveries.ts'
import { browseLeads, leadOutcomes } from '../leads/list-leads.ts'
import { mintKey, storeLead } from '../leads/store-lead.ts'
import { sampleLead } from '../leads/testing/sample-lead.ts'
import { createKey, listKeys, revokeKey } from '../partner-api/keys.ts'
import { may, type Right, type Role, roles } from '../people/people.ts'
import { startBench } from '../relay/testing/relay-bench.ts'
import { openSecretKey } from '../storage/settings.ts'
import type { Row, Storage } from '../storage/storage.ts'
import { temporaryPlace, temporaryStorage } from '../storage/testing/temporary-storage.ts'
import { appOn } from '../testing/app-on-storage.ts'
import { eventually } from '../testing/eventually.ts'
import { answerWith, startReceiver } from '../testing/receiver.ts'
import { submit } from '../testing/running-server.ts'
import { funnelPages } from './funnel-pages.ts'
import type { Desk } from './page.ts'
import { pageRoutes } from './pages.ts'
import { studioPages } from './studio.ts'
import { opened } from './testing/opened-console.ts'

const hook = { kind: 'webhook', url: 'https://partner.example', secretVariable: 'SECRET' } as const
const partner = (changes: Partial<PartnerDefinition> = {}): PartnerDefinition => ({
  ...{ name: 'x', filters: [{ form: 'home-insurance' }], deliveries: { hook }, maxPartners: 1 },
  ...changes,
})
const partners = { near: partner({ priority: 2 }), far: partner({ priority: 1 }), closed: partner({ dailyCap: 0 }) }

async function rows(storage: Storage, sql: string): Promise<Row[]> {
  const [found = []] = await storage.atomic([{ sql, parameters: [] }])
  return found
}

/** A console, and a server whose leads it shows. */
async function bench(all: Record<string, PartnerDefinition> = partners) {
  const storage = await temporaryStorage()
  const usual = await repositoryLive()
  const site = { ...usual.current(), partners: { ...usual.current().partners, all } }
  const live = { ...usual, current: () => site }
  const { origin: server } = await appOn(storage, () => ({ live }))
  const console = await opened({ storage, live })
  const send = async (body: object = {}) => {
    const reply = await submit(server, { key: v7(), ...body })
    if (!reply.ok) throw new Error(await reply.text())
    return ((await reply.json()) as { id: string }).id
  }
  const { cookie, id: who } = await console.session('operator')
  const sees = async (path: string) => (await console.get(path, cookie)).text()
  const does = (path: string, fields: Record<string, string> = {}) => console.post(path, cookie, fields)
  const actions = async (action: string) =>
    (await listAudit(storage, { limit: 1000 })).filter((entry) => entry.action === action)
  const parts = { storage, live, send, cookie, who, sees, does, actions }
  return { ...console, ...parts, rows: (sql: string) => rows(storage, sql) }
}

const suspicious = { context: { page: 'home-insurance', honeypot: 'https://spam.example' } }

test('a viewer gets no lead, and each attempt is an entry; an operator does, and each reading is one', async () => {
  const { session, get, post, send, actions } = await bench()
  const id = await send()
  const all = [
    ...['/leads', '/leads.csv', `/leads/${id}`, `/leads/${id}/erase`, '/leads?column=contact'].map((path) => [
      'GET',
      path,
    ]),
    ...['/leads/search', `/leads/${id}/erase`, `/leads/${id}/export`, `/leads/${id}/hand-over`].map((path) => [
      'POST',
      path,
    ]),
  ] as const
  for (const role of ['viewer', 'author', 'publisher'] as const satisfies Role[]) {
    const { cookie } = await session(role)
    for (const [method, path = ''] of all) {
      const before = (await actions('refused')).length
      const reply = await (method === 'GET' ? get(path, cookie) : post(path, cookie))
      expect([role, method, path, reply.status]).toEqual([role, method, path, 403])
      expect(await reply.text()).not.toContain('ada@example.com')
      expect((await actions('refused')).length).toBe(before + 1)
    }
  }
  expect((await actions('refused')).find(({ content }) => content?.object === `lead ${id}`)).toBeDefined()
  for (const role of ['operator', 'owner'] as const) {
    const { cookie, id: who } = await session(role)
    expect(await (await get(`/leads/${id}`, cookie)).text()).toContain('ada@example.com')
    expect((await actions('lead.read')).filter((entry) => entry.who === who)).toHaveLength(1)
  }
})

test('a lead shows its answers in words, its consents with their evidence, and why partners did and did not get it', async () => {
  const { send, sees } = await bench()
  const page = await sees(`/leads/${await send()}`)
  expect(page).toContain('ada@example.com')
  expect(page).toMatch(/<dt>What is your email address\?<\/dt>|<dt>Email/)
  expect(page).toContain('The sentence matches the form word for word.')
  expect(page).toContain('It takes such leads')
  expect(page).toContain('Daily cap reached')
  expect(page).toContain('The lead came in.')
  expect((await sees(`/leads/${v7()}`)).includes('Nothing here')).toBe(true)
})

test('a lead is found by its address, number, id and reference, and no address says which', async () => {
  const { send, does, sees, hash, storage } = await bench()
  const id = await send()
  const found = async (search: string) => {
    const location = (await does('/leads/search', { search })).headers.get('location') ?? ''
    expect(location).not.toContain('example')
    return location
  }
  expect(await found(' ADA@example.com ')).toBe(`/leads?contact=${leadContact(hash, 'ada@example.com')}`)
  expect(await sees(await found('ada@example.com'))).toContain(`/leads/${id}`)
  const [phone] = JSON.stringify(await rows(storage, 'SELECT answers FROM leads')).match(/\+\d{8,14}/) ?? []
  if (phone !== undefined) expect(await sees(await found(phone.replace(/(\d{3})/g, '$1 ')))).toContain(`/leads/${id}`)
  expect(await found(id)).toBe(`/leads/${id}`)
  expect((await does('/leads/search', { search: 'nobody at all' })).status).toBe(404)
  expect(await sees(await found('nobody@example.com'))).toContain('There are no such leads.')
})

test('leads that an earlier version stored are found once they are indexed; the erased never', async () => {
  const { send, does, sees, hash, storage } = await bench()
  const [id, erased] = [await send(), await send()]
  await storage.atomic([{ sql: 'DELETE FROM lead_contacts', parameters: [] }])
  await does(`/leads/${erased}/erase`)
  expect(await indexOldContacts(storage, hash)).toBe(2)
  expect(await indexOldContacts(storage, hash)).toBe(0)
  const page = await sees(`/leads?contact=${leadContact(hash, 'ada@example.com')}`)
  expect(page).toContain(id)
  expect(page).not.toContain(erased)
  await does(`/leads/${id}/erase`)
  expect(await rows(storage, 'SELECT * FROM lead_contacts')).toEqual([])
})

test('two who release the same lead: one does, and there is one entry', async () => {
  const { send, does, rows, actions } = await bench()
  const id = await send(suspicious)
  const statuses = (await Promise.all([1, 2, 3].map(() => does(`/leads/${id}/release`)))).map(({ status }) => status)
  expect(statuses.sort()).toEqual([303, 409, 409])
  expect(await actions('lead.release')).toHaveLength(1)
  expect(await rows("SELECT partner FROM deliveries WHERE topic = 'lead'")).toEqual([{ partner: 'near' }])
})

test('a lead of a dead partner goes to another one, which has it alone', async () => {
  const { send, does, sees, rows, actions, storage } = await bench()
  const id = await send()
  expect(await sees(`/leads/${id}/hand-over`)).toContain('Another has it alone')
  expect((await does(`/leads/${id}/hand-over`, { partner: 'far' })).status).toBe(409)
  await storage.atomic([
    { sql: "UPDATE deliveries SET state = 'dead', attempts = 9 WHERE topic = 'lead'", parameters: [] },
  ])
  expect((await does(`/leads/${id}/hand-over`, { partner: 'closed' })).status).toBe(409)
  const all = await Promise.all([1, 2].map(() => does(`/leads/${id}/hand-over`, { partner: 'far' })))
  expect(all.map(({ status }) => status).sort()).toEqual([303, 409])
  expect(await rows("SELECT partner, state FROM deliveries WHERE topic = 'lead' ORDER BY partner")).toEqual([
    { partner: 'far', state: 'pending' },
    { partner: 'near', state: 'cancelled' },
  ])
  expect(await rows('SELECT partner, taken, reason FROM routings ORDER BY partner')).toEqual([
    { partner: 'closed', taken: 0, reason: 'daily-cap' },
    { partner: 'far', taken: 1, reason: 'taken' },
    { partner: 'near', taken: 0, reason: 'handed-over' },
  ])
  expect(await actions('lead.hand-over')).toMatchObject([{ content: { detail: 'far' } }])
})

/** What a deed about leads changes. Days that count nothing are as good as none. */
async function touched(storage: Storage): Promise<Row[][]> {
  return Promise.all([
    rows(storage, 'SELECT id, suspicion FROM leads ORDER BY id'),
    rows(storage, 'SELECT * FROM deliveries ORDER BY id'),
    rows(storage, 'SELECT * FROM routings ORDER BY lead_id, partner'),
    rows(storage, 'SELECT * FROM partner_days WHERE taken > 0 ORDER BY partner, day'),
    rows(storage, 'SELECT * FROM partner_contacts ORDER BY partner, contact, lead_id'),
    rows(storage, "SELECT * FROM mail_quota WHERE address <> '' ORDER BY message_id"),
    rows(storage, 'SELECT * FROM mail_tokens ORDER BY hash'),
  ])
}

const capped = partner({ priority: 3, dailyCap: 5, duplicateDays: 30 })

test('a release is undone as long as nothing has left, and can be done again', async () => {
  const { send, does, sees, storage, hash, actions } = await bench({ ...partners, capped })
  const id = await send(suspicious)
  const before = await touched(storage)
  expect((await does(`/leads/${id}/undo`)).status).toBe(409)
  expect((await does(`/leads/${id}/release`)).status).toBe(303)
  expect(await touched(storage)).not.toEqual(before)
  expect(await sees(`/leads/${id}`)).toContain('Undo the release')
  const statuses = (await Promise.all([1, 2].map(() => does(`/leads/${id}/undo`)))).map(({ status }) => status)
  expect(statuses.sort()).toEqual([303, 409])
  expect(await touched(storage)).toEqual(before)
  expect(await actions('lead.undo')).toMatchObject([{ content: { object: `lead ${id}`, detail: 'release' } }])
  expect((await does(`/leads/${id}/release`)).status).toBe(303)
  // Erasing forgets how it was, and nothing brings it back.
  expect((await does(`/leads/${id}/erase`)).status).toBe(303)
  expect(await rows(storage, 'SELECT * FROM lead_undos')).toEqual([])
  expect((await does(`/leads/${id}/undo`)).status).toBe(409)
  expect(await verifyAudit(storage, hash)).toMatchObject({ problems: [] })
})

test('a handover is undone as long as nothing has left: the partner that gave the lead back has it as before', async () => {
  const { send, does, sees, storage, rows, actions } = await bench({ capped, far: partners.far })
  const id = await send()
  const dead =
    "UPDATE deliveries SET state = 'dead', attempts = 9, last_error = '500', tries = 'x' WHERE topic = 'lead'"
  await storage.atomic([{ sql: dead, parameters: [] }])
  const before = await touched(storage)
  expect((await does(`/leads/${id}/hand-over`, { partner: 'far' })).status).toBe(303)
  expect(await sees(`/leads/${id}/undo`)).toContain('Nothing has left yet')
  expect((await does(`/leads/${id}/undo`)).status).toBe(303)
  expect(await touched(storage)).toEqual(before)
  expect((await does(`/leads/${id}/hand-over`, { partner: 'far' })).status).toBe(303)
  // A server sends it just now.
  const leased = "UPDATE deliveries SET lease_until = ?, attempts = 1 WHERE partner = 'far'"
  await storage.atomic([{ sql: leased, parameters: [Date.now() + 60_000] }])
  const late = await does(`/leads/${id}/undo`)
  expect([late.status, await late.text()]).toEqual([409, expect.stringContaining('Too late')])
  expect(await sees(`/leads/${id}`)).not.toContain('Undo the handover')
  expect(await actions('lead.undo')).toHaveLength(1)
  expect(await rows("SELECT partner, state FROM deliveries WHERE topic = 'lead' ORDER BY partner")).toEqual([
    { partner: 'capped', state: 'cancelled' },
    { partner: 'far', state: 'pending' },
  ])
})

test('of who sends a lead and who takes it back in the same moment, one wins', async () => {
  const { send, does, storage, rows, actions, hash } = await bench({ near: partner({ maxPartners: 9 }) })
  const ids: string[] = []
  for (let made = 0; made < 12; made++) ids.push(await send(suspicious))
  await Promise.all(ids.map((id) => does(`/leads/${id}/release`)))
  const now = Date.now() + 60_000
  const one = { partner: 'near', limit: 1, now, leaseUntil: now + 60_000, underWay: [] }
  const [undone] = await Promise.all([
    Promise.all(ids.map(async (id) => ((await does(`/leads/${id}/undo`)).status === 303 ? id : null))),
    ...ids.map(() => claim(storage, [one], true)),
  ])
  const takenBack = undone.filter((id) => id !== null)
  const sent = (await rows("SELECT subject_id FROM deliveries WHERE topic = 'lead' AND attempts > 0")).map((row) =>
    String(row.subject_id),
  )
  const left = (await rows("SELECT subject_id FROM deliveries WHERE topic = 'lead'")).map((row) =>
    String(row.subject_id),
  )
  expect(left.sort()).toEqual(ids.filter((id) => !takenBack.includes(id)).sort())
  for (const id of sent) expect(takenBack).not.toContain(id)
  const waits = (await rows('SELECT id FROM leads WHERE suspicion IS NOT NULL')).map(({ id }) => String(id))
  expect(waits.sort()).toEqual(takenBack.sort())
  expect(await actions('lead.undo')).toHaveLength(takenBack.length)
  expect(await verifyAudit(storage, hash)).toMatchObject({ problems: [] })
})

test('a subscription ends without its lead being erased, once, as the link in the mails does', async () => {
  const { send, does, sees, session, get, rows, actions } = await bench()
  const answers = { email: 'noor@example.com', 'privacy-newsletter': true }
  const ids = [await send({ form: 'newsletter-double-opt-in', answers }), await send()]
  expect(await sees('/subscriptions')).toContain(`/leads/${ids[0]}/unsubscribe`)
  expect(await (await get('/subscriptions', (await session('viewer')).cookie)).text()).not.toContain('/unsubscribe')
  expect(await sees(`/leads/${ids[0]}/unsubscribe`)).toContain('Only the person can subscribe again')
  const statuses = (await Promise.all([1, 2].map(() => does(`/leads/${ids[0]}/unsubscribe`)))).map(
    ({ status }) => status,
  )
  expect(statuses.sort()).toEqual([303, 409])
  expect(await rows('SELECT lead_id, state, unsubscribed_by FROM subscriptions')).toEqual([
    { lead_id: ids[0], state: 'unsubscribed', unsubscribed_by: 'operator' },
  ])
  expect(await rows('SELECT brand FROM suppressions WHERE lifted_at IS NULL')).toHaveLength(1)
  expect(await rows("SELECT id FROM deliveries WHERE topic = 'confirmation' AND state <> 'cancelled'")).toEqual([])
  expect(await sees(`/leads/${ids[0]}`)).toContain('noor@example.com')
  expect(await actions('subscription.end')).toMatchObject([{ content: { object: `lead ${ids[0]}` } }])
  expect((await does(`/leads/${ids[1]}/unsubscribe`)).status).toBe(409)
})

test('who erases a lead that somebody looks at leaves nothing of it, and the audit still holds', async () => {
  const { send, does, sees, storage, hash, actions } = await bench()
  const id = await send()
  expect(await sees(`/leads/${id}`)).toContain('ada@example.com')
  const statuses = (await Promise.all([1, 2].map(() => does(`/leads/${id}/erase`)))).map(({ status }) => status)
  expect(statuses.sort()).toEqual([303, 409])
  expect(await actions('lead.erase')).toHaveLength(1)
  const page = await sees(`/leads/${id}`)
  expect(page).not.toContain('ada@example.com')
  expect(page).toContain('The personal data of this lead was erased.')
  // What was read of it before is not said again, and what is left of it is nothing to read.
  expect((await actions('lead.read')).map(({ content }) => content)).toEqual([null])
  for (const deed of ['release', 'hand-over', 'export', 'erase'])
    expect([deed, (await does(`/leads/${id}/${deed}`, { partner: 'far' })).status]).not.toEqual([deed, 303])
  expect(await verifyAudit(storage, hash)).toMatchObject({ problems: [] })
})

test('a person is exported and erased with all that is stored of them', async () => {
  const { send, does, rows } = await bench()
  const ids = [await send(), await send()]
  const exported = await (await does(`/leads/${ids[0]}/export-person`)).json()
  expect(exported).toMatchObject({ leads: [{ id: ids[0] }, { id: ids[1] }], suppressions: [] })
  const one = await does(`/leads/${ids[0]}/export`)
  expect(one.headers.get('content-disposition')).toContain(`lead-${ids[0]}.json`)
  expect((await does(`/leads/${ids[0]}/erase-person`)).status).toBe(303)
  expect(await rows('SELECT id FROM leads WHERE erased_at IS NULL')).toEqual([])
})

test('filters narrow a list down, page by page, and the table can be chosen and exported', async () => {
  const { send, sees, storage, get, cookie, actions } = await bench()
  const at = (minute: number) => Date.parse('2026-11-20T10:00:00Z') + minute * 60_000
  for (let n = 0; n < 120; n++) {
    const changes = { form: n % 3 ? 'pets' : 'home', locale: n % 2 ? 'de' : 'en', brand: n % 5 ? 'main' : 'other' }
    const receivedAt = new Date(at(n)).toISOString()
    await storeLead(storage, sampleLead({ id: v7({ msecs: at(n) }), receivedAt, ...changes }))
  }
  await send()
  const shown = async (query: string) =>
    [...(await sees(`/leads?${query}`)).matchAll(/href="\/leads\/([0-9a-f-]{36})"/g)].length
  expect(await shown('')).toBe(50)
  expect(await shown('form=home')).toBe(40)
  expect(await shown('form=home&locale=de&brand=other')).toBe(4)
  expect(await shown('partner=near')).toBe(1)
  expect(await shown('state=awaitingReview')).toBe(0)
  expect(await shown('from=2026-11-21&until=2026-11-21')).toBe(0)
  expect(await shown('until=2026-11-20&locale=de')).toBe(50)
  const seen = new Set<string>()
  for (let before: string | undefined; ; ) {
    const { leads, next } = await browseLeads(storage, { limit: 50, ...(before && { before }) })
    for (const { id } of leads) seen.add(id)
    if (next === null) break
    before = next
  }
  expect(seen.size).toBe(121)
  expect(await actions('lead.list')).toEqual([])
  expect(await sees('/leads?column=contact')).toContain('ada@example.com')
  expect(await actions('lead.list')).toHaveLength(1)
  const csv = await get('/leads.csv?form=home&locale=de', cookie)
  expect(csv.headers.get('content-type')).toContain('text/csv')
  expect((await csv.text()).trim().split('\r\n')).toHaveLength(21)
  expect(await actions('lead.export-all')).toMatchObject([{ content: { detail: 'form=home&locale=de' } }])
  const asked = (await get('/leads/export?form=home&locale=de', cookie)).headers.get('location') ?? ''
  const [, link = ''] = /data-download href="([^"]+)"/.exec(await sees(asked)) ?? []
  const download = await get(link.replaceAll('&amp;', '&'), cookie)
  expect((await download.text()).trim().split('\r\n')).toHaveLength(21)
  expect(await sees(asked)).toContain('Done. Leads written: 20.')
})

test('failed deliveries are sent again: one, some or all of a cause, and two at once send once', async () => {
  const { send, sees, does, storage, rows, actions } = await bench({ near: partner({ maxPartners: 9 }) })
  const ids: string[] = []
  for (let n = 0; n < 5; n++) ids.push(await send())
  const fail = "UPDATE deliveries SET state = 'dead', attempts = 9, last_error = 'The partner responded with 500.'"
  await storage.atomic([{ sql: `${fail} WHERE topic = 'lead'`, parameters: [] }])
  const page = await sees('/deliveries')
  expect(page).toContain('The partner responded with 500.')
  const [, cause = ''] = /cause=([\w-]{12})/.exec(page) ?? []
  const [one, two, three] = (await rows("SELECT id FROM deliveries WHERE topic = 'lead' ORDER BY id")).map(({ id }) =>
    String(id),
  )
  const statuses = (await Promise.all([1, 2].map(() => does(`/deliveries/${one}/again`)))).map(({ status }) => status)
  expect(statuses.sort()).toEqual([303, 409])
  expect(await actions('delivery.again')).toHaveLength(1)
  const some = new URLSearchParams([
    ['id', two ?? ''],
    ['id', three ?? ''],
    ['which', 'some'],
    ['sure', '1'],
  ])
  const finished = async (location: string | null) => {
    for (;;) {
      const shown = await sees(location ?? '')
      if (!shown.includes('Sending')) return shown
      await sleep(50)
    }
  }
  expect(await finished((await does('/deliveries/again', some as never)).headers.get('location'))).toContain(
    'Sent again: 2.',
  )
  expect(await (await does('/deliveries/again', { which: 'all', cause })).text()).toContain('Sends up to 2 deliveries')
  const all = await does('/deliveries/again', { which: 'all', cause, sure: '1' })
  expect(await finished(all.headers.get('location'))).toContain('Sent again: 2.')
  expect(await rows("SELECT count(*) AS n FROM deliveries WHERE state = 'dead'")).toEqual([{ n: 0 }])
  expect(await actions('delivery.again')).toHaveLength(3)
  expect((await does('/deliveries/again', { which: 'some' })).status).toBe(400)
  expect((await does(`/deliveries/${one}/now`)).status).toBe(303)
  expect(await actions('delivery.now')).toHaveLength(1)
})

test('a viewer sees the health of a partner, and no delivery; a test lead shows how the partner answers', async () => {
  const { session, get, send, does, sees, rows } = await bench({ near: partner({ testLeads: true }), none: partner() })
  expect((await does('/deliveries/test/near')).status).toBe(409)
  const id = await send({ context: { test: true } })
  const { cookie } = await session('viewer')
  expect(await (await get('/deliveries/health/near', cookie)).text()).toContain('Deliveries: 1. Failed: 0.')
  for (const path of ['/deliveries', '/deliveries/test/near', '/deliveries?state=rejected'])
    expect([path, (await get(path, cookie)).status]).toEqual([path, 403])
  expect((await does('/deliveries/test/none')).status).toBe(409)
  await rows("UPDATE deliveries SET state = 'delivered' WHERE topic = 'lead'")
  expect((await does('/deliveries/test/near')).headers.get('location')).toBe(`/leads/${id}`)
  expect(await rows("SELECT state, replay FROM deliveries WHERE topic = 'lead'")).toEqual([
    { state: 'pending', replay: 1 },
  ])
  expect(await sees(`/leads/${id}`)).toContain('sent a test lead (near)')
})

/** What each posted form needs, by its route. A new one is added here. */
const rightsToPost: Record<string, Right> = {
  '/keys/:id/revoke': 'people',
  ...{ '/people': 'people', '/people/:id/roles': 'people', '/people/:id/sign-out': 'people' },
  ...{ '/people/:id/remove': 'people', '/audit/verify': 'people', '/leads/search': 'leads' },
  ...{ '/leads/:id/release': 'leads', '/leads/:id/hand-over': 'leads', '/leads/:id/unsubscribe': 'leads' },
  ...{ '/leads/:id/undo': 'leads' },
  ...{ '/leads/:id/erase': 'leads', '/leads/:id/erase-person': 'leads', '/leads/:id/export': 'leads' },
  ...{ '/leads/:id/export-person': 'leads', '/deliveries/again': 'leads', '/deliveries/:id/again': 'leads' },
  ...{ '/deliveries/:id/now': 'leads', '/deliveries/again/:run/stop': 'leads', '/deliveries/test/:partner': 'leads' },
  ...{ '/studio/:form/edit': 'definitions', '/studio/:form/file': 'definitions', '/studio/:form/see/*': 'definitions' },
  ...{
    '/studio/:form/typed': 'definitions',
    '/studio/:form/typed/*': 'definitions',
    '/studio/:form/hint': 'definitions',
  },
  ...{ '/studio/:form/accept': 'definitions', '/studio/:form/discard': 'definitions' },
  ...{
    '/studio/-/new': 'definitions',
    '/studio/-/tour': 'definitions',
    '/studio/:form/partners': 'definitions',
    '/studio/:form/variant': 'definitions',
  },
  ...{
    '/studio/:form/texts': 'definitions',
    '/studio/:form/translate': 'definitions',
    '/studio/:form/media': 'definitions',
    '/studio/:form/remark': 'definitions',
    '/studio/:form/undo': 'definitions',
  },
  ...{ '/studio/:form/publish': 'publish', '/studio/:form/take-back': 'publish' },
  ...{ '/studio/:form/plan': 'publish', '/studio/:form/cancel': 'publish' },
}

test('each role posts what it may; what it may not is refused, recorded, and changes nothing', async () => {
  const { origin, session, post, send, actions, rows, hash, storage } = await bench()
  const paths: string[] = []
  const open: Desk['open'] = (method, path) => void (method === 'POST' && paths.push(path))
  for (const routes of [pageRoutes, funnelPages, studioPages]) routes({ open } as Desk)
  expect(paths.sort()).toEqual(Object.keys(rightsToPost).sort())

  const lead = await send(suspicious)
  const stored = async () => [
    await rows('SELECT id, suspicion, erased_at FROM leads'),
    await rows('SELECT id, roles FROM people ORDER BY id'),
    await rows('SELECT id, state, attempts FROM deliveries ORDER BY id'),
  ]
  const people = new Map<Role, { id: string; cookie: string }>()
  for (const role of roles) people.set(role, await session(role))
  const before = await stored()
  const owner = people.get('owner')?.id ?? ''
  for (const path of paths) {
    const right = rightsToPost[path] ?? 'people'
    const real = path.replace(':id', path.startsWith('/people') ? owner : lead).replace(/:run|:partner/, 'near')
    const status = async (cookie: string, headers?: object) =>
      (await post(real, cookie, { role: 'viewer' }, headers)).status
    expect([path, await status('')]).toEqual([path, 401])
    for (const [role, { id, cookie }] of people) {
      expect([role, path, await status(cookie, { origin: 'https://evil.example.com' })]).toEqual([role, path, 403])
      expect([role, path, await status(cookie, { origin, 'sec-fetch-site': 'cross-site' })]).toEqual([role, path, 403])
      if (may([role], right)) continue
      const refused = async () => (await actions('refused')).filter(({ who }) => who === id).length
      const earlier = await refused()
      expect([role, path, await status(cookie)]).toEqual([role, path, 403])
      expect([role, path, await refused()]).toEqual([role, path, earlier + 1])
    }
  }
  expect(await stored()).toEqual(before)

  // Those who may are let through: what they ask for is not there.
  for (const path of paths)
    for (const [role, { cookie }] of people)
      if (may([role], rightsToPost[path] ?? 'people')) {
        const { status } = await post(path.replace(/:(?:id|run|partner)/, v7()), cookie, { search: 'nobody at all' })
        expect([role, path, [200, 303, 400, 404, 409].includes(status)]).toEqual([role, path, true])
      }
  expect(await verifyAudit(storage, hash)).toMatchObject({ problems: [] })
})

test('the funnel ends in the leads that partners accepted, and what they pay for them', async () => {
  const takes = await startReceiver(answerWith(204))
  const gone = await startReceiver(answerWith(410))
  const at = (url: string, amount: number, currency: string): PartnerDefinition => ({
    ...partner({ deliveries: { hook: { kind: 'webhook', url, secretVariable: 'SECRET' } }, maxPartners: 9 }),
    price: { amount, currency },
  })
  const all = { one: at(takes.url, 12.5, 'GBP'), other: at(takes.url, 3.99, 'EUR'), gone: at(gone.url, 100, 'GBP') }
  const { storage, live, hash, session, counted, rows, send } = await bench(all)
  const sendOnPage = ({ context = {}, ...changes }: { context?: object; key?: string } = {}) =>
    send({ key: mintKey(Date.now() - 60_000), context: { page: 'home-insurance', ...context }, ...changes })
  const query = async () => {
    const today = new Date().toISOString().slice(0, 10)
    return { form: 'home-insurance', since: today, until: today }
  }
  await sendOnPage()
  await sendOnPage()
  // No partner gets this one, and those two came in by no page or count as no lead.
  await sendOnPage(suspicious)
  await sendOnPage({ context: { test: true } })
  await send()
  expect(await leadOutcomes(storage, await query())).toEqual({ sent: 3, accepted: 0, revenue: [] })

  const { relay } = await startBench(
    {},
    {
      ...{ storage, partners: () => all, hash, now: Date.now },
      reroute: rerouter({ storage, site: live.current, hash, now: Date.now }),
    },
  )
  relay.wake()
  const waiting = "SELECT count(*) AS n FROM deliveries WHERE topic = 'lead' AND state = 'pending'"
  await eventually(async () => expect((await rows(waiting)).map(({ n }) => Number(n))).toEqual([0]))
  const outcomes = {
    ...{ sent: 3, accepted: 2 },
    revenue: [
      { currency: 'EUR', amount: 798 },
      { currency: 'GBP', amount: 2500 },
    ],
  }
  expect(await leadOutcomes(storage, await query())).toEqual(outcomes)
  expect(
    await leadOutcomes(storage, { ...(await query()), locale: 'en', brand: 'default', page: 'home-insurance' }),
  ).toEqual(outcomes)
  const none = { sent: 0, accepted: 0, revenue: [] }
  for (const other of [
    { locale: 'de' },
    { form: 'pets' },
    { page: 'pets' },
    { since: '2020-01-01', until: '2020-01-02' },
  ])
    expect([other, await leadOutcomes(storage, { ...(await query()), ...other })]).toEqual([other, none])

  const { cookie } = await session('viewer')
  const page = await counted('/funnel?form=home-insurance&days=7', cookie)
  expect(page).toMatch(/Accepted by a partner<\/th><td[^>]*>2<\/td><td[^>]*>0<\/td>/)
  expect(page).toMatch(/Revenue<\/th><td[^>]*>€7\.98, £25\.00<\/td>/)
})

/** How often the server is killed. */
const kills = process.env.TESTS === 'night' ? 50 : 3

test('nothing is done without its entry, and no entry is there without its deed, whenever the server is killed', async () => {
  const place = await temporaryPlace()
  const storage = await temporaryStorage(place)
  const waiting = Array.from({ length: 3000 }, () => sampleLead({ suspicion: 'It was quick.' }))
  await Promise.all(waiting.map((lead) => storeLead(storage, lead)))
  await Promise.all(waiting.map(() => createKey(storage, 'demo', Date.now)))
  for (let killed = 0; killed < kills; killed++) {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'testing/act-until-killed.ts'), place])
    await once(child.stdout, 'data')
    await sleep(Math.random() * 60)
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  const released = (await rows(storage, 'SELECT id FROM leads WHERE suspicion IS NULL')).map(({ id }) => `lead ${id}`)
  const revoked = (await listKeys(storage)).filter((key) => key.revoked_at !== null).map(({ id }) => `key ${id}`)
  const entries = await listAudit(storage, { limit: 9000 })
  expect(Math.min(released.length, revoked.length)).toBeGreaterThan(0)
  expect(entries.map(({ content }) => content?.object).sort()).toEqual([...released, ...revoked].sort())
  expect(await verifyAudit(storage, await openSecretKey(storage, null))).toMatchObject({ problems: [] })
}, 600_000)

test('partners show what their caps leave, the newest delivery and a report; a viewer sees it, without keys', async () => {
  const capped = partner({ priority: 3, dailyCap: 1, price: { amount: 12.5, currency: 'GBP' } })
  const { storage, session, get, counted, send } = await bench({ ...partners, capped })
  const { key, id } = await createKey(storage, 'capped', Date.now)
  await send()
  await send()
  const { cookie } = await session('viewer')
  const sees = async (path: string) => (await get(path, cookie)).text()
  const page = await sees('/partners')
  expect(page).toMatch(/capped<\/code>.*?1 of 1 <span class="mark">Cap reached<\/span>.*?: waiting/s)
  expect(page).toContain('no cap')
  expect(page).not.toContain(id)
  const report = await counted('/partners/report', cookie)
  expect(report).toMatch(/x<\/th>(?:<td class="figure">[01]<\/td>){5}/)
  const csv = await get('/partners/report.csv', cookie)
  expect(csv.headers.get('content-disposition')).toContain(`partners-${new Date().toISOString().slice(0, 7)}.csv`)
  expect(await csv.text()).toContain('capped')
  expect(await sees('/partners/report?month=%3Cb%3E')).not.toContain('<b>')
  expect((await get('/subscriptions', cookie)).status).toBe(200)
  expect(key).toContain(id)
})

test('a key is listed by id and last use, and revoked by an owner who is asked once', async () => {
  const { storage, hash, session, get, post, actions, rows } = await bench()
  const { key, id } = await createKey(storage, 'near', Date.now)
  const { origin: server } = await appOn(storage)
  const read = () => fetch(`${server}/api/v1/leads`, { headers: { authorization: `Bearer ${key}` } })
  const { cookie } = await session('owner')
  expect(await (await get('/partners', cookie)).text()).toMatch(new RegExp(`<code>${id}</code>.*?<td>never</td>`, 's'))
  expect([(await read()).status, (await read()).status]).toEqual([200, 200])
  const used = async () => (await rows('SELECT last_used_at FROM partner_keys'))[0]?.last_used_at
  await eventually(async () => expect(await used()).not.toBeNull())
  const page = await (await get('/partners', cookie)).text()
  expect(page).toContain(String(await used()))
  expect(page).not.toContain(key)

  for (const role of ['viewer', 'operator', 'publisher'] as const)
    expect((await get(`/keys/${id}/revoke`, (await session(role)).cookie)).status).toBe(403)
  expect(await (await get(`/keys/${id}/revoke`, cookie)).text()).toContain('reads nothing from now on')
  expect((await read()).status).toBe(200)
  expect((await post(`/keys/${id}/revoke`, cookie)).status).toBe(303)
  expect((await read()).status).toBe(401)
  expect(await actions('key.revoke')).toMatchObject([{ content: { object: `key ${id}`, detail: 'near' } }])
  // Once more, and one that the command line revoked first.
  expect((await post(`/keys/${id}/revoke`, cookie)).status).toBe(404)
  const other = await createKey(storage, 'near', Date.now)
  await revokeKey(storage, other.id, Date.now)
  expect((await post(`/keys/${other.id}/revoke`, cookie)).status).toBe(404)
  expect(await actions('key.revoke')).toHaveLength(1)
  expect(await verifyAudit(storage, hash)).toMatchObject({ problems: [] })
})

test('definitions that are not live are listed with file, line and sentence, and changed forms with their version', async () => {
  const usual = await repositoryLive()
  const problem = {
    file: join(process.cwd(), 'definitions/forms/loan.json'),
    line: 7,
    column: 3,
    message: 'There is no <b>.',
    of: [],
  }
  const quarantined = {
    definition: 'form "loan"',
    live: 'last good' as const,
    since: 0,
    needs: [],
    problems: [problem],
  }
  const live = { ...usual, quarantined: () => [quarantined] }
  const { storage, session, get } = await opened({ live })
  const insert = (hash: string, since: number | null) => ({
    sql: 'INSERT INTO form_versions (hash, form, locale, resolved, superseded_at) VALUES (?, ?, ?, ?, ?)',
    parameters: [hash, 'home-insurance', 'en', '{}', since],
  })
  await storage.atomic([insert('one', 5), insert('two', 9), insert('now', null)])
  const { cookie } = await session('viewer')
  const page = await (await get('/definitions', cookie)).text()
  expect(page).toMatch(
    /as it last was.*definitions\/forms\/loan.json:7:3<\/code><\/td><td><span lang="en">There is no &lt;b&gt;\./s,
  )
  expect(page.indexOf('>two<')).toBeLessThan(page.indexOf('>one<'))
  expect(page).not.toContain('>now<')
  expect(page).not.toContain(process.cwd())
})

test('subscriptions, consents and saved forms are counted, once for many readers', async () => {
  const { storage, session, counted } = await bench()
  const consent = {
    purpose: 'calls',
    text: 'x',
    textHash: 'x',
    givenAt: new Date().toISOString(),
    ip: null,
    userAgent: null,
  }
  const lead = (granted: boolean) => sampleLead({ consents: [{ ...consent, consent: 'calls', granted }] })
  for (const granted of [true, true, false]) await storeLead(storage, lead(granted))
  const saved = (hash: string, expires: number) => ({
    sql: `INSERT INTO saved_forms (hash, mail_id, form, brand, address, filling, sealed, saved_at, expires_at)
      VALUES (?, 'm', 'car', 'main', 'a', 'f', 's', 'now', ?)`,
    parameters: [hash, expires],
  })
  await storage.atomic([saved('one', Date.now() + 60_000), saved('over', Date.now() - 1)])
  const { cookie } = await session('viewer')
  const page = await counted('/subscriptions', cookie)
  expect(page).toContain('calls</th><td class="figure">2</td><td class="figure">1</td>')
  expect(page).toContain('car</th><td class="figure">1</td>')
})

test('a lead that was mapped wrongly is rewritten and sent, while its delivery waits and once it is over', async () => {
  const to = await startReceiver(answerWith(422))
  const api = { kind: 'http', url: to.url } as const
  const all = { wrong: partner({ map: { mail: 'firstName' }, deliveries: { api } }) }
  const { send, does, sees, rows, live, actions, storage, hash } = await bench(all)
  const id = await send()
  const [own] = await rows("SELECT id FROM deliveries WHERE partner = 'wrong'")
  const payload = async () =>
    String((await rows("SELECT payload FROM deliveries WHERE partner = 'wrong' AND topic = 'lead'"))[0]?.payload)
  expect(await payload()).not.toContain('ada@example.com')
  all.wrong = partner({ map: { mail: 'email' }, deliveries: { api } })
  expect(live.current().partners.all.wrong).toEqual(all.wrong)
  expect(await sees(`/deliveries/${own?.id}/now`)).toContain('Rewrite and send')
  expect((await does(`/deliveries/${own?.id}/now`, { rewrite: '1' })).status).toBe(303)
  expect(await payload()).toContain('ada@example.com')
  await storage.atomic([{ sql: "UPDATE deliveries SET state = 'dead' WHERE partner = 'wrong'", parameters: [] }])
  expect((await does(`/deliveries/${own?.id}/again`, { rewrite: '1' })).status).toBe(303)
  expect(await rows("SELECT state, replay FROM deliveries WHERE partner = 'wrong'")).toEqual([
    { state: 'pending', replay: 2 },
  ])
  expect(await actions('delivery.rewrite')).toHaveLength(2)
  // On its way at the moment, or of a lead that is erased: nothing is sent, and nothing was done.
  const leased = { sql: 'UPDATE deliveries SET lease_until = ?', parameters: [Date.now() + 60_000] }
  await storage.atomic([leased])
  expect((await does(`/deliveries/${own?.id}/now`, { rewrite: '1' })).status).toBe(409)
  await does(`/leads/${id}/erase`)
  expect((await does(`/deliveries/${own?.id}/again`, { rewrite: '1' })).status).toBe(409)
  expect(await actions('delivery.rewrite')).toHaveLength(2)
  expect(await payload()).toBe('')
  expect(await verifyAudit(storage, hash)).toMatchObject({ problems: [] })
})
