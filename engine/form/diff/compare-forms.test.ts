import { expect, test } from 'vitest'
import type { FormDefinition, When } from '#schemas/generated/form.ts'
import type { ResolvedForm } from '../model/form.ts'
import { mergePatch } from '../model/merge-patch.ts'
import { presences } from '../proof/presence.ts'
import { definition, lenient, resolved } from '../testing/forms.ts'
import { changedTexts, compareForms, sameRules } from './compare-forms.ts'

const options = { judges: lenient, today: '2026-01-15' }

/** What is said of two versions, a line each. */
function said(before: ResolvedForm, after: ResolvedForm): string[] {
  const presence = presences({ form: before, options }, { form: after, options })
  const changes = compareForms({ before, after, presence, today: options.today })
  return changes.map(({ effect, on, place, change }) => `${effect} ${on} ${place}: ${change}`)
}

function afterPatch(patch: object, form: FormDefinition = definition): string[] {
  return said(resolved(form), resolved(mergePatch(form, patch) as FormDefinition))
}

const inStep = (step: string, fields: object) => ({ steps: { [step]: { fields } } })

/** The same form with a table of choices in place of a question. */
const tabled = mergePatch(
  definition,
  inStep('trainer', {
    hours: null,
    views: { kind: 'matrix', title: 'Views', rows: { sea: 'Sea', sky: 'Sky' }, options: { a: 'A', b: 'B' } },
  }),
) as FormDefinition

test('a table of choices is compared row by row', () => {
  expect(afterPatch(inStep('trainer', { views: { rows: { sky: null }, options: { b: null } } }), tabled)).toEqual([
    'breaking drafts trainer/views.sky: The question "views.sky" is gone: an answer that a draft keeps is dropped.',
    'breaking lead trainer/views.sky: Leads no longer hold "views.sky".',
    'breaking drafts trainer/views.sea/b: The option "b" of "views.sea" is gone: a draft that chose it is refused there, and the visitor chooses again.',
    'safe lead trainer/views.sea/b: "views.sea" no longer holds "b".',
  ])
})

test('another way to show screens is a look', () => {
  expect(afterPatch({ screens: 'questions' })).toEqual([expect.stringMatching(/^safe /)])
})

const refused = 'an answer that a draft keeps is refused, and the visitor answers again.'
const beyond = 'what a draft keeps beyond it is refused, and the visitor corrects it.'
const elsewhere = 'is asked under another condition: a draft is asked more, or what it keeps is left out.'

