// Save, mail, link, button: what was answered is there again for whoever may see it, and for nobody else.
import { expect, test } from 'vitest'
import { textsOf } from '../../engine/node/testing/site-texts.ts'
import { mintKey } from '../leads/store-lead.ts'
import { openErasures } from '../privacy/erasures.ts'
import { runRetention } from '../privacy/retention.ts'
import { openSecretKey } from '../storage/settings.ts'
import { eventually } from '../testing/eventually.ts'
import { temporaryFolder } from '../testing/running-server.ts'
import { savingBench, shownIn, tokenIn } from './testing/saving-bench.ts'

const day = 24 * 60 * 60 * 1000
const say = textsOf('en', 'go-on-later')

test('the link opens the form where it was left, with what was answered, until the form is sent', async () => {
  const { origin, save, open, post, mails, rows, clock } = await savingBench()
  const asked = await post({ 'root[email]': 'ada@example.com', later: 'ask' })
  expect([asked.status, shownIn(asked.html).heading]).toEqual([200, say.title])
  expect(asked.html).toContain('value="ada@example.com"')
  const typo = await save('ada@')
  expect(typo.status).toBe(422)
  expect(typo.html).toContain(say.invalid)
  const saved = await save('Ada@example.com', {
    'later-device': 'mark',
    'root[privacy-suppliers]': 'on',
    'from[utm_source]': 'summer',
  })
  expect(saved.status).toBe(200)
  expect(saved.html).toContain(say.mailedTitle)
  expect(saved.html).toMatch(/<h1[^>]*>About you/)

  const [mail] = await mails(1)
  expect([mail?.headers.to, mail?.headers.subject]).toEqual([
    'Ada@example.com',
    textsOf('en', 'mails/go-on-later').subject.replace('{form}', textsOf('en', 'forms/credit').title),
  ])
  const token = tokenIn(mail)
  // Nothing stored says what was answered, by whom, or the way to it.
  await eventually(async () => expect(await rows('SELECT state FROM deliveries')).toEqual([{ state: 'delivered' }]))
  const stored = JSON.stringify(await rows('SELECT * FROM saved_forms'))
  for (const secret of [token, 'ada@example', 'rent', '15000', 'mark'])
    expect(stored.toLowerCase()).not.toContain(secret)
  expect(JSON.stringify(await rows('SELECT payload FROM deliveries'))).not.toContain(token)

  // Mail scanners open links.
  const page = await fetch(`${origin}/forms/credit?token=${token}`)
  expect(page.headers.get('cache-control')).toBe('no-store')
  expect(page.headers.get('referrer-policy')).toBe('no-referrer')
  expect(shownIn(await page.text()).heading).toBe(say.openTitle)
  const foreign = { 'sec-fetch-site': 'cross-site' }
  expect((await post({ later: 'open', token, 'later-device': 'mark' }, '/forms/credit', foreign)).status).toBe(403)

  const opened = await open(token, { 'later-device': 'mark' })
  expect(opened.status).toBe(200)
  const { hidden } = shownIn(opened.html)
  expect(opened.html).toMatch(/<h1[^>]*>About you/)
  expect(hidden).toMatchObject({ 'root[credit.amount]': '15000', 'root[credit.together]': 'false' })
  expect(hidden).toMatchObject({ 'root[applicant.housing]': 'rent' })
  expect(hidden['from[utm_source]']).toBe('summer')
  expect(opened.html.includes(token)).toBe(false)
  expect(hidden).not.toHaveProperty('root[privacy-suppliers]')

  const rest = {
    'root[applicant.birthDate]': '1990-03-27',
    'root[applicant.employment]': 'retired',
    'root[applicant.netIncome]': '2,100',
    'root[firstName]': 'Ada',
    'root[lastName]': 'Lovelace',
    'root[email]': 'ada@example.com',
    'root[privacy-suppliers]': 'on',
    'root[applicant.housing]': 'rent',
  }
  clock.now += 60_000
  const sent = await post({ ...hidden, ...rest, go: 'on' }, '/forms/credit?step=contact-2')
  expect([sent.status, sent.headers.get('location')]).toEqual([303, '/forms/credit?step=done'])
  expect(await rows('SELECT * FROM saved_forms')).toEqual([])
  expect((await open(token, { 'later-device': 'mark' })).status).toBe(410)
})

test('another device is asked for the last name, in any spelling, and after five wrong answers nobody', async () => {
  const { save, open, mails, rows } = await savingBench()
  await save('ada@example.com', {
    'root[lastName]': 'de la Cruz-Peña',
    'root[coBorrower.lastName]': 'Bo',
    'root[credit.together]': 'true',
    'later-device': 'mark',
  })
  const token = tokenIn((await mails(1))[0])
  const asks = await open(token, { 'later-device': 'another' })
  expect([asks.status, shownIn(asks.html).heading]).toEqual([403, say.askTitle])
  expect(asks.html).toContain(say.lastName)
  expect(asks.html.includes('value="15,000"')).toBe(false)
  const answer = (said: string) => open(token, { 'later-asked': 'name', 'later-said': said })
  for (const wrong of ['Cruz', 'Bo', '', 'ada@example.com']) {
    const refused = await answer(wrong)
    expect([refused.status, refused.html.includes(say.wrongName)]).toEqual([403, true])
  }
  // The right one begins the count anew.
  expect((await answer(' DE LA CRUZ PENA ')).status).toBe(200)
  // Many at once are no more than five tries.
  const guesses = await Promise.all(Array.from({ length: 12 }, (_, number) => answer(`guess ${number}`)))
  expect(guesses.filter(({ status }) => status === 403)).toHaveLength(4)
  expect(guesses.filter(({ status }) => status === 410)).toHaveLength(8)
  expect((await answer('de la Cruz-Peña')).status).toBe(410)
  expect(await rows('SELECT * FROM saved_forms')).toEqual([])
})

