import { expect, test } from 'vitest'
import { fixtureServer } from '../testing/fixture-server.ts'
import { patiently } from '../testing/patiently.ts'

const server = fixtureServer()

const get = (search: string) => patiently(() => fetch(`${server().origin}/heating${search}`))

/** The name of a page, whichever way it is compressed by now. */
const nameOf = ({ headers }: Response) => headers.get('etag')?.replace('-quick', '')

function post(search: string, answers: Record<string, string>): Promise<Response> {
  const headers = { 'sec-fetch-site': 'same-origin' }
  const body = new URLSearchParams(answers)
  return patiently(() =>
    fetch(`${server().origin}/heating${search}`, { method: 'POST', headers, body, redirect: 'manual' }),
  )
}

/** Section → the address its form posts to; the title of its thanks where it is sent. */
function formsIn(html: string): Record<string, string> {
  const sections = html.split(/<section id="/).slice(1)
  return Object.fromEntries(
    sections.flatMap((text) => {
      const shown = /<form[^>]* action="([^"]*)"/.exec(text)?.[1] ?? /class="lw-heading"[^>]*>([^<]*)/.exec(text)?.[1]
      return shown === undefined ? [] : [[text.slice(0, text.indexOf('"')), shown.replaceAll('&amp;', '&')]]
    }),
  )
}

const untouched = {
  promise: 'A new heating, compared',
  visit: '/heating?form=visit&step=when#visit:here',
  offers: '/heating?step=house',
  later: '/heating?form=later&step=when#later:here',
  news: '/heating?form=news&step=subscribe#news:here',
  newsletter: '/heating?form=newsletter&step=subscribe#newsletter:here',
  popup: '/heating?form=popup&step=subscribe#popup:here',
}
const visit = { 'root[day]': 'weekday', 'root[city]': 'York', 'root[email]': 'ada@example.com', shown: 'day', go: 'on' }

test('each form posts to its own address, and that of the main form is as short as ever', async () => {
  expect(formsIn(await (await get('')).text())).toEqual(untouched)
})

test('the form that is posted goes on in its place, and the others begin anew', async () => {
  const reply = await post('?form=visit&step=when', { section: 'visit', ...visit, 'root[fuel]': 'oil' })
  expect(reply.status).toBe(200)
  const html = await reply.text()
  expect(formsIn(html)).toEqual({ ...untouched, visit: '/heating?form=visit&step=where#visit:here' })
  expect(html).toContain('<title>Where to? – Heating, compared – Leadwright</title>')
  expect(html.match(/id="visit:here"/g)).toHaveLength(1)
  expect(html).not.toContain('checked=""')
})

test('the main form takes the page over, by an address of old too', async () => {
  const reply = await post('?step=house', { 'root[fuel]': 'gas', go: 'on', shown: 'fuel' })
  expect(reply.status).toBe(200)
  expect(formsIn(await reply.text())).toEqual({ offers: '/heating?step=house' })
})

test('what was sent is thanked for in its place, also while another form is filled', async () => {
  const sent = await post('?form=visit&step=where', { section: 'visit', ...visit })
  expect([sent.status, sent.headers.get('location')]).toEqual([303, '/heating?form=visit&step=done#visit:here'])
  const thanked = formsIn(await (await get('?form=visit&step=done')).text())
  expect(thanked).toMatchObject({ visit: 'We will come', offers: '/heating?step=house&form=visit&step=done' })
  const later = await post('?form=later&step=when&form=visit&step=done', { section: 'later', ...visit })
  expect(formsIn(await later.text())).toMatchObject({
    visit: 'We will come',
    later: '/heating?form=later&step=where&form=visit&step=done#later:here',
  })
})

test('thanks that are loaded again say the reference, which the page’s own browser keeps', async () => {
  const sent = await post('?form=visit&step=where', { section: 'visit', ...visit, 'root[email]': 'bea@example.com' })
  const [cookie = ''] = sent.headers.getSetCookie()
  expect(cookie).toMatch(/^sent=[0-9A-F]{4}-[0-9A-F]{4}; Path=\/heating; Max-Age=86400; SameSite=Lax$/)
  const location = sent.headers.get('location') ?? ''
  const [kept = ''] = cookie.split(';')
  const reference = kept.slice('sent='.length)
  expect(location).not.toContain(reference)
  const at = (search: string, own: string) =>
    patiently(() => fetch(`${server().origin}/heating${search}`, { headers: { cookie: own } }))
  // Kept for everybody, before and after.
  const thanks = '?form=visit&step=done'
  for (let time = 0; time < 2; time++) expect(await (await get(thanks)).text()).not.toContain(reference)
  const own = await at(thanks, kept)
  expect([own.headers.get('cache-control'), own.headers.get('etag')]).toEqual(['private, no-cache', null])
  expect(await own.text()).toContain(reference)
  expect(await (await get(thanks)).text()).not.toContain(reference)
  // Only thanks say it, and only what is a reference.
  expect(await (await at('', kept)).text()).not.toContain(reference)
  expect(nameOf(await at('', kept))).toBe(nameOf(await get('')))
  const wrong = await (await at(thanks, 'sent=%3Cscript%3E')).text()
  expect(wrong).toBe(await (await get(thanks)).text())
  // The newsletter of every page keeps none.
  const news = { section: 'newsletter', 'root[email]': 'ada@example.com', go: 'on', shown: 'email' }
  expect((await post('?form=newsletter&step=subscribe', news)).headers.getSetCookie()).toEqual([])
})

test('a form that the page does not have is not found', async () => {
  expect((await post('?form=gone&step=when', { section: 'gone', ...visit })).status).toBe(404)
})

test('the page as data says where each form stands', async () => {
  const reply = await fetch(`${server().origin}/api/page?path=${encodeURIComponent('/heating?form=news&step=done')}`)
  const { forms, acted } = (await reply.json()) as { forms: Record<string, { outcome: string }>; acted: string }
  expect(Object.entries(forms).map(([section, { outcome }]) => `${section} ${outcome}`)).toEqual([
    'visit open',
    'offers open',
    'later open',
    'news sent',
    'newsletter open',
    'popup open',
  ])
  expect(acted).toBe('news')
})

test('no made-up address makes another page to keep', async () => {
  const tag = async (search: string) => nameOf(await get(search))
  const plain = await tag('')
  for (const search of ['?step=rooms', '?form=visit&step=where', '?form=gone&step=done', '?form=visit&step=nowhere'])
    expect([search, await tag(search)]).toEqual([search, plain])
  expect(await tag('?form=news&step=done')).not.toBe(plain)
  expect(await tag('?utm_source=x&form=news&step=done&step=rooms')).toBe(await tag('?form=news&step=done'))
  expect(await tag('?form=news&step=done&form=visit&step=done')).toBeUndefined()
})
