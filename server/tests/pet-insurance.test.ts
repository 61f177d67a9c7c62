// The example of the documentation: its form passes the checks in three languages, and its lead reaches the partner.
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildPages, type RunningServer, startServer, submit, temporaryFolder } from '../testing/running-server.ts'
import { beginUpload, png } from '../testing/send-file.ts'

const root = join(import.meta.dirname, '../..')
const example = join(root, 'docs/examples/pet-insurance')
const env = { DEFINITIONS_DIR: join(example, 'definitions'), LOCALES_DIR: join(example, 'locales') }
const data = temporaryFolder()

let server: RunningServer
beforeAll(async () => {
  buildPages()
  server = await startServer(data, env)
})
afterAll(async () => {
  await server.stop()
  rmSync(data, { recursive: true })
})

function leadwright(...args: string[]) {
  const called = [join(root, 'tools/leadwright.ts'), ...args]
  const { PATH = '' } = process.env
  const { status, stdout } = spawnSync(process.execPath, called, {
    encoding: 'utf8',
    env: { PATH, ...env, DATA_DIR: data },
  })
  return { status, lines: stdout.trim().split('\n') }
}

const folders = ['--definitions', env.DEFINITIONS_DIR, '--locales', env.LOCALES_DIR]

test('it passes check and prove, and no text is missing', () => {
  const checked = leadwright('check', ...folders)
  expect(checked).toEqual({ status: 0, lines: [expect.stringMatching(/^No errors: 1 form /), 'Would go live: yes.'] })
  const proven = leadwright('prove', ...folders)
  expect(proven.status).toBe(0)
  for (const locale of ['en', 'de', 'es'])
    expect(proven.lines).toContainEqual(expect.stringMatching(new RegExp(`^pet-insurance +${locale} `)))
})

/** The vaccination record of a pet. */
const record = png(5000)

/** By what the other languages do not ask. */
const own = { en: {}, de: { liability: true }, es: { licence: 'pending' } } as const

const answersIn = (locale: keyof typeof own, record?: string) => ({
  keeping: 'private',
  pets: [
    {
      animal: 'dog',
      breed: 'bulldog',
      name: 'Rex',
      born: '2022-05-01',
      ...own[locale],
      treated: true,
      treatment: 'A sprained paw.',
    },
    { animal: 'cat', breed: 'mixed', name: 'Mia', born: '2023-01-31', treated: false },
  ],
  cover: 3000,
  start: new Date(Date.now() + 7 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10),
  ...(record !== undefined && { record: [record] }),
  firstName: 'Ada',
  lastName: 'Lovelace',
  postcode: { en: 'LS1 4AP', de: '10115', es: '28013' }[locale],
  town: { en: 'Leeds', de: 'Berlin', es: 'Madrid' }[locale],
  email: 'ada@example.com',
  privacy: true,
})

test('its page is there in each language, and its lead reaches the partner with its file and its estimate', async () => {
  const key = leadwright('partners', 'key', 'sample-vet-cover', ...folders).lines.at(-1) ?? ''
  for (const locale of ['en', 'de', 'es'] as const) {
    const page = await fetch(`${server.origin}${locale === 'en' ? '' : `/${locale}`}/forms/pet-insurance`)
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('name="root[keeping]"')])
    const upload = await beginUpload(server.origin, record, { form: 'pet-insurance', locale, field: 'record' })
    expect((await upload.send(0)).status).toBe(204)
    const answers = answersIn(locale, await upload.reference())
    const reply = await submit(server.origin, { form: 'pet-insurance', locale, answers })
    expect([reply.status, reply.status === 201 ? '' : await reply.text()]).toEqual([201, ''])
  }
  const feed = await fetch(`${server.origin}/api/v1/leads`, { headers: { authorization: `Bearer ${key}` } })
  const { leads } = (await feed.json()) as { leads: { locale: string; data: { records: string[] } }[] }
  expect(leads.map(({ locale }) => locale).toSorted()).toEqual(['de', 'en', 'es'])
  for (const { locale, data } of leads) {
    expect(data).toMatchObject({
      pets: answersIn(locale as keyof typeof own).pets,
      first: { animal: 'dog', name: 'Rex', born: '01.05.2022' },
      cover: '3000.00',
      // By the table: 31 for the dog and 9 for the cat.
      monthly: '40.00',
      mail: 'ada@example.com',
    })
    const [link = ''] = data.records
    const { pathname, search } = new URL(link, server.origin)
    const fetched = await fetch(server.origin + pathname + search)
    expect([fetched.status, Buffer.from(await fetched.arrayBuffer()).equals(record)]).toEqual([200, true])
  }
})

test('a breed of another animal is refused', async () => {
  const [dog, cat] = answersIn('en').pets
  const answers = { ...answersIn('en'), pets: [{ ...dog, breed: 'siamese' }, cat] }
  const reply = await submit(server.origin, { form: 'pet-insurance', answers })
  expect([reply.status, await reply.json()]).toMatchObject([
    422,
    { errors: [{ pointer: '/answers/pets/0/breed', code: 'offered' }] },
  ])
})

test('who keeps animals for business is told that nobody can help, and nothing is stored', async () => {
  const answers = { ...answersIn('en'), keeping: 'business' }
  expect((await submit(server.origin, { form: 'pet-insurance', answers })).status).toBe(422)
})
