import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openSite } from '../../engine/node/index.ts'
import { smallTree, type Tree } from '../../engine/node/testing/small-tree.ts'
import { writeTree } from '../../engine/node/testing/write-tree.ts'
import { listAudit, verifyAudit } from '../audit/audit.ts'
import { opened } from './testing/opened-console.ts'

/** A console on a small site. */
async function opening(more: Tree = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'leadwright-review-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await writeTree(folder, { ...smallTree, ...more })
  const folders = { definitions: join(folder, 'definitions'), locales: join(folder, 'locales') }
  const begun = await openSite(folders, { now: Date.now })
  if (!begun.ok) throw new Error('There is no site')
  const env = async () => ({ DEFINITIONS_DIR: folders.definitions, LOCALES_DIR: folders.locales })
  const text = (name: string) => readFileSync(join(folder, name), 'utf8')
  return { ...(await opened({ live: begun.live, env })), text }
}

/** The value of a hidden field or an input within some markup. */
function valueIn(markup: string, name: string): string {
  const [, value = ''] = new RegExp(`name="${name}"[^>]* value="([^"]*)"`).exec(markup) ?? []
  return value.replaceAll('&quot;', '"').replaceAll('&amp;', '&').replaceAll('&#39;', "'")
}

test('a form begins as a template with a picture, has a variant, and its texts go to translators and back', async () => {
  const { session, get, post, origin } = await opening()
  const { cookie } = await session('author')
  const page = async (path: string) => (await get(path, cookie)).text()
  const choice = await page('/studio/-/new')
  expect(choice.match(/<svg /g)).toHaveLength(13)
  expect((await post('/studio/-/new', cookie, { id: '../x', 'title en': 'X', template: 'quote' })).status).toBe(400)
  expect((await post('/studio/-/new', cookie, { id: 'solar', 'title en': 'X', template: 'quote' })).status).toBe(400)
  expect((await post('/studio/-/new', cookie, { id: 'x', template: 'quote' })).status).toBe(400)
  const titles = { 'title en': 'Visit', 'title de': 'Besuch' }
  // An id is made from the title, and is no other's.
  const made = await post('/studio/-/new', cookie, { ...titles, template: 'appointment' })
  const other = await post('/studio/-/new', cookie, { 'title en': 'Visit', template: 'quote' })
  expect([made, other].map((each) => each.headers.get('location'))).toEqual([
    '/studio/visit?done=saved',
    '/studio/visit-2?done=saved',
  ])
  const file = async (name: string) => page(`/studio/visit/file?name=${name}`)
  expect(await file('locales/de/forms/visit.json')).toContain('&quot;title&quot;: &quot;Besuch&quot;')
  expect(await page('/studio/visit-2')).not.toContain('locales/de/forms/visit-2.json')
  const shown = await page('/studio/visit')
  expect(shown).toContain('Your appointment')
  expect(shown).toContain('locales/de/forms/visit.json')
  const variant = await post('/studio/visit/variant', cookie, { id: 'visit_2', title: 'Book it now' })
  expect(variant.status).toBe(303)

  const texts = await get('/studio/solar/texts?language=de&format=xliff', cookie)
  expect([texts.status, texts.headers.get('content-disposition')]).toEqual([200, 'attachment; filename="solar.de.xlf"'])
  const text = await texts.text()
  const back = async (said: string) => {
    const body = new FormData()
    body.set('language', 'de')
    body.set('file', new Blob([said]), 'solar.de.xlf')
    return fetch(`${origin}/studio/solar/texts`, {
      method: 'POST',
      redirect: 'manual',
      body,
      headers: { cookie, origin },
    })
  }
  const title = />([^<]*)<\/target>/.exec(text)?.[1] ?? ''
  const taken = await back(text.replace(`>${title}</target>`, '>Sonnendach</target>'))
  expect(taken.headers.get('location')).toBe('/studio/solar?done=saved')
  expect(await page('/studio/solar')).toContain('Sonnendach')
  const stale = await back(text.replace('>Solar panels</source>', '>Old panels</source>'))
  expect([stale.status, await stale.text()]).toEqual([409, expect.stringContaining('The source has changed since')])
  expect((await back('<html></html>')).status).toBe(400)
  expect((await back(text.replace('trgLang="de"', 'trgLang="fr"'))).status).toBe(400)
})

