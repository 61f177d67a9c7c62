import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openSite } from '../../engine/node/index.ts'
import { smallTree } from '../../engine/node/testing/small-tree.ts'
import { writeTree } from '../../engine/node/testing/write-tree.ts'
import { listAudit, verifyAudit } from '../audit/audit.ts'
import { opened } from './testing/opened-console.ts'

const own = 'definitions/forms/solar.json'
const german = 'locales/de/forms/solar.json'

/** A console on a small site that may be written to. */
async function studio() {
  const folder = await mkdtemp(join(tmpdir(), 'leadwright-studio-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  writeTree(folder, smallTree)
  const folders = { definitions: join(folder, 'definitions'), locales: join(folder, 'locales') }
  const begun = await openSite(folders, { now: Date.now })
  if (!begun.ok) throw new Error('There is no site')
  const env = async () => ({ DEFINITIONS_DIR: folders.definitions, LOCALES_DIR: folders.locales })
  const console = await opened({ live: begun.live, env })
  const text = (name: string) => readFileSync(join(folder, name), 'utf8')
  return { ...console, text, write: (name: string, said: string) => writeFileSync(join(folder, name), said) }
}

/** Decides on the draft as the form's page has it. */
async function decided({ get, post }: Awaited<ReturnType<typeof studio>>, cookie: string, what: string) {
  const review = valueIn(await (await get('/studio/solar', cookie)).text(), 'review')
  return post(`/studio/solar/${what}`, cookie, { review })
}

/** What an input or a hidden field of a page holds. */
function valueIn(page: string, name: string): string {
  const [, value = ''] = new RegExp(`name="${name}" value="([^"]*)"`).exec(page) ?? []
  return value.replaceAll('&quot;', '"').replaceAll('&amp;', '&').replaceAll('&lt;', '<').replaceAll('&#39;', "'")
}

const at = 'steps.home.fields.residence'
const place = `/studio/solar/edit?at=${at}`

test('an author edits words and properties of a form as a draft; another person puts it live and takes it back', async () => {
  const there = await studio()
  const { session, get, post, text, storage, hash } = there
  const [author, publisher] = [await session('author'), await session('publisher')]
  const page = async (path: string, { cookie } = author) => (await get(path, cookie)).text()
  expect(await page('/studio')).toContain('<a href="/studio/solar">Solar panels</a>')
  expect(await page('/studio/solar')).toContain('No findings')
  const seen = valueIn(await page(place), 'seen')
  const edit = { at, seen, [`en ${at}.title`]: 'Do you own it?', [`de ${at}.title`]: 'Gehört es Ihnen selbst?' }
  const saved = await post('/studio/solar/edit', author.cookie, { ...edit, required: 'yes', deed: 'option-down owned' })
  expect([saved.status, saved.headers.get('location')]).toEqual([303, `${place}&done=saved`])
  expect([text(own), text(german)]).toEqual([smallTree[own], smallTree[german]])
  const changed = await page('/studio/solar')
  for (const said of ['Do you own it?', 'Gehört es Ihnen selbst?', 'A person with the role Publisher'])
    expect(changed).toContain(said)

  // Who wrote in a draft does not put it live.
  const mine = {
    at,
    seen: valueIn(await page(place, publisher), 'seen'),
    [`en ${at}.hint`]: 'You or your family.',
    [`de ${at}.hint`]: 'Ihnen oder Ihrer Familie.',
  }
  await post('/studio/solar/edit', publisher.cookie, { ...mine, required: 'yes' })
  expect((await decided(there, publisher.cookie, 'publish')).headers.get('location')).toBe(
    '/studio/solar?done=published',
  )
  const live = JSON.parse(text(own)).steps.home.fields.residence
  expect(live).toEqual({
    title: 'Do you own it?',
    options: { rented: 'Rented', owned: 'Owned' },
    hint: 'You or your family.',
  })
  expect(text(german)).toContain('Gehört es Ihnen selbst?')
  const entries = await listAudit(storage, { limit: 50 })
  expect(entries.find(({ action }) => action === 'definitions.publish')).toMatchObject({
    who: publisher.id,
    content: { object: 'form solar', detail: `1: ${own}, ${german}` },
  })
  expect(await page('/definitions', await session('viewer'))).toMatch(
    /<td>solar<\/td><td>1<\/td><td>publisher<\/td>.*?<td>live<\/td>/s,
  )
  const back = await post('/studio/solar/take-back', publisher.cookie, { number: '1' })
  expect(back.headers.get('location')).toBe('/studio/solar?done=taken-back')
  expect([text(own), text(german)]).toEqual([smallTree[own], smallTree[german]])

  const owner = await session('owner')
  const refused = await post('/studio/solar/publish', publisher.cookie, {
    review: valueIn(await page('/studio/solar', publisher), 'review'),
  })
  expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining('owner')])
  expect((await decided(there, owner.cookie, 'publish')).status).toBe(303)
  expect((await post('/studio/solar/take-back', owner.cookie, { number: '1' })).status).toBe(409)
  expect((await post('/studio/solar/take-back', owner.cookie, { number: '99' })).status).toBe(409)
  expect(await verifyAudit(storage, hash)).toMatchObject({ problems: [] })
})

