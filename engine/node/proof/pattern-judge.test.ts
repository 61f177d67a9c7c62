import { expect, test } from 'vitest'
import { kinds } from '../../form/model/kinds/table.ts'
import { loadGood } from '../good-site.ts'
import { loadSite, siteOf } from '../load.ts'
import { readSources } from '../read-sources.ts'
import { SourceCache } from '../source-cache.ts'
import { sharedSandbox } from '../testing/shared-sandbox.ts'
import { patternJudge } from './pattern-judge.ts'

const form = 'definitions/forms/home-insurance.json'

const { box, cache } = await sharedSandbox()

/** Patterns that an answer of some hundred or some ten thousand characters makes a matcher try for hours. */
const catastrophic = [
  '^(a+)+$',
  '^(a|a)*$',
  '^(a|aa)+$',
  '(x+x+)+y',
  '^(.*)*$',
  '^(.*,){11}P',
  '^(\\w+\\s?)*$',
  '^(?:(\\w+)\\s?)+$',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
  '^(a?){30}a{30}$',
  '^(\\d+|\\w+)*\\1$',
  '^([a-zA-Z0-9])(([\\-.]|[_]+)?([a-zA-Z0-9]+))*@[a-z0-9]+[.][a-z]{2,3}$',
  '^([a-zA-Z0-9_.-]+)*@example\\.com$',
  '^(https?:\\/\\/)?([\\da-z.-]+)\\.([a-z.]{2,6})([\\/\\w .-]*)*\\/?$',
  "^[a-zA-Z]+(([',. -][a-zA-Z ])?[a-zA-Z]*)*$",
  '^(\\+?\\d{1,3}[ -]?)?(\\d+[ -]?)+$',
  '^(0|[1-9][0-9]*|[0-9]+)+$',
  '^(\\S+\\s*)+;$',
  '\\s+$',
  '.*a.*b',
]

test('patterns that can stop the server are refused with their place, as fields, in groups, variants and rules', async () => {
  const fields = Object.fromEntries(
    catastrophic.map((pattern, index) => [`code${index}`, { kind: 'text', title: `Code ${index}`, pattern }]),
  )
  const field = (pattern: string) => ({ kind: 'text', title: 'Code', pattern })
  await box.edit(
    'definitions/forms/codes.json',
    null,
    JSON.stringify({ locales: ['en'], title: 'Codes', steps: { codes: { title: 'Codes', fields } } }, null, 1),
  )
  await box.edit(
    'definitions/forms/codes_2.json',
    null,
    JSON.stringify({ variantOf: 'codes', steps: { codes: { fields: { more: field('^(b+)+$') } } } }),
  )
  await box.edit('definitions/groups/codes.json', null, JSON.stringify({ fields: { code: field('^(c+)+$') } }))
  await box.edit(
    form,
    '"consents": {',
    `"localeRules": { "de": { "steps": { "profile": { "fields": { "code": ${JSON.stringify(field('^(d+)+$'))} } } } } }, "consents": {`,
  )
  const loaded = await loadSite(box, cache)
  if (loaded.ok) throw new Error('Nothing was refused')
  expect(loaded.problems.filter(({ message }) => !message.startsWith('This pattern can stop the server:'))).toEqual([])
  const text = await box.read('definitions/forms/codes.json')
  const places = catastrophic.map((pattern) => {
    const before = text.slice(0, text.indexOf(JSON.stringify(pattern)))
    return { line: before.split('\n').length, column: before.length - before.lastIndexOf('\n') }
  })
  const inForm = loaded.problems.filter(({ file }) => file.endsWith('forms/codes.json'))
  expect(inForm.map(({ line, column }) => ({ line, column }))).toEqual(places)
  expect(inForm[0]?.message).toContain("'a' + 'a'.repeat(")
  const elsewhere = loaded.problems
    .filter((problem) => !inForm.includes(problem))
    .map(({ file }) => file.split('definitions/')[1])
  expect(elsewhere).toEqual(['forms/codes_2.json', 'forms/home-insurance.json', 'groups/codes.json'])
})

test('a running server quarantines such a form', async () => {
  await box.edit(form, '"kind": "gender"', '"kind": "text", "title": "Code", "pattern": "^(e+)+$"')
  const good = await loadGood(box)
  if (!good.ok) throw new Error('Nothing is left')
  expect(good.quarantined.map(({ definition }) => definition)).toContain('forms/home-insurance')
  expect(good.value.forms.ids).toContain('loan')
  expect(good.value.forms.ids).not.toContain('home-insurance')
})

const withPattern = (pattern: string) => ({ fields: { code: { pattern } } })

test('the patterns of all kinds, and such as authors write, are safe', async () => {
  const market = { country: 'DE', currency: 'EUR', timeZone: 'Europe/Berlin' }
  const ofKinds = Object.values(kinds).flatMap((kind) => {
    const { pattern } = kind.schema(market)
    return typeof pattern === 'string' ? [pattern] : []
  })
  expect(ofKinds.length).toBeGreaterThan(5)
  const written = [
    '^[A-Z]{3}[0-9]{3}$',
    '^\\d{5}$',
    '^[A-Z]{1,3}-[A-Z]{1,2} \\d{1,4}$',
    '^\\p{L}+([ -]\\p{L}+)*$',
    '^(ES)?\\d{20}$',
  ]
  const judge = await patternJudge([...ofKinds, ...written].map(withPattern))
  expect([...ofKinds, ...written].filter((pattern) => judge(pattern).kind !== 'safe')).toEqual([])
})

test('a pattern that cannot be judged in time is refused with advice', async () => {
  const pattern = '^[\\s\\S]{0,5000}$'
  await box.edit(form, '"kind": "gender"', `"kind": "text", "title": "Code", "pattern": ${JSON.stringify(pattern)}`)
  const files = await readSources(box, new SourceCache())
  const loaded = siteOf(files, await patternJudge([withPattern(pattern)], { timeout: 1 }))
  expect(loaded.ok ? [] : loaded.problems.map(({ message }) => message)).toEqual([
    expect.stringContaining('Whether this pattern can stop the server could not be found out. Write it more simply'),
  ])
})