const at = 'steps.home.fields.residence'

test('a second person reviews a draft, asks for changes, approves it, and gives it a time that can be cancelled', async () => {
  const { session, get, post, storage, hash } = await opening()
  const [author, writer, owner] = [await session('author'), await session('publisher'), await session('owner')]
  const page = async (cookie: string, path = '/studio/solar') => (await get(path, cookie)).text()
  const held = (said: string, name: string) =>
    (new RegExp(`name="${name}" value="([^"]*)"`).exec(said)?.[1] ?? '')
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&')
  const act = async (cookie: string, what: string, fields: Record<string, string> = {}) => {
    const review = held(await page(cookie), 'review')
    const reply = await post(`/studio/solar/${what}`, cookie, { review, ...fields })
    return { status: reply.status, said: await reply.text(), to: reply.headers.get('location') }
  }
  const seen = held(await page(author.cookie, `/studio/solar/edit?at=${at}`), 'seen')
  await post('/studio/solar/edit', writer.cookie, { at, seen, required: 'yes', [`en ${at}.title`]: 'Is it <yours>?' })

  const open = await page(owner.cookie)
  expect(open).toContain('What it changes for saved answers, leads and partners')
  expect(open).toContain('Approve')
  expect(await page(writer.cookie)).not.toContain('value="approve"')
  expect((await act(writer.cookie, 'remark', { kind: 'approve' })).status).toBe(409)
  expect((await act(author.cookie, 'remark', { kind: 'approve' })).status).toBe(400)
  expect((await act(owner.cookie, 'remark', { kind: 'comment', text: ' ' })).status).toBe(400)
  await act(owner.cookie, 'remark', { kind: 'changes', text: 'No <b>signs</b>, please.' })
  const asked = await page(author.cookie)
  expect(asked).toContain('No &lt;b&gt;signs&lt;/b&gt;, please.')
  expect(asked).toContain('Asked for changes: owner')
  // Who wrote in it may put it live once another has approved it as it is.
  expect((await act(writer.cookie, 'publish')).said).toContain('another person puts it live')
  const time = { at: `${new Date().getUTCFullYear() + 1}-01-04T08:00`, zone: 'Europe/Berlin' }
  expect((await act(writer.cookie, 'plan', time)).said).toContain('another person')
  await act(owner.cookie, 'remark', { kind: 'approve' })
  expect((await act(writer.cookie, 'plan', { ...time, zone: 'Nowhere' })).said).toContain('no such time zone')
  expect((await act(author.cookie, 'plan', time)).status).toBe(403)
  expect(await act(writer.cookie, 'plan', time)).toMatchObject({ status: 303, to: '/studio/solar?done=planned' })
  const planned = await page(writer.cookie)
  expect(planned).toContain('Europe/Berlin, approved by publisher')
  expect(await act(owner.cookie, 'cancel', { plan: held(planned, 'plan') })).toMatchObject({ status: 303 })
  expect((await act(owner.cookie, 'cancel', { plan: held(planned, 'plan') })).status).toBe(409)
  expect(await act(writer.cookie, 'publish')).toMatchObject({ to: '/studio/solar?done=published' })
  const actions = (await listAudit(storage, { limit: 20 })).map(({ action }) => action)
  for (const each of ['plan', 'cancel-plan', 'publish']) expect(actions).toContain(`definitions.${each}`)
  expect(await verifyAudit(storage, hash)).toMatchObject({ problems: [] })
})

