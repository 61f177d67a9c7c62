// What `npm start` shows a newcomer: each form with offers is answered by its sample partner within seconds, in every language.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ResultsView } from '../../engine/site/results-view.ts'
import { eventually } from '../testing/eventually.ts'
import {
  buildPages,
  type RunningServer,
  startServer,
  temporaryFolder,
  validAnswers,
} from '../testing/running-server.ts'

const places = { en: 'London', es: 'Madrid', de: 'Berlin', fr: 'Lyon', it: 'Milano', nl: 'Utrecht' }
const currencies = { en: 'GBP', es: 'EUR', de: 'EUR', fr: 'EUR', it: 'EUR', nl: 'EUR' }

/** A number that is reserved for fiction: its lead is a test, and is answered all the same. */
const fictional = { en: '020 7946 0123', de: '030 23125 123', fr: '01 99 00 12 34' }

type Locale = keyof typeof places

const person = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' }

const forms: Readonly<Record<string, (locale: Locale) => object>> = {
  'home-insurance': (locale) => ({ ...validAnswers, homePostalCodeOrCity: places[locale] }),
  energy_2: (locale) => ({
    ...person,
    energyType: 'electricity',
    customerType: 'household',
    currentSupplier: 'other',
    lastBill: 120,
    ...(['es', 'fr', 'it'].includes(locale) && { regulatedRate: 'no' }),
    postalCodeOrCity: places[locale],
    'privacy-suppliers': true,
  }),
  'loan-short': (locale) => ({
    ...person,
    amount: 8000,
    termMonths: 48,
    employment: 'permanent',
    netIncome: 2100,
    postalCodeOrCity: places[locale],
    'privacy-suppliers': true,
  }),
}

let server: RunningServer

beforeAll(async () => {
  buildPages()
  server = await startServer(temporaryFolder(), { LOG_LEVEL: 'error' })
})

afterAll(async () => {
  await server.stop()
})

async function send(form: string, locale: Locale, answers: object) {
  const reply = await fetch(`${server.origin}/api/v1/submissions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ form, locale, answers }),
  })
  expect([form, locale, reply.status, reply.status === 201 || (await reply.text())]).toEqual([form, locale, 201, true])
  return (await reply.json()) as { results: string }
}

async function view(path: string, locale: Locale): Promise<ResultsView> {
  const reply = await fetch(`${server.origin}/api/results/${path.split('/').at(-1)}?locale=${locale}`)
  return (await reply.json()) as ResultsView
}

test.each(Object.keys(places) as Locale[])('each form shows offers in %s within 5 s', async (locale) => {
  const phone = fictional[locale as keyof typeof fictional]
  for (const [form, answersIn] of Object.entries(forms)) {
    const { results } = await send(form, locale, { ...answersIn(locale), ...(phone !== undefined && { phone }) })
    const begun = performance.now()
    await eventually(async () => expect((await view(results, locale)).offers.length).toBeGreaterThan(0))
    expect(performance.now() - begun).toBeLessThan(5000)
    const shown = await view(results, locale)
    expect(shown.asked).toContainEqual({ name: expect.stringMatching(/^Sample /), state: 'answered' })
    for (const { provider, currency, price, benefits } of shown.offers) {
      expect([provider, currency]).toEqual([expect.stringMatching(/^Sample /), currencies[locale]])
      expect(price?.amount).toBeGreaterThan(0)
      expect(benefits?.length).toBeGreaterThan(0)
    }
  }
})

test('what a sample partner does not insure is declined', async () => {
  const { results } = await send('home-insurance', 'en', { ...validAnswers, cancelled: true })
  await eventually(async () =>
    expect((await view(results, 'en')).asked).toContainEqual({ name: 'Sample Insurance A', state: 'declined' }),
  )
  expect(server.said()).not.toContain('"level":50')
})
