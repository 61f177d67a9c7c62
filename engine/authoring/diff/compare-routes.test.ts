import { expect, test } from 'vitest'
import type { FormDefinition } from '#schemas/generated/form.ts'
import type { PartnerDefinition } from '#schemas/generated/partner.ts'
import { mergePatch } from '../../form/model/merge-patch.ts'
import { definition, lenient, resolved } from '../../form/testing/forms.ts'
import { compareRoute, type Route } from './compare-sites.ts'

const vet: PartnerDefinition = {
  name: 'Vet',
  filters: [{ form: 'pets' }],
  map: {
    mail: 'email',
    animal: { field: 'species', values: { cat: 'C', dog: 'D', none: 'N' } },
    skills: 'tricks',
    contact: { object: { tel: 'phone', insured: 'insured' } },
    uninsured: 'since',
    source: { const: 'portal' },
  },
  deliveries: { feed: { kind: 'pull' } },
}

function route(partner: object = {}, form: object = {}, base = vet): Route {
  return {
    partner: mergePatch(base, partner) as PartnerDefinition,
    form: resolved(mergePatch(definition, form) as FormDefinition),
  }
}

function said(before: Route | null, after: Route | null): string[] {
  const changes = compareRoute('vet', before, after, () => ({ judges: lenient, today: '2026-01-15' }))
  expect(changes.every(({ on }) => on === 'partners')).toBe(true)
  return changes.map(({ effect, place, change }) => `${effect} ${place}: ${change}`)
}

const inStep = (step: string, fields: object) => ({ steps: { [step]: { fields } } })

const ofForm: Record<string, [form: object, ...said: string[]]> = {
  'a mapped question that is gone': [
    inStep('you', { phone: null }),
    'breaking vet/contact.tel: The partner "vet" no longer gets "contact.tel": it was read from "phone".',
  ],
  'a mapped question that nobody is asked': [
    inStep('you', { since: { when: { species: { not: { enum: ['cat', 'dog', 'none'] } } } } }),
    'breaking vet/uninsured: The partner "vet" no longer gets "uninsured": no route asks "since".',
  ],
  'a mapped question that some are asked': [
    inStep('you', { email: { when: { insured: true } } }),
    'breaking vet/mail: The partner "vet" may miss "mail": not every lead it takes holds "email" now.',
  ],
  'a mapped question that is optional': [
    inStep('you', { insured: { optional: true } }),
    'breaking vet/contact.insured: The partner "vet" may miss "contact.insured": not every lead it takes holds "insured" now.',
  ],
  'a mapped answer of another type': [
    inStep('you', { since: { options: null, type: 'integer' } }),
    'breaking vet/uninsured: The partner "vet" gets a whole number in "uninsured" instead of one of its options.',
  ],
  'a list beneath a table': [
    inStep('animal', { species: { multiple: true } }),
    'breaking vet/animal: The partner "vet" gets a list of its options in "animal" instead of one of its own words.',
  ],
  'an option that the table lacks, and one where there is no table': [
    {
      steps: {
        animal: { fields: { species: { options: { bird: 'Bird' } }, tricks: { options: { fetch: 'Fetch' } } } },
      },
    },
    'breaking vet/animal/bird: The partner "vet" has no word of its own for "bird" in "animal": it gets ours.',
    'safe vet/skills/fetch: The partner "vet" may get "fetch" in "skills" now.',
  ],
  'what the map does not name': [inStep('trainer', { hours: null })],
}

test.each(Object.entries(ofForm))('%s', (_, [form, ...expected]) => {
  expect(said(route(), route({}, form))).toEqual(expected)
})

