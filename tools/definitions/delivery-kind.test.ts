// What a new way to deliver takes: its schema and its folder, and the files that are made from them.
import { expect, test } from 'vitest'
import { copyRepository } from '../testing/repository-copy.ts'

const schema = JSON.stringify({
  $schema: 'http://json-schema.org/draft-07/schema#',
  $id: 'deliveries/log-line.schema.json',
  title: 'LogLineDelivery',
  description: 'A line in a file.',
  type: 'object',
  additionalProperties: false,
  required: ['kind', 'file'],
  properties: {
    kind: { enum: ['log-line'], description: 'log-line' },
    file: { type: 'string', minLength: 1, description: 'Where the lines go.' },
  },
})

const kind = `import { appendFile } from 'node:fs/promises'
import type { LogLineDelivery } from '#schemas/generated/deliveries/log-line.ts'
import type { DeliveryKind } from '../delivery-kind.ts'

export const logLine: DeliveryKind<LogLineDelivery> = {
  payload: ({ lead }) => \`\${lead.form} \${lead.id}\`,
  async send({ payload }, { file }) {
    await appendFile(file, \`\${payload}\\n\`)
    return { kind: 'delivered' }
  },
}
`

const delivered = `import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { PartnerDefinition } from '#schemas/generated/partner.ts'
import { storeLead } from '../../leads/store-lead.ts'
import { sampleLead } from '../../leads/testing/sample-lead.ts'
import { deliveriesOf } from '../../outbox/deliveries-of-lead.ts'
import { eventually } from '../../outbox/testing/eventually.ts'
import { startBench } from '../../outbox/testing/relay-bench.ts'

test('a lead becomes a line', async () => {
  const file = join(import.meta.dirname, 'lines.log')
  const acme: PartnerDefinition = { name: 'Acme', takes: [{ form: 'pets' }], deliveries: { line: { kind: 'log-line', file } } }
  const bench = await startBench({}, { partners: () => ({ acme }) })
  const decision = { partner: 'acme', taken: true, reason: 'taken', detail: '' } as const
  const routing = { decisions: [decision], days: [], windows: [], contacts: [] }
  const lead = sampleLead({ form: 'pets', routing })
  const rest = { form: {}, answers: {}, ip: null, site: 'example' } as never
  await storeLead(bench.storage, { ...lead, deliveries: deliveriesOf({ acme }, lead, rest) })
  bench.relay.wake()
  await eventually(async () => expect(await bench.deliveries()).toMatchObject([{ state: 'delivered', kind: 'log-line' }]))
  expect(await readFile(file, 'utf8')).toBe(\`pets \${lead.id}\\n\`)
})
`

test('a way to deliver is a schema and a folder; the rest is made from them', { timeout: 300_000 }, async () => {
  const copy = await copyRepository()
  const planted = {
    'schemas/deliveries/log-line.schema.json': schema,
    'server/delivery/log-line/log-line.ts': kind,
    'server/delivery/log-line/log-line.test.ts': delivered,
  }
  for (const [file, text] of Object.entries(planted)) await copy.write(file, text)
  const made = [
    'schemas/delivery.schema.json',
    'schemas/generated/deliveries/log-line.ts',
    'schemas/generated/delivery.ts',
    'server/delivery/delivery-kinds.ts',
  ]
  const stale = await copy.run('node', 'tools/leadwright.ts', 'types', '--check')
  expect(stale.code).toBe(1)
  expect(stale.said).toContain('schemas/delivery.schema.json is out of date.')
  expect(await copy.run('node', 'tools/leadwright.ts', 'types')).toMatchObject({ code: 0 })
  expect(await copy.changed()).toEqual([...made, ...Object.keys(planted)].sort())
  expect(await copy.run('tsc', '-b', '--pretty', 'false')).toEqual({ code: 0, said: '' })
  expect(await copy.run('vitest', 'run', '--project', 'sqlite', 'server/delivery/log-line')).toMatchObject({ code: 0 })

  // What is wrong with such a delivery is said in its own words.
  const partner = { name: 'Acme', takes: [{ form: 'home-insurance' }] }
  const sentenceOf = async (delivery: object) => {
    const text = JSON.stringify({ ...partner, deliveries: { line: delivery } })
    await copy.write('definitions/partners/acme.json', text)
    const { said } = await copy.run('node', 'tools/leadwright.ts', 'check')
    return said.split('\n').find((line) => line.includes('partners/acme.json'))
  }
  expect(await sentenceOf({ kind: 'log-line', file: '/tmp/lines', url: 'x' })).toContain(
    'Unknown key "url". A delivery of the kind "log-line" has "file". Remove it.',
  )
  expect(await sentenceOf({ kind: 'log-lin' })).toContain('Did you mean "log-line"?')
  expect(await sentenceOf({ kind: 'log-line' })).toContain('"file" is missing. Add it here.')
})
