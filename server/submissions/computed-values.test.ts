// What is computed decides on steps, partners and payloads, and nobody but us says what it is.
import { expect, onTestFinished, test } from 'vitest'
import { openSite } from '../../engine/node/live-site.ts'
import { sandbox } from '../../engine/node/testing/sandbox.ts'
import { temporaryStorage } from '../storage/testing/temporary-storage.ts'
import { appOn } from '../testing/app-on-storage.ts'
import { submit } from '../testing/running-server.ts'

const cover = {
  locales: ['en'],
  title: 'Cover',
  computed: {
    score: {
      sum: [
        { field: 'rooms', factor: 0.1 },
        { field: 'residence', values: { primary: 10, secondary: 3 } },
      ],
    },
    years: { age: 'born' },
  },
  steps: {
    home: {
      title: 'The home',
      fields: {
        residence: { title: 'Which?', options: { primary: 'Main', secondary: 'Second' } },
        rooms: { kind: 'integer', title: 'Rooms', minimum: 1, maximum: 20 },
        born: { kind: 'date', title: 'When were you born?' },
      },
    },
    large: {
      title: 'A large home',
      when: [{ score: { minimum: 11 } }, { years: { maximum: 17 } }],
      fields: { why: { kind: 'text', title: 'What for?' } },
    },
    you: { title: 'You', fields: { email: { kind: 'email' } } },
  },
}

function partner(minimum: number, maximum: number) {
  return JSON.stringify({
    name: 'Acme',
    filters: [{ form: 'cover', when: { score: { minimum, exclusiveMaximum: maximum } } }],
    map: { risk: 'score', mail: 'email', age: 'years' },
    deliveries: { feed: { kind: 'pull' } },
  })
}

/** The server with this form, and a partner each for small and for large homes. */
async function appWith(now: () => number) {
  const box = await sandbox()
  onTestFinished(box.remove)
  await box.edit('definitions/forms/cover.json', null, JSON.stringify(cover))
  await box.edit('definitions/partners/small.json', null, partner(0, 11))
  await box.edit('definitions/partners/large.json', null, partner(11, 100))
  const begun = await openSite(box, { now })
  if (!begun.ok) throw new Error(JSON.stringify(begun.problems))
  const storage = await temporaryStorage()
  const { origin } = await appOn(storage, () => ({ live: begun.live }), { now })
  const rows = async (sql: string) => (await storage.atomic([{ sql, parameters: [] }]))[0] ?? []
  const post = (step: string, posted: Record<string, string>, query = '') =>
    fetch(`${origin}/forms/cover?step=${step}${query}`, {
      method: 'POST',
      body: new URLSearchParams(posted),
      headers: { 'sec-fetch-site': 'same-origin' },
      redirect: 'manual',
    })
  const api = (answers: object, key?: string) =>
    submit(origin, { form: 'cover', answers, ...(key !== undefined && { key }) })
  return { rows, post, api, live: begun.live }
}

const small = { residence: 'primary', rooms: 9, born: '2008-03-01', email: 'ada@example.com' }
const posted = { 'root[residence]': 'primary', 'root[rooms]': '9', 'root[born]': '2008-03-01' }

test('a lead holds what is computed, and it decides who gets it and what', async () => {
  const { api, rows } = await appWith(() => Date.UTC(2026, 2, 1, 12))
  expect((await api(small)).status).toBe(201)
  expect((await api({ ...small, rooms: 10 })).status).toBe(422)
  expect((await api({ ...small, rooms: 10, why: 'Guests', email: 'b@example.com' })).status).toBe(201)
  const leads = (await rows('SELECT answers FROM leads')).map(({ answers }) => JSON.parse(String(answers)))
  expect(leads.map(({ score, years }) => [score, years]).toSorted(([a], [b]) => a - b)).toEqual([
    [10.9, 18],
    [11, 18],
  ])
  const sent = await rows("SELECT partner, payload FROM deliveries WHERE partner <> '@visitors' ORDER BY partner DESC")
  expect(
    sent.map(({ partner, payload }) => [partner, JSON.parse(String(payload)).data ?? JSON.parse(String(payload))]),
  ).toMatchObject([
    ['small', { risk: 10.9, mail: 'ada@example.com', age: 18 }],
    ['large', { risk: 11, mail: 'b@example.com', age: 18 }],
  ])
})

test('a client that says it itself is refused with one sentence, a page ignores it', async () => {
  const { api, post, rows } = await appWith(() => Date.UTC(2026, 2, 1, 12))
  const reply = await api({ ...small, score: 99 })
  expect([reply.status, await reply.json()]).toMatchObject([
    422,
    {
      errors: [
        { pointer: '/answers/score', code: 'computed', message: '“score” is calculated from other answers. Remove it' },
      ],
    },
  ])
  const said = { 'root[score]': '99', score: '99', 'root[years]': '3' }
  const next = await (await post('home', { ...posted, ...said, go: 'on' }, '&score=99')).text()
  expect(next).toContain('>You</h1>')
  expect(next).not.toContain('root[score]')
  expect((await post('you', { ...posted, ...said, 'root[email]': small.email, go: 'on' })).status).toBe(303)
  expect((await rows('SELECT answers FROM leads')).map(({ answers }) => JSON.parse(String(answers)).score)).toEqual([
    10.9,
  ])
})

test('an age is that of the day a step is posted on, and what was sent is one lead the day after too', async () => {
  let now = Date.UTC(2026, 1, 28, 23, 59)
  const { api, post, rows } = await appWith(() => now)
  expect(await (await post('home', { ...posted, go: 'on' })).text()).toContain('>A large home</h1>')
  const [key, answers] = ['a-key', { ...small, why: 'Guests' }]
  const first = await (await api(answers, key)).json()
  now += 120_000
  expect(await (await post('home', { ...posted, go: 'on' })).text()).toContain('>You</h1>')
  // The same filling: nobody is told of an error because of a birthday.
  expect(await (await api(answers, key)).json()).toEqual(first)
  expect(await rows('SELECT id FROM leads')).toHaveLength(1)
})

test('the stored form says nothing of the day that it was filled in on', async () => {
  const { api, rows, live } = await appWith(() => Date.UTC(2026, 2, 1, 12))
  const version = live.current().forms.version('cover', 'en')
  expect(version?.form.today).toBeUndefined()
  expect((await api(small)).status).toBe(201)
  const [stored] = await rows("SELECT resolved FROM form_versions WHERE form = 'cover'")
  expect(JSON.parse(String(stored?.resolved))).toEqual(JSON.parse(JSON.stringify(version?.form)))
})
