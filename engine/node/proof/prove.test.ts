import { beforeEach, expect, test } from 'vitest'
import { type FormProof, proveForm } from '../../authoring/proof/prove-form.ts'
import { journey } from '../../form/journey/journey.ts'
import { validate } from '../../form/journey/validation/validate.ts'
import { loadGood } from '../good-site.ts'
import { loadSite } from '../load.ts'
import { sandbox } from '../testing/sandbox.ts'
import { sharedSandbox } from '../testing/shared-sandbox.ts'
import { judgesOf } from '../validators.ts'
import { findingsOf } from './proof-findings.ts'

const form = 'definitions/forms/home-insurance.json'
const today = '2026-11-20'

const partner = 'definitions/partners/demo.json'
const mapped = {
  name: 'Acme',
  filters: [{ form: 'home-insurance' }],
  map: { familyName: 'lastName', telephone: 'phone', source: { const: 'portal' } },
  deliveries: { feed: { kind: 'pull' } },
}

const { box, cache } = await sharedSandbox()
beforeEach(() => box.edit(partner, null, JSON.stringify(mapped, null, 2)))

async function proofs(cap?: number): Promise<FormProof[]> {
  const loaded = await loadSite(box, cache)
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems, null, 1))
  const { site } = loaded
  return Object.keys(site.definition.locales).flatMap((locale) => {
    const version = site.forms.version('home-insurance', locale)
    return version ? [proveForm(site, version.form, { judges: judgesOf(version.form, today), today, cap })] : []
  })
}

/** What tells the ways through the form apart. Who leaves a number is asked when to call. */
const routesOf = (vectors: FormProof['vectors'] = []) =>
  vectors.map(({ residence, insured, phone }) => `${residence} ${insured}${phone === undefined ? '' : ' call'}`).sort()

test('the home insurance form is proven in six languages, over each of its twelve routes', async () => {
  const all = await proofs()
  expect(all).toHaveLength(6)
  for (const { problems, vectors, walks } of all) {
    expect(problems).toEqual([])
    expect(walks).toBe(12)
    expect(routesOf(vectors)).toEqual([
      ...['primary false', 'primary false call', 'primary true', 'primary true call'],
      ...['secondary false', 'secondary false call', 'secondary true', 'secondary true call'],
      // An owner who does not live there is not asked about it.
      ...['undefined false', 'undefined false call', 'undefined true', 'undefined true call'],
    ])
  }
})

test('every vector is a whole filling: nothing is missing, nothing is refused, nothing is pruned', async () => {
  const loaded = await loadSite(box, cache)
  const version = loaded.ok ? loaded.site.forms.version('home-insurance', 'de') : null
  if (!version) throw new Error('There is no form')
  for (const vector of (await proofs())[2]?.vectors ?? []) {
    const route = journey(version.form, vector)
    expect(route.current).toBeNull()
    expect(route.answers).toEqual(vector)
  }
})

const marital = '"maritalStatus": {'
const earned = '"earned": { "kind": "amount", "title": "Earned", "maximum": 100, "locales": ["en"] },'

