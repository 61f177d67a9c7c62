import type { Mistake } from '../mistake.ts'

const lamps = 'definitions/forms/lamps.json'

/** A form that is gone on with later like this. */
function saved(saveAndResume: string): string {
  return `{ "locales": ["en"], "title": "Lamps", "steps": { "you": { "title": "You", "fields": { "email": { "kind": "email" } } } }, ${saveAndResume} }`
}

export const ofSavedForms: readonly Mistake[] = [
  [
    'a mail to go on that is none',
    lamps,
    '',
    saved('"saveAndResume": { "mail": ¦"go-no" }'),
    'There is no mail "go-no". Did you mean "go-on"?',
  ],
  [
    'a mail to go on without the link',
    lamps,
    '',
    saved('"saveAndResume": { "mail": ¦"again" }'),
    'The mail "again" has no button to continue the form. Add a block { "kind": "button", "label": "…", "to": "goOn" }.',
  ],
  [
    'a link to go on that works for ever',
    lamps,
    '',
    saved('"saveAndResume": { "mail": "go-on", "days": ¦365 }'),
    '365 is too large: 30 is the most.',
  ],
  [
    'a receipt to go on with',
    lamps,
    '',
    saved('"receipt": { "mail": ¦"go-on" }'),
    'The button of the mail "go-on" is to go on with a saved form, and a receipt has none. Name another mail.',
  ],
  [
    'answers stored on devices without a file in cookies',
    lamps,
    '',
    saved('"keepAnswers": { "days": ¦7 }'),
    'Answers stay on the visitor’s device, and no file in cookies/ lists them. Add one with "name": "draft *" and "where": "localStorage".',
  ],
  [
    'answers left on devices for ever',
    lamps,
    '',
    saved('"keepAnswers": { "days": ¦365 }'),
    '365 is too large: 30 is the most.',
  ],
]