const planted: Record<string, [patch: object, ...said: string[]]> = {
  'a question that is gone': [
    inStep('you', { phone: null }),
    'breaking drafts you/phone: The question "phone" is gone: an answer that a draft keeps is dropped.',
    'breaking lead you/phone: Leads no longer hold "phone".',
  ],
  'an option that only some answers offer': [
    inStep('animal', { tricks: { optionsWhen: { roll: { breed: 'Poodle' } } } }),
    'breaking drafts animal/tricks/roll: The option "roll" of "tricks" is offered for some answers only: a draft that chose it may be asked again.',
  ],
  'a question with another id': [
    inStep('trainer', { hours: null, lessons: { title: 'Hours', type: 'integer', minimum: 1, maximum: 40 } }),
    'breaking drafts trainer/hours: The question "hours" is gone (renamed? "lessons" is new and takes the same): an answer that a draft keeps is dropped, and the visitor is asked again.',
    'breaking lead trainer/hours: Leads no longer hold "hours" (renamed? "lessons" is new and takes the same).',
    'safe drafts trainer/lessons: The question "lessons" is new: a draft is asked it.',
    'safe lead trainer/lessons: Leads hold "lessons" as well: a whole number.',
  ],
  'another question in place of one': [
    inStep('trainer', { hours: null, name: { title: 'Name', type: 'string', optional: true } }),
    'breaking drafts trainer/hours: The question "hours" is gone: an answer that a draft keeps is dropped.',
    'breaking lead trainer/hours: Leads no longer hold "hours".',
    'safe drafts trainer/name: The question "name" is new and optional: a draft can be sent without it.',
    'safe lead trainer/name: Leads hold "name" as well: text.',
  ],
  'answers in a group': [
    { steps: { trainer: { as: 'trainer' } } },
    'breaking drafts trainer/hours: The question "hours" is gone (renamed? "trainer.hours" is new and takes the same): an answer that a draft keeps is dropped, and the visitor is asked again.',
    'breaking lead trainer/hours: Leads no longer hold "hours" (renamed? "trainer.hours" is new and takes the same).',
    'safe drafts trainer/trainer.hours: The question "trainer.hours" is new: a draft is asked it.',
    'safe lead trainer/trainer.hours: Leads hold "trainer.hours" as well: a whole number.',
  ],
  'a number that is text': [
    inStep('trainer', { hours: { type: 'string', minimum: null, maximum: null } }),
    `breaking drafts trainer/hours: "hours" takes text instead of a whole number: ${refused}`,
    'breaking lead trainer/hours: "hours" holds text instead of a whole number.',
  ],
  'a whole number that may have decimals: a draft’s still fits': [
    inStep('trainer', { hours: { type: 'number' } }),
    'breaking lead trainer/hours: "hours" holds a number instead of a whole number.',
  ],
  'a number of another type, with another limit': [
    inStep('trainer', { hours: { type: 'number', maximum: 20 } }),
    'breaking lead trainer/hours: "hours" holds a number instead of a whole number.',
    `breaking drafts trainer/hours: "hours" has the maximum 20 instead of 40: ${beyond}`,
  ],
  'one choice that becomes several': [
    inStep('you', { since: { multiple: true } }),
    `breaking drafts you/since: "since" takes a list of its options instead of one of its options: ${refused}`,
    'breaking lead you/since: "since" holds a list of its options instead of one of its options.',
  ],
  'an e-mail address that may be any text': [
    inStep('you', { email: { kind: 'text', title: 'E-mail' } }),
    'breaking lead you/email: "email" holds text instead of an e-mail address.',
  ],
  'any text that must be an e-mail address': [
    inStep('animal', { breed: { type: null, kind: 'email' } }),
    `breaking drafts animal/breed: "breed" takes an e-mail address instead of text: ${refused}`,
  ],
  'an option less and one more': [
    inStep('you', { since: { options: { new: null, never: 'Never' } } }),
    'breaking drafts you/since/new: The option "new" of "since" is gone: a draft that chose it is refused there, and the visitor chooses again.',
    'safe lead you/since/new: "since" no longer holds "new".',
    'safe lead you/since/never: "since" may hold "never" now.',
  ],
  'a narrower and a wider limit': [
    inStep('trainer', { hours: { minimum: 5, maximum: 60 } }),
    `breaking drafts trainer/hours: "hours" has the minimum 5 instead of 1: ${beyond}`,
    'safe lead trainer/hours: "hours" has the maximum 60 instead of 40: leads may hold what was refused before.',
  ],
  'a limit that another answer sets': [
    inStep('trainer', {
      lessons: { title: 'Lessons', type: 'integer', maximum: { field: 'hours', factor: 2 } },
      hours: { maximum: [40, { field: 'age' }] },
    }),
    'safe drafts trainer/lessons: The question "lessons" is new: a draft is asked it.',
    'safe lead trainer/lessons: Leads hold "lessons" as well: a whole number.',
    `breaking drafts trainer/hours: "hours" has the maximum set by answers ("age") instead of none: ${beyond}`,
  ],
  'a pattern': [
    inStep('animal', { breed: { pattern: '^[A-Z]' } }),
    `breaking drafts animal/breed: "breed" has the pattern ^[A-Z] instead of ^[^\\u0000-\\u001f\\u007f]*$: ${beyond}`,
    'safe lead animal/breed: "breed" has the pattern ^[A-Z] instead of ^[^\\u0000-\\u001f\\u007f]*$: leads may hold what was refused before.',
  ],
  'an option that no longer excludes the others': [
    inStep('animal', { tricks: { exclusive: null } }),
    'safe lead animal/tricks: "tricks" has no exclusive option instead of "none": leads may hold what was refused before.',
  ],
  'an optional question that must be answered': [
    inStep('you', { phone: { optional: false } }),
    'safe drafts you/phone: "phone" must be answered now: a draft without an answer is asked it.',
    'safe lead you/phone: Every lead holds "phone" now.',
  ],
  'a question that may be left out': [
    inStep('you', { email: { optional: true } }),
    'breaking lead you/email: Leads may lack "email" now: it is optional.',
  ],
  'a question with a condition': [
    inStep('you', { email: { when: { insured: true } } }),
    'breaking lead you/email: Leads may lack "email" now: some routes do not ask it.',
    `safe drafts you/email: The question "email" ${elsewhere}`,
  ],
  'a condition that cannot hold': [
    inStep('you', { since: { when: { species: { not: { enum: ['cat', 'dog', 'none'] } } } } }),
    'breaking lead you/since: Leads no longer hold "since": no route asks it.',
    `safe drafts you/since: The question "since" ${elsewhere}`,
  ],
  'a step with another condition': [
    { steps: { trainer: { when: { species: 'dog' } } } },
    `safe drafts trainer: The step "trainer" ${elsewhere}`,
  ],
  'a condition that goes': [
    inStep('you', { since: { when: null } }),
    'safe lead you/since: Every lead holds "since" now.',
    `safe drafts you/since: The question "since" ${elsewhere}`,
  ],
  'a consent less and one that must be given': [
    { consents: { privacy: null, news: { optional: false } } },
    'breaking consents you/privacy: The consent "privacy" is gone: leads come without it. A tick in a draft is dropped.',
    'safe drafts you/news: The consent "news" must be given now: a draft without the tick is asked for it.',
  ],
  'a consent that is free now': [
    { consents: { privacy: { optional: true } } },
    'breaking consents you/privacy: The consent "privacy" is optional: leads may come without it.',
  ],
  'a condition that reads a question which is gone': [
    inStep('you', { insured: null }),
    'breaking drafts you/insured: The question "insured" is gone: an answer that a draft keeps is dropped.',
    'breaking lead you/insured: Leads no longer hold "insured".',
    'breaking lead you/since: Leads no longer hold "since": no route asks it.',
  ],
  'an end for some': [
    { screenOuts: { none: { when: { species: 'none' }, title: 'Sorry', text: 'We cannot.' } } },
    'safe lead animal/breed: Every lead holds "breed" now.',
    'breaking drafts screenOuts/none: The end "none" is new: a draft that meets it is turned away.',
    'breaking lead screenOuts/none: The end "none" is new: no lead comes of answers that meet it.',
  ],
  'another site in place of the thanks': [
    { thankYou: { redirect: { to: 'https://shop.example/' } } },
    'safe page : The form ends differently.',
  ],
  'other words': [{ title: 'Animals', steps: { animal: { title: 'Beast' } } }],
}

