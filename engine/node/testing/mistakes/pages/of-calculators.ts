import { type Mistake, page } from '../mistake.ts'

const form = '"form": { "kind": "form", "form": "solar" },'

/** The page with a calculator that has something changed. */
function having(changed: string, before = ''): [file: string, find: string, put: string] {
  const own = '"kind": "calculator", "locales": ["en"], "title": "All roofs", "company": "Reckoner"'
  return [page, form, `${form} ${before} "reckoned": { ${own}, ${changed} },`]
}

export const ofCalculators: readonly Mistake[] = [
  [
    'without TLS',
    ...having('"addresses": { "en": ¦"http://calculate.example/" }'),
    '"http://calculate.example/" does not have the form this needs. The full address, with your partner id: https://calculator.example/gas?partner=1234.',
  ],
  [
    'in a language that the page lacks',
    ...having('"addresses": { "en": "https://calculate.example/", ¦"es": "https://calculate.example/es" }'),
    'This page is not offered in "es", so visitors would not see this calculator. Remove it, or add the language to the page.',
  ],
  [
    'in the place of a form that there is not',
    ...having('"replaces": ¦"forms"'),
    'This page has no form section "forms". Did you mean "form"?',
  ],
  [
    'in the place of what is no form',
    ...having('"replaces": ¦"faq"'),
    'This page has no form section "faq". Known: form.',
  ],
  [
    'in a place that another has',
    ...having(
      '"addresses": { "en": "https://calculate.example/" }, "replaces": ¦"form"',
      '"first": { "kind": "calculator", "locales": ["en"], "title": "Some roofs", "company": "Abacus", "addresses": { "en": "https://abacus.example/" }, "replaces": "form" },',
    ),
    'In en "first" already replaces "form". Keep one of them.',
  ],
  ['that is too high', ...having('"height": ¦1300'), '1300 is too large: 1200 is the most.'],
]
