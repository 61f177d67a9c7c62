import { expect, onTestFinished, test } from 'vitest'
import { openSite } from '../../engine/node/live-site.ts'
import { sandbox } from '../../engine/node/testing/sandbox.ts'
import { temporaryStorage } from '../storage/testing/temporary-storage.ts'
import { appOn } from '../testing/app-on-storage.ts'
import { submit, validAnswers } from '../testing/running-server.ts'

test('a form that leads elsewhere says so to programs, also when they repeat it, and pages allow it alone', async () => {
  const box = await sandbox()
  onTestFinished(box.remove)
  await box.edit('definitions/site.json', '"locales": {', '"allowedHosts": ["shop.example"],\n  "locales": {')
  const thanks = { redirect: { to: 'https://shop.example/thanks', leadId: 'ref' }, link: null }
  const rules = `"localeRules": { "en": { "thankYou": ${JSON.stringify(thanks)} } },\n  "consents": {`
  await box.edit('definitions/forms/home-insurance.json', '"consents": {', rules)
  const begun = await openSite(box, { now: Date.now })
  if (!begun.ok) throw new Error(JSON.stringify(begun))
  const { origin } = await appOn(await temporaryStorage(), () => ({ live: begun.live }))

  const once = { key: 'once' }
  const replies = [await submit(origin, once), await submit(origin, once)]
  expect(replies.map(({ status }) => status)).toEqual([201, 200])
  const [first, second] = await Promise.all(replies.map((reply) => reply.json()))
  expect(first.redirect).toBe(`https://shop.example/thanks?ref=${first.id}`)
  expect(second).toEqual(first)
  const german = await submit(origin, { locale: 'de', answers: validAnswers })
  expect(await german.json()).not.toHaveProperty('redirect')

  const policyAt = async (path: string) => (await fetch(origin + path)).headers.get('content-security-policy')
  const own = await policyAt('/insurance/home-insurance')
  const other = await policyAt('/de/forms/home-insurance')
  expect(own).toContain("; form-action 'self' https://shop.example;")
  expect(own?.replace(' https://shop.example', '')).toBe(other)
})
