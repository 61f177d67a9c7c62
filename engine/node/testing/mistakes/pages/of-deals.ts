import { type Mistake, site } from '../mistake.ts'

const deals = 'definitions/deals.json'

/** A deal of which one thing is another. */
function dealWith(part: string): string {
  const usual: Record<string, string> = {
    shop: '"Sun & Sons"',
    category: '"home"',
    title: '"Lamp"',
    start: '"2026-12-01T09:00:00+01:00"',
    end: '"2026-12-24T18:00:00Z"',
    markets: '{ "GB": { "price": 20, "url": "https://sun.example/lamp" } }',
  }
  const key = /"(\w+)":/.exec(part)?.[1] ?? ''
  const rest = Object.entries(usual).flatMap(([name, value]) => (name === key ? [] : [`"${name}": ${value}`]))
  return `{ "locales": ["en"], "deals": { "lamp": { ${[part, ...rest].join(', ')} } } }`
}

const market = (part: string) => dealWith(`"markets": { "GB": { "price": 20, ${part} } }`)
const url = '"url": "https://sun.example/lamp"'

const categories = '"categories": ["fashion", "home"]'

export const ofDeals: readonly Mistake[] = [
  [
    'a deal of a category that the site does not have',
    deals,
    '',
    dealWith('"category": ¦"tech"'),
    'There is no category "tech" in site.json. Known: fashion, home.',
  ],
  [
    'an upstream with a password in its address',
    site,
    categories,
    `${categories}, "upstream": { "url": ¦"https://me:secret@feed.example/deals" }`,
    'This value is not a valid address, and is not repeated. Write it without user and password. It responds with a feed as described in schemas/deals.schema.json; each deal has in "translations" the texts that are otherwise in locales/.',
  ],
  [
    'an upstream that is asked too often',
    site,
    categories,
    `${categories}, "upstream": { "url": "https://feed.example/deals", "everyMinutes": ¦0 }`,
    '0 is too small: 1 is the least.',
  ],
  [
    'a deal that ends before it begins',
    deals,
    '',
    dealWith('"end": ¦"2026-12-01T08:00:00Z"'),
    'The deal ends before it begins. "end" must be later than "start".',
  ],
  [
    'a moment without its offset',
    deals,
    '',
    dealWith('"start": ¦"2026-12-01T09:00:00"'),
    '"2026-12-01T09:00:00" does not have the form this needs. A moment with its offset from UTC, for example 2026-12-01T09:00:00+01:00, or 2026-12-01T08:00:00Z.',
  ],
  [
    'an old price that is none',
    deals,
    '',
    market(`${url}, "oldPrice": { "amount": ¦20, "basis": "recommended" }`),
    'The old price must be above the price. Correct it, or take "oldPrice" out.',
  ],
  [
    'an old price of which nobody knows what it is',
    deals,
    '',
    market(`${url}, ¦"oldPrice": { "amount": 30 }`),
    '"basis" is missing. Add it here.',
  ],
  [
    'a currency that there is not',
    deals,
    '',
    market(`${url}, "currency": ¦"GPB"`),
    'There is no currency "GPB". Use its code in ISO 4217, such as EUR.',
  ],
  [
    'a market that no language has',
    deals,
    '',
    dealWith(`¦"markets": { "FR": { "price": 20, ${url} } }`),
    'No language of the site has FR as its market, so this is never shown. Markets are GB, ES and DE.',
  ],
  [
    'a drawing that there is not',
    deals,
    '',
    dealWith('"picture": ¦"lamp"'),
    'There is no drawing "lamp". There is none yet: write media/lamp.json.',
  ],
  [
    'a translation in the wrong place',
    deals,
    '',
    dealWith('¦"translations": { "de": { "title": "Lampe" } }'),
    'Only the feed of an upstream says translations here. Put these words into locales/<language>/deals.json.',
  ],
  [
    'a title with markup',
    deals,
    '',
    dealWith('"title": ¦"<b>Lamp</b>"'),
    '"<b>Lamp</b>" does not have the form this needs. The product, as plain text on one line.',
  ],
  [
    'a deal that is bought without https',
    deals,
    '',
    dealWith('"markets": { "GB": { "price": 20, "url": ¦"sun.example/lamp" } }'),
    '"sun.example/lamp" does not have the form this needs. Write "https://sun.example/lamp".',
  ],
  [
    'deals in a language that the site lacks',
    deals,
    '',
    dealWith('').replace('["en"]', '["en", ¦"nl"]').replace('{ ,', '{'),
    'The site has no language "nl". Known: en (English), es (Spanish), de (German). Languages are declared in site.json.',
  ],
  [
    'a drawing that is more than shapes',
    'definitions/media/lamp.json',
    '',
    `{ "paths": [{ "as": "line", "d": ¦"M0 0h9v9z\\"/><script>" }] }`,
    '"M0 0h9v9z\\"/><script>" does not have the form this needs. The shape, as an SVG path.',
  ],
]
