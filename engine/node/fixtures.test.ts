import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compile } from '../authoring/compile.ts'
import { journey } from '../form/journey/journey.ts'
import { validate } from '../form/journey/validation/validate.ts'
import { nestAnswers } from '../form/lead/lead.ts'
import type { ResolvedForm } from '../form/model/form.ts'
import { arbitraryAnswers } from '../form/testing/forms.ts'
import { pageView } from '../site/page-view.ts'
import type { Site } from '../site/site.ts'
import { loadSite, parseSources } from './load.ts'
import { patternJudge } from './proof/pattern-judge.ts'
import { readSchemas } from './schemas.ts'
import { type Sandbox, sandbox } from './testing/sandbox.ts'
import { contentHash, judgesOf } from './validators.ts'

// The forms of ./testing/fixtures, each for something the language can say.

let box: Sandbox
let site: Site
beforeAll(async () => {
  box = await sandbox({ fixtures: true })
  const loaded = await loadSite(box)
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems, null, 1))
  site = loaded.site
})
afterAll(() => box.remove())

function form(id: string, locale: string): ResolvedForm {
  const version = site.forms.version(id, locale)
  if (!version) throw new Error(`no ${id} in ${locale}`)
  return version.form
}
const fields = (id: string, locale: string) =>
  form(id, locale).steps.flatMap((step) => step.fields.map((field) => field.id + (field.optional ? '?' : '')))

test('a form names what browsers load code for, and one that uses none of it names nothing', () => {
  const needs = (id: string) => form(id, 'en').needs
  expect(['claim', 'credit', 'bank-survey', 'car-sale', 'funeral-plan'].map((id) => needs(id)?.join(' '))).toEqual([
    'files',
    'computed estimate slider',
    'choices',
    'files groups offer',
    'lookUp',
  ])
  for (const id of ['call-back', 'loan', 'newsletter']) expect(form(id, 'en')).not.toHaveProperty('needs')
})

test('funeral: the Dutch version asks more, and the city is required there alone', () => {
  expect(fields('funeral', 'en').join(' ')).toBe('gender firstname lastname email postcode city? phone privacy')
  expect(fields('funeral', 'nl').join(' ')).toBe(
    'gender firstname lastname dob email country postcode city street houseNumber phone privacy',
  )
  expect(form('funeral', 'nl').steps[0]?.fields[0]?.words.errors?.required).toBe('Kies een geslacht')
})

test('newsletter: the third consent is Italian only, and each must be ticked', () => {
  expect(fields('newsletter', 'en')).toEqual(['email', 'offers', 'privacy'])
  expect(fields('newsletter', 'it')).toEqual(['email', 'offers', 'privacy', 'profile'])
  const { steps, answers } = journey(form('newsletter', 'it'), { email: 'a@b.it', offers: true, privacy: true })
  expect(steps[0]?.missing).toEqual(['profile'])
  expect(answers).toHaveProperty('privacy')
})

test('power_2: holds only what differs, in both languages', () => {
  expect(fields('power', 'es').slice(0, 3)).toEqual(['supply', 'bill', 'heating'])
  expect(fields('power_2', 'es').slice(0, 3)).toEqual(['supply', 'heating', 'people'])
  expect(form('power_2', 'es').title).toBe('Ahorre ya')
  expect(form('power_2', 'es').steps[0]?.title).toBe('Su energía')
})

test('car: each driver is judged alone, and their number opens a step', () => {
  const car = form('car', 'en')
  const route = journey(car, { request: 'own', drivers: 2, 'drivers.0.claims': 1, 'drivers.1.birthDate': '2020-01-01' })
  expect(route.steps.map(({ id }) => id)).toEqual(['vehicle', 'drivers', 'young', 'contact', 'contact-2'])
  const problems = validate(route, judgesOf(car, '2026-11-21')).map(({ field, code }) => `${field} ${code}`)
  expect(problems).toContain('drivers.0.atFault required')
  expect(problems).toContain('drivers.1.birthDate latest')
  expect(problems).not.toContain('drivers.1.atFault required')
})

test('lending: the co-borrower is asked only when there is one, and nests like the borrower', () => {
  const loan = form('lending', 'en')
  const given = { amount: 5000, together: true, 'borrower.work': 'retired', 'borrower.income': 1800.5 }
  const alone = journey(loan, { ...given, together: false, 'coBorrower.income': 1 })
  expect(alone.answers).not.toHaveProperty('coBorrower.income')
  const both = journey(loan, { ...given, 'coBorrower.work': 'self', 'coBorrower.related': true })
  expect(both.steps.map(({ id }) => id)).toEqual(['loan', 'borrower', 'coBorrower', 'savings', 'contact'])
  expect(nestAnswers(loan, both.answers)).toEqual({
    amount: 5000,
    together: true,
    borrower: { work: 'retired', income: 1800.5 },
    coBorrower: { work: 'self', related: true },
  })
  const autocomplete = loan.steps[2]?.fields[0]?.ui['ui:autocomplete']
  expect(autocomplete).toBe('section-coBorrower given-name')
})