const ofPartner: Record<string, [partner: object, ...said: string[]]> = {
  'a property that the map drops': [
    { map: { mail: null } },
    'breaking vet/mail: The partner "vet" no longer gets "mail": it was read from "email".',
  ],
  'a property that is new': [{ map: { breed: 'breed' } }, 'safe vet/breed: The partner "vet" gets "breed" as well.'],
  'another fixed value, and another source of the same type': [
    { map: { source: { const: 'web' }, mail: 'phone', contact: { object: { tel: 'email' } } } },
    'breaking vet/mail: The partner "vet" may miss "mail": not every lead it takes holds "phone" now.',
    'safe vet/mail: The partner "vet" gets "mail" from "phone" instead of "email".',
    'safe vet/contact.tel: The partner "vet" gets "contact.tel" from "email" instead of "phone".',
    'safe vet/source: The partner "vet" gets "source" from the fixed value "web" instead of the fixed value "portal".',
  ],
  'a source of another type': [
    { map: { mail: 'insured', source: { const: 7 } } },
    'breaking vet/mail: The partner "vet" gets yes or no in "mail" instead of text: it is read from "insured".',
    'breaking vet/source: The partner "vet" gets a number in "source" instead of text: it is read from the fixed value 7.',
  ],
  'what is read of the visit': [
    {
      map: {
        source: { const: null, attribution: 'utm_source' },
        mail: { leadProperty: 'brand' },
        on: { leadProperty: 'page' },
      },
    },
    'safe vet/mail: The partner "vet" gets "mail" from the lead\'s brand instead of "email".',
    'breaking vet/source: The partner "vet" may miss "source": not every lead it takes holds "utm_source" of the first address now.',
    'safe vet/source: The partner "vet" gets "source" from "utm_source" of the first address instead of the fixed value "portal".',
    'safe vet/on: The partner "vet" gets "on" as well.',
  ],
  'the lead itself and its consents': [
    {
      map: {
        mail: { leadProperty: 'id' },
        source: { const: null, consents: 'all' },
        on: { leadProperty: 'receivedAt' },
      },
    },
    'safe vet/mail: The partner "vet" gets "mail" from the lead\'s id instead of "email".',
    'breaking vet/source: The partner "vet" gets a list in "source" instead of text: it is read from all consents.',
    'safe vet/on: The partner "vet" gets "on" as well.',
  ],
  'a format that makes numbers, and one that makes text': [
    {
      map: {
        source: { const: null, leadProperty: 'receivedAt', format: 'unix-seconds' },
        uninsured: { field: 'since', format: 'upper' },
      },
    },
    'safe vet/uninsured: The partner "vet" gets "uninsured" from "since" as upper instead of "since".',
    'breaking vet/source: The partner "vet" gets a whole number in "source" instead of text: it is read from the lead\'s receivedAt as unix-seconds.',
  ],
  'a default, and a list in one text': [
    { map: { skills: { field: 'tricks', join: ',', default: '-' }, uninsured: { field: 'since', default: 0 } } },
    'breaking vet/skills: The partner "vet" gets text in "skills" instead of a list: it is read from "tricks" in one text or "-".',
    'safe vet/uninsured: The partner "vet" gets "uninsured" from "since" or 0 instead of "since".',
  ],
  'other words in a table': [
    { map: { animal: { values: { cat: 'Katze' } } } },
    'safe vet/animal: The partner "vet" gets other words of its own in "animal".',
  ],
  'leads that have a condition': [
    { filters: [{ form: 'pets', when: { species: 'cat' } }] },
    'safe vet: The partner "vet" gets other leads of this form than before.',
    'breaking vet/skills: The partner "vet" no longer gets "skills": no route asks "tricks".',
  ],
  'leads that cannot be': [
    { filters: [{ form: 'pets', when: { species: 'none', tricks: 'roll' } }] },
    'breaking vet: The partner "vet" gets no lead: no route meets the condition of its "filters".',
  ],
  'a way that is another': [
    { deliveries: { feed: null, hook: { kind: 'webhook', url: 'https://vet.example', secretVariable: 'VET' } } },
    'breaking vet/feed: The delivery "feed" of "vet" is gone: nothing comes that way.',
    'safe vet/hook: The delivery "hook" of "vet" is new.',
  ],
  'fewer leads a day': [{ dailyCap: 5 }, 'safe vet: The partner "vet" gets other leads of this form than before.'],
  'another price': [
    { price: { amount: 12.5, currency: 'EUR' } },
    'safe vet: The partner "vet" pays another price for leads of this form than before.',
  ],
  'another weight': [{ weight: 2.5 }, 'safe vet: The partner "vet" gets other leads of this form than before.'],
}