// What is planted, and what must be said of it. `check` finds none of these: each needs all answers to be walked.
const defects: Record<string, [find: string, replace: string, message: string, answers?: object]> = {
  'an unreachable step': [
    '"title": "About you",',
    '"title": "About you", "when": { "residence": "primary", "rentalAvailability": "long" },',
    'The step "profile" is never reached: its condition cannot hold.',
  ],
  'a contradictory condition': [
    marital,
    `${marital} "when": { "insured": true, "uninsuredDuration": "long" },`,
    'The field "maritalStatus" is never asked: its condition cannot hold.',
  ],
  'a condition that excludes every answer': [
    marital,
    `${marital} "when": { "residence": { "not": { "enum": ["primary", "secondary"] } } },`,
    'The field "maritalStatus" is never asked: its condition cannot hold.',
  ],
  'a beginning that contradicts another': [
    marital,
    `${marital} "when": { "homePostalCodeOrCity": { "startsWith": ["M1", "10"], "not": { "startsWith": ["m", "1"] } } },`,
    'The field "maritalStatus" is never asked: its condition cannot hold.',
  ],
  'beginnings that every answer has': [
    marital,
    `${marital} "when": [{ "homePostalCodeOrCity": { "startsWith": ["A"] } }, { "homePostalCodeOrCity": { "not": { "startsWith": ["a"] } } }],`,
    'The condition of field "maritalStatus" always holds. Remove it.',
  ],
  'an answer that may always be left out': [
    marital,
    `${marital} "optional": { "insured": [true, false] },`,
    'The condition of "optional" of field "maritalStatus" always holds. Write true.',
  ],
  'an answer that may never be left out': [
    marital,
    `${marital} "optional": { "insured": true, "uninsuredDuration": "long" },`,
    'The condition of "optional" of field "maritalStatus" never holds. Remove it.',
  ],
  'a condition that always holds': [
    marital,
    `${marital} "when": { "professionalUse": [true, false] },`,
    'The condition of field "maritalStatus" always holds. Remove it.',
  ],
  'a step that is always there': [
    '"title": "About you",',
    '"title": "About you", "when": [{ "propertyType": "flat" }, { "propertyType": "house" }],',
    'The condition of step "profile" always holds. Remove it.',
  ],
  'bounds that leave no day': [
    marital,
    '"moved": { "kind": "date", "title": "Moved", "earliest": "today", "latest": "2020-12-31", "locales": ["en"] }, "maritalStatus": {',
    'No answer to "moved" is taken: its latest day (2020-12-31) is before its earliest (today, now 2026-11-20).',
  ],
  'a limit by another answer that leaves none': [
    marital,
    `${earned} "saved": { "kind": "amount", "title": "Saved", "minimum": 50, "maximum": { "field": "earned", "factor": 0.1 }, "locales": ["en"] }, ${marital}`,
    'No answer to "saved" is taken: its maximum, 0.1 times "earned", leaves none within its other limits. Change one of them, or what "earned" takes.',
  ],
  'a limit by another answer that leaves none on one way': [
    marital,
    `${earned} "saved": { "kind": "amount", "title": "Saved", "minimum": 50, "maximum": { "field": "earned" }, "locales": ["en"], "when": { "earned": { "maximum": 49 } } }, ${marital}`,
    'No answer to "saved" is taken: its maximum, "earned", leaves none within its other limits. Change one of them, or what "earned" takes.',
  ],
  'a limit by another answer that leaves none where none is needed': [
    marital,
    `${earned} "saved": { "kind": "amount", "title": "Saved", "minimum": 50, "maximum": [1000, { "field": "earned", "factor": 0.1 }], "locales": ["en"], "optional": true }, ${marital}`,
    'No answer to "saved" is taken: its maximum, 0.1 times "earned", leaves none within its other limits. Change one of them, or what "earned" takes.',
  ],
  'days counted from another answer that leave none': [
    marital,
    `"from": { "kind": "date", "title": "From", "earliest": "today", "locales": ["en"] }, "until": { "kind": "date", "title": "Until", "earliest": { "field": "from", "offset": "1m" }, "latest": "+20d", "locales": ["en"] }, ${marital}`,
    'No answer to "until" is taken: its earliest, 1m after "from", leaves none within its other limits. Change one of them, or what "from" takes.',
  ],
  'a language’s rule that breaks a mapping': [
    '"consents": {',
    '"localeRules": { "nl": { "steps": { "contact": { "fields": { "phone": null, "callTime": null } } } } },\n  "consents": {',
    'The partner "demo" never gets "telephone" from "home-insurance": no route asks for it.',
  ],
  'a language’s rule that changes the shape of leads': [
    '"consents": {',
    '"localeRules": { "nl": { "steps": { "profile": { "fields": { "claims": { "options": null, "type": "integer", "minimum": 0 } } } } } },\n  "consents": {',
    'The answer to "claims" is a whole number here and text in "en": a lead has one shape in every language.',
    { claims: 0 },
  ],
  'a way of a condition that never holds': [
    marital,
    `${marital} "when": [{ "insured": true }, { "insured": true, "uninsuredDuration": "long" }],`,
    'One way of the condition of field "maritalStatus" never holds. Remove it.',
  ],
  'an end that nobody meets': [
    '"consents": {',
    '"localeRules": { "en": { "screenOuts": { "late": { "when": { "insured": true, "uninsuredDuration": "long" }, "title": "x", "text": "y" } } } },\n  "consents": {',
    'The end "late" is never met: its condition cannot hold.',
  ],
  'an end that everybody meets': [
    '"consents": {',
    '"localeRules": { "en": { "screenOuts": { "all": { "when": { "insured": [true, false] }, "title": "x", "text": "y" } } } },\n  "consents": {',
    'Every way through the form ends before it is sent.',
  ],
  'a question for those alone who are turned away': [
    '"consents": {',
    '"localeRules": { "en": { "screenOuts": { "let": { "when": { "residence": "secondary" }, "title": "x", "text": "y" } }, "steps": { "contact": { "fields": { "phone": { "when": { "residence": "secondary" } } } } } } },\n  "consents": {',
    'The field "phone" is never asked: its condition cannot hold.',
  ],
  'an alert that nobody sees': [
    '"consents": {',
    '"localeRules": { "en": { "thankYou": { "alerts": { "late": { "when": { "insured": true, "uninsuredDuration": "long" }, "title": "x", "text": "y" } } } } },\n  "consents": {',
    'The alert "late" is never shown: its condition cannot hold.',
  ],
}