test.each(Object.entries(planted))('%s', (_, [patch, ...expected]) => {
  expect(afterPatch(patch)).toEqual(expected)
})

test('files that are fewer, smaller or of other types break what a draft keeps', () => {
  const papers = (files: object) =>
    mergePatch(definition, inStep('you', { papers: { kind: 'file', title: 'Papers', files } })) as FormDefinition
  const before = papers({ accept: ['pdf', 'jpg'], maxFiles: 3, maxMegabytes: 5 })
  const after = { accept: ['pdf'], maxFiles: 2, maxMegabytes: 1 }
  expect(said(resolved(before), resolved(papers(after)))).toEqual([
    `breaking drafts you/papers: "papers" has the maxItems 2 instead of 3: ${beyond}`,
    `breaking drafts you/papers: "papers" has the accepted file types pdf instead of pdf, jpg: ${beyond}`,
    'safe lead you/papers: "papers" has the accepted file types pdf instead of pdf, jpg: leads may hold what was refused before.',
    `breaking drafts you/papers: "papers" has the maximum size of a file 1 MB instead of 5 MB: ${beyond}`,
    `breaking drafts you/papers: "papers" has the maximum size of all files 2 MB instead of 15 MB: ${beyond}`,
  ])
})

test('an end that is met by others, or lets more or less through, says whom that concerns', () => {
  const withEnd = (end: object) =>
    ({
      ...definition,
      screenOuts: { dogs: { when: { tricks: 'sit' }, title: 'x', text: 'y', ...end } },
    }) as FormDefinition
  const [turned, held, others] = [{}, { lead: 'awaitReview' }, { when: { tricks: 'roll' } }].map(withEnd)
  expect(afterPatch({ screenOuts: { dogs: { lead: 'awaitReview' } } }, turned)).toContain(
    'safe lead screenOuts/dogs: The end "dogs" lets more leads through.',
  )
  expect(afterPatch({ screenOuts: { dogs: { lead: null } } }, held)).toEqual([
    'breaking drafts screenOuts/dogs: The end "dogs" is stricter: a draft that meets it is turned away.',
    'breaking lead screenOuts/dogs: The end "dogs" is stricter: no lead comes of answers that meet it.',
  ])
  expect(afterPatch({ screenOuts: { dogs: { when: { tricks: 'sit' }, lead: 'awaitReview' } } }, others)).toEqual([
    'safe drafts screenOuts/dogs: The end "dogs" is met by other answers: visitors who meet it see it, and may continue.',
    'breaking lead screenOuts/dogs: The end "dogs" is met by other answers: a lead that meets it waits until an operator approves it.',
  ])
  expect(afterPatch({ screenOuts: null }, held)).toContain(
    'safe drafts screenOuts/dogs: The end "dogs" was removed: it is no longer shown.',
  )
})