test.each(Object.entries(ofPartner))('%s', (_, [partner, ...expected]) => {
  expect(said(route(), route(partner))).toEqual(expected)
})

test('a consent that the form asks no more breaks who proves it, and a default who can do without', () => {
  const map = {
    agreed: { consent: 'news', consentProperty: 'granted' },
    opted: { consent: 'news', consentProperty: 'granted', default: false },
  }
  expect(said(route({ map }), route({ map }, { consents: { news: null } }))).toEqual([
    'breaking vet/agreed: The partner "vet" no longer gets "agreed": no route asks "granted" of the consent "news".',
  ])
})

test('a condition that the partner’s own leads always meet breaks nothing', () => {
  const filters = [{ form: 'pets', when: { insured: false } }]
  expect(said(route({ filters }), route({ filters }, inStep('you', { email: { when: { insured: false } } })))).toEqual(
    [],
  )
})

test('a partner comes and goes, or is delivered to in another way', () => {
  expect(said(route(), null)).toEqual(['breaking vet: The partner "vet" no longer gets leads of this form.'])
  expect(said(null, route())).toEqual(['safe vet: The partner "vet" gets leads of this form now.'])
  expect(said(null, null)).toEqual([])
  const hook = { kind: 'webhook', url: 'https://a.example', secretVariable: 'A' }
  const [hooked, moved, mailed] = [
    hook,
    { ...hook, url: 'https://b.example' },
    { kind: 'email', to: 'a@b.example' },
  ].map((feed) => route({ deliveries: { feed } })) as [Route, Route, Route]
  expect(said(hooked, moved)).toEqual(['safe vet/feed: The delivery "feed" of "vet" is set up differently.'])
  expect(said(hooked, mailed)).toEqual([
    'breaking vet/feed: The delivery "feed" of "vet" is "email" instead of "webhook".',
  ])
})

test('a partner without a map gets the lead as it is', () => {
  const { map: _, ...unmapped } = vet
  expect(said(route({}, {}, unmapped), route({}, inStep('trainer', { hours: null }), unmapped))).toEqual([
    'breaking vet/hours: The partner "vet" no longer gets "hours": it was read from "hours".',
  ])
  const grouped = route({}, { steps: { trainer: { as: 'trainer' } } }, unmapped)
  expect(said(route({}, {}, unmapped), grouped)).toEqual([
    'breaking vet/hours: The partner "vet" no longer gets "hours": it was read from "hours".',
    'safe vet/trainer.hours: The partner "vet" gets "trainer.hours" as well.',
  ])
})

test('what is computed reaches a partner as an answer does', () => {
  const risk = (dog: number) => ({ sum: [{ field: 'species', values: { cat: 1, dog, none: 0 } }] })
  const reading = { map: { risk: 'risk' }, filters: [{ form: 'pets', when: { risk: { minimum: 5 } } }] }
  const changed = (computed: object) =>
    said(route(reading, { computed: { risk: risk(5) } }), route(reading, { computed }))
  expect(changed({ risk: risk(6) })).toEqual([])
  expect(changed({ risk: risk(5.5) })).toEqual([
    'breaking vet/risk: The partner "vet" gets a number in "risk" instead of a whole number.',
  ])
  expect(changed({ risk: risk(4) })).toEqual([
    'breaking vet: The partner "vet" gets no lead: no route meets the condition of its "filters".',
  ])
})
