import { expect, onTestFinished, test } from 'vitest'
import { openSite } from '../../engine/node/live-site.ts'
import { sandbox } from '../../engine/node/testing/sandbox.ts'
import { temporaryStorage } from '../storage/testing/temporary-storage.ts'
import { appOn } from '../testing/app-on-storage.ts'
import { formBody, submit, validAnswers } from '../testing/running-server.ts'

/** The server with an end of the home insurance form for tenants. */
async function appWith(lead: object) {
  const box = await sandbox()
  onTestFinished(box.remove)
  const ends = { let: { when: { occupancy: 'tenantFurnished' }, title: 'Sorry', text: 'Ask your landlord.', ...lead } }
  const rules = `"localeRules": { "en": { "screenOuts": ${JSON.stringify(ends)} } },\n  "consents": {`
  await box.edit('definitions/forms/home-insurance.json', '"consents": {', rules)
  const begun = await openSite(box, { now: Date.now })
  if (!begun.ok) throw new Error('The definitions have problems.')
  const storage = await temporaryStorage()
  const { origin } = await appOn(storage, () => ({ live: begun.live }))
  const post = (step: string, go: string) =>
    fetch(`${origin}/insurance/home-insurance?step=${step}`, {
      method: 'POST',
      body: formBody({ 'root[occupancy]': 'tenantFurnished', go }),
      headers: { 'sec-fetch-site': 'same-origin' },
      redirect: 'manual',
    })
  const answers = { ...validAnswers, occupancy: 'tenantFurnished' }
  const rows = async (sql: string) => (await storage.atomic([{ sql, parameters: [] }]))[0]
  return { post, rows, api: () => submit(origin, { answers }) }
}

test('where an end holds its leads, the visitor may go on, and an operator decides', async () => {
  const { post, rows, api } = await appWith({ lead: 'awaitReview' })
  const told = await (await post('housing', 'on')).text()
  expect(told).toContain('>Sorry</h1>')
  expect(told).toContain('value="to-housing"')
  expect(await (await post('housing', 'past')).text()).toContain('name="root[homePostalCodeOrCity]"')
  // The visitor was told before.
  expect((await post('contact-2', 'on')).status).toBe(303)
  expect((await api()).status).toBe(201)
  const held = { suspicion: 'The visitor was shown the end "let", and continued.' }
  expect(await rows('SELECT suspicion FROM leads')).toEqual([held, held])
  expect(await rows('SELECT id FROM deliveries')).toEqual([])
})

test('where an end delivers its leads, they go their way', async () => {
  const { post, rows, api } = await appWith({ lead: 'delivered' })
  expect(await (await post('housing', 'on')).text()).toContain('value="past"')
  expect((await api()).status).toBe(201)
  expect(await rows('SELECT suspicion FROM leads')).toEqual([{ suspicion: null }])
  expect(await rows("SELECT partner FROM deliveries WHERE partner <> '@visitors' ORDER BY partner")).toEqual([
    { partner: 'demo' },
    { partner: 'sample-insurance-a' },
    { partner: 'sample-insurance-b' },
  ])
})

test('any other end stops the form, whichever step is posted, and the API says at which answer', async () => {
  const { post, rows, api } = await appWith({})
  const told = await (await post('contact-2', 'past')).text()
  expect(told).toContain('>Sorry</h1>')
  expect(told).not.toContain('value="past"')
  const reply = await api()
  expect([reply.status, await reply.json()]).toMatchObject([
    422,
    { errors: [{ pointer: '/answers/occupancy', code: 'turnedAway', message: 'Sorry: Ask your landlord.' }] },
  ])
  expect(await rows('SELECT id FROM leads')).toEqual([])
})