test('the sentence of a consent is evidence, and its link is not', () => {
  const form = resolved()
  const worded = (text: string) => ({ ...form, consents: form.consents.map((consent) => ({ ...consent, text })) })
  expect(said(worded('I accept [this](/a).'), worded('I accept [this](/b).'))).toEqual([])
  expect(said(form, { ...form, consents: [{ id: 'privacy', purpose: 'sale', text: 'Sell it.' }] })).toEqual([
    'breaking drafts you/privacy: The sentence of the consent "privacy" changed: a tick that a draft keeps was given to the former sentence and must be given again. The evidence of earlier leads keeps its original sentence.',
    'breaking consents you/privacy: The consent "privacy" is given for "sale" instead of "privacy".',
    'breaking consents you/news: The consent "news" is gone: leads come without it. A tick in a draft is dropped.',
  ])
})

test('a question that moved is kept; a new order is said once', () => {
  const hours = definition.steps.trainer?.fields?.hours
  expect(afterPatch({ steps: { trainer: null, you: { fields: { hours } } } })).toEqual([
    'safe lead you/hours: Every lead holds "hours" now.',
    `safe drafts you/hours: The question "hours" ${elsewhere}`,
    'safe page : Questions moved or are rendered differently.',
  ])
  expect(afterPatch(inStep('you', { phone: { after: 'email' } }))).toEqual([
    'safe page : Questions moved or are rendered differently.',
  ])
})

test('stars at what one step requires are a matter of looks', () => {
  expect(afterPatch({ steps: { you: { markRequired: true } } })).toEqual([
    'safe page : Questions moved or are rendered differently.',
  ])
  expect(afterPatch({ steps: { you: { markRequired: false } } })).toEqual([])
})

const cars: FormDefinition = {
  locales: ['en'],
  title: 'Cars',
  steps: {
    drivers: {
      title: 'Drivers',
      as: 'drivers',
      repeat: { min: 0, max: 4, title: 'Driver', add: 'Add' },
      fields: {
        claims: { title: 'Claims', type: 'integer', minimum: 0, maximum: 9 },
        fault: { kind: 'yes-no', title: 'Fault', when: { claims: { minimum: 1 } } },
      },
    },
    car: { title: 'Car', fields: { price: { kind: 'amount', title: 'Price' }, phone: { kind: 'phone' } } },
  },
}

