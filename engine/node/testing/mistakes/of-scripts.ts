import { type Mistake, moon, page } from './mistake.ts'

/** The brand with a tracker that has something changed. */
const withTracker = (changed: string, more = '') => `"name": "Moon", "analytics": { "propertyId": "G-1" }, "scripts": {
    "tracker": { "purpose": "analytics", "category": "analytics", "company": "Counter", ${changed} }${more} }`

const right = '"src": "https://t.example/t.js", "hosts": { "script": ["https://t.example"] }'

export const ofScripts: readonly Mistake[] = [
  [
    'a script from a host that is not named',
    moon,
    '"name": "Moon"',
    withTracker('"src": "https://t.example/t.js", "hosts": { "script": ¦["https://cdn.example"] }'),
    'The script comes from https://t.example, which its "hosts" do not name, so no page would load it. Add it to "script".',
  ],
  [
    'a script without TLS',
    moon,
    '"name": "Moon"',
    withTracker('"src": ¦"http://t.example/t.js", "hosts": { "script": ["https://t.example"] }'),
    '"http://t.example/t.js" does not have the form this needs. The script\'s address; https, or http on this machine.',
  ],
  [
    'a wildcard in place of a host',
    moon,
    '"name": "Moon"',
    withTracker('"src": "https://t.example/t.js", "hosts": { "script": ["https://t.example", ¦"https://*.example"] }'),
    '"https://*.example" does not have the form this needs. An origin in full: https://cdn.example.com. No wildcard, no path.',
  ],
  [
    'a script on a page that is none',
    moon,
    '"name": "Moon"',
    withTracker(`${right}, "pages": [¦"solr"]`),
    'There is no page "solr". Did you mean "solar"?',
  ],
  [
    'a script on a page that the brand does not show',
    moon,
    '"name": "Moon"',
    withTracker(`${right}, "pages": [¦"solar-2"]`),
    'The page "solar-2" is not shown by the brand moon, so this leads nowhere there. Add the brand to the page\'s "brands", or take this out for it.',
  ],
  [
    'analytics without a property',
    moon,
    '"name": "Moon"',
    `"name": "Moon", "scripts": { "tracker": { "purpose": ¦"analytics", "category": "analytics", "company": "Counter", ${right} } }`,
    'Page views have no property to be counted in. Add "analytics": { "propertyId": … } here or in site.json.',
  ],
  [
    'two chats',
    moon,
    '"name": "Moon"',
    `"name": "Moon", "scripts": {
      "talk": { "purpose": "chat", "category": "functional", "company": "Talk", ${right} },
      "chat": { "purpose": ¦"chat", "category": "functional", "company": "Chat", ${right} } }`,
    'The chat of this brand is "talk" already. Keep one of them.',
  ],
  [
    'a chat that is too high',
    page,
    '"path": "/solar"',
    '"path": "/solar", "chat": { "height": ¦700 }',
    '700 is too large: 600 is the most.',
  ],
  [
    'a cookie of a script that is none',
    'definitions/cookies/id.json',
    '',
    `{ "locales": ["en"], "name": "_id", "where": "cookie", "period": "1y", "purpose": "Counts.", "category": "analytics", "script": ¦"tracker" }`,
    'No brand has a script "tracker". No brand declares any yet.',
  ],
  [
    'a cookie in a language that the site lacks',
    'definitions/cookies/id.json',
    '',
    `{ "locales": ["en", ¦"fr"], "name": "_id", "where": "cookie", "period": "1y", "purpose": "Counts.", "category": "necessary" }`,
    'The site has no language "fr". Known: en (English), es (Spanish), de (German). Languages are declared in site.json.',
  ],
  [
    'a cookie for a period that is none',
    'definitions/cookies/id.json',
    '',
    `{ "locales": ["en"], "name": "_id", "where": "cookie", "period": ¦"a year", "purpose": "Counts.", "category": "necessary" }`,
    '"a year" does not have the form this needs. How long it is stored: 30d (days), 6m (months), 1y (years), session (until the tab is closed), or unlimited (until the visitor deletes it).',
  ],
  [
    'a cookie of the language with another name than it has',
    'definitions/cookies/language.json',
    '',
    `{ "locales": ["en"], "name": ¦"lang", "where": "cookie", "period": "365d", "purpose": "Yours.", "category": "necessary" }`,
    '"languageCookie" in site.json makes this "language". Write that here, or change it there.',
  ],
  [
    'a cookie of the language for longer than it is kept',
    'definitions/cookies/language.json',
    '',
    `{ "locales": ["en"], "name": "language", "where": "cookie", "period": ¦"400d", "purpose": "Yours.", "category": "necessary" }`,
    '"languageCookie" in site.json makes this "365d". Write that here, or change it there.',
  ],
]
