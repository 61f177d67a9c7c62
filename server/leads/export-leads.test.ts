// The leads of one form for people: all versions of it in one table, on both engines.
import { expect, test } from 'vitest'
import type { FormDefinition } from '#schemas/generated/form.ts'
import type { ResolvedForm } from '../../engine/form/model/form.ts'
import { mergePatch } from '../../engine/form/model/merge-patch.ts'
import { definition, resolved } from '../../engine/form/testing/forms.ts'
import { temporaryStorage } from '../storage/testing/temporary-storage.ts'
import { eraseLeads } from './erase.ts'
import { formTable, type TableLook } from './form-table.ts'
import { insertVersion, storedForms } from './form-versions.ts'
import type { Lead } from './lead.ts'
import type { LeadFilter } from './list-leads.ts'
import { pagesOfExport } from './list-leads.ts'
import { storeLead } from './store-lead.ts'
import { sampleDelivery, sampleLead } from './testing/sample-lead.ts'

const patched = (patch: object) => resolved(mergePatch(definition, patch) as FormDefinition)
/** As it is now: with owners that are asked for several times, a hidden field and a computed value. */
const current: ResolvedForm = patched({
  hidden: { source: { parameter: 'source', values: ['radio'], default: 'site' } },
  computed: { skill: { count: 'tricks' } },
  steps: {
    owners: {
      title: 'Owners',
      as: 'owners',
      repeat: { min: 0, max: 3, title: 'Owner', add: 'Add' },
      fields: { name: { kind: 'given-name', title: 'Name' }, age: { title: 'Age', type: 'integer' } },
    },
    you: { fields: { phone: null } },
  },
})
/** As it was once: with a question that is no longer asked. */
const former = patched({ steps: { animal: { fields: { colour: { title: 'Colour, please', type: 'string' } } } } })

const granted = (consent: string, isGranted: boolean): Lead['consents'][number] => ({
  ...{ consent, purpose: 'x', text: 'y', textHash: 'z', granted: isGranted },
  ...{ givenAt: '2026-11-20T10:00:00.000Z', ip: null, userAgent: null },
})

async function storageWithLeads() {
  const storage = await temporaryStorage()
  await storage.atomic([
    insertVersion({ form: former, hash: 'former' }, 1000),
    insertVersion({ form: current, hash: 'current' }, null),
  ])
  const base = { form: 'pets', brand: 'main', attribution: {} }
  const leads = [
    sampleLead({
      ...base,
      definition: 'former',
      receivedAt: '2026-11-01T23:59:59.999Z',
      answers: { species: 'cat', colour: 'x;=cmd|A0', phone: '+441632960001', lost: 'somewhere' },
      attribution: { utm_source: '＝mail' },
      consents: [granted('privacy', true), granted('news', false)],
      deliveries: [
        sampleDelivery('acme', 'webhook'),
        sampleDelivery('acme', 'pull'),
        sampleDelivery('@visitors', 'mail'),
      ],
    }),
    sampleLead({
      ...base,
      definition: 'current',
      receivedAt: '2026-11-02T00:00:00.000Z',
      page: 'pets',
      answers: {
        species: 'dog',
        tricks: ['sit', 'roll'],
        owners: [{ name: 'Ada' }, { name: 'Bob', age: 7 }],
        source: 'radio',
        skill: 2,
      },
      deliveries: [sampleDelivery('sun', 'webhook')],
      test: true,
    }),
    sampleLead({ ...base, definition: 'current', receivedAt: '2026-11-03T00:00:00.000Z', answers: { owners: [] } }),
    sampleLead({ ...base, form: 'energy', answers: { bill: 100 } }),
    sampleLead({ ...base, definition: 'current', answers: { species: 'cat', owners: [{}, {}, {}] } }),
  ]
  for (const lead of leads) await storeLead(storage, lead)
  await eraseLeads(storage, [leads[4]?.id ?? ''], 0)
  const table = async (filter: LeadFilter = {}, look: TableLook = {}) => {
    const table = formTable(await storedForms(storage, 'pets'), look)
    const pages = []
    for await (const page of pagesOfExport(storage, { form: 'pets', kept: true, ...filter }, '~')) pages.push(page)
    for (const page of pages) table.see(page)
    const lines = [table.head(), ...pages.map((page) => table.rows(page))].join('').split('\r\n')
    return lines.slice(0, -1)
  }
  return { leads, table }
}

