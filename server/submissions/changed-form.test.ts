import { expect, test } from 'vitest'
import { writeAnswers } from '../../engine/form/journey/form-data.ts'
import { everyField } from '../../engine/form/journey/journey.ts'
import { evidenceOf } from '../leads/find-leads.ts'
import { grace } from '../leads/form-versions.ts'
import { mintKey } from '../leads/store-lead.ts'
import type { Storage } from '../storage/storage.ts'
import { temporaryStorage } from '../storage/testing/temporary-storage.ts'
import { appOn } from '../testing/app-on-storage.ts'
import { formBody, submit } from '../testing/running-server.ts'

const day = 24 * 60 * 60 * 1000

async function count(storage: Storage): Promise<number> {
  const [rows = []] = await storage.atomic([{ sql: 'SELECT count(*) AS n FROM leads', parameters: [] }])
  return Number(rows[0]?.n)
}

/** The app with a form that was shown once and has changed since. */
async function appWithChange() {
  const storage = await temporaryStorage()
  let now = Date.parse('2026-11-20T10:00:00Z')
  const app = await appOn(storage, undefined, { now: () => now })
  const current = app.site.forms.version('home-insurance', 'en')
  if (!current) throw new Error('The form is gone.')
  const consents = current.form.consents.map((consent) => ({ ...consent, text: 'I agree to what was said then.' }))
  const began = { hash: 'f'.repeat(32), form: { ...current.form, consents } }
  await app.versions.remember(began)
  await app.versions.supersede(app.site)
  return { ...app, storage, current, began, pass: (time: number) => (now += time) }
}

test('a superseded definition is accepted for a day with its own sentences, then 409; a made-up one never', async () => {
  const { origin, storage, began, current, pass } = await appWithChange()
  pass(grace - 1000)
  const reply = await submit(origin, { definition: began.hash })
  expect(reply.status).toBe(201)
  const { id, definition } = (await reply.json()) as { id: string; definition: string }
  expect(definition).toBe(began.hash)
  expect(await evidenceOf(storage, id)).toMatchObject([{ text: 'I agree to what was said then.', doubts: [] }])
  pass(1000)
  for (const hash of [began.hash, '0'.repeat(32), 'made up']) {
    const refused = await submit(origin, { definition: hash, locale: 'en' })
    expect(refused.status).toBe(409)
    expect(await refused.json()).toMatchObject({
      errors: [
        { pointer: '/definition', code: 'superseded', message: expect.stringContaining('read the consent texts') },
      ],
    })
  }
  expect(await count(storage)).toBe(1)
  expect((await submit(origin, { definition: current.hash })).status).toBe(201)
})

test('without JavaScript the step comes back as it is now: answers kept, ticks forgotten, said first', async () => {
  const { origin, storage, began, current, pass } = await appWithChange()
  pass(grace)
  const post = (body: URLSearchParams, language = '') =>
    fetch(`${origin}${language}/insurance/home-insurance?step=contact-2`, {
      method: 'POST',
      headers: { 'sec-fetch-site': 'same-origin' },
      body,
      redirect: 'manual',
    })
  for (const definition of [began.hash, 'made up']) {
    const reply = await post(formBody({ definition }))
    expect(reply.status).toBe(409)
    const html = await reply.text()
    expect(html).toMatch(
      /<div [^>]*class="lw-summary" role="alert" tabindex="-1" autofocus[^>]*><h2>This form has changed/i,
    )
    expect(html).toContain('value="Lovelace"')
    expect(html).toContain(`name="definition" value="${current.hash}"`)
    expect(html).not.toMatch(/name="root\[privacy\]"[^>]* checked/)
    expect(html).toContain('name="root[privacy]"')
  }
  expect(await (await post(formBody({ definition: 'x' }), '/de')).text()).toContain('Dieses Formular hat sich geändert')
  expect(await count(storage)).toBe(0)
  expect((await post(formBody({ definition: current.hash }))).status).toBe(303)
  expect(await count(storage)).toBe(1)
})

test('a stored lead answers 200 to its key whatever has passed since: midnight, a version, the form’s rules', async () => {
  const { origin, began, pass } = await appWithChange()
  const key = 'order-1'
  const first = await submit(origin, { key, definition: began.hash })
  expect(first.status).toBe(201)
  const receipt = await first.json()
  pass(2 * day)
  const again = await submit(origin, { key, definition: began.hash })
  expect([again.status, await again.json()]).toEqual([200, receipt])
})

test('without JavaScript too: who presses the button again after midnight is thanked again, and nobody is called twice', async () => {
  const storage = await temporaryStorage()
  let now = Date.parse('2026-11-20T10:00:00Z')
  const { origin, site } = await appOn(storage, undefined, { now: () => now })
  const form = site.forms.version('mutual-health-insurance', 'en')?.form
  if (!form) throw new Error('The form is gone.')
  const answers = {
    ...{ insured: 'adult', gender: 'female', occupation: 'employee' },
    ...{ currentlyInsured: true, needs: ['dental'], start: '2026-11-20' },
    ...{ firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', privacy: true },
  }
  const entries = writeAnswers(everyField(form, answers), answers, 'en').map(([name, value]) => [name, value])
  const send = async (key: string, more: Record<string, string> = {}) => {
    const body = new URLSearchParams([...entries, ...Object.entries({ key, go: 'on', ...more })])
    const headers = { 'sec-fetch-site': 'same-origin' }
    const address = `${origin}/forms/mutual-health-insurance?step=contact-2`
    return (await fetch(address, { method: 'POST', body, headers, redirect: 'manual' })).status
  }
  const [key, other] = [mintKey(now), mintKey(now)]
  expect(await send(key)).toBe(303)
  now += day
  expect([await send(key), await send(other), await count(storage)]).toEqual([303, 422, 1])
  expect(await send(key, { 'root[email]': 'grace@example.com' })).toBe(422)
})
