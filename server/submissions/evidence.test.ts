import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { evidenceOf } from '../leads/find-leads.ts'
import { temporaryStorage } from '../storage/testing/temporary-storage.ts'
import { appOn } from '../testing/app-on-storage.ts'
import { formBody, submit } from '../testing/running-server.ts'

test('each declaration is the sentence of the form, letter for letter, from the API and from a page', async () => {
  const storage = await temporaryStorage()
  const { origin } = await appOn(storage)
  expect((await submit(origin)).status).toBe(201)
  expect((await submit(origin, { locale: 'de' })).status).toBe(201)
  const page = `${origin}/fr/insurance/home-insurance`
  const headers = { 'sec-fetch-site': 'same-origin' }
  const body = formBody()
  expect((await fetch(`${page}?step=contact-2`, { method: 'POST', headers, body, redirect: 'manual' })).status).toBe(
    303,
  )
  const [rows = []] = await storage.atomic([{ sql: 'SELECT id, locale FROM leads ORDER BY id', parameters: [] }])
  expect(rows.map(({ locale }) => locale)).toEqual(['en', 'de', 'fr'])
  const html = await (await fetch(page)).text()
  for (const { id, locale } of rows) {
    const [evidence] = (await evidenceOf(storage, String(id))) ?? []
    expect(evidence).toMatchObject({ consent: 'privacy', granted: true, locale, doubts: [] })
    // Links quarantined, these are the words on the page.
    if (locale === 'fr') expect(JSON.stringify(html)).toContain(evidence?.text.split(' ').slice(0, 3).join(' '))
  }
})

test('what README shows can be done: sent twice it is one lead; nobody agrees to what was not shown', async () => {
  const { origin } = await appOn(await temporaryStorage())
  const readme = await readFile(join(import.meta.dirname, '../../README.md'), 'utf8')
  const [, body = ''] = /Idempotency-Key: order-4711' -d '(.*?)'\n/s.exec(readme) ?? []
  const headers = { 'content-type': 'application/json', 'idempotency-key': 'order-4711' }
  const send = async () => {
    const reply = await fetch(`${origin}/api/v1/submissions`, { method: 'POST', headers, body })
    return { status: reply.status, receipt: (await reply.json()) as { id: string; definition: string } }
  }
  const [first, second] = [await send(), await send()]
  expect([first.status, second.status]).toEqual([201, 200])
  expect(second.receipt).toEqual(first.receipt)
  // The definition that a client names is the ETag of the schema it read.
  const schema = await fetch(`${origin}/api/v1/forms/home-insurance/schema?locale=en`)
  const definition = schema.headers.get('etag')?.slice(1, -1)
  expect(definition).toBe(first.receipt.definition)
  expect((await submit(origin, { definition })).status).toBe(201)
})