test.each(Object.entries(defects))('%s is found', async (_, [find, replace, message, answers = {}]) => {
  await box.edit(form, find, replace)
  const found = (await proofs()).flatMap(({ problems }) => problems)
  expect(found).toContainEqual(expect.objectContaining({ message, answers }))
})

// Fields between which limits stand, and what they must find: with some answers above there is one below.
const provable: Record<string, string> = {
  'a limit that some answers leave room in':
    '"earned": { "kind": "amount", "title": "x" }, "saved": { "kind": "amount", "title": "x", "minimum": 50, "maximum": { "field": "earned", "factor": 0.1 } }',
  'room between two limits only':
    '"earned": { "kind": "amount", "title": "x" }, "saved": { "kind": "amount", "title": "x", "minimum": 500, "maximum": { "field": "earned", "factor": 0.7 } }, "owed": { "kind": "amount", "title": "x", "minimum": { "field": "earned", "factor": 3 }, "maximum": 2200 }',
  'a limit that leaves room in what may be left out':
    '"earned": { "kind": "amount", "title": "x" }, "saved": { "kind": "amount", "title": "x", "minimum": 50, "maximum": { "field": "earned" }, "optional": true }',
  'a condition that only some answers above let hold':
    '"earned": { "kind": "amount", "title": "x", "minimum": 10 }, "saved": { "kind": "amount", "title": "x", "minimum": { "field": "earned", "factor": 0.1 }, "maximum": { "field": "earned" } }, "more": { "kind": "yes-no", "title": "x", "when": { "saved": { "minimum": 5000, "maximum": 5000.5 } } }',
  'days counted from another':
    '"from": { "kind": "date", "title": "x", "earliest": "today" }, "until": { "kind": "date", "title": "x", "earliest": { "field": "from", "offset": "1d" }, "latest": [{ "field": "from", "offset": "1y" }, "2026-12-24"] }, "seen": { "kind": "date", "title": "x", "latest": { "field": "from", "offset": "-1y" } }',
  'a limit by an answer that may be left out':
    '"earned": { "kind": "amount", "title": "x", "maximum": 700, "optional": true }, "saved": { "kind": "amount", "title": "x", "minimum": 500, "maximum": { "field": "earned" } }',
}