test('landing page: sections, former addresses, and a variant in another market', () => {
  const at = site.pages.at(site.definition.brand, '/adv/car-partner')
  const variant = site.pages.at(site.definition.brand, '/adv/car-partner-2')
  if (!at || !variant) throw new Error('no page')
  const brand = site.brands.at('lapis.example')
  expect(brand.name).toBe('Lapis')
  expect(site.brands.at('nowhere.example').id).toBe('default')
  const view = pageView(site, at, brand)
  expect(view).toMatchObject({
    frame: { header: { menu: null, languages: null } },
    noindex: true,
    brand: { origin: 'https://lapis.example' },
  })
  expect(view.sections.map(({ kind }) => kind)).toEqual(['hero', 'form', 'faq'])
  expect(site.pages.movedTo(site.definition.brand, '/adv/cars')).toBe('/adv/car-partner')
  expect(site.pages.movedTo(site.definition.brand, '/adv/car-partner')).toBeNull()

  const other = pageView(site, variant, brand)
  expect(other.title).toBe(view.title)
  expect(other.sections.map(({ kind }) => kind)).toEqual(['hero', 'form'])
  expect(site.forms.version('car', 'en')?.form.market.country).toBe('GB')
  const irish = site.forms.version('car', 'en', 'car-partner-2')
  expect(irish?.form.market).toEqual({ country: 'IE', currency: 'EUR', timeZone: 'Europe/London' })
  expect(site.forms.versions('car', 'en').map(({ hash }) => hash)).toContain(irish?.hash)
  // Nobody fills there what no page shows there.
  expect(site.forms.versions('heating', 'en')).toHaveLength(1)
})

test('no order of the files changes what a form, a page or the site’s hash is', async () => {
  const { sources } = await parseSources(box)
  const judge = await patternJudge(sources.map(({ value }) => value))
  const schemas = readSchemas()
  const look = (order: typeof sources) => {
    const built = compile(order, schemas, contentHash, judge)
    if (!built.ok) throw new Error(JSON.stringify(built.problems))
    const {
      forms: { ids: formIds },
      pages: { all: pages },
      definition: site,
      hash,
    } = built.value
    const forms = formIds.flatMap((id) =>
      Object.keys(site.locales).map((locale) => built.value.forms.version(id, locale)?.hash),
    )
    return { hash, forms: forms.map(String).sort(), pages: pages.map((page) => JSON.stringify(page)).sort() }
  }
  const first = look(sources)
  const places = sources.map((_, index) => index)
  fc.assert(
    fc.property(fc.shuffledSubarray(places, { minLength: places.length }), (order) => {
      expect(look(order.flatMap((index) => sources[index] ?? []))).toEqual(first)
    }),
    { numRuns: 10 },
  )
})

test('a translation changes words and nothing else, whatever it says', async () => {
  const { sources } = await parseSources(box)
  const judge = await patternJudge(sources.map(({ value }) => value))
  const schemas = readSchemas()
  const rules = (site: Site) =>
    site.forms.ids.map((id) =>
      site.forms
        .version(id, 'de')
        ?.form.steps.map(({ id, when, repeat, fields }) => [
          id,
          when,
          repeat && [repeat.group, repeat.min, repeat.max],
          fields.map(({ words: _, ...rule }) => rule),
        ]),
    )
  const first = rules(site)
  const hostile = fc.constantFrom('x', '__proto__', '{{title', '<b>', '$ref', '0', 'null', '  y ')
  fc.assert(
    fc.property(fc.array(hostile, { minLength: 5, maxLength: 5 }), (texts) => {
      let at = 0
      // Options are told apart by their words, so those differ at their end.
      const said = (tree: unknown, isOption = false): unknown =>
        typeof tree === 'string'
          ? `${texts[at++ % texts.length]}${isOption ? at : ''}`
          : Object.fromEntries(
              Object.entries(tree as object).map(([key, value]) => [key, said(value, key === 'options' || isOption)]),
            )
      const translated = sources.map((source) =>
        source.locale === 'de' && ['forms', 'groups'].includes(source.folder)
          ? { ...source, value: said(source.value) }
          : source,
      )
      const built = compile(translated, schemas, contentHash, judge)
      if (!built.ok) throw new Error(JSON.stringify(built.problems))
      expect(rules(built.value)).toEqual(first)
    }),
    { numRuns: 20 },
  )
})

test('what is not asked is never kept, in any form, language and route', () => {
  for (const id of site.forms.ids) {
    for (const locale of Object.keys(site.definition.locales)) {
      const version = site.forms.version(id, locale)
      if (!version) continue
      fc.assert(
        fc.property(arbitraryAnswers(version.form), (given) => {
          const { steps, answers } = journey(version.form, given)
          const fields = [...(version.form.hidden ?? []), ...steps.flatMap((step) => step.asked)]
          const asked = new Set(fields.map((field) => field.id))
          expect(Object.keys(answers).filter((field) => !asked.has(field))).toEqual([])
        }),
        { numRuns: 30 },
      )
    }
  }
})
