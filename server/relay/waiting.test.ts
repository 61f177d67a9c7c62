// What lacks a variable waits as long as it must, and leaves once the variable is there.
import { expect, onTestFinished, test } from 'vitest'
import { storeLead } from '../leads/store-lead.ts'
import { sampleLead } from '../leads/testing/sample-lead.ts'
import { createMailer } from '../outbound/mailer.ts'
import { eventually } from '../testing/eventually.ts'
import { startMailServer } from '../testing/mail-server.ts'
import { answerWith, startReceiver } from '../testing/receiver.ts'
import { secret, startBench } from './testing/relay-bench.ts'

const day = 24 * 60 * 60 * 1000

test('without SMTP_URL mails wait for weeks and use up no tries; set, it sends them at once', async () => {
  const mail = { kind: 'email', to: 'leads@acme.example', from: 'portal@example.com' } as const
  const partners = { acme: { name: 'acme', filters: [{ form: 'x' }] as never, deliveries: { mail } } }
  const without = await startBench({}, { partners: () => partners })
  const deliveries = [
    { partner: 'acme', delivery: 'mail', kind: 'email' as const, payload: '{"subject":"Lead","text":"Ada"}' },
  ]
  await storeLead(without.storage, sampleLead({ receivedAt: new Date(without.clock.now).toISOString(), deliveries }))
  for (let looked = 0; looked < 12; looked++) {
    without.relay.wake()
    const lookedAt = without.clock.now
    await eventually(async () => {
      const [row] = await without.deliveries()
      expect(row).toMatchObject({ state: 'pending', attempts: 0, lease_until: null })
      expect(row).toMatchObject({ last_error: 'The variable SMTP_URL is not set.' })
      expect(row?.due_at).toBeGreaterThan(lookedAt)
    })
    without.clock.now += 2 * day
  }
  // One line, however often it was looked for.
  expect(without.lines).toEqual(['Deliveries postponed without using an attempt'])
  await without.relay.stop()

  const { url, mails } = await startMailServer()
  const mailer = createMailer(url)
  onTestFinished(() => mailer.close())
  const set = await startBench({}, { storage: without.storage, partners: () => partners, mailer })
  set.clock.now = without.clock.now - 2 * day + 1
  await eventually(async () => expect(await set.deliveries()).toMatchObject([{ state: 'delivered', attempts: 1 }]))
  expect(mails).toHaveLength(1)
})

test('a webhook waits for its secret, then for a secret that is one', async () => {
  const receiver = await startReceiver(answerWith(200))
  let set: string | undefined
  const bench = await startBench({ acme: receiver.url }, { secrets: () => set })
  await bench.enqueue('acme')
  for (const [value, lack] of [
    [undefined, 'is not set'],
    ['%', 'is not whsec_ followed by base64'],
  ] as const) {
    set = value
    bench.clock.now += day
    await eventually(async () =>
      expect(await bench.deliveries()).toMatchObject([
        { state: 'pending', attempts: 0, lease_until: null, last_error: `The variable SECRET ${lack}.` },
      ]),
    )
  }
  expect(receiver.received).toEqual([])
  set = secret
  bench.clock.now += day
  await eventually(async () => expect(await bench.deliveries()).toMatchObject([{ state: 'delivered', attempts: 1 }]))
})