test.each(Object.entries(provable))('%s is proven', async (_, fields) => {
  const english = fields.replaceAll('"title": "x"', '"title": "x", "locales": ["en"]')
  await box.edit(form, marital, `${english}, ${marital}`)
  const [proof] = await proofs()
  expect(proof?.problems).toEqual([])
  const loaded = await loadSite(box, cache)
  const version = loaded.ok ? loaded.site.forms.version('home-insurance', 'en') : null
  if (!version) throw new Error('There is no form')
  for (const vector of proof?.vectors ?? [])
    expect(validate(journey(version.form, vector), judgesOf(version.form, today))).toEqual([])
})

test('who is turned away meets what stands before, and makes no lead', async () => {
  const ends = (lead: string) =>
    `"localeRules": { "en": { "screenOuts": { "let": { "when": { "residence": "secondary" }, "title": "x", "text": "y"${lead} } } } },\n  "consents": {`
  await box.edit(form, '"consents": {', ends(''))
  const [english] = await proofs()
  expect(english?.problems).toEqual([])
  expect(routesOf(english?.vectors)).toEqual([
    ...['primary false', 'primary false call', 'primary true', 'primary true call'],
    // Who does not live there is not asked.
    ...['undefined false', 'undefined false call', 'undefined true', 'undefined true call'],
  ])
  expect(english?.screenedOutAt).toMatchObject([{ residence: 'secondary', propertyType: 'flat' }])
  expect(english?.screenedOutAt[0]).not.toHaveProperty('insured')
  await box.edit(form, '"text": "y"', '"text": "y", "lead": "awaitReview"')
  const [held] = await proofs()
  expect([held?.problems, held?.screenedOutAt, held?.vectors.length]).toEqual([[], [], 12])
})

test('what an address brings opens questions and ends as answers do, and is in every lead', async () => {
  const hidden = `"hidden": { "source": { "parameter": "src", "values": ["radio", "tv", "post"], "default": "direct" }, "ref": { "parameter": "ref", "pattern": "^[a-z]{1,9}$", "default": "-" } }`
  await box.edit(form, '"steps": {', `${hidden}, "steps": {`)
  await box.edit(
    form,
    marital,
    `"town": { "kind": "city", "when": { "source": "radio", "ref": { "startsWith": ["ab"] } } }, ${marital}`,
  )
  const all = await proofs()
  expect(all.flatMap(({ problems }) => problems)).toEqual([])
  for (const { walks, vectors } of all) {
    // Two values of each of two parameters, for each way through the rest.
    expect(walks % 4).toBe(0)
    expect(vectors.length).toBeGreaterThan(0)
    for (const { source, ref, town } of vectors) {
      expect(source).toBeTypeOf('string')
      expect(source === 'radio' && String(ref).startsWith('ab')).toBe(town !== undefined)
    }
  }
  await box.edit(form, '"ref": { "startsWith": ["ab"] }', '"ref": { "startsWith": ["9"] }')
  expect((await proofs()).flatMap(({ problems }) => problems.map(({ message }) => message))).toContain(
    'The field "town" is never asked: its condition cannot hold.',
  )
})

test('postcodes of an area are told apart from all others, in every market', async () => {
  const area =
    '"area": { "kind": "postal-code" }, "town": { "kind": "city", "when": { "area": { "startsWith": ["M1", "E", "10", "12"] } } },'
  await box.edit(form, marital, `${area} ${marital}`)
  const all = await proofs()
  expect(all.map(({ locale, walks, problems }) => [locale, walks, problems])).toEqual(
    ['en', 'es', 'de', 'fr', 'it', 'nl'].map((locale) => [locale, 24, []]),
  )
  for (const { vectors } of all)
    expect(
      new Set(vectors.map(({ area, town }) => [/^(M1|E|10|12)/.test(String(area)), town !== undefined].join())),
    ).toEqual(new Set(['true,true', 'false,false']))
})

