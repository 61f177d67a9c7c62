import { expect, test } from 'vitest'
import { temporaryStorage } from '../storage/testing/temporary-storage.ts'
import { listLeads } from './list-leads.ts'
import { storeLead } from './store-lead.ts'
import { sampleLead } from './testing/sample-lead.ts'

test('leads are listed newest first, page by page, of one form if asked', async () => {
  const storage = await temporaryStorage()
  const leads = ['energy', 'funeral', 'energy'].map((form) => sampleLead({ form }))
  for (const lead of leads) await storeLead(storage, lead)
  const ids = async (query: Parameters<typeof listLeads>[1]) => (await listLeads(storage, query)).map(({ id }) => id)
  const [oldest = '', middle = '', newest = ''] = leads.map(({ id }) => id)
  expect(await ids({ limit: 2 })).toEqual([newest, middle])
  expect(await ids({ limit: 2, before: middle })).toEqual([oldest])
  expect(await ids({ limit: 9, form: 'energy' })).toEqual([newest, oldest])
})

test('a listed lead is what was stored', async () => {
  const storage = await temporaryStorage()
  const whole = sampleLead({ test: true, page: 'home' })
  const { consents, contacts, routing, deliveries, mails, subscription, ...rest } = whole
  const { idempotencyKey, keyScope, bodyHash, ...lead } = rest
  await storeLead(storage, whole)
  expect(await listLeads(storage, { limit: 1 })).toEqual([lead])
})
