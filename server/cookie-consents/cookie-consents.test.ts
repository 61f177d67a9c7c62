import { expect, onTestFinished, test } from 'vitest'
import type { CookieConsent } from '#schemas/generated/api/cookie-consent.ts'
import type { CookieSettings } from '#schemas/generated/api/cookie-settings.ts'
import { openSite } from '../../engine/node/live-site.ts'
import { sandbox } from '../../engine/node/testing/sandbox.ts'
import { textsOf } from '../../engine/node/testing/site-texts.ts'
import { runRetention } from '../privacy/retention.ts'
import { temporaryStorage } from '../storage/testing/temporary-storage.ts'
import { appOn } from '../testing/app-on-storage.ts'
import { choicesOf } from './routes.ts'

const scripts = {
  tracker: {
    ...{ purpose: 'analytics', category: 'analytics', company: 'Counter Ltd', src: 'https://counter.example/t.js' },
    hosts: { script: ['https://counter.example'], connect: ['https://counter.example', 'wss://live.counter.example'] },
  },
}

/** The site, whose own brand loads a tracker. */
async function consentApp(now = Date.now) {
  const { edit, remove, ...folders } = await sandbox()
  onTestFinished(remove)
  const brand = { name: 'Leadwright', sender: 'post@leadwright.example', scripts, analytics: { propertyId: 'G-1' } }
  await edit('definitions/brands/default.json', null, JSON.stringify(brand))
  const begun = await openSite(folders, { now })
  if (!begun.ok) throw new Error(begun.problems.map(({ message }) => message).join('\n'))
  onTestFinished(() => begun.live.close())
  const storage = await temporaryStorage()
  const { app } = await appOn(storage, () => ({ live: begun.live }), { now })
  const settings = async (locale: string) => app.inject({ url: `/api/v1/cookie-settings?locale=${locale}` })
  const choose = (changes: Partial<CookieConsent>) =>
    app.inject({
      method: 'POST',
      url: '/api/v1/cookie-consents',
      payload: { id, number: 1, action: 'accept', categories: ['analytics'], locale: 'en', text: 'a', ...changes },
    })
  return { app, storage, settings, choose, edit }
}

const id = '3f2b8c1e-5a4d-4c6f-9e7a-1b2c3d4e5f60'

test('a choice is recorded once, with the text that was shown and nothing of who chose', async () => {
  let now = Date.parse('2026-11-20T10:00:00Z')
  const { app, storage, settings, choose } = await consentApp(() => now)
  const { text, categories, list } = (await settings('en')).json() as CookieSettings
  expect(list).toBe('/privacy#cookies')
  expect(categories.map((each) => [each.id, each.services])).toEqual([
    ['necessary', []],
    ['analytics', ['Visit statistics: Counter Ltd (counter.example, live.counter.example)']],
  ])
  const answers = [await choose({ text }), await choose({ text })]
  expect(answers.map((reply) => [reply.statusCode, reply.json()])).toEqual([
    [201, { id, number: 1, givenAt: '2026-11-20T10:00:00.000Z' }],
    [200, { id, number: 1, givenAt: '2026-11-20T10:00:00.000Z' }],
  ])
  now += 60_000
  expect((await choose({ text, number: 2, action: 'reject', categories: [] })).statusCode).toBe(201)
  const [first, second] = await choicesOf(storage, id)
  const words = textsOf('en', 'consent')
  const buttons = `\\[${words.accept}\\] \\[${words.reject}\\] \\[${words.choose}\\]`
  expect(first).toEqual({
    ...{ id, number: 1, action: 'accept', categories: '["analytics"]', brand: 'default', locale: 'en' },
    ...{ text_hash: text, given_at: '2026-11-20T10:00:00.000Z' },
    text: expect.stringMatching(new RegExp(`^${words.title}\n.*${buttons}.*Counter Ltd \\(counter\\.example`, 's')),
  })
  expect([second?.action, second?.categories]).toEqual(['reject', '[]'])
  const metrics = (await app.inject({ url: '/metrics' })).body
  expect(metrics).toContain('leadwright_cookie_consents_total{action="accept"} 1')

  // Kept for its time, and not a day longer.
  const day = 24 * 60 * 60 * 1000
  const kept = async (after: number) => {
    const site = { cookieConsents: { recordDays: 10 } }
    await runRetention(storage, { retention: new Map(), partners: {}, site }, now + after * day, { isOrdered: true })
    return (await choicesOf(storage, id)).length
  }
  expect([await kept(9.99), await kept(10.01)]).toEqual([2, 0])
})

test('what was not asked, or not shown, is not recorded', async () => {
  const { app, storage, settings, choose } = await consentApp()
  const { text } = (await settings('de')).json() as CookieSettings
  const wrong = [
    await choose({ text: 'abc' }),
    await choose({ text, locale: 'en' }),
    await choose({ text, locale: 'de', categories: ['marketing'] }),
    await choose({ text, locale: 'de', id: 'nobody' }),
    await choose({ text, locale: 'de', number: 0 }),
    await choose({ text, locale: 'de', categories: ['necessary' as 'analytics'] }),
    await settings('xx'),
    await settings('de&locale=en'),
    await settings("<script>'"),
    await app.inject({ url: '/api/v1/cookie-settings?locale=en', headers: { host: 'lapis-lazuli.localhost' } }),
  ]
  expect(wrong.map(({ statusCode }) => statusCode)).toEqual([409, 409, 422, 422, 422, 422, 404, 422, 422, 404])
  for (const reply of wrong) expect(reply.headers['content-type']).toContain('application/problem+json')
  expect(await choicesOf(storage, id)).toEqual([])
  // Once somebody was shown a text, its choices count after it has changed as well.
  expect((await choose({ text, locale: 'de' })).statusCode).toBe(201)
  expect((await choose({ text, locale: 'en', number: 2 })).statusCode).toBe(201)
})