test('in a list a property is there as often as its item', () => {
  expect(afterPatch(inStep('drivers', { fault: { when: null } }), cars)).toEqual([
    'safe lead drivers/drivers.#.fault: Every lead holds "drivers.#.fault" now.',
    'safe drafts drivers/drivers.#.fault: The question "drivers.#.fault" is asked under another condition: a draft is asked more, or what it keeps is left out.',
  ])
  expect(afterPatch({ steps: { drivers: { repeat: { min: 1, max: 3 } } } }, cars)).toEqual([
    `breaking drafts drivers/drivers: "drivers" has the minimum 1 instead of 0: ${beyond}`,
    `breaking drafts drivers/drivers: "drivers" has the maximum 3 instead of 4: ${beyond}`,
  ])
  const before = { form: resolved(cars), options }
  const { of } = presences(before, before).before
  expect(['drivers', 'drivers.#.claims', 'drivers.0.claims', 'drivers.4.claims', 'nothing'].map(of)).toEqual([
    ...['always', 'always', 'sometimes', 'never', 'never'],
  ])
})

test('another market makes other money, and reads numbers differently', () => {
  const form = resolved(cars)
  const phone = (country: string) =>
    JSON.parse(
      JSON.stringify({ ...form, market: { ...form.market, currency: country === 'GB' ? 'GBP' : 'EUR' } }).replace(
        'phone-GB',
        `phone-${country}`,
      ),
    )
  expect(said(form, phone('DE'))).toEqual([
    'breaking drafts car/price: "price" is an amount in EUR instead of GBP: what a draft keeps was meant in GBP.',
    'breaking lead car/price: "price" is an amount in EUR instead of GBP.',
    `breaking drafts car/phone: "phone" has the country DE instead of GB: ${beyond}`,
  ])
})

test('the leads that a condition takes hold more than leads do', () => {
  const form = resolved()
  const of = (taken: When) => presences({ form, options, taken }, { form, options }).before
  expect([of({ insured: false }).of('since'), of({ insured: true }).of('since')]).toEqual(['always', 'never'])
  expect(of({ phone: { not: { const: '' } } }).of('phone')).toBe('always')
  expect(of({ insured: true }).of('phone')).toBe('sometimes')
  expect(of({ species: 'none', hours: 3 }).areThere).toBe(false)
})

test('a form with too many routes is judged by what stands at its fields, before and after', () => {
  const form = resolved()
  const { before, after } = presences({ form, options: { ...options, cap: 1 } }, { form, options })
  for (const { of } of [before, after])
    expect(['species', 'since', 'phone'].map(of)).toEqual(['always', 'sometimes', 'sometimes'])
})

test('texts are counted where both versions have them, and are no rules', () => {
  const words = {
    title: 'Tiere',
    steps: {
      animal: { title: 'Tier', fields: { species: { title: 'Art', hint: 'Kurz', options: { cat: 'Katze' } } } },
    },
  }
  const changed = resolved(mergePatch(definition, words) as FormDefinition)
  expect(changedTexts(resolved(), changed)).toBe(5)
  expect(sameRules(resolved(), changed)).toBe(true)
  const added = inStep('animal', { age: { title: 'Age', type: 'integer' } })
  expect(changedTexts(resolved(), resolved(mergePatch(definition, added) as FormDefinition))).toBe(0)
  expect(sameRules(resolved(), resolved(mergePatch(definition, added) as FormDefinition))).toBe(false)
})

test('another rate, and another figure beside the questions, change no lead’s shape', () => {
  const payment = (rate: number) => ({ payment: { amount: 'hours', months: 'hours', rate } })
  const estimate = { title: 'Monthly', assumption: 'Roughly.' }
  const computed = { low: payment(5), high: payment(9) }
  const before = { ...definition, computed, estimate: { ...estimate, value: 'low' } }
  const patch = { computed: { low: payment(6) }, estimate: { value: null, from: 'low', to: 'high' } }
  expect(afterPatch(patch, before)).toEqual([
    'safe lead computed/low: The computed "low" is made of answers in another way.',
    'safe page estimate: Another estimate is shown.',
  ])
})
