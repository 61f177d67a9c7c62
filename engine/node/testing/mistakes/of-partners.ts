import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Mistake, page, partner, privacy } from './mistake.ts'

const channels = readdirSync(join(import.meta.dirname, '../../../../schemas/deliveries'))
  .map((file) => file.replace('.schema.json', ''))
  .sort()
  .join(', ')

const first = '"hero": { "kind": "hero"'
const list = (of: string) =>
  `"who": { "kind": "partners", "locales": ["en"], ${of}"title": "Who", "empty": "Nobody" }, ${first}`
const takes = '"locales": ["en"], "pages": ["solar"]'

export const ofPartners: readonly Mistake[] = [
  [
    'a delivery with what no delivery has',
    partner,
    '"secretVariable": "ACME_SECRET" }',
    '"secretVariable": "ACME_SECRET", ¦"headers": {} }',
    'Unknown key "headers". A delivery of the kind "webhook" has "url" and "secretVariable". Remove it.',
  ],
  [
    'a webhook with what mails have',
    partner,
    '"secretVariable": "ACME_SECRET" }',
    '"secretVariable": "ACME_SECRET", ¦"to": "a@acme.example" }',
    'Unknown key "to". A delivery of the kind "webhook" has "url" and "secretVariable". Remove it.',
  ],
  [
    'a feed with an address',
    partner,
    '{ "kind": "pull" }',
    '{ "kind": "pull", ¦"url": "https://acme.example" }',
    'Unknown key "url". A delivery of the kind "pull" has no others. Remove it.',
  ],
  [
    'a delivery of an unknown kind',
    partner,
    '{ "kind": "pull" }',
    '{ "kind": ¦"pul" }',
    '"pul" is not possible here. Did you mean "pull"?',
  ],
  [
    'a delivery of a kind that is like no other',
    partner,
    '{ "kind": "pull" }',
    '{ "kind": ¦"fax", "number": "1" }',
    `"fax" is not possible here. Known: ${channels}.`,
  ],
  [
    'a delivery without kind',
    partner,
    '{ "kind": "pull" }',
    '{}',
    '"kind" is missing. Add it here.',
    [partner, '"feed"'],
  ],
  [
    'a webhook with a slip in a key',
    partner,
    '"secretVariable": "ACME_SECRET"',
    '¦"secretVarible": "ACME_SECRET"',
    'Unknown key "secretVarible". Did you mean "secretVariable"?',
  ],
  [
    'a provider without a key for the rest',
    partner,
    '{ "kind": "pull" }',
    '{ "kind": "data-delivery", "url": "https://a.example", "keyVariables": { "de": "KEY" }, "partnerId": "7" }',
    '"default" is missing. Add it here.',
    [partner, '"keyVariables"'],
  ],
  [
    'a webhook without address',
    partner,
    '"url": "https://acme.example/leads", ',
    '',
    '"url" is missing. Add it here.',
    [partner, '"hook"'],
  ],
  [
    'a secret without variable',
    partner,
    '"ACME_SECRET"',
    '¦"acme-secret"',
    'This value is not a valid name, and is not repeated. The name of an environment variable, such as ACME_SECRET. Secrets belong in the environment, never in a file.',
  ],
  ['a time with one digit', partner, '"09:00"', '¦"9:00"', '"9:00" does not have the form this needs. Write "09:00".'],
  [
    'a time that no clock shows',
    partner,
    '"17:00"',
    '¦"25:00"',
    '"25:00" does not have the form this needs. Hours and minutes, such as 09:00.',
  ],
  [
    'a share that is none',
    partner,
    '"name": "Acme"',
    '"name": "Acme", "maxPartners": ¦"one"',
    'This must be a whole number, not text in quotes. The maximum number of partners that get the lead, including this one; 1: only this partner gets it. Unlimited by default.',
  ],
  [
    'a price without its currency',
    partner,
    '"name": "Acme"',
    '"name": "Acme", "price": { "amount": 12 }',
    '"currency" is missing. Add it here.',
    [partner, '"price"'],
  ],
  [
    'a price in a currency that there is not',
    partner,
    '"name": "Acme"',
    '"name": "Acme", "price": { "amount": 12.5, "currency": ¦"EUO" }',
    'There is no currency "EUO". Use its code in ISO 4217, such as EUR.',
  ],
  [
    'a price in parts of a cent',
    partner,
    '"form": "solar", ',
    '"form": "solar", "price": { "amount": ¦12.345, "currency": "EUR" }, ',
    '12.345 has more than two decimals. Round it.',
  ],
  [
    'a price of less than nothing',
    partner,
    '"name": "Acme"',
    '"name": "Acme", "price": { "amount": ¦-1, "currency": "EUR" }',
    '-1 is too small: it must be more than 0.',
  ],
  [
    'a weight that is no number',
    partner,
    '"name": "Acme"',
    '"name": "Acme", "weight": ¦"3"',
    'This must be a number, not text in quotes. How often this partner comes first among those of equal priority, a number above 0: with 3 and 1, the first comes first for three leads in four. 1 by default; if none has a weight, they are ordered by id.',
  ],
  [
    'a weight of nothing',
    partner,
    '"name": "Acme"',
    '"name": "Acme", "weight": ¦0',
    '0 is too small: it must be more than 0.',
  ],
  [
    'an area within another',
    partner,
    '"residence": "owned"',
    '"email": { "startsWith": ["B 1", "a", ¦"b-12"] }',
    '"b-12" begins with "B 1", which is in this list too. Remove one of the two.',
  ],
  [
    'a partner of an unknown form',
    partner,
    '"form": "solar"',
    '"form": ¦"solr"',
    'There is no form "solr". Did you mean "solar"?',
  ],
  [
    'a partner of an unknown page',
    partner,
    takes,
    '"locales": ["en"], "pages": [¦"solr"]',
    'There is no page "solr". Did you mean "solar"?',
  ],
  [
    'a partner of an unknown brand',
    partner,
    takes,
    '"locales": ["en"], "brands": [¦"mon"]',
    'There is no brand "mon". Did you mean "moon"?',
  ],
  [
    'a partner in a language the form lacks',
    partner,
    takes,
    '"locales": [¦"es"]',
    'The form "solar" is not offered in "es". Known: en (English), de (German).',
  ],
  [
    'a partner in an unknown time zone',
    partner,
    '"timeZone": "Europe/London"',
    '"timeZone": ¦"London"',
    'There is no time zone "London". Use a name such as Europe/Madrid.',
  ],
  [
    'a partner that is never open',
    partner,
    '"to": "17:00"',
    '"to": ¦"09:00"',
    '"from" and "to" are the same time, so the partner is never open. Leave both out for the whole day.',
  ],
  [
    'a list of partners of an unknown page',
    page,
    first,
    list('"of": ¦"solr", '),
    'There is no page "solr". Did you mean "solar"?',
  ],
  [
    'a list of partners of a page without a form',
    page,
    first,
    list('"of": ¦"privacy", '),
    'The page "privacy" has no form, so no partner takes its leads. Name a page that has one.',
  ],
  [
    'a list of partners on a page without a form',
    privacy,
    '"sections": { ',
    '"sections": { "who": { "kind": ¦"partners", "locales": ["en"], "title": "Who", "empty": "Nobody" }, ',
    'This page has no form, so no partner takes its leads. Name a page that has one: "of".',
  ],
  [
    'a partner that is listed and does not say how',
    page,
    first,
    list(''),
    'The page "solar" lists who takes leads of "solar". Say how this partner is named there: "disclosure", with "name", "address" and "privacy".',
    [partner, '"solar", "locales"'],
  ],
]
