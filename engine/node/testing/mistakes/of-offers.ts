import { smallTree, type Tree } from '../small-tree.ts'
import { form, type Mistake, partner } from './mistake.ts'

const results = 'definitions/pages/results.json'
const feed = '{ "kind": "pull" }'

/** The small tree, whose form is answered with offers. */
export const offersTree: Tree = {
  ...smallTree,
  [form]: (smallTree[form] ?? '').replace(
    '"receipt": {',
    '"offers": { "card": ["term"], "sort": ["price"] },\n  "receipt": {',
  ),
  [results]: `{
  "locales": ["en", "de"],
  "path": "/results",
  "title": "Offers",
  "description": "Your offers.",
  "sections": { "offers": { "kind": "offers", "title": "Your offers" } }
}`,
  'locales/de/pages/results.json': `{
  "title": "Angebote",
  "description": "Ihre Angebote.",
  "sections": { "offers": { "title": "Ihre Angebote" } }
}`,
}

/** A delivery with offers in the place of the partner's feed. */
const giving = (offers: string, more = '') =>
  `{ "kind": "http", "url": "https://api.acme.example/leads"${more}, "offers": { ${offers} } }`

const price = '"price.amount": "/price", "price.period": { "const": "month" }'
const map = (more: string) => giving(`"map": { "product": "/name", ${more} }`)
const chosen = (more: string) => giving(`"chosen": { "path": "/choice", ${more} }`)
const offers = '"offers": { "card": ["term"], "sort": ["price"]'

