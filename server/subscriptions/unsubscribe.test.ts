// Unsubscribing: by the button, by mail programs, by address; and what becomes of it for partners, mails and new sign-ups.
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { textsOf } from '../../engine/node/testing/site-texts.ts'
import { readFeed } from '../leads/feed.ts'
import { secret } from '../relay/testing/relay-bench.ts'
import { eventually } from '../testing/eventually.ts'
import type { Received } from '../testing/receiver.ts'
import { validAnswers } from '../testing/running-server.ts'
import { confirmIn, host, newsletterApp, unsubscribeIn } from './testing/newsletter-app.ts'

const button = { pressed: 'unsubscription' }
const oneClick = { 'List-Unsubscribe': 'One-Click' }

/** What a signed message says. */
function said({ body, headers }: Received | undefined = { body: '', headers: {}, path: '' }) {
  return new Webhook(secret).verify(body, headers as Record<string, string>) as { type: string; data: object }
}

test('who unsubscribes gets no more, partners are told, and only a new confirmation brings it back', async () => {
  const { storage, received, signUp, post, mails, rows } = await newsletterApp()
  const { id } = (await signUp('Ada@example.com')).json() as { id: string }
  await eventually(() => expect(received.map((each) => said(each).type)).toEqual(['lead.created']))
  const now = Date.now()
  expect(await readFeed(storage, 'demo', { after: 0, limit: 10, now })).toMatchObject({ leads: [{ id }], events: [] })

  // The link is mailed to the address that signed up, as it was written then.
  const asked = await post('/unsub', { ...button, email: ' ada@EXAMPLE.com ' })
  expect([asked.statusCode, asked.headers.location]).toEqual([303, '/unsub?state=mailed'])
  await eventually(() => expect(mails()).toHaveLength(1))
  const [mail] = mails()
  expect(mail?.headers).toMatchObject({
    to: 'Ada@example.com',
    subject: 'Your link to unsubscribe from Leadwright',
    'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
  })
  const link = unsubscribeIn(mail)
  expect(mail?.text).toContain(`https://${host}${link}`)
  const done = await post(link, button)
  expect([done.statusCode, done.headers.location]).toEqual([303, '/unsub?state=done'])
  await eventually(() => expect(received).toHaveLength(2))
  const told = {
    ...{ event: 'unsubscribed', id, form: 'newsletter-popup', locale: 'en', test: false },
    data: { email: 'Ada@example.com' },
    unsubscribedAt: expect.stringMatching(/^20.*Z$/),
  }
  expect(said(received[1])).toMatchObject({ type: 'lead.unsubscribed', data: told })
  expect(await readFeed(storage, 'demo', { after: 0, limit: 10, now })).toMatchObject({
    leads: [{ id }],
    events: [told],
  })
  // Once more is the same, and nobody is told twice.
  expect((await post(link, button)).headers.location).toBe('/unsub?state=done')
  expect(await rows("SELECT count(*) AS n FROM deliveries WHERE topic = 'unsubscribe-notice'")).toEqual([{ n: 2 }])

  // Signing up again is held, although the form delivers at once to everybody else.
  expect((await signUp('ada@example.com')).statusCode).toBe(201)
  await eventually(() => expect(mails()).toHaveLength(2))
  expect(mails()[1]?.headers.subject).toContain('Confirm')
  expect(await rows("SELECT partner, state FROM deliveries WHERE state = 'held'")).toHaveLength(2)
  expect(received).toHaveLength(2)
  expect((await post(confirmIn(mails()[1]), { pressed: 'confirmation' })).headers.location).toBe(
    '/confirm?state=confirmed',
  )
  await eventually(() =>
    expect(received.map((each) => said(each).type)).toEqual(['lead.created', 'lead.unsubscribed', 'lead.created']),
  )
  const [suppressed] = await rows('SELECT * FROM suppressions')
  expect(suppressed).toMatchObject({ brand: 'default', lifted_at: expect.any(String) })
  await signUp('ada@example.com')
  await eventually(() => expect(received).toHaveLength(4))
  // The mail to confirm ends it all again.
  expect((await post(unsubscribeIn(mails()[1]), oneClick, {})).statusCode).toBe(200)
  await eventually(() => expect(received).toHaveLength(6))
  expect(await rows('SELECT state, unsubscribed_by FROM subscriptions ORDER BY lead_id')).toEqual([
    { state: 'unsubscribed', unsubscribed_by: 'page' },
    { state: 'unsubscribed', unsubscribed_by: 'one-click' },
    { state: 'unsubscribed', unsubscribed_by: 'one-click' },
  ])
  expect(await rows('SELECT lifted_at FROM suppressions')).toEqual([{ lifted_at: null }])
})

