import { expect, test } from 'vitest'
import { misspelt } from './spelling.ts'

const said = (locale: string, file: string, path: string, text: string) => ({
  locale,
  file,
  path: path.split('.'),
  text,
})

const right = [
  said('en', 'definitions/pages/loan.json', 'title', 'Colour: Ofgem’s tariff, in {{minutes}} minutes'),
  said(
    'en',
    'definitions/pages/loan.json',
    'text',
    'Read our [privacy policy](page:privcy#sponsr), or ask qwrt@example.com.',
  ),
  said('es', 'locales/es/pages/loan.json', 'title', '¿Cuánto cuesta su hipoteca? Apúntelo: {fact:lsoCost}.'),
  said('de', 'locales/de/pages/loan.json', 'title', 'Versicherungen für Škoda und Wallbox, wie TikTok'),
  said('fr', 'locales/fr/pages/loan.json', 'title', 'L’énergie d’Enedis, jusqu’au compteur Linky, sur regafi.fr'),
  said('it', 'locales/it/pages/loan.json', 'title', 'Perché quell’offerta dell’ARERA, com’è scritto nell’app'),
  said('nl', 'locales/nl/pages/loan.json', 'title', 'Eén aanvraag bij Vattenfall, per jaar **vergeleken**'),
]

test('a misspelling is told with its file, its keys and what was meant, and nothing else is', async () => {
  expect(await misspelt(right)).toEqual([])
  const wrong = [
    said('en', 'definitions/pages/credit.json', 'sections.promise.title', 'Compare your\ninsurence, {brand}'),
    said('de', 'locales/de/pages/credit.json', 'sections.watch.text', 'Die **Versichreung** für Ihr Haus'),
  ]
  const found = await misspelt([...right, ...wrong])
  expect(found).toEqual([
    {
      file: 'definitions/pages/credit.json',
      path: 'sections.promise.title',
      word: 'insurence',
      suggestions: expect.arrayContaining(['insurance']),
    },
    {
      file: 'locales/de/pages/credit.json',
      path: 'sections.watch.text',
      word: 'Versichreung',
      suggestions: expect.arrayContaining(['Versicherung']),
    },
  ])
})