export const ofOffers: readonly Mistake[] = [
  [
    'a partner that answers now with nothing',
    partner,
    '"name": "Acme"',
    '"name": "Acme", "answers": ¦"now"',
    'No delivery of this partner gives offers, so there would be nothing to see. Add "offers" to a delivery of the kind "http", or say "email" or "call".',
  ],
  [
    'a partner that answers by email and has offers at once',
    partner,
    `"feed": ${feed}\n  }`,
    `"feed": ${giving('"list": "/quotes"')}\n  }, "answers": ¦"email"`,
    'The delivery "feed" answers with offers, which visitors see at once. Say "now", or remove "offers" from the delivery.',
  ],
  [
    'a partner that answers in no way that there is',
    partner,
    '"name": "Acme"',
    '"name": "Acme", "answers": ¦"post"',
    '"post" is not possible here. Known: now, email, call.',
  ],
  [
    'offers of a partner whose forms show none',
    'definitions/partners/letters.json',
    '',
    '{ "name": "Letters", "filters": [{ "form": "letter" }], "deliveries": { "quotes": { "kind": "http", "url": "https://api.letters.example/leads", ¦"offers": {} } } }',
    'None of the forms that this partner takes has "offers", so its offers are shown nowhere. Add "offers" to a form.',
  ],
  [
    'a slip in the map of an offer',
    partner,
    feed,
    map('¦"price.amounts": "/price"'),
    'An offer has no "price.amounts". Did you mean "price.amount"?',
  ],
  [
    'a part of what has no parts',
    partner,
    feed,
    map(`${price}, ¦"excess.amount": "/excess"`),
    'An offer has no "excess.amount". Did you mean "excess"?',
  ],
  [
    'a map without the product',
    partner,
    feed,
    giving(`¦"map": { ${price} }`),
    'An offer without "product" is not shown. Add it to the map.',
  ],
  [
    'a price without its period',
    partner,
    feed,
    giving('¦"map": { "product": "/name", "price.amount": "/price" }'),
    'An offer without "price.period" is not shown. Add it to the map.',
  ],
  [
    'a map without price and rate',
    partner,
    feed,
    giving('¦"map": { "product": "/name", "excess": "/excess" }'),
    'An offer without a price or a rate is not shown. Add "price.amount" and "price.period", or "rate.apr".',
  ],
  [
    'a value that comes from two places',
    partner,
    feed,
    map(`${price}, ¦"excess": { "at": "/excess", "const": 0 }`),
    'Say where the value comes from: "at" with a place in the entry, or "const" with a value.',
  ],
  [
    'a table for a fixed value',
    partner,
    feed,
    map(`${price}, "currency": { "const": "GBP", ¦"values": { "a": "b" } }`),
    '"const" is one value already. Remove "values".',
  ],
  [
    'a link to hosts that are not named',
    partner,
    feed,
    map(`${price}, ¦"link": "/link"`),
    'An offer whose link leads to a host that is not named is not shown. Add "hosts" with the hosts that "link" leads to.',
  ],
  [
    'documents on hosts that are not named',
    partner,
    feed,
    map(`${price}, ¦"documents": "/papers"`),
    'An offer whose link leads to a host that is not named is not shown. Add "hosts" with the hosts that "documents" leads to.',
  ],
  [
    'a host with its path',
    partner,
    feed,
    giving('"hosts": [¦"shop.acme.example/take"]'),
    '"shop.acme.example/take" does not have the form this needs.',
  ],
  [
    'a sandbox that no test lead reaches',
    partner,
    feed,
    giving('¦"sandbox": "https://sandbox.acme.example/leads"'),
    'This partner gets no test leads, so this is never called. Add "testLeads": true, or remove it.',
  ],
  [
    'a choice at a place that it does not name',
    partner,
    feed,
    giving('"chosen": { "path": ¦"/leads/{lead}/choice" }'),
    'A choice has no "lead". Known: id, externalId, offer, form, locale, chosenAt.',
  ],
  [
    'a choice with a slip in a name',
    partner,
    feed,
    chosen('"map": { "quote": ¦"{ofer}" }'),
    'A choice has no "ofer". Did you mean "offer"?',
  ],
  [
    'a choice by an id that is not read',
    partner,
    feed,
    chosen('"map": { "lead": ¦"{externalId}" }'),
    'The partner\'s own id is not read from its replies. Add "reference" to the delivery, or name "id".',
  ],
  ['a partner that may take its time', partner, feed, giving('"seconds": ¦60'), '60 is too large: 20 is the most.'],
  [
    'a form with offers in a language without a page for them',
    results,
    '"locales": ["en", "de"],\n  "path"',
    '"locales": ["en"],\n  "path"',
    'There is no page with a section of the kind "offers" for visitors of "sun" (de) and "moon" (de), so they never see their offers. Add one.',
    [form, '"offers"'],
  ],
  [
    'a form with offers on a brand without a page for them',
    results,
    '"path"',
    '"brands": ["sun"], "path"',
    'There is no page with a section of the kind "offers" for visitors of "moon" (en, de), so they never see their offers. Add one.',
    [form, '"offers"'],
  ],
  [
    'a consent of a choice that there is not',
    form,
    offers,
    `${offers}, "consent": ¦"privcy"`,
    'There is no consent "privcy". Did you mean "privacy"?',
  ],
  [
    'a mail with offers that there is not',
    form,
    offers,
    `${offers}, "mail": ¦"agian"`,
    'There is no mail "agian". Did you mean "again"?',
  ],
  [
    'a mail before an offer ends that there is not',
    form,
    offers,
    `${offers}, "expiryMail": ¦"agian"`,
    'There is no mail "agian". Did you mean "again"?',
  ],
  [
    'offers that are sorted twice alike',
    form,
    '"sort": ["price"]',
    '"sort": ["price", ¦"price"]',
    '"price" appears twice in this list. Remove one.',
  ],
  [
    'a card that shows the same twice',
    form,
    '"card": ["term"]',
    '"card": ["term", ¦"term"]',
    '"term" appears twice in this list. Remove one.',
  ],
  [
    'a table of offers with a row twice',
    form,
    '"sort": ["price"]',
    '"sort": ["price"], "compare": ["price", ¦"price"]',
    '"price" appears twice in this list. Remove one.',
  ],
  [
    'offers sorted by what the partner pays',
    form,
    '"sort": ["price"]',
    '"sort": [¦"payment"]',
    '"payment" is not possible here. Known: price, rate, excess, rating, provider.',
  ],
]
