// What is left of a delivery once its lead was erased, and what becomes of one that cannot even be tried.
import { expect, test } from 'vitest'
import { replay } from '../leads/deliveries.ts'
import { eraseLeads } from '../leads/erase.ts'
import { createMailer } from '../outbound/mailer.ts'
import { eventually } from '../testing/eventually.ts'
import { answerWith, startReceiver } from '../testing/receiver.ts'
import { startBench } from './testing/relay-bench.ts'

test('a replay leaves out what was erased, says so, and nothing empty is sent', async () => {
  const receiver = await startReceiver(answerWith(410))
  const bench = await startBench({ acme: receiver.url })
  await bench.enqueue('acme')
  await bench.enqueue('acme')
  await eventually(async () => expect(await bench.deliveries()).toMatchObject([{ state: 'dead' }, { state: 'dead' }]))
  const [first] = await bench.deliveries()
  await eraseLeads(bench.storage, [String(first?.subject_id)], bench.clock.now)

  const query = { partner: 'acme', states: ['dead'] } as const
  expect(await replay(bench.storage, query, bench.clock.now)).toMatchObject({ sent: 1, erased: 1 })
  bench.relay.wake()
  await eventually(() => expect(receiver.received).toHaveLength(3))
  expect(receiver.received.map(({ body }) => body)).toEqual(Array(3).fill('{"to":"acme"}'))
  await eventually(async () => {
    const states = (await bench.deliveries()).map(({ id, state, replay }) => [id === first?.id, state, replay])
    expect(states).toEqual(
      expect.arrayContaining([
        [true, 'erased', 0],
        [false, 'dead', 1],
      ]),
    )
  })
})

test.each([
  ['a payload that cannot be read', { kind: 'email', to: 'a@b.example', from: 'c@d.example' }, 'SyntaxError'],
  [
    'an address that is none',
    { kind: 'data-delivery', url: 'http//x', keyVariables: { default: 'SECRET' }, partnerId: '1' },
    'TypeError, ERR_INVALID_URL',
  ],
] as const)('%s is a failed try with its reason, and says nothing of the payload', async (_, delivery, name) => {
  const partners = { acme: { name: 'acme', filters: [{ form: 'x' }] as never, deliveries: { hook: delivery } } }
  const mailer = createMailer('smtp://127.0.0.1:9')
  const bench = await startBench({}, { partners: () => partners, mailer })
  await bench.relay.stop()
  await bench.enqueue('acme')
  const payload = delivery.kind === 'email' ? 'ada@example.com' : '{"locale":"en","body":{}}'
  await bench.storage.atomic([
    { sql: 'UPDATE deliveries SET payload = ?, kind = ?', parameters: [payload, delivery.kind] },
  ])
  const next = await startBench({}, { storage: bench.storage, partners: () => partners, mailer })
  await eventually(async () =>
    expect(await next.deliveries()).toMatchObject([
      {
        state: 'pending',
        attempts: 1,
        lease_until: null,
        last_error: `The attempt failed with an unexpected error (${name}).`,
      },
    ]),
  )
})