test('texts are translated next to their source, with what the guide says, confirmed in the draft, and go live confirmed', async () => {
  const solar = smallTree['definitions/forms/solar.json'] ?? ''
  const german = smallTree['locales/de/forms/solar.json'] ?? ''
  const there = await opening({
    'locales/voice/de.json': JSON.stringify({
      ...{ register: 'Sie', buttons: ['Senden'], allowed: [] },
      banned: [{ pattern: '\\bVersorger', use: 'Anbieter' }],
    }),
    'locales/de/confirmed/forms/solar.json': JSON.stringify({ title: '00000000', 'steps.home.title': 'gone' }),
  })
  const { session, get, post, text } = there
  const [{ cookie }, publisher] = [await session('author'), await session('publisher')]
  const page = async (more = '') => (await get(`/studio/solar/translate?language=de${more}`, cookie)).text()
  const lineOf = (shown: string, key: string) =>
    shown.split('<form class="line"').find((each) => each.includes(`name="line" value="forms/solar ${key}"`)) ?? ''
  const send = async (key: string, said: Record<string, string>, shown?: string) => {
    const line = lineOf(shown ?? (await page('&show=all')), key)
    const held = Object.fromEntries(
      ['line', 'source', 'language', 'show', 'seen de'].map((name) => [name, valueIn(line, name)]),
    )
    return post('/studio/solar/translate', cookie, {
      ...held,
      'text de': valueIn(line, 'text de'),
      show: 'open',
      ...said,
    })
  }
  const [insulated, supplier] = ['steps.home.fields.insulated.title', 'steps.home.fields.supplier.title']
  const name = 'locales/de/forms/solar.json'
  const version = valueIn(await (await get(`/studio/solar/file?name=${name}`, cookie)).text(), 'version')
  const blank = german.replace('"title": "Ist es gedämmt?"', '"title": ""')
  await post('/studio/solar/file', cookie, { name, version, text: blank })
  const first = await page()
  expect(await (await get('/studio/solar', cookie)).text()).toContain('href="/studio/solar/translate"')
  expect(first).toContain('missing: 1 · source has changed: 2 · not confirmed: ')
  expect(lineOf(first, insulated)).toContain('Is it insulated?')
  expect(lineOf(first, supplier)).toContain('Not “Versorger”: Anbieter.')
  for (const format of ['xliff', 'csv']) expect(first).toContain(`/studio/solar/texts?language=de&amp;format=${format}`)

  // Nothing is confirmed of what is not there; what changed meanwhile is shown.
  expect((await send(insulated, { deed: 'confirm' })).status).toBe(400)
  const saved = await send(insulated, { 'text de': 'Ist es gedämmt?', deed: 'confirm' })
  expect(saved.status).toBe(303)
  const next = await (await get(saved.headers.get('location') ?? '', cookie)).text()
  expect(lineOf(next, insulated)).toBe('')
  // Typing goes on where the next is.
  expect(lineOf(next, 'steps.home.fields.permission.title')).toContain('autofocus')
  const late = await send(insulated, { 'text de': 'Gedämmt?' }, first)
  expect([late.status, await late.text()]).toEqual([409, expect.stringContaining('Saved meanwhile: Ist es gedämmt?')])
  const other = await send('title', { source: 'Solar roofs', 'text de': 'Solardächer' })
  expect([other.status, await other.text()]).toEqual([400, expect.stringContaining('The source has changed since')])
  const without = await send('thankYou.text', { 'text de': 'Wir rufen Sie bald an.' })
  expect([without.status, await without.text()]).toEqual([400, expect.stringContaining('{fact:wait}')])
  expect((await send('steps.gone.title', { line: 'forms/solar steps.gone.title', language: 'de' })).status).toBe(409)
  expect((await get('/studio/solar/translate?language=fr', cookie)).status).toBe(404)

  // What breaks the guide stays in the list, though it is confirmed; what keeps it is done.
  await send(supplier, { deed: 'confirm' })
  expect(lineOf(await page(), supplier)).toContain('writing guide')
  await send(supplier, { 'text de': 'Anbieter', deed: 'confirm' })
  expect(lineOf(await page(), supplier)).toBe('')
  await send('title', { 'text de': 'Solardächer', deed: 'save' })
  expect(lineOf(await page(), 'title')).toContain('not confirmed')
  expect([
    text('locales/de/confirmed/forms/solar.json').includes(insulated),
    text('definitions/forms/solar.json'),
  ]).toEqual([false, solar])

  const review = valueIn(await (await get('/studio/solar', publisher.cookie)).text(), 'review')
  const published = await post('/studio/solar/publish', publisher.cookie, { review })
  expect([published.status, await published.text()]).toEqual([303, ''])
  expect(text('locales/de/forms/solar.json')).toBe(
    german.replace('Versorger', 'Anbieter').replace('Solaranlagen', 'Solardächer'),
  )
  expect(Object.keys(JSON.parse(text('locales/de/confirmed/forms/solar.json')))).toEqual([
    'steps.home.title',
    insulated,
    supplier,
  ])
})
