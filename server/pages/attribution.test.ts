import { expect, onTestFinished, test } from 'vitest'
import { openSite } from '../../engine/node/live-site.ts'
import { sandbox } from '../../engine/node/testing/sandbox.ts'
import { temporaryStorage } from '../storage/testing/temporary-storage.ts'
import { appOn } from '../testing/app-on-storage.ts'
import { formBody, submit } from '../testing/running-server.ts'

const path = '/insurance/home-insurance'
const map = {
  channel: { attribution: 'utm_source' },
  click: { attribution: 'click_id' },
  place: { object: { page: { leadProperty: 'page' }, brand: { leadProperty: 'brand' } } },
}

/** The server with a partner that wants to know where its leads come from. */
async function attributedSite() {
  const box = await sandbox()
  onTestFinished(box.remove)
  await box.edit('definitions/partners/demo.json', '"deliveries": {', `"map": ${JSON.stringify(map)}, "deliveries": {`)
  const begun = await openSite(box, { now: Date.now })
  if (!begun.ok || begun.live.quarantined().length > 0) throw new Error('The definitions have problems.')
  const storage = await temporaryStorage()
  const { origin } = await appOn(storage, () => ({ live: begun.live }))
  const read = async (sql: string) => (await storage.atomic([{ sql, parameters: [] }]))[0] ?? []
  return {
    origin,
    /** Posts a step as browsers do without JavaScript, from a page at this address. */
    post: (step: string, search: string, changes: Record<string, string> = {}, from = origin) =>
      fetch(`${origin}${path}?step=${step}`, {
        method: 'POST',
        body: formBody({ go: 'on', ...changes }),
        headers: { 'sec-fetch-site': 'same-origin', referer: `${from}${path}${search}` },
        redirect: 'manual',
      }),
    stored: async () =>
      (await read('SELECT attribution FROM leads ORDER BY id')).map((row) => JSON.parse(String(row.attribution))),
    told: async () =>
      (await read("SELECT payload FROM deliveries WHERE partner = 'demo' ORDER BY id")).map(
        (row) => JSON.parse(String(row.payload)).data,
      ),
  }
}

const carried = (html: string) =>
  Object.fromEntries(
    [...html.matchAll(/name="from\[(\w+)\]" value="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  )

test('without JavaScript the first posted step says where the visit came from, and carries it on to the lead', async () => {
  const { origin, post, stored, told } = await attributedSite()
  const first = await (await post('housing', '?click_id=c-1&utm_source=%3Cscript%3Ealert(1)%3C/script%3E&x=y')).text()
  expect(carried(first)).toEqual({ click_id: 'c-1', utm_source: '&lt;script&gt;alert(1)&lt;/script&gt;' })
  expect(first).not.toContain('<script>alert')
  const sent = { 'from[click_id]': 'c-1', 'from[utm_source]': '<script>alert(1)</script>' }
  expect((await post('contact-2', '?step=contact-2&click_id=later', sent)).status).toBe(303)
  expect(await stored()).toEqual([{ click_id: 'c-1', utm_source: '<script>alert(1)</script>' }])
  const place = { page: 'home-insurance', brand: 'default' }
  expect(await told()).toEqual([{ channel: '<script>alert(1)</script>', click: 'c-1', place }])

  const said = async (search: string, from = origin) => carried(await (await post('housing', search, {}, from)).text())
  expect(await said(`?click_id=${'x'.repeat(10_000)}&utm_source=mail`)).toEqual({ utm_source: 'mail' })
  expect(await said('?click_id=a%0D%0ASet-Cookie:%20b=c&utm_source=%00')).toEqual({})
  expect(await said('?click_id=1&click_id=2')).toEqual({ click_id: '1' })
  expect(await said('?click_id=c-1', 'https://elsewhere.example')).toEqual({})
  const madeUp = { 'from[click_id]': 'a\r\nb', 'from[other]': 'x', 'root[firstName]': 'Grace' }
  expect((await post('contact-2', '', madeUp)).status).toBe(303)
  expect((await stored()).at(-1)).toEqual({})
})

test('another program says it as it likes, within bounds', async () => {
  const { origin, stored, told } = await attributedSite()
  const attribution = { click_id: 'c-2', utm_source: 'Frühling', gclid: 'g' }
  expect((await submit(origin, { context: { attribution } })).status).toBe(201)
  expect(await stored()).toEqual([attribution])
  expect(await told()).toEqual([{ channel: 'Frühling', click: 'c-2', place: { brand: 'default' } }])
  const names = Array.from({ length: 21 }, (_, index) => [`p${index}`, 'x'])
  for (const [refused, pointer] of [
    [{ click_id: 'x'.repeat(201) }, '/click_id'],
    [{ click_id: 'a\r\nb' }, '/click_id'],
    [{ click_id: '' }, '/click_id'],
    [{ click_id: 7 }, '/click_id'],
    [{ 'click id': 'x' }, ''],
    [Object.fromEntries(names), ''],
  ] as const) {
    const reply = await submit(origin, { context: { attribution: refused } })
    const { errors } = (await reply.json()) as { errors: { pointer: string }[] }
    expect([reply.status, errors[0]?.pointer], JSON.stringify(refused)).toEqual([422, `/context/attribution${pointer}`])
  }
  expect(await stored()).toHaveLength(1)
})

test('the cached page is the same wherever a visit comes from', async () => {
  const { origin } = await attributedSite()
  const page = async (search: string) => {
    const reply = await fetch(`${origin}${path}${search}`)
    // A strong ETag names the bytes. Their better compression follows.
    return [reply.status, reply.headers.get('etag')?.replace('-quick', '')]
  }
  const plain = await page('')
  const hostile = ['%0D%0ASet-Cookie:%20a=b', '%3Cscript%3E', 'x'.repeat(5000), '%00%ff']
  for (const value of hostile) expect(await page(`?click_id=${value}&utm_source=${value}&click_id=1`)).toEqual(plain)
})
