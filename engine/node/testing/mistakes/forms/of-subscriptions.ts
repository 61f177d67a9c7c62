import { form, type Mistake } from '../mistake.ts'

export const ofSubscriptions: readonly Mistake[] = [
  [
    'a subscription that is confirmed by no mail',
    form,
    '"consents": {',
    '"subscription": { "confirm": ¦"reciept" }, "consents": {',
    'There is no mail "reciept". Did you mean "receipt"?',
  ],
  [
    'a subscription that is confirmed by a mail without a button for it',
    form,
    '"consents": {',
    '"subscription": { "confirm": ¦"receipt" }, "consents": {',
    'The mail "receipt" has no button to confirm, so visitors could not subscribe. Add a block { "kind": "button", "label": "…", "to": "confirm" }.',
  ],
  [
    'a subscription of nobody',
    'definitions/forms/lamps.json',
    '',
    '{ "locales": ["en"], "title": "Lamps", "steps": { "you": { "title": "You", "fields": { "phone": { "kind": "phone" } } } }, ¦"subscription": {} }',
    'The form asks for no e-mail address, so visitors cannot subscribe with it. Add a field of the kind "email", or remove the subscription.',
  ],
  [
    'a subscription that is confirmed nowhere',
    'definitions/forms/lamps.json',
    '',
    '{ "locales": ["en"], "title": "Lamps", "steps": { "you": { "title": "You", "fields": { "email": { "kind": "email" } } } }, "subscription": { "confirm": ¦"confirm" } }',
    'Visitors could not confirm: the brand sun has no page with a section of the kind "confirmation" in en. Add one.',
  ],
  [
    'a subscription that is not marked with an object',
    form,
    '"consents": {',
    '"subscription": ¦true, "consents": {',
    'This must be an object in { }, not true or false. This form subscribes to a newsletter, and subscribers can unsubscribe. With {} its lead is delivered immediately.',
  ],
]