test('a newer link replaces the older one of the same filling; what is saved from elsewhere opens its own answers', async () => {
  const { save, open, mails, rows, clock } = await savingBench()
  const [own, stranger] = [mintKey(clock.now), mintKey(clock.now)]
  await save('ada@example.com', { key: own })
  // A mail that has not left yet would be cancelled by the next.
  await mails(1)
  await save('ADA@example.com', { key: own })
  // A stranger saves under the same address, which takes nothing from anybody.
  await save('ada@example.com', { key: stranger, 'root[credit.amount]': '777' })
  const tokens = (await mails(3)).map(tokenIn)
  const states = await Promise.all(tokens.map(async (token) => (await open(token)).status))
  expect(states.toSorted()).toEqual([403, 403, 410])
  expect(await rows('SELECT filling FROM saved_forms')).toHaveLength(2)
  // After three links a day the next is saved too, and its link delayed, which is said.
  const fourth = await save('ada@example.com', { key: mintKey(clock.now) })
  expect([fourth.status, fourth.html.includes(say.delayedTitle)]).toEqual([200, true])
  expect(await rows('SELECT filling FROM saved_forms')).toHaveLength(3)
  clock.now += day + 1000
  expect((await open(tokenIn((await mails(4))[3]))).status).toBe(403)
})

test('without a last name the address opens a link, until its time is over', async () => {
  const { save, open, mails, clock } = await savingBench()
  await save('ada@example.com')
  const token = tokenIn((await mails(1))[0])
  expect((await open(token)).status).toBe(403)
  // No name was answered yet, so the address stands for it.
  const answer = (said: string) => open(token, { 'later-asked': 'email', 'later-said': said })
  expect((await answer('bob@example.com')).html).toContain(say.wrongEmail)
  expect((await answer('Ada@Example.com')).status).toBe(200)

  // Its time goes by.
  clock.now += 7 * day - 60_000
  expect((await answer('ada@example.com')).status).toBe(200)
  clock.now += 120_000
  expect((await answer('ada@example.com')).status).toBe(410)
})

test('links that nobody was mailed lead nowhere, and say so kindly', async () => {
  const { origin, open, save, mails } = await savingBench()
  for (const token of ['', 'x', `${'A'.repeat(43)}'`, 'A'.repeat(43)]) {
    const { status, html, headers } = await open(token)
    expect([status, headers.get('cache-control')]).toEqual([410, 'no-store'])
    expect(shownIn(html).heading).toBe(say.goneTitle)
    expect(html).toContain('href="/forms/credit"')
  }
  expect((await fetch(`${origin}/forms/credit?token=short`)).status).toBe(410)
  // A form that nobody can save has no links, and answers as ever.
  const other = await fetch(`${origin}/forms/call-back?token=${'A'.repeat(43)}`)
  expect([other.status, (await other.text()).includes(say.openTitle)]).toEqual([200, false])
  // What fills in a field that people do not see is told the same.
  expect((await save('eve@example.com', { website: 'x' })).html).toContain(say.mailedTitle)
  await save('ada@example.com')
  expect((await mails(1)).map(({ headers }) => headers.to)).toEqual(['ada@example.com'])
})

test('what was saved is erased when its time is over, and when its person asks for it', async () => {
  const { storage, save, mails, rows, clock } = await savingBench()
  const erasures = openErasures(storage, await openSecretKey(storage, null), `${temporaryFolder()}/erasures`)
  await save('ada@example.com')
  const [kept] = await rows('SELECT * FROM saved_forms')
  await save('bob@example.com')
  await mails(2)
  await erasures.email(' ADA@example.com', clock.now)
  expect(await rows('SELECT * FROM saved_forms')).toHaveLength(1)
  // An older copy brings it back, until the list is gone through.
  const columns = Object.keys(kept ?? {})
  const again = `INSERT INTO saved_forms (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`
  await storage.atomic([
    { sql: again, parameters: Object.values(kept ?? {}) },
    { sql: 'DELETE FROM erasures', parameters: [] },
  ])
  await erasures.renew()
  expect(await rows('SELECT * FROM saved_forms')).toHaveLength(1)
  const order = { retention: new Map<string, number>(), partners: {} }
  await runRetention(storage, order, clock.now + 6 * day)
  expect(await rows('SELECT * FROM saved_forms')).toHaveLength(1)
  await runRetention(storage, order, clock.now + 7 * day)
  expect(await rows('SELECT * FROM saved_forms')).toEqual([])
})
