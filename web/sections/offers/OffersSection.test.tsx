import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom'
import { expect, test } from 'vitest'
import type { PageView, ResultsView } from '#engine/site'
import { goneResults, translator } from '#engine/site'
import { OffersSection } from './OffersSection.tsx'
import { offer, results } from './testing/results.ts'

const wordsIn = (locale: string, file: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../../../locales', locale, `${file}.json`), 'utf8'))

async function html(shown: ResultsView | typeof goneResults, query = '', locale = 'en'): Promise<string> {
  const section = { id: 'offers', kind: 'offers' as const, title: 'Your quotes' }
  const view = {
    locale,
    path: '/results/t',
    frame: {},
    sections: [section],
    brand: { title: 'Brand' },
  } as unknown as PageView
  const element = <OffersSection section={section} view={view} state={null} results={shown} />
  const handler = createStaticHandler([{ path: '*', element }])
  const context = await handler.query(new Request(`http://page.invalid/results/t${query}`))
  if (context instanceof Response) throw new Error('redirected')
  const words = translator(locale, {
    chrome: wordsIn(locale, 'chrome'),
    errors: {},
    offers: wordsIn(locale, 'offers'),
  } as never)
  return renderToStaticMarkup(
    <I18nextProvider i18n={words}>
      <StaticRouterProvider router={createStaticRouter(handler.dataRoutes, context)} context={context} />
    </I18nextProvider>,
  )
}

const text = (markup: string) => markup.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')

test('who was asked, how far they are and how long we wait', async () => {
  const said = text(await html(results([])))
  expect(said).toContain('1 of 2 companies have answered')
  expect(said).toContain('We wait up to 20 seconds.')
  expect(said).toContain('Alba Has sent a quote')
  expect(said).toContain('Brook Asked, no answer yet')
  expect(said).toContain('7F31-A09C')
})

test('without offers at the end the page says what to do', async () => {
  const said = text(await html(results([], { leftMs: 0 })))
  expect(said).toContain('No quotes this time')
  expect(said).toContain('Ask again with other answers')
})

test('where the form can be saved, a press asks who sent it and opens its answers', async () => {
  const page = results([])
  const markup = await html({ ...page, leftMs: 0, form: { ...page.form, opensAnswers: true } })
  expect(text(markup)).toContain('Change my answers')
  expect(markup).toContain(
    `<form action="/forms/home-insurance" method="post"><input type="hidden" name="token" value="${page.token}"/>`,
  )
})

const full = offer('alba/1', {
  product: '<b>Comfort</b>',
  price: { amount: 14.9, period: 'month' },
  excess: 150,
  term: { value: 12, unit: 'month' },
  benefits: ['theft', 'Free umbrella', 'constructor'],
  link: 'https://insurer.example.com/take',
})

test('an offer is said in the language of the page; terms of ours are translated, others are as they came', async () => {
  const markup = await html(results([full]))
  expect(markup).toContain('&lt;b&gt;Comfort')
  const english = text(markup)
  for (const part of ['£14.90', 'a month', '£150', '12 months', 'Theft and burglary', 'Free umbrella', 'constructor'])
    expect(english).toContain(part)
  const german = text(await html(results([full]), '', 'de'))
  for (const part of ['14,90 £', 'im Monat', '12 Monate', 'Diebstahl und Einbruch']) expect(german).toContain(part)
})

test('the rule of the order is always said, and that payments do not change it', async () => {
  const said = text(await html(results([full, offer('alba/2')]), '?sort=excess'))
  expect(said).toContain('Lowest excess first. What partners pay us doesn’t change the order.')
})

test('the consent is asked at its offer, and a choice without it is an error there', async () => {
  const consent = { id: 'data-transfer', text: 'I agree, see the [policy](/privacy).' }
  const shown = results([full, offer('alba/2')], { consent })
  expect(await html(shown)).not.toContain('aria-invalid')
  const missing = await html(shown, '?missing=alba%2F1')
  expect(missing).toContain('Tick the box to choose this quote')
  expect(missing.match(/aria-invalid/g)).toHaveLength(1)
  expect(missing).toMatch(/id="chosen"[^>]*data-offer="alba\/1"/)
  expect(missing).toContain('see the <a href="/privacy">policy</a>')
})

test('a chosen offer says since when and leads on', async () => {
  const markup = await html(results([{ ...full, isChosen: true, chosenOn: '2026-11-26' }]))
  expect(text(markup)).toContain('You chose this quote on 26 November 2026.')
  expect(text(markup)).toContain('Go to Alba')
})

test('two offers are compared side by side, and what one does not say is said so', async () => {
  const other = offer('alba/2', { price: { amount: 9, period: 'month' } })
  expect(await html(results([full, other]), '?compare=alba%2F1')).not.toContain('<table')
  const markup = await html(results([full, other]), '?compare=alba%2F1&compare=alba%2F2')
  expect(markup.match(/<th scope="col"/g)).toHaveLength(2)
  expect(text(markup)).toMatch(/Theft and burglary Not stated Included/)
})

test('a filter that fits nothing can be cleared', async () => {
  const said = text(await html(results([full, offer('alba/2')]), '?excess=10'))
  expect(said).toContain('0 of 2 quotes')
  expect(said).toContain('No quote matches your filters. Clear the filters')
})

test('a link that is over says so', async () => {
  expect(text(await html(goneResults))).toContain('These quotes are no longer available.')
})
