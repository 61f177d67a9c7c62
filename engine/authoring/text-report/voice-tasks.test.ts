import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Voice } from '#schemas/generated/voice.ts'
import { readSchemas } from '../../node/schemas.ts'
import { type Voicing, voiceTasks } from './voice-tasks.ts'

const schemas = readSchemas()
const site = JSON.parse(readFileSync(join(import.meta.dirname, '../../../definitions/site.json'), 'utf8'))
const source = (folder: string, id: string, value: object) => ({
  ...{ file: `definitions/${folder}${folder && '/'}${id}.json`, locale: null, folder, id, value },
})

const hero = {
  ...{ kind: 'hero', title: 'Compare bike insurance', text: 'Insurers email you their quotes.' },
  figures: { time: { figure: '2 minutes', condition: 'from your last answer' } },
  facts: { first: 'Free', second: 'No obligation', third: 'Theft included' },
  note: 'Sent only to {recipients}. {questions} questions.',
}
const description =
  'Tell us about your bike once, and insurers email you their quotes. Free, without obligation, and only if you agree to it.'
const page = (changes: object = {}, more: object = {}) => ({
  ...{ locales: ['en'], path: '/bike', title: 'Compare bike insurance', description },
  sections: { promise: { ...hero, ...changes }, form: { kind: 'form', form: 'bike' }, ...more },
})
const form = {
  ...{ locales: ['en'], title: 'Bike', submitLabel: 'Get my quotes by email' },
  steps: { you: { title: 'You', fields: { email: { kind: 'email' } } } },
}

const voice: Voice = {
  ...{ register: 'you', banned: [{ pattern: '\\bwhoever\\b', use: 'anyone who' }], buttons: ['Get'] },
}
const brief = {
  ...{ search: 'bike insurance', promise: 'Quotes by email.', objections: ['a', 'b', 'c'], action: 'Get quotes' },
}
const voicing = (changes: Partial<Voicing> = {}): Voicing => ({
  ...{ locale: 'en', file: 'locales/voice/en.json', voice, briefs: { bike: brief }, statements: {} },
  ...changes,
})

/** What is said of a page, as `path: advice`. */
function said(pages: Record<string, object>, changes: Partial<Voicing> = {}, forms: object = form): string[] {
  const sources = [
    ...[source('', 'site', site), source('forms', 'bike', forms)],
    ...Object.entries(pages).map(([id, value]) => source('pages', id, value)),
  ]
  return (voiceTasks(sources, schemas, [voicing(changes)]) ?? []).map(({ path, advice }) => `${path}: ${advice}`)
}

test('a page that is written as its language has it is in order', () => {
  expect(said({ bike: page() })).toEqual([])
})

test.each([
  [
    'a banned word',
    { text: 'Whoever insures you emails a quote.' },
    'sections.promise.text: Not “Whoever”: anyone who.',
  ],
  [
    'a long headline',
    { title: `Compare bike insurance ${'quotes '.repeat(8)}` },
    'sections.promise.title: A headline has 60',
  ],
  ['a single tick', { facts: { first: 'Free' } }, 'sections.promise.facts: Three ticks belong here.'],
  [
    'a long tick',
    { facts: { ...hero.facts, first: 'One two three four five six' } },
    'sections.promise.facts.first: A tick',
  ],
  ['nobody named', { note: '{questions} questions.' }, 'sections.promise.note: Say it with {recipients}'],
  ['no count', { note: 'Sent only to {recipients}.' }, 'sections.promise.note: Say it with {questions}'],
  [
    'without its search term',
    { title: 'Compare cover' },
    'sections.promise.title: People search “bike insurance”: say bike, insurance too.',
  ],
])('%s is reported', (_, changes, message) => {
  expect(said({ bike: page(changes) })).toContainEqual(expect.stringContaining(message))
})

test('a page without a brief, a lost statement and a false button are reported', () => {
  expect(said({ bike: page() }, { briefs: {} })).toEqual([expect.stringContaining('Write its brief first')])
  const statement = {
    says: 'It is so.',
    source: 'The law',
    checked: '2026-01-01',
    places: ['pages/bike sections.gone'],
  }
  expect(said({ bike: page() }, { statements: { law: statement } })).toEqual([
    'statements.law: No text of "en" is at pages/bike sections.gone. Correct the place, or take it out.',
  ])
  expect(said({ bike: page() }, {}, { ...form, submitLabel: 'Access my quotes' })).toEqual([
    'submitLabel: A button begins with one of: Get.',
  ])
})

test('long sentences, long headings and what three pages share are reported', () => {
  const long = `This ${'very '.repeat(25)}long sentence.`
  const text = (title: string, words: string) => ({ more: { kind: 'text', title, paragraphs: { one: words } } })
  expect(said({ bike: page({}, text('Short', long)) })).toEqual([expect.stringContaining('A sentence has 22 words')])
  const heading = 'One two three four five six seven eight nine ten'
  expect(said({ bike: page({}, text(heading, 'Short.')) })).toEqual([expect.stringContaining('A heading has 9 words')])
  const shared = 'Insurers ask about claims in the last three years of cover.'
  const briefs = { bike: brief, one: brief, two: brief }
  const at = (path: string) => ({ ...page({}, text('Short', shared)), path })
  expect(said({ bike: at('/bike'), one: at('/one'), two: at('/two') }, { briefs })).toEqual([
    expect.stringContaining('3 pages say so.'),
  ])
})

test('what is allowed is not reported, and what is allowed in vain is', () => {
  const allowed = [{ places: ['pages/bike'], rule: 'banned' as const, reason: 'A quotation of the law.' }]
  const whoever = { bike: page({ text: 'Whoever insures you emails a quote.' }) }
  expect(said(whoever, { voice: { ...voice, allowed } })).toEqual([])
  expect(said({ bike: page() }, { voice: { ...voice, allowed } })).toEqual([
    'allowed.0: Nothing breaks a rule there any more. Take this exception out.',
  ])
})
