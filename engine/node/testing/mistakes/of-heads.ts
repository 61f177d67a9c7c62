import { type Mistake, page, site } from './mistake.ts'

export const ofHeads: readonly Mistake[] = [
  [
    'a title for a country the page is not read in',
    page,
    '"path": "/solar"',
    '"path": "/solar", "titles": { "gb": "Solar power", ¦"es": "Placas solares" }',
    'The page has no language "es" or of that country, so this is never shown. Known: de, en, gb.',
  ],
  [
    'a title that names no fact',
    page,
    '"path": "/solar"',
    '"path": "/solar", "titles": { "gb": ¦"Quotes in {fact:wat}" }',
    'There is no fact "wat" in site.json. Did you mean "wait"?',
  ],
  [
    'a tag of another language',
    site,
    '"de": { "country": "DE"',
    '"de": { "iso": ¦"at-AT", "country": "DE"',
    '"at-AT" is another language than "de". Write "de-DE", or the country where it is written so.',
  ],
]
