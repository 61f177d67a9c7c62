import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
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
  return { ...console, folder, text, write: (name: string, said: string) => writeFileSync(join(folder, name), said) }
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
  const saved = await post('/studio/solar/edit', author.cookie, {
    ...edit,
    required: 'yes',
    deed: 'entry-down options owned',
  })
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
    /<td>[^<]+<\/td><td class="figure">1<\/td><td>publisher<\/td>.*?<td>live<\/td>/s,
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

test('a condition is a sentence of the questions above, and is changed row by row', async () => {
  const { session, get, post, text } = await studio()
  const { cookie } = await session('author')
  const page = async (path: string) => (await get(path, cookie)).text()
  const part = 'steps.home.fields.supplier'
  const edit = async (fields: Record<string, string | string[]>) => {
    const seen = valueIn(await page(`/studio/solar/edit?at=${part}`), 'seen')
    const all = Object.entries({ at: part, seen, required: 'yes', ...fields })
    const body = new URLSearchParams(all.flatMap(([name, said]) => [said].flat().map((each) => [name, each])))
    const answer = await post('/studio/solar/edit', cookie, body)
    return [answer.status, answer.status === 303 ? '' : await answer.text()] as const
  }
  const row = (at: number, id: string, test = '', more: Record<string, string | string[]> = {}) => ({
    ...{ [`when-${at}-before`]: id, [`when-${at}-question`]: id, [`when-${at}-test`]: test },
    ...Object.fromEntries(Object.entries(more).map(([name, said]) => [`when-${at}-${name}`, said])),
  })
  const when = async () => {
    const shown = await page(`/studio/solar/file?name=${own}`)
    const [, said = ''] = /<textarea[^>]*>([^<]*)</.exec(shown) ?? []
    return JSON.parse(said.replaceAll('&quot;', '"').replaceAll('&#39;', "'")).steps.home.fields.supplier.when
  }
  const sentence = async () =>
    /supplier">Supplier<\/a>\s*<span class="quiet">question(?:, )?([^<]*)</.exec(await page('/studio/solar'))?.[1]
  expect(await page('/studio/solar')).toContain('shown when “Is it your own?” is “Rented”')
  const [form = ''] = /<select name="when-new">.*?<\/select>/s.exec(await page(`/studio/solar/edit?at=${part}`)) ?? []
  for (const above of ['residence', 'insulated', 'permission', 'uses', 'bill'])
    expect(form).toContain(`<option value="${above}">`)
  for (const below of ['supplier', 'moved', 'roofs', 'email']) expect(form).not.toContain(`<option value="${below}">`)

  await edit({ 'when-rows': '0', 'when-new': 'uses', deed: 'when-add' })
  expect(await when()).toEqual({ uses: 'car' })
  await edit({ 'when-rows': '1', ...row(0, 'uses', 'is', { answers: ['car', 'pump'] }) })
  expect(await when()).toEqual({ uses: ['car', 'pump'] })
  expect(await sentence()).toBe('shown when “What uses power?” includes “A car” or “A heat pump”')
  const none = row(0, 'uses', 'is-not', { answers: 'none' })
  await edit({ 'when-rows': '1', ...none, 'when-new': 'bill', deed: 'when-add' })
  const bill = (test: string, from: string, to = '') => ({
    ...{ 'when-rows': '2', ...none, ...row(1, 'bill', test, { from, to }) },
  })
  expect(await edit(bill('between', '200', 'many'))).toEqual([400, expect.stringContaining('Write a number')])
  await edit(bill('between', '200', '1000'))
  const notNone = { uses: { not: { contains: { const: 'none' } } } }
  expect(await when()).toEqual({ ...notNone, bill: { minimum: 200, maximum: 1000 } })
  expect(await sentence()).toBe(
    'shown when “What uses power?” does not include “None of these” and “Yearly bill” is between 200 and 1,000',
  )
  await edit({ ...bill('more', '500'), 'when-any': 'any' })
  expect(await when()).toEqual([notNone, { bill: { exclusiveMinimum: 500 } }])
  expect(await page('/studio/solar')).toContain('No findings')
  // Another question begins with its first answer; what is below, and a question twice, are refused.
  await edit({ 'when-rows': '1', ...row(0, 'insulated'), 'when-0-before': 'uses' })
  expect(await when()).toEqual({ insulated: true })
  expect((await edit({ 'when-rows': '1', ...row(0, 'moved') }))[0]).toBe(400)
  const no = { 'when-rows': '1', ...row(0, 'insulated', 'is', { answers: 'false' }) }
  expect(await edit({ ...no, 'when-new': 'insulated', deed: 'when-add' })).toEqual([
    400,
    expect.stringContaining('compared twice'),
  ])
  await edit({ ...no, deed: 'when-remove 0' })
  expect(await when()).toBeUndefined()

  // What rows cannot say is a sentence, and stays as it is.
  const version = valueIn(await page(`/studio/solar/file?name=${own}`), 'version')
  const rich = '[{ "residence": "rented", "bill": { "not": { "minimum": 900 } } }, { "insulated": false }]'
  const written = text(own).replace('"optionList": "suppliers",', `"optionList": "suppliers", "when": ${rich},`)
  await post('/studio/solar/file', cookie, { name: own, version, text: written })
  expect(await sentence()).toBe(
    'shown when “Is it your own?” is “Rented” and “Yearly bill” is less than 900, or “Is it insulated?” is “No”',
  )
  expect(await page(`/studio/solar/edit?at=${part}`)).toContain('This condition says more than these inputs can.')
  expect((await edit({ 'when-rows': '0' }))[0]).toBe(303)
  expect(await when()).toEqual(JSON.parse(rich))
})