test('links, addresses and programs, right and wrong', async () => {
  const { app, received, signUp, post, mails, rows, server } = await newsletterApp()
  const to = (address: string) => mails().find(({ headers }) => headers.to === address)

  // Mail programs unsubscribe from anywhere, in either encoding, before anybody confirmed.
  await signUp('ada@example.com', 'newsletter-double-opt-in', 'de')
  await signUp('grace@example.com', 'newsletter-double-opt-in')
  await eventually(() => expect(mails()).toHaveLength(2))
  const ada = unsubscribeIn(to('ada@example.com'))
  expect(ada).toMatch(/^\/de\/unsub\?token=[\w-]{43}$/)
  const reply = await post(ada, oneClick, { origin: 'https://mail.example', cookie: 'a=b' })
  expect([reply.statusCode, reply.headers.location]).toEqual([200, undefined])
  const { title } = textsOf('de', 'pages/general/unsub').sections.unsubscribe.done
  expect(reply.body).toContain(`<h1>${title}</h1>`)
  const parts = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'
  const multipart = (url: string, payload: string, type = 'multipart/form-data; boundary=x') =>
    app.inject({ method: 'POST', url, payload, headers: { host, 'content-type': type } })
  expect((await multipart(unsubscribeIn(to('grace@example.com')), parts)).statusCode).toBe(200)
  // Nothing had left, so there is nothing to tell and nothing to confirm.
  const confirmed = await post(confirmIn(to('ada@example.com')), { pressed: 'confirmation' })
  expect(confirmed.headers.location).toBe('/de/confirm?state=expired')
  expect(received).toEqual([])
  const left = "SELECT count(*) AS n FROM deliveries WHERE kind <> 'mail' AND (state <> 'cancelled' OR payload <> '')"
  expect(await rows(left)).toEqual([{ n: 0 }])
  const suppressed = () => rows('SELECT count(*) AS n FROM suppressions WHERE lifted_at IS NULL')
  expect(await suppressed()).toEqual([{ n: 2 }])

  // What is no link of the brand unsubscribes nobody.
  await signUp('eve@example.com', 'newsletter-double-opt-in')
  await eventually(() => expect(mails()).toHaveLength(3))
  const link = unsubscribeIn(to('eve@example.com'))
  const confirming = confirmIn(to('eve@example.com')).replace('/confirm', '/unsub')
  const tampered = link.slice(0, -1) + (link.endsWith('A') ? 'B' : 'A')
  const elsewhere = { host: 'lapis-lazuli.localhost', 'sec-fetch-site': 'same-origin' }
  const wrong: [string, Record<string, string>?][] = [
    ...[tampered, confirming, link.slice(0, -9), '/unsub?token=', '/unsub'].map((url): [string] => [url]),
    ...[`/unsub?token=${'A'.repeat(43)}`, `/unsub?token=x&${link.split('?')[1]}`].map((url): [string] => [url]),
    [link, elsewhere],
  ]
  for (const [url, headers] of wrong)
    expect((await post(url, button, headers)).headers.location, url).toBe('/unsub?state=unknown')
  for (const url of [tampered, confirming, '/unsub']) expect((await post(url, oneClick, {})).statusCode, url).toBe(404)
  expect((await post(link, oneClick, { host: 'lapis-lazuli.localhost' })).statusCode).toBe(404)
  // Nor does another site's page, or a program that does not say the word.
  const strange: Record<string, string>[] = [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }, {}]
  const fields: Record<string, string>[] = [button, { ...button, email: 'eve@example.com' }, {}]
  for (const headers of strange)
    for (const each of fields) expect((await post(link, each, headers)).statusCode).toBe(403)
  expect((await multipart(link, 'x', 'multipart/form-data')).statusCode).toBe(400)
  // Scanners open links, and read pages.
  const look = (method: 'HEAD' | 'GET', url: string) => app.inject({ method, url, headers: { host } })
  for (const url of [link, '/unsub', '/unsub?state=done']) {
    const [head, page] = [await look('HEAD', url), await look('GET', url)]
    expect([head.statusCode, page.statusCode, page.headers['set-cookie']]).toEqual([200, 200, undefined])
    expect(page.body).toContain('<meta name="robots" content="noindex"')
  }
  expect(await rows('SELECT state FROM subscriptions ORDER BY lead_id DESC LIMIT 1')).toEqual([{ state: 'pending' }])
  expect(await suppressed()).toEqual([{ n: 2 }])

  // Nobody learns who is subscribed, and no inbox is filled.
  const { id } = (await signUp('alan@example.com')).json() as { id: string }
  const ask = (email: string) => post('/unsub', { ...button, email })
  const [known, stranger] = [await ask('alan@example.com'), await ask('nobody@example.com')]
  const shown = ({ date: _, ...headers }: Record<string, unknown>) => headers
  expect([known.statusCode, known.body, shown(known.headers)]).toEqual([
    ...[stranger.statusCode, stranger.body, shown(stranger.headers)],
  ])
  const odd = ['', 'ada', 'ada@example.com\r\nBcc: eve@example.com', `${'a'.repeat(250)}@example.com`, '<b>@x.example']
  for (const typed of odd) expect((await ask(typed)).headers.location).toBe('/unsub?state=invalid')
  for (let count = 0; count < 50; count++)
    await Promise.all(Array.from({ length: 20 }, (_, at) => ask(at % 2 ? 'alan@example.com' : 'Alan+x@example.com')))
  await eventually(() => expect(mails()).toHaveLength(27))
  expect(server.recipients.flat().slice(3)).toEqual(Array(24).fill('alan@example.com'))
  // What is more is one mail, delayed.
  await eventually(async () =>
    expect(await rows("SELECT count(*) AS n FROM deliveries WHERE state = 'scheduled'")).toEqual([{ n: 1 }]),
  )
  expect(id).toBeDefined()

  // Whatever the brand mails to a subscriber has the link, also about another lead.
  await signUp('mary@example.com')
  const about = { form: 'home-insurance', locale: 'en', answers: { ...validAnswers, email: 'Mary@example.com' } }
  await app.inject({ method: 'POST', url: '/api/v1/submissions', headers: { host }, payload: about })
  await eventually(() => expect(mails()).toHaveLength(28))
  expect((await post(unsubscribeIn(to('Mary@example.com')), oneClick, {})).statusCode).toBe(200)
  expect(await rows('SELECT form, state FROM subscriptions ORDER BY lead_id DESC LIMIT 1')).toEqual([
    { form: 'newsletter-popup', state: 'unsubscribed' },
  ])
  const ofOther = `SELECT state FROM deliveries WHERE kind = 'pull' AND subject_id IN (SELECT id FROM leads WHERE form = 'home-insurance')`
  expect(await rows(ofOther)).toEqual([{ state: 'pending' }])
})
