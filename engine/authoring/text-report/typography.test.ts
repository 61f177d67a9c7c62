import { expect, test } from 'vitest'
import { typographySlips } from './reading-tasks.ts'

test.each([
  ['en', 'It’s “new” – and yours: 10% off, 20\u00a0GB.'],
  ['en', 'Read the [privacy policy](page:privacy), please.'],
  ['es', '¿Quiere «pagar menos»? ¿Cuándo?'],
  ['de', 'Die Antwort auf „Ihr Alter“ fehlt: bitte ergänzen. Das sind 10\u00a0%.'],
  [
    'fr',
    'L’étape «\u00a0{{title}}\u00a0»\u00a0: où\u00a0? De 10:00 à 12:00, dès 5\u00a0€\u00a0; voyez [ici](page:privacy).',
  ],
  ['it', 'Perché «adesso»? Un po’ d’attenzione.'],
  ['nl', 'Foto’s van “uw auto”: 5\u00a0km.'],
  ['pt', 'De um idioma sem regras próprias.'],
])('%s: %s is in order', (locale, text) => {
  expect(typographySlips(locale, text)).toEqual([])
})

const spaces = 'Use a no-break space (U+00A0) before ? ; and :.'
const units = 'Use a no-break space (U+00A0) between a figure and its unit.'
test.each([
  ['fr', 'Où habitez-vous ?', spaces],
  ['fr', 'Où habitez-vous?', spaces],
  ['fr', 'Plus qu’une étape : laquelle\u00a0?', spaces],
  ['fr', 'Jusqu’à {fact:savings}%', 'Use a no-break space (U+00A0) before € and %.'],
  ['fr', 'Le «contrat»', 'Quotation marks are « … », with no-break spaces (U+00A0) within.'],
  ['fr', 'Où\u202f?', 'Use only the ordinary space and the no-break space, U+00A0.'],
  ['es', 'Quiere pagar menos?', 'A question begins with ¿.'],
  ['es', '¿Quiere pagar menos', 'A question ends with ?.'],
  ['es', 'La “casa”', 'Quotation marks are «…», without spaces within.'],
  ['it', 'La « casa »', 'Quotation marks are «…», without spaces within.'],
  ['de', 'Das “Haus”', 'Quotation marks are „…“.'],
  ['de', 'Rund 10 %', units],
  ['nl', '‘Uw huis’', 'The apostrophe is ’.'],
  ['nl', '„Uw huis”', 'Quotation marks are “…”.'],
  ['nl', 'Foto\u0027s', 'The apostrophe is ’.'],
  ['en', 'Is it new ?', 'Remove the space before a punctuation mark.'],
  ['en', 'Say "yes"', 'Write the quotation marks of the language.'],
  ['en', 'Done!', 'We write without exclamation marks.'],
  ['en', 'Your home - and more', 'Use – between spaces.'],
  ['en', 'Wait...', 'Write … as one character.'],
  ['en', 'Two  spaces', 'Take out the space that is too many.'],
])('%s: of %s it says %s', (locale, text, says) => {
  expect(typographySlips(locale, text)).toContain(says)
})
