import { type Mistake, page, pageVariant } from '../mistake.ts'

const section = '"form": { "kind": "form", "form": "solar" },'

/** The form of the page, with something chosen beforehand. */
function choosing(preset: string): [file: string, find: string, put: string] {
  return [page, section, `"form": { "kind": "form", "form": "solar", "preset": { ${preset} } },`]
}

export const ofPresets: readonly Mistake[] = [
  [
    'of a field that there is not',
    ...choosing('¦"residense": "owned"'),
    'The form "solar" has no field "residense". Did you mean "residence"?',
  ],
  [
    'of an option that there is not',
    ...choosing('"residence": ¦"owend"'),
    '"residence" is never "owend". Did you mean "owned"?',
  ],
  [
    'of a consent',
    ...choosing('¦"privacy": true'),
    '"privacy" is a consent, and consents cannot be prefilled. Remove it.',
  ],
  [
    'of what is typed',
    ...choosing('¦"firstName": "Grace"'),
    'The answer to "firstName" is text. Only a choice, yes or no, or a number can be chosen beforehand: take it out.',
  ],
  [
    'of a day',
    ...choosing('¦"moved": "2026-01-01"'),
    'The answer to "moved" is a date. Only a choice, yes or no, or a number can be chosen beforehand: take it out.',
  ],
  [
    'of what is asked several times',
    ...choosing('¦"roofs.0.area": 20'),
    '"roofs" is asked several times, and a page cannot say for which. Take it out.',
  ],
  [
    'of how often something is asked',
    ...choosing('¦"roofs": 2'),
    '"roofs" is asked several times, and a page cannot say for which. Take it out.',
  ],
  ['that is too large', ...choosing('"bill": ¦9001'), '"bill" is never 9001: it is 9000 at most.'],
  ['of a word for yes', ...choosing('"insulated": ¦"yes"'), '"insulated" is never "yes". Known: true, false.'],
  [
    'of one answer where there are several',
    ...choosing('"uses": ¦"car"'),
    '"uses" has several answers. Write them in a list: ["car"].',
  ],
  [
    'of several answers where there is one',
    ...choosing('"residence": ¦["owned"]'),
    '"residence" has one answer. Write it without [ ].',
  ],
  [
    'of an option next to the one that excludes it',
    ...choosing('"uses": ¦["car", "none"]'),
    '"none" excludes the others. Choose it alone, or take it out.',
  ],
  [
    'of an option that a language lacks',
    page,
    section,
    `${section} "again": { "kind": "form", "form": "solar", "preset": { "supplier": ¦"octopus" } },`,
    '"octopus" is no option of "supplier" in de. Take it out, or give this section "locales".',
  ],
  [
    'of a question that the variant’s form leaves out',
    pageVariant,
    '"form": { "form": "solar_2" }',
    '"form": { "form": "solar_2", "preset": { ¦"supplier": "other" } }',
    'The form "solar_2" has no field "supplier". Known: residence, insulated, permission, uses, bill, roofs, gender.',
  ],
]
