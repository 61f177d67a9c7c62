import { type Mistake, site } from './mistake.ts'

const withGeo = (geo: string) => `"brand": "sun", "geo": ${geo}`

export const ofGeo: readonly Mistake[] = [
  [
    'a service with its password in the address',
    site,
    '"brand": "sun"',
    withGeo('{ "upstream": ¦"https://sun:secret@geo.example" }'),
    'This value is not a valid address, and is not repeated. Write it without user and query: for https://geo.example/geo the server requests https://geo.example/geo/192.0.2.1. It must respond like /geo: 200 with country.iso_code or registered_country.iso_code.',
  ],
  [
    'a service with a user and no password',
    site,
    '"brand": "sun"',
    withGeo('{ "upstream": "https://geo.example", ¦"basicAuth": { "userVariable": "GEO_USER" } }'),
    '"passwordVariable" is missing. Add it here.',
  ],
  [
    'a service with the password itself',
    site,
    '"brand": "sun"',
    withGeo(
      '{ "upstream": "https://geo.example", "basicAuth": { "userVariable": "GEO_USER", "passwordVariable": ¦"hunter2" } }',
    ),
    'This value is not a valid name, and is not repeated. The name of an environment variable, such as ACME_SECRET. Secrets belong in the environment, never in a file.',
  ],
]
