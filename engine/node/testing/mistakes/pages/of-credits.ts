import { type Mistake, page } from '../mistake.ts'

const section = '"form": { "kind": "form", "form": "solar" },'

/** An example of a credit after the form, in English alone. */
function creditWith(more: string): string {
  const names = ['term', 'amount', 'borrowingRate', 'rate', 'payment', 'lastPayment', 'interest', 'total']
  const labels = JSON.stringify(Object.fromEntries(names.map((name) => [name, name])))
  const terms = '"amount": 8000, "rate": 9, "months": 48'
  return `${section} "example": { "kind": "credit-example", "locales": ["en"], "title": "Cost", ${terms}, ${more}, "labels": ${labels} },`
}

export const ofCredits: readonly Mistake[] = [
  [
    'a credit that is longer over fewer months',
    page,
    section,
    creditWith('"longer": ¦24'),
    'The longer term has 24 months, which is not more than the 48 of "months".',
  ],
  [
    'a credit in a market of no language',
    page,
    section,
    creditWith('"markets": { ¦"FR": { "rate": 5 } }'),
    'No language of this page has the market "FR". Known: GB, DE.',
  ],
  [
    'a credit that is longer in one market over fewer months',
    page,
    section,
    creditWith('"longer": 60, "markets": { ¦"DE": { "months": 72 } }'),
    'The longer term has 60 months, which is not more than the 72 of "months".',
  ],
]