test('of two who save one place, the second is shown both; of two places, both are kept', async () => {
  const { session, get, post } = await studio()
  const [one, two] = [await session('author'), await session('publisher')]
  const seen = valueIn(await (await get(place, one.cookie)).text(), 'seen')
  const edit = (text: string, name = `en ${at}.title`) => ({ at, seen, required: 'yes', [name]: text })
  await post('/studio/solar/edit', one.cookie, edit('From one'))
  const second = await post('/studio/solar/edit', two.cookie, edit('From two'))
  const both = await second.text()
  expect(second.status).toBe(409)
  expect(both).toContain('value="From two"')
  expect(both).toContain('Saved meanwhile: From one')
  await post('/studio/solar/edit', two.cookie, edit('Von zweien', `de ${at}.title`))
  const draft = await (await get('/studio/solar', one.cookie)).text()
  for (const said of ['From one', 'Von zweien']) expect(draft).toContain(said)
  // Who has seen both saves again.
  const again = { ...edit('From two'), seen: valueIn(both, 'seen') }
  expect((await post('/studio/solar/edit', two.cookie, again)).status).toBe(303)

  const file = `/studio/solar/file?name=${encodeURIComponent(german)}`
  const version = valueIn(await (await get(file, one.cookie)).text(), 'version')
  const post1 = { name: german, version, text: '{ "title": "Eins" }\r\n' }
  expect((await post('/studio/solar/file', one.cookie, post1)).status).toBe(303)
  const late = await post('/studio/solar/file', two.cookie, { ...post1, text: '{ "title": "Zwei" }' })
  const shown = await late.text()
  expect([late.status, shown.includes('Eins'), shown.includes('Zwei')]).toEqual([409, true, true])
})

test('who decides on a draft, or removes a part, has seen all of it', async () => {
  const { session, get, post, text } = await studio()
  const [one, two] = [await session('author'), await session('publisher')]
  const page = async (path: string) => (await get(path, two.cookie)).text()
  const change = async (name: string, said: string) => {
    const seen = valueIn(await page(place), 'seen')
    await post('/studio/solar/edit', one.cookie, { at, seen, required: 'yes', [`${name}`]: said })
  }
  await change(`en ${at}.title`, 'Is it yours?')
  const review = valueIn(await page('/studio/solar'), 'review')
  const before = await page(place)
  await change(`de ${at}.title`, 'Ist es Ihr eigenes?')
  for (const what of ['publish', 'discard', 'accept']) {
    const stale = await post(`/studio/solar/${what}`, two.cookie, { review })
    const said = await stale.text()
    expect([what, stale.status]).toEqual([what, 409])
    expect(said).toContain(`since you opened this page: ${german}.`)
    expect(said).toContain('Ist es Ihr eigenes?')
  }
  expect(text(own)).toBe(smallTree[own])
  const remove = (from: string, deed: string) =>
    post('/studio/solar/edit', two.cookie, {
      ...{ at, seen: valueIn(from, 'seen'), version: valueIn(from, 'version'), required: 'yes', deed },
    })
  for (const deed of ['remove', 'option-remove owned']) {
    const refused = await remove(before, deed)
    expect([deed, refused.status]).toEqual([deed, 409])
    expect(await refused.text()).toContain('Nothing was saved or removed.')
  }
  const gone = await remove(await page(place), 'remove')
  expect(gone.headers.get('location')).toBe('/studio/solar?done=saved')
  expect((await get(place, two.cookie)).status).toBe(404)
})

