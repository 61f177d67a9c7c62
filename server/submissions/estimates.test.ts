// The figure that a form shows: computed here for the page and for the lead, whatever a browser thinks that it is.
import { expect, onTestFinished, test } from 'vitest'
import { openSite } from '../../engine/node/live-site.ts'
import { sandbox } from '../../engine/node/testing/sandbox.ts'
import { mailText } from '../../engine/site/mails/mail-text.ts'
import { composeDeferred } from '../mail/write-deferred.ts'
import { temporaryStorage } from '../storage/testing/temporary-storage.ts'
import { appOn } from '../testing/app-on-storage.ts'
import { submit } from '../testing/running-server.ts'

const pets = {
  locales: ['en'],
  title: 'Pets',
  computed: {
    price: {
      table: 'pets',
      columns: { area: { field: 'area', compare: 'start' }, age: { field: 'age', compare: 'band' } },
      value: 'price',
    },
  },
  estimate: { title: 'Monthly price', value: 'price', assumption: 'As of 2026, for one pet.' },
  receipt: { mail: 'receipt', answers: ['age'] },
  steps: {
    pet: {
      title: 'The pet',
      fields: {
        area: { kind: 'text', title: 'Where does it live?' },
        age: { kind: 'integer', title: 'How old is it?', maximum: 30 },
      },
    },
    you: { title: 'You', fields: { email: { kind: 'email' } } },
  },
}

/** Ten thousand rows: a hundred areas, a hundred ages. */
const rowsOf = (more: number) =>
  Array.from({ length: 10_000 }, (_, row) => {
    const [area, age] = [String(Math.floor(row / 100)).padStart(2, '0'), row % 100]
    return `${area},${age},${(10 + more + row / 100).toFixed(2)}`
  }).join('\n')
const tableOf = (more: number) => `area,age,price\n${rowsOf(more)}\n`

async function appWith() {
  const box = await sandbox()
  onTestFinished(box.remove)
  await box.edit('definitions/forms/pets.json', null, JSON.stringify(pets))
  await box.edit('definitions/tariffs/pets.csv', null, tableOf(0))
  const open = async () => {
    const begun = await openSite(box, { now: Date.now })
    if (!begun.ok) throw new Error(JSON.stringify(begun.problems))
    return begun.live
  }
  const first = await open()
  let site = first.current()
  const live = { ...first, current: () => site }
  /** Takes what the files say now. */
  const reload = async () => {
    site = (await open()).current()
  }
  const storage = await temporaryStorage()
  const { origin } = await appOn(storage, () => ({ live }))
  const rows = async (sql: string) => (await storage.atomic([{ sql, parameters: [] }]))[0] ?? []
  const post = (step: string, posted: Record<string, string>) =>
    fetch(`${origin}/forms/pets?step=${step}`, {
      method: 'POST',
      body: new URLSearchParams(posted),
      headers: { 'sec-fetch-site': 'same-origin' },
      redirect: 'manual',
    })
  return { box, live, origin, post, reload, rows, storage }
}

const pet = { 'root[area]': '42 Main Street', 'root[age]': '7' }
/** Row 4207. */
const shown = '£52.07'

test('the page says it from the second step on, and the lead holds it, whatever is posted', async () => {
  const { origin, post, rows, storage, live } = await appWith()
  expect(await (await fetch(`${origin}/forms/pets`)).text()).not.toContain('£')
  const second = await (await post('pet', pet)).text()
  expect(second).toContain(`<p class="lw-estimate-figure">${shown}</p>`)
  expect(second).toContain('As of 2026, for one pet.')
  const you = { ...pet, 'root[email]': 'ada@example.com', 'root[price]': '1', price: '1' }
  expect((await post('you', you)).status).toBe(303)
  const [lead] = await rows('SELECT id, answers FROM leads')
  expect(JSON.parse(String(lead?.answers))).toMatchObject({ area: '42 Main Street', age: 7, price: 52.07 })

  // A client of the API gets it computed, and may not say it.
  const api = { area: '42', age: 7, email: 'b@example.com' }
  expect((await submit(origin, { form: 'pets', answers: api })).status).toBe(201)
  expect((await submit(origin, { form: 'pets', answers: { ...api, price: 1 } })).status).toBe(422)

  const receipt = { to: 'ada@example.com', deferred: 'receipt' } as const
  const composed = await composeDeferred(storage, live.current(), String(lead?.id), receipt)
  if (composed === null || composed === 'over' || !('composed' in composed.mail))
    throw new Error('There is no receipt.')
  expect(mailText(composed.mail.composed)).toContain(`${shown}. As of 2026, for one pet.`)
})

test('browsers fetch the table by its version, and a visitor who began with the one before is held to that', async () => {
  const { box, live, origin, post, reload, rows } = await appWith()
  const versionNow = () => {
    const [price] = live.current().forms.version('pets', 'en')?.form.computed ?? []
    return price && 'table' in price.computed ? price.computed.version : ''
  }
  const { hash = '' } = live.current().forms.version('pets', 'en') ?? {}
  const version = versionNow()
  const table = await fetch(`${origin}/tables/${version}.json`)
  expect(table.headers.get('cache-control')).toContain('immutable')
  expect((await table.json()).rows).toHaveLength(10_000)
  expect((await fetch(`${origin}/tables/other.json`)).status).toBe(404)
  const page = await (await fetch(`${origin}/forms/pets`)).text()
  expect(page).toContain(version)
  expect(page.length).toBeLessThan(60_000)

  await post('pet', pet)
  await box.edit('definitions/tariffs/pets.csv', null, tableOf(100))
  await reload()
  expect(versionNow()).not.toBe(version)
  const began = { ...pet, definition: hash, 'root[email]': 'ada@example.com' }
  expect(await (await post('pet', began)).text()).toContain(shown)
  expect((await post('you', began)).status).toBe(303)
  expect((await submit(origin, { form: 'pets', answers: { area: '42', age: 7, email: 'b@example.com' } })).status).toBe(
    201,
  )
  const prices = (await rows('SELECT answers FROM leads')).map(({ answers }) => JSON.parse(String(answers)).price)
  expect(prices.toSorted((one, other) => one - other)).toEqual([52.07, 152.07])
})