test('each row of a table of choices has a column', async () => {
  const storage = await temporaryStorage()
  const views = {
    kind: 'matrix',
    title: 'Views',
    rows: { sea: 'Sea', sky: 'Sky' },
    options: { a: 'A', b: 'B' },
  } as const
  const form = resolved({ locales: ['en'], title: 'Views', steps: { all: { title: 'All', fields: { views } } } })
  await storage.atomic([insertVersion({ form, hash: 'views' }, null)])
  await storeLead(storage, sampleLead({ form: 'pets', definition: 'views', answers: { views: { sky: 'b' } } }))
  for (const [titles, head] of [
    [undefined, 'lead.id,views.sea,views.sky,'],
    ['en', 'lead.id,Views – Sea,Views – Sky,'],
  ] as const) {
    const table = formTable(await storedForms(storage, 'pets'), titles === undefined ? {} : { titles })
    for await (const page of pagesOfExport(storage, { form: 'pets', kept: true }, '~')) {
      table.see(page)
      expect(table.head().startsWith(head), table.head()).toBe(true)
      expect(table.rows(page).split(',').slice(1, 3)).toEqual(['', 'b'])
    }
  }
})

test('a table has what any version asks, in its order, and who gets each lead', async () => {
  const { leads, table } = await storageWithLeads()
  const questions = 'species,breed,tricks,colour,hours,insured,since,phone,email'
  const [head, first, second, third, ...more] = await table()
  expect(head).toBe(
    'lead.id,species,breed,tricks,colour,hours,insured,since,phone,email,owners.0.name,owners.0.age,owners.1.name,owners.1.age,source,skill,lost,' +
      'consent.privacy,consent.news,attribution.utm_source,' +
      'lead.brand,lead.page,lead.locale,lead.receivedAt,lead.test,lead.via,lead.suspicion,partner.acme,partner.sun',
  )
  expect(head).toContain(questions)
  expect(first).toBe(
    `${leads[0]?.id},cat,,,x;'=cmd|A0,,,,+441632960001,,,,,,,,somewhere,true,false,'＝mail,` +
      'main,,de,2026-11-01T23:59:59.999Z,false,api,,feed: pending; hook: pending,',
  )
  expect(second).toBe(
    `${leads[1]?.id},dog,,sit; roll,,,,,,,Ada,,Bob,7,radio,2,,,,,main,pets,de,2026-11-02T00:00:00.000Z,true,api,,,pending`,
  )
  expect(third).toContain(leads[2]?.id)
  expect(more).toEqual([])
})

test('a day, a brand or test leads choose, and titles stand above questions', async () => {
  const { leads, table } = await storageWithLeads()
  const chosen = async (filter: LeadFilter) => (await table(filter)).slice(1).map((line) => line.split(',')[0])
  const ids = leads.map(({ id }) => id)
  expect(await chosen({ since: '2026-11-02T00:00:00.000Z' })).toEqual([ids[1], ids[2]])
  expect(await chosen({ until: '2026-11-02T00:00:00.000Z' })).toEqual([ids[0]])
  expect(await chosen({ test: true })).toEqual([ids[1]])
  expect(await chosen({ test: false })).toEqual([ids[0], ids[2]])
  expect(await chosen({ brand: 'other' })).toEqual([])
  const [head, first] = await table({ test: false }, { delimiter: ';', titles: 'en' })
  expect(head).toMatch(
    /^lead\.id;Species;Breed;Tricks;"?Colour, please"?;.*;Owner 1: Name;Owner 1: Age;source;skill;lost;consent\.privacy;/,
  )
  expect(first).toContain(`;"x;'=cmd|A0";`)
})
