// A new way to deliver: its schema and its folder.
import type { NewKind } from './new-kind.ts'

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
import type { DeliveryKind } from '../channel.ts'

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
import { deliveriesOf } from '../../distribution/new-lead.ts'
import { eventually } from '../../testing/eventually.ts'
import { startBench } from '../../relay/testing/relay-bench.ts'

test('a lead becomes a line', async () => {
  const file = join(import.meta.dirname, 'lines.log')
  const acme: PartnerDefinition = { name: 'Acme', filters: [{ form: 'pets' }], deliveries: { line: { kind: 'log-line', file } } }
  const bench = await startBench({}, { partners: () => ({ acme }) })
  const decision = { partner: 'acme', taken: true, day: null, price: null, reason: 'taken', detail: '' } as const
  const routing = { decisions: [decision], days: [], windows: [], contacts: [] }
  const lead = sampleLead({ form: 'pets', routing })
  const rest = { form: { steps: [] }, answers: {}, ip: null, site: 'example' } as never
  await storeLead(bench.storage, { ...lead, deliveries: deliveriesOf({ acme }, lead, rest) })
  bench.relay.wake()
  await eventually(async () => expect(await bench.deliveries()).toMatchObject([{ state: 'delivered', kind: 'log-line' }]))
  expect(await readFile(file, 'utf8')).toBe(\`pets \${lead.id}\\n\`)
})
`

export const deliveryKind: NewKind = {
  planted: {
    'schemas/deliveries/log-line.schema.json': schema,
    'server/channels/log-line/log-line.ts': kind,
    'server/channels/log-line/log-line.test.ts': delivered,
  },
  made: [
    'schemas/delivery.schema.json',
    'schemas/generated/deliveries/log-line.ts',
    'schemas/generated/delivery.ts',
    'server/channels/channels.ts',
  ],
}