test('who is not let in is answered before a body is read', async () => {
  const { session, origin } = await studio()
  const { cookie } = await session('viewer')
  /** The answer to a body of which only the beginning is sent. */
  const begun = async (who: string): Promise<number | undefined> => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': 5_000_000 }
    const asked = request(`${origin}/studio/solar/file`, {
      method: 'POST',
      headers: { ...headers, origin, cookie: who },
    })
    asked.on('error', () => {}).write('name=')
    const [answer] = await once(asked, 'response')
    asked.destroy()
    return answer.statusCode
  }
  expect([await begun(''), await begun(cookie)]).toEqual([401, 403])
})

test('mistakes are said with file, line and sentence, and keep a draft from going live', async () => {
  const there = await studio()
  const { session, get, post, text } = there
  const { cookie } = await session('publisher')
  const page = async (path: string) => (await get(path, cookie)).text()
  const seen = valueIn(await page(place), 'seen')
  const wrong = await post('/studio/solar/edit', cookie, { at, seen, required: 'yes', when: '{ no' })
  expect([wrong.status, await wrong.text()]).toEqual([400, expect.stringContaining('The condition is not valid JSON')])
  for (const fields of [
    { 'new-option': '9', 'new-label': 'x' },
    { 'new-option': 'Rent', 'new-label': 'x' },
    { 'new-option': 'owned', 'new-label': 'x' },
  ]) {
    const refused = await post('/studio/solar/edit', cookie, {
      at,
      seen,
      required: 'yes',
      deed: 'option-add',
      ...fields,
    })
    expect(refused.status).toBe(400)
  }
  await post('/studio/solar/edit', cookie, { at, seen, required: 'yes', when: '{ "insulated": "perhaps" }' })
  const found = await page('/studio/solar')
  expect(found).toMatch(/definitions\/forms\/solar\.json:\d+<\/a> [^<]+/)
  expect(found).toContain('The preview appears when the check finds no errors.')
  expect(found).not.toContain('<iframe')
  const refused = await decided(there, cookie, 'publish')
  expect([refused.status, text(own)]).toEqual([409, smallTree[own]])
  await decided(there, cookie, 'discard')
  expect(await page('/studio/solar')).toContain('There is no draft.')
  expect((await get('/studio/solar/see/en', cookie)).headers.get('content-security-policy')).toContain('sandbox')
})

test('what is not a form, a part or a file of it is not there, and changes nothing', async () => {
  const { session, get, post, text } = await studio()
  const { cookie } = await session('author')
  for (const path of [
    ...['/studio/nothing', '/studio/__proto__', '/studio/..%2f..%2fetc', '/studio/solar%00', '/studio/SOLAR'],
    ...['/studio/solar/edit?at=steps.none', '/studio/solar/edit?at=__proto__', '/studio/solar/file?name=../x.json'],
    ...['/studio/solar/file?name=definitions/site.json', '/studio/solar/file?name=%00'],
  ])
    expect([path, (await get(path, cookie)).status]).toEqual([path, 404])
  for (const name of ['../../x.json', 'definitions/site.json', '/etc/passwd', `${own}\0`, '__proto__'])
    expect([name, (await post('/studio/solar/file', cookie, { name, version: '', text: '{}' })).status]).toEqual([
      name,
      404,
    ])
  const version = valueIn(await (await get(`/studio/solar/file?name=${german}`, cookie)).text(), 'version')
  await post('/studio/solar/file', cookie, { name: german, version, text: '{ "title": ' })
  const broken = await post('/studio/solar/edit', cookie, { at, seen: '{}', required: 'yes', [`de ${at}.hint`]: 'Hm.' })
  expect([broken.status, await broken.text()]).toEqual([400, expect.stringContaining('The file is not valid JSON.')])
  const large = await post('/studio/solar/file', cookie, { name: own, text: 'x'.repeat(1_000_001) })
  expect([409, 400]).toContain(large.status)
  expect((await post('/studio/solar/edit', cookie, { at, seen: '{', deed: 'option-remove __proto__' })).status).toBe(
    303,
  )
  expect(text(own)).toBe(smallTree[own])
})
