import type { Mistake } from '../mistake.ts'

const lamps = 'definitions/forms/lamps.json'
const fields =
  '"email": { "kind": "email" }, "ends": { "kind": "date", "title": "When does it end?", "earliest": "today" }, "note": { "kind": "text", "title": "Note" }'

/** A form whose reminder is written like this. */
function reminding(reminder: string, rest = '"subscription": {}, '): string {
  return `{ "locales": ["en"], "title": "Lamps", "steps": { "you": { "title": "You", "fields": { ${fields} } } }, ${rest}${reminder} }`
}

export const ofReminders: readonly Mistake[] = [
  [
    'a reminder that nobody can end',
    lamps,
    '',
    reminding('¦"reminder": { "mail": "again", "field": "ends", "daysBefore": 28 }', ''),
    'Who gets a reminder must be able to end it, so the form subscribes too. Add "subscription" to it.',
  ],
  [
    'a reminder that is no mail',
    lamps,
    '',
    reminding('"reminder": { "mail": ¦"agian", "field": "ends", "daysBefore": 28 }'),
    'There is no mail "agian". Did you mean "again"?',
  ],
  [
    'a reminder that repeats answers',
    lamps,
    '',
    reminding('"reminder": { "mail": ¦"receipt", "field": "ends", "daysBefore": 28 }'),
    'The mail "receipt" has the list "answers", which is filled in a receipt only. Name another mail, or take the list out of it.',
  ],
  [
    'a reminder of a field that the form lacks',
    lamps,
    '',
    reminding('"reminder": { "mail": "again", "field": ¦"end", "daysBefore": 28 }'),
    'The form has no field "end". Did you mean "ends"?',
  ],
  [
    'a reminder of what is no date',
    lamps,
    '',
    reminding('"reminder": { "mail": "again", "field": ¦"note", "daysBefore": 28 }'),
    '"note" is no date to remind of. Name a field of the kind "date" or "month-year".',
  ],
  [
    'a reminder that does not say when',
    lamps,
    '',
    reminding('¦"reminder": { "mail": "again", "field": "ends" }'),
    '"daysBefore" is missing. Add it here.',
  ],
  [
    'a receipt that names the date of reminders',
    'definitions/mails/receipt.json',
    '"Your answers: {form}"',
    '¦"Your answers: {form}, {date}"',
    'Nothing is put in for {date}. Known: form, brand, reference.',
  ],
]
