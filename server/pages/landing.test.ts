import { expect, onTestFinished, test } from 'vitest'
import { openSite } from '../../engine/node/live-site.ts'
import { sandbox } from '../../engine/node/testing/sandbox.ts'
import { temporaryStorage } from '../storage/testing/temporary-storage.ts'
import { appOn } from '../testing/app-on-storage.ts'
import { formBody, submit, validAnswers } from '../testing/running-server.ts'

const path = '/insurance/home-insurance'

/** The server with a form that takes what its address says. */
async function landingSite() {
  const box = await sandbox()
  onTestFinished(box.remove)
  const file = 'definitions/forms/home-insurance.json'
  const hidden = { source: { parameter: 'src', values: ['radio', 'tv'], default: 'direct' } }
  await box.edit(file, '"steps": {', `"hidden": ${JSON.stringify(hidden)}, "steps": {`)
  await box.edit(file, '"propertyType": {', '"propertyType": { "prefill": "type",')
  await box.edit('definitions/partners/demo.json', '"deliveries": {', '"map": { "channel": "source" }, "deliveries": {')
  const begun = await openSite(box, { now: Date.now })
  if (!begun.ok || begun.live.quarantined().length > 0) throw new Error('The definitions have problems.')
  const storage = await temporaryStorage()
  const { origin } = await appOn(storage, () => ({ live: begun.live }))
  const sources = async () => {
    const [rows = []] = await storage.atomic([{ sql: 'SELECT answers FROM leads ORDER BY id', parameters: [] }])
    return rows.map(({ answers }) => JSON.parse(String(answers)).source)
  }
  const post = (step: string, referer: string | null, changes: Record<string, string> = {}) =>
    fetch(`${origin}${path}?step=${step}`, {
      method: 'POST',
      body: formBody({ go: 'on', ...changes }),
      headers: { 'sec-fetch-site': 'same-origin', ...(referer !== null && { referer }) },
      redirect: 'manual',
    })
  return { origin, post, sources, storage }
}

const carried = (html: string) => /name="root\[source\]" value="([^"]*)"/.exec(html)?.[1]

test('without JavaScript the first posted step says where it came from, and carries that on', async () => {
  const { origin, post, sources } = await landingSite()
  const said = async (referer: string | null) => carried(await (await post('housing', referer)).text())
  expect(await said(`${origin}${path}?src=radio`)).toBe('radio')
  expect(await said(`https://elsewhere.example${path}?src=radio`)).toBe('direct')
  expect(await said(null)).toBe('direct')
  expect(await said('no address')).toBe('direct')
  const hostile = await (await post('housing', `${origin}${path}?src=%22%3E%3Cscript%3Ealert(1)`)).text()
  expect(carried(hostile)).toBe('direct')
  expect(hostile).not.toContain('alert(1)')
  // What was carried along wins over a later address, and what was made up counts for nothing.
  await post('contact-2', `${origin}${path}?step=contact-2&src=tv`, { 'root[source]': 'radio' })
  await post('contact-2', null, { 'root[source]': '<b>', 'root[firstName]': 'Grace' })
  expect(await sources()).toEqual(['radio', 'direct'])
})

test('by API the answer is taken or becomes the default, and partners get it', async () => {
  const { origin, sources, storage } = await landingSite()
  for (const source of ['tv', 'x'.repeat(200), 7, ['tv'], null])
    expect((await submit(origin, { answers: { ...validAnswers, source } })).status).toBe(201)
  expect(await sources()).toEqual(['tv', 'direct', 'direct', 'direct', 'direct'])
  const [rows = []] = await storage.atomic([
    { sql: "SELECT payload FROM deliveries WHERE partner = 'demo'", parameters: [] },
  ])
  const told = rows.map(({ payload }) => JSON.parse(String(payload)).data.channel).sort()
  expect(told).toEqual(['direct', 'direct', 'direct', 'direct', 'tv'])
})

test('the cached page is the same for everybody, but for one that an address answers beforehand', async () => {
  const { origin } = await landingSite()
  const page = async (search: string) => {
    const reply = await fetch(`${origin}${path}${search}`)
    // Its better compression follows.
    const etag = reply.headers.get('etag')?.replace('-quick', '') ?? null
    return { etag, cache: reply.headers.get('cache-control'), html: await reply.text() }
  }
  const plain = await page('')
  expect(plain.html).not.toContain('checked=""')
  expect(await page('?src=radio')).toEqual(plain)
  expect(await page('?type=castle&src=%3Cb%3E')).toEqual(plain)
  const house = await page('?type=house')
  expect([house.etag, house.cache]).toEqual([null, 'private, no-cache'])
  expect(house.html.match(/<input[^>]*checked=""[^>]*>/g)).toMatchObject([expect.stringContaining('value="house"')])
  expect(await page('')).toEqual(plain)
})
