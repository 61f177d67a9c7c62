import { type Mistake, partner } from './mistake.ts'

/** A delivery of the kind http in the place of the partner's feed. */
const call = (more: string, url = 'https://api.acme.example/leads') => `{ "kind": "http", "url": "${url}"${more} }`
const feed = '{ "kind": "pull" }'

export const ofCalls: readonly Mistake[] = [
  [
    'an address with what the map has not',
    partner,
    feed,
    call('', 'https://api.acme.example/{mial}').replace('"url": "', '"url": ¦"'),
    'This partner\'s leads have nothing under "mial". Known: mail, roof, home.',
  ],
  [
    'a parameter with what the map has not',
    partner,
    feed,
    call(', "query": { "zip": ¦"{zip}" }'),
    'This partner\'s leads have nothing under "zip". Known: mail, roof, home.',
  ],
  [
    'an address that the lead could lead elsewhere',
    partner,
    feed,
    '{ "kind": "http", "url": ¦"https://{mail}/leads" }',
    '"https://{mail}/leads" does not have the form this needs. The URL to call, such as https://api.acme.example/campaigns/{campaign}/leads: {campaign} is filled with the value of that name in the partner\'s map, {person.city} with a property of an object. Put parameters in "query".',
  ],
  [
    'a token in a header',
    partner,
    feed,
    call(', "headers": { ¦"Authorization": "Bearer abc" }'),
    'The header "Authorization" is not set here. Say who calls in "authorization", by the name of a variable.',
  ],
  [
    'two ways to say who calls',
    partner,
    feed,
    call(
      ', "authorization": ¦{ "bearer": { "variable": "ACME_KEY" }, "query": { "name": "k", "variable": "ACME_KEY" } }',
    ),
    'Say who calls in one way: bearer, basic, header, query or oauth2.',
  ],
  [
    'a key where its variable belongs',
    partner,
    feed,
    call(', "authorization": { "bearer": { "variable": ¦"b0b5e6c0d1a24f7e" } }'),
    'This value is not a valid name, and is not repeated. The name of an environment variable, such as ACME_SECRET. Secrets belong in the environment, never in a file.',
  ],
  [
    'an answer that is JSON and text',
    partner,
    feed,
    call(', "accepted": { "pointer": "/status", ¦"startsWith": "OK" }'),
    'An answer is JSON or text: "pointer" and "startsWith" exclude each other. Remove one.',
  ],
  [
    'values without a pointer',
    partner,
    feed,
    call(', "refused": [{ ¦"values": ["no"] }]'),
    'Add "pointer" with the location of these values.',
  ],
]
