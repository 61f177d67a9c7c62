import type { Mistake } from '../mistake.ts'

const lamps = 'definitions/forms/lamps.json'

/** A form with mails about offers like these. */
function offering(mails: string, fields = '"email": { "kind": "email" }'): string {
  return `{ "locales": ["en"], "title": "Lamps", "steps": { "you": { "title": "You", "fields": { ${fields} } } }, "offers": { "card": ["excess"], "sort": ["price"], ${mails} } }`
}

export const ofOfferMails: readonly Mistake[] = [
  [
    'a mail with offers that is none',
    lamps,
    '',
    offering('"mail": ¦"ofers"'),
    'There is no mail "ofers". Did you mean "offers"?',
  ],
  [
    'a mail with offers without a recipient',
    lamps,
    '',
    offering('¦"mail": "offers"', '"note": { "kind": "text", "title": "Note" }'),
    'The form asks for no e-mail address, so this mail has no recipient. Add a field of the kind "email", or remove "mail".',
  ],
  [
    'a mail with offers that leads to no page of offers',
    lamps,
    '',
    offering('"mail": ¦"again"'),
    'The mail "again" has no button to the page of offers. Add a block { "kind": "button", "label": "…", "to": "offers" }.',
  ],
  [
    'a reminder of an offer that repeats answers',
    lamps,
    '',
    offering('"mail": "offers", "expiryMail": ¦"receipt"'),
    'The mail "receipt" has the list "answers", which is filled in a receipt only. Name another mail, or take the list out of it.',
  ],
  [
    'a mail that there are no offers in place of none',
    lamps,
    '',
    offering('¦"noOffersMail": "offers"'),
    'This mail is sent in place of the mail with the offers, and the form has none. Add "mail" with the id of one.',
  ],
  [
    'a receipt with offers',
    lamps,
    '',
    offering('"mail": "offers"').replace(/\}$/, ', "receipt": { "mail": ¦"offers" } }'),
    'The mail "offers" is about offers, and a receipt has none. Name another mail.',
  ],
]