test('the forms that use every feature of the language are proven too', async () => {
  const whole = await sandbox({ fixtures: true })
  const loaded = await loadSite(whole)
  await whole.remove()
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems, null, 1))
  const { site } = loaded
  const all = site.forms.ids.flatMap((id) =>
    Object.keys(site.definition.locales).flatMap((locale) => {
      const version = site.forms.version(id, locale)
      return version ? [proveForm(site, version.form, { judges: judgesOf(version.form, today), today })] : []
    }),
  )
  expect(all.length).toBeGreaterThan(12)
  expect(
    all.flatMap(({ form, locale, problems }) => problems.map(({ message }) => `${form} ${locale}: ${message}`)),
  ).toEqual([])
  expect(all.every(({ vectors }) => vectors.length > 0)).toBe(true)
})

test('too many combinations are refused with the fields to blame', async () => {
  const [english] = await proofs(3)
  expect(english?.problems).toMatchObject([
    {
      message:
        'Its conditions tell more than 3 combinations of answers apart. Most come from "occupancy" (2), "residence" (2), "insured" (2), "phone" (2): let fewer fields decide.',
      answers: {},
    },
  ])
})

test('what is found is said once, with its place and the languages it holds for', async () => {
  const group = 'definitions/groups/survey-contact.json'
  await box.edit(form, marital, `${marital} "when": { "insured": true, "uninsuredDuration": "long" },`)
  await box.edit(
    form,
    '"consents": {',
    '"localeRules": { "nl": { "steps": { "contact": { "fields": { "phone": null, "callTime": null } } } } },\n  "consents": {',
  )
  await box.edit(group, '"phone": {', '"phone": { "when": { "lastName": "" },')
  await box.edit(
    form,
    '"maritalStatus": {',
    '"spare": { "type": "integer", "title": "x", "locales": ["en"], "minimum": 9,\n "maximum": { "field": "claimed" }, "optional": true }, "maritalStatus": {',
  )
  await box.edit(
    form,
    '"spare"',
    '"claimed": { "type": "integer", "title": "x", "locales": ["en"], "maximum": 5 }, "spare"',
  )
  const good = await loadGood(box)
  if (!good.ok) throw new Error(JSON.stringify(good.problems))
  expect(good.quarantined).toEqual([])
  const { value: site, files } = good
  const all = Object.keys(site.definition.locales).flatMap((locale) => {
    const version = site.forms.version('home-insurance', locale)
    return version ? [proveForm(site, version.form, { judges: judgesOf(version.form, today), today })] : []
  })
  const found = findingsOf(all, files)
  const placed = found.map(({ file, line, message, everywhere, languages }) => ({
    place: `${file.slice(file.indexOf('definitions/'))}:${line}`,
    message,
    languages: everywhere ? 'all' : languages.join(),
  }))
  const lineOf = async (file: string, text: string) => {
    const whole = await box.read(file)
    return `${file}:${whole.slice(0, whole.indexOf(text)).split('\n').length}`
  }
  expect(placed).toEqual([
    {
      place: await lineOf(form, '"maximum": { "field": "claimed" }'),
      message:
        'No answer to "spare" is taken: its maximum, "claimed", leaves none within its other limits. Change one of them, or what "claimed" takes.',
      languages: 'en',
    },
    {
      place: await lineOf(form, '"when": { "insured": true, "uninsuredDuration"'),
      message: 'The field "maritalStatus" is never asked: its condition cannot hold.',
      languages: 'all',
    },
    {
      place: await lineOf(group, '"when": { "lastName"'),
      message: 'The field "phone" is never asked: its condition cannot hold.',
      languages: 'en,es,de,fr,it',
    },
    {
      place: await lineOf(group, '"when": {\n        "phone"'),
      message: 'The field "callTime" is never asked: its condition cannot hold.',
      languages: 'en,es,de,fr,it',
    },
    {
      // What a condition reads and nobody must answer is left out.
      place: await lineOf(partner, '"familyName"'),
      message: 'The partner "demo" never gets "familyName" from "home-insurance": no route asks for it.',
      languages: 'en,es,de,fr,it',
    },
    {
      place: await lineOf(partner, '"telephone"'),
      message: 'The partner "demo" never gets "telephone" from "home-insurance": no route asks for it.',
      languages: 'all',
    },
  ])
})