test('each property, entry and section is changed by what its schema says, in forms, groups and pages', async () => {
  const { session, get, post, text } = await studio()
  const { cookie } = await session('author')
  const page = async (path: string) => (await get(path, cookie)).text()
  const edit = async (id: string, at: string, fields: Record<string, string>) => {
    const shown = await page(`/studio/${id}/edit?at=${at}`)
    const required = /name="required" value="yes" checked/.test(shown) ? { required: 'yes' } : {}
    const held = { at, seen: valueIn(shown, 'seen'), version: valueIn(shown, 'version'), ...required }
    const answer = await post(`/studio/${id}/edit`, cookie, { ...held, ...fields })
    return answer.status === 303 ? answer.headers.get('location') : await answer.text()
  }
  const draft = async (id: string, name: string) => {
    const [, said = ''] = /<textarea[^>]*>([^<]*)</.exec(await page(`/studio/${id}/file?name=${name}`)) ?? []
    return JSON.parse(said.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&'))
  }
  const bill = 'steps.home.fields.bill'
  const shown = await page(`/studio/solar/edit?at=${bill}`)
  expect(shown).toContain('The parameter of the address that prefills this field')
  expect(await edit('solar', bill, { 'property:maximum': 'many' })).toContain('A number needs digits')
  await edit('solar', bill, { 'property:maximum': '8000', 'property:control': 'slider' })
  expect((await draft('solar', own)).steps.home.fields.bill).toMatchObject({ maximum: 8000, control: 'slider' })
  await edit('solar', bill, { 'property:control': '' })
  expect((await draft('solar', own)).steps.home.fields.bill).not.toHaveProperty('control')
  const added = await edit('solar', 'steps.home', {
    ...{
      deed: 'entry-add fields',
      'new-id:fields': 'shade',
      'new-text:fields': 'Is it in the shade?',
      'new-kind:fields': 'yes-no',
    },
  })
  expect(added).toBe('/studio/solar/edit?at=steps.home.fields.shade&done=saved')
  const shade = 'steps.home.fields.shade'
  await edit('solar', shade, { [`de ${shade}.title`]: 'Liegt es im Schatten?' })
  await edit('solar', '', { deed: 'entry-add steps', 'new-id:steps': 'more', 'new-text:steps': 'More' })
  await edit('solar', '', { deed: 'entry-up steps contact' })
  await edit('solar', '', { deed: 'entry-remove steps more' })
  await edit('solar', '', { 'property:retentionDays': '30', 'property:locales': 'en\nde' })
  const { locales, retentionDays, steps } = await draft('solar', own)
  expect([locales, retentionDays, Object.keys(steps)]).toEqual([
    ['en', 'de'],
    30,
    ['home', 'roofs', 'contact', 'profile'],
  ])
  expect(steps.home.fields.shade).toEqual({ kind: 'yes-no', title: 'Is it in the shade?' })
  const findings = async (id: string) => /<h2 id="findings">.*?<h2>/s.exec(await page(`/studio/${id}`))?.[0]
  expect(await findings('solar')).toContain('No findings')

  const group = 'definitions/groups/contact.json'
  await edit('groups.contact', 'fields.phone', { 'en fields.phone.title': 'Your number' })
  await edit('groups.contact', '', { deed: 'entry-down fields firstName' })
  const { fields } = await draft('groups.contact', group)
  expect([Object.keys(fields), fields.phone.title]).toEqual([['phone', 'firstName', 'email'], 'Your number'])

  const created = await post('/studio/-/new', cookie, { template: 'pages', id: 'roofs', 'title en': 'Roofs' })
  expect(created.headers.get('location')).toBe('/studio/pages.roofs?done=saved')
  const again = await post('/studio/-/new', cookie, { template: 'pages', id: 'roofs', 'title en': 'Roofs' })
  expect([again.status, await again.text()]).toEqual([400, expect.stringContaining('exists already')])
  expect((await post('/studio/-/new', cookie, { template: 'pages', 'title en': 'x', path: 'x' })).status).toBe(400)
  const roofs = 'definitions/pages/roofs.json'
  const section = (id: string, kind: string, title: string) =>
    edit('pages.roofs', '', {
      ...{ deed: 'entry-add sections', 'new-id:sections': id, 'new-kind:sections': kind, 'new-text:sections': title },
    })
  expect(await section('ask', 'form', 'Ask')).toBe('/studio/pages.roofs/edit?at=sections.ask&done=saved')
  // A page whose form is not chosen yet is shown as it last could be.
  expect(await page('/studio/pages.roofs/see/en')).toContain('The preview appears when')
  for (const property of [{ 'property:form': 's' }, {}]) {
    await post('/studio/pages.roofs/typed', cookie, { at: 'sections.ask', ...property })
    const shown = await get('/studio/pages.roofs/show?at=&typed=1', cookie)
    expect(shown.headers.get('location')).toBe('/studio/pages.roofs/typed/roofs')
  }
  await edit('pages.roofs', 'sections.ask', { 'property:form': 'solar' })
  await section('answers', 'faq', 'Answers')
  await edit('pages.roofs', 'sections.answers.questions.first', {
    ...{ 'en sections.answers.questions.first.question': 'Why?', 'en sections.answers.questions.first.answer': 'So.' },
  })
  await edit('pages.roofs', 'sections.answers', { deed: 'up' })
  await edit('pages.roofs', '', { 'property:brands': 'sun', 'property:path': '/my-roofs' })
  expect(await draft('pages.roofs', roofs)).toMatchObject({
    ...{ path: '/my-roofs', brands: ['sun'] },
    sections: { answers: { questions: { first: { question: 'Why?', answer: 'So.' } } }, ask: { form: 'solar' } },
  })
  expect(await findings('pages.roofs')).toContain('No findings')
  expect(await page('/studio/pages.roofs')).toContain('src="/studio/pages.roofs/show?at="')
  expect((await get('/studio/pages.roofs/see/en', cookie)).headers.get('location')).toBe(
    '/studio/pages.roofs/see/my-roofs',
  )
  expect(text(group)).toBe(smallTree[group])
  // A page that is there has its words in a file for each language.
  expect(await page('/studio')).toContain('<a href="/studio/pages.solar">Solar</a>')
  expect(await page('/studio/pages.solar')).toContain('/studio/pages.solar/file?name=locales%2Fde%2Fpages%2Fsolar.json')
})

test('every edit of a draft is undone, one after the other, and none that somebody else made since', async () => {
  const { session, get, post } = await studio()
  const [one, two] = [await session('author'), await session('publisher')]
  const page = async (path: string) => (await get(path, one.cookie)).text()
  const title = async () => new RegExp(`name="en ${at}.title" lang="en" value="([^"]*)"`).exec(await page(place))?.[1]
  const change = async (said: string, { cookie } = one) => {
    const seen = valueIn(await page(place), 'seen')
    await post('/studio/solar/edit', cookie, { at, seen, required: 'yes', [`en ${at}.title`]: said })
  }
  const undo = (count: string, { cookie } = one) => post('/studio/solar/undo', cookie, { count })
  expect(await page('/studio/solar')).not.toContain('Undo the last change')
  for (const said of ['First', 'Second', 'Third']) await change(said)
  const count = valueIn(await page('/studio/solar'), 'count')
  expect(count).toBe('3')
  await change('By another', two)
  expect((await undo(count)).status).toBe(409)
  expect(await title()).toBe('By another')
  for (const [at, said] of ['Third', 'Second', 'First', 'Is it your own?'].entries()) {
    expect((await undo(String(4 - at))).status).toBe(303)
    expect(await title()).toBe(said)
  }
  expect(await page('/studio/solar')).toContain('There is no draft.')
  expect((await undo('0')).status).toBe(409)
})

test('a dead end is shown with the answers that lead to it, in the journey and in the preview', async () => {
  const { session, get, post, text } = await studio()
  const { cookie } = await session('author')
  const page = async (path: string) => (await get(path, cookie)).text()
  const before = await page('/studio/solar/journey')
  for (const said of ['<svg class="journey"', 'Your home', 'Contact', 'Sorry', 'Then: Your roofs'])
    expect(before).toContain(said)
  expect(before).not.toContain('come no further')
  const version = valueIn(await page(`/studio/solar/file?name=${own}`), 'version')
  const planted = text(own).replace(
    '"permission": { "kind": "yes-no", "title": "Does the owner agree?"',
    '"permission": { "kind": "text", "pattern": "^[A-Z]{50}$", "title": "Does the owner agree?"',
  )
  const mended = planted.replace('"permission": false', '"permission": "NO"')
  await post('/studio/solar/file', cookie, { name: own, version, text: mended })
  const found = await page('/studio/solar')
  expect(found).toContain('No answer to &quot;permission&quot; was found')
  expect(found).toContain('<li>Is it your own? <strong>Rented</strong></li>')
  const [, path = ''] = /href="(\/studio\/solar\/fill\?finding=\d+)"/.exec(found) ?? []
  expect(path).not.toBe('')
  const journey = await page('/studio/solar/journey')
  expect(journey).toMatch(/<g class="stuck"><rect[^>]*>\s*(?:<\/rect>)?<text[^>]*>Your home</)
  expect(journey).toContain('Visitors come no further here')
})

test('what is typed and not saved is judged, and the file and the inputs follow each other', async () => {
  const { session, get, post, text } = await studio()
  const [{ cookie }, other] = [await session('author'), await session('publisher')]
  const page = async (path: string, by = cookie) => (await get(path, by)).text()
  const part = await page(place)
  const seen = valueIn(part, 'seen')
  const typed = async (fields: Record<string, string>) =>
    (await post('/studio/solar/typed', cookie, { at, seen, required: 'yes', ...fields })).json()
  // From an input to the file.
  const title = { [`en ${at}.title`]: 'Is it really your own?' }
  expect((await typed(title)).text).toBe(text(own).replace('Is it your own?', 'Is it really your own?'))
  // From the file to the inputs, next to an input that was changed.
  const file = text(own).replace('Is it your own?', 'Your own home?')
  const german = { [`de ${at}.title`]: 'Ihr eigenes Zuhause?' }
  const { values } = await typed({ ...german, file, 'file-version': valueIn(part, 'file-version') })
  expect(values).toMatchObject({ [`en ${at}.title`]: 'Your own home?', ...german })
  // What is typed is judged, for who typed it alone.
  const broken = text(own).replace('"residence": "rented"', '"residence": "elsewhere"')
  expect(broken).not.toBe(text(own))
  await post('/studio/solar/typed', cookie, { name: own, text: broken })
  expect(await page('/studio/solar/findings?typed=1')).toMatch(
    /data-line="\d+" data-message="&quot;residence&quot; is never/,
  )
  expect(await page('/studio/solar/findings?typed=1', other.cookie)).toContain('No findings')
  expect(await page('/studio/solar')).toContain('There is no draft.')
  // Both are saved together.
  await post('/studio/solar/edit', cookie, {
    ...{ at, seen, required: 'yes', file, 'file-version': valueIn(part, 'file-version') },
    ...german,
  })
  const saved = await page(place)
  expect(saved).toContain('value="Your own home?"')
  expect(saved).toContain('value="Ihr eigenes Zuhause?"')
  // The page says that no form can be made of it, and does not fail.
  const unmade = {
    ...{ at, seen: valueIn(saved, 'seen'), required: 'yes', 'file-version': valueIn(saved, 'file-version') },
    file: file.replace('{ "kind": "yes-no", "title": "Is it insulated?" }', 'null'),
  }
  expect((await post('/studio/solar/typed', cookie, unmade)).status).toBe(200)
  expect(await page('/studio/solar/typed/en')).toContain('The preview appears when')
  expect(await page('/studio/solar/findings?typed=1')).toContain('insulated')
  // The file as it was typed is not put over what was saved meanwhile.
  const overtaken = await post('/studio/solar/edit', cookie, {
    ...{ at, seen, required: 'yes', file: text(own).replace('Is it your own?', 'Yours?') },
    'file-version': valueIn(part, 'file-version'),
  })
  expect([overtaken.status, await overtaken.text()]).toEqual([409, expect.stringContaining('Nothing was overwritten')])
  const hint = await post('/studio/solar/hint', cookie, { name: own, text: '{"locales": ["en"], "ste"}', at: '24' })
  const { options, meaning } = await hint.json()
  expect(options).toContainEqual(expect.objectContaining({ label: 'steps', insert: '"steps": {}' }))
  expect(options.map(({ label }: { label: string }) => label)).not.toContain('locales')
  expect(meaning).toBe('')
})

test('the journey of 30 steps is drawn without boxes that touch, and listed whole', async () => {
  const { session, get, post } = await studio()
  const { cookie } = await session('author')
  const page = async (path: string) => (await get(path, cookie)).text()
  const steps = Object.fromEntries(
    Array.from({ length: 30 }, (_, step) => [
      `step${step}`,
      {
        title: `Step ${step} with a title that is rather long`,
        fields: { [`answer${step}`]: { kind: 'yes-no', title: `Question ${step}?` } },
        ...(step % 3 === 2 && { when: { [`answer${step - 2}`]: true } }),
      },
    ]),
  )
  await post('/studio/-/new', cookie, { template: 'contact', 'title en': 'Long' })
  const name = 'definitions/forms/long.json'
  const version = valueIn(await page(`/studio/long/file?name=${name}`), 'version')
  const text = JSON.stringify({ locales: ['en'], title: 'Long', steps })
  await post('/studio/long/file', cookie, { name, version, text })
  expect(await page('/studio/long')).toContain('No findings')
  const journey = await page('/studio/long/journey')
  const boxes = [...journey.matchAll(/<rect x="(\d+)" y="(\d+)" width="(\d+)" height="(\d+)"/g)].map((each) =>
    each.slice(1).map(Number),
  ) as [number, number, number, number][]
  expect(boxes).toHaveLength(31)
  for (const [at, [x, y, width, height]] of boxes.entries())
    for (const [left, top] of boxes.slice(at + 1))
      expect(left >= x + width || top >= y + height || y >= top + height).toBe(true)
  const items = journey.match(/<li class="(?:step|sent)">/g)
  expect(items).toHaveLength(31)
  expect(journey).toContain('shown when “Question 0?” is “Yes”')
})

test('a variant of a page is edited, judged and shown like a page', async () => {
  const { session, get, post } = await studio()
  const { cookie } = await session('author')
  const page = async (path: string) => (await get(path, cookie)).text()
  const created = await post('/studio/pages.solar/variant', cookie, { id: 'solar-sun', title: 'Sun' })
  expect(created.headers.get('location')).toBe('/studio/pages.solar-sun?done=saved')
  const name = 'definitions/pages/solar-sun.json'
  const seen = valueIn(await page('/studio/pages.solar-sun/edit?at='), 'seen')
  const edit = { at: '', seen, 'property:brands': 'sun', 'property:path': '/solar-sun', 'de title': 'Sonne' }
  expect((await post('/studio/pages.solar-sun/edit', cookie, edit)).status).toBe(303)
  const file = await page(`/studio/pages.solar-sun/file?name=${name}`)
  expect(file).toContain('&quot;variantOf&quot;: &quot;solar&quot;')
  expect(file).toContain('&quot;path&quot;: &quot;/solar-sun&quot;')
  expect(await page('/studio/pages.solar-sun')).toContain('No findings')
  expect((await get('/studio/pages.solar-sun/see/en', cookie)).headers.get('location')).toBe(
    '/studio/pages.solar-sun/see/solar-sun',
  )
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
  for (const deed of ['remove', 'entry-remove options owned']) {
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
  for (const fields of [
    { 'new-id:options': '9', 'new-text:options': 'x' },
    { 'new-id:options': 'Rent', 'new-text:options': 'x' },
    { 'new-id:options': 'owned', 'new-text:options': 'x' },
    { 'new-id:options': 'lent' },
  ]) {
    const refused = await post('/studio/solar/edit', cookie, {
      at,
      seen,
      required: 'yes',
      deed: 'entry-add options',
      ...fields,
    })
    expect(refused.status).toBe(400)
  }
  const version = valueIn(await page(`/studio/solar/file?name=${own}`), 'version')
  const wrong = text(own).replace('"when": { "residence": "rented" }', '"when": { "insulated": "perhaps" }')
  await post('/studio/solar/file', cookie, { name: own, version, text: wrong })
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
  expect(
    (await post('/studio/solar/edit', cookie, { at, seen: '{', deed: 'entry-remove options __proto__' })).status,
  ).toBe(303)
  expect(text(own)).toBe(smallTree[own])
})

test('for answers of the proof it is shown what each partner gets, and that none was sent where that fails', async () => {
  const { session, get, post } = await studio()
  const { cookie } = await session('author')
  const page = await (await get('/studio/solar/partners', cookie)).text()
  expect(page).toContain('What partners get')
  expect(page).toContain('Is it your own?')
  expect(page).toMatch(/Gets this lead|Does not get this lead|No partner accepts/)
  // Here no server takes leads.
  const sent = await post('/studio/solar/partners', cookie, { way: '0' })
  expect([sent.status, await sent.text()]).toEqual([409, expect.stringContaining('The test lead was not accepted.')])
})

test('a section shows a drawing or a photo of the repository, and takes a new photo with what it shows', async () => {
  const { folder, origin, session, get, post, text, storage, hash } = await studio()
  const [{ cookie }, publisher] = [await session('author'), await session('publisher')]
  const [page, name] = ['/studio/pages.solar/media?at=sections.hero', 'definitions/pages/solar.json']
  const photos = join(folder, 'definitions/photos')
  const shown = async () => (await get(page, cookie)).text()
  const send = async (fields: Record<string, string>, file?: [content: Uint8Array<ArrayBuffer>, name: string]) => {
    const body = new FormData()
    const held = { at: 'sections.hero', seen: valueIn(await shown(), 'seen'), picture: 'none', ...fields }
    for (const [field, said] of Object.entries(held)) body.set(field, said)
    if (file) body.set('photo', new Blob([file[0]], { type: 'image/jpeg' }), file[1])
    const reply = await fetch(`${origin}/studio/pages.solar/media`, {
      method: 'POST',
      redirect: 'manual',
      body,
      headers: { cookie, origin },
    })
    return [reply.status, reply.status === 303 ? '' : await reply.text()] as const
  }
  const hero = async (file = name) => {
    const [, said = ''] =
      /<textarea[^>]*>([^<]*)</.exec(await (await get(`/studio/pages.solar/file?name=${file}`, cookie)).text()) ?? []
    return JSON.parse(said.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&')).sections.hero
  }
  expect(await (await get('/studio/pages.solar/edit?at=sections.hero', cookie)).text()).toContain(
    'media?at=sections.hero',
  )
  expect((await get('/studio/solar/media?at=steps.home', cookie)).status).toBe(404)
  expect(await send({ picture: 'drawing:bag' })).toEqual([303, ''])
  expect(await hero()).toMatchObject({ drawing: 'bag' })
  expect(await shown()).toContain('value="drawing:bag" checked')
  expect((await send({ picture: 'photo:gone' }))[0]).toBe(400)
  expect((await send({ picture: 'none', seen: 'other' }))[0]).toBe(409)

  const photo = new Uint8Array(
    await sharp({ create: { width: 640, height: 480, channels: 3, background: '#9ab' } })
      .jpeg()
      .toBuffer(),
  )
  const shows = { 'shows en': 'A roof with panels', 'shows de': 'Ein Dach mit Modulen' }
  const refusals: [Record<string, string>, [Uint8Array<ArrayBuffer>, string] | undefined, RegExp][] = [
    [{}, [photo, 'roof.jpg'], /Write what the photo shows/],
    [{ ...shows, picture: 'new' }, undefined, /Choose the file/],
    [shows, [new TextEncoder().encode('<svg onload="x"/>'), 'roof.jpg'], /no JPEG or PNG/],
    [shows, [photo.slice(0, 300), 'roof.jpg'], /no JPEG or PNG/],
    [shows, [photo, '../../.jpg'], /no letters/],
    [shows, [new Uint8Array(20_000_001), 'roof.jpg'], /larger than 20 MB/],
  ]
  for (const [fields, file, sentence] of refusals)
    expect(await send(fields, file)).toEqual([400, expect.stringMatching(sentence)])
  expect((await send(shows, [new Uint8Array(33_000_000), 'roof.jpg']))[0]).toBe(413)
  // A folder that leads elsewhere is not written to.
  const outside = join(folder, 'outside')
  mkdirSync(outside)
  rmSync(photos, { recursive: true, force: true })
  symlinkSync(outside, photos)
  expect(await send(shows, [photo, 'roof.jpg'])).toEqual([400, expect.stringContaining('is a link')])
  expect(readdirSync(outside)).toEqual([])
  rmSync(photos)

  expect(await send(shows, [photo, '../../etc/My Roof.JPG'])).toEqual([303, ''])
  expect(readdirSync(photos)).toEqual(['my-roof.jpg'])
  expect(await hero()).toEqual({
    kind: 'hero',
    title: 'Solar',
    action: { label: 'Begin', section: 'form' },
    photo: { name: 'my-roof', shows: 'A roof with panels' },
  })
  expect((await hero('locales/de/pages/solar.json')).photo).toEqual({ shows: 'Ein Dach mit Modulen' })
  expect(await (await get('/studio/pages.solar', cookie)).text()).toContain('No findings')
  expect(await send(shows, [photo, 'my-roof.png'])).toEqual([
    400,
    expect.stringContaining('There is a photo “my-roof” already'),
  ])
  const review = valueIn(await (await get('/studio/pages.solar', publisher.cookie)).text(), 'review')
  expect((await post('/studio/pages.solar/publish', publisher.cookie, { review })).status).toBe(303)
  expect(JSON.parse(text(name)).sections.hero.photo.name).toBe('my-roof')
  const entries = await listAudit(storage, { limit: 50 })
  expect(entries.filter(({ action }) => action === 'definitions.photo').map(({ content }) => content)).toEqual([
    expect.objectContaining({ object: 'photo my-roof' }),
  ])
  expect(await verifyAudit(storage, hash)).toMatchObject({ problems: [] })

  expect(await send({ picture: 'none' })).toEqual([303, ''])
  expect([await hero(), (await hero('locales/de/pages/solar.json')).photo]).toEqual([
    { kind: 'hero', title: 'Solar', action: { label: 'Begin', section: 'form' } },
    undefined,
  ])
})
