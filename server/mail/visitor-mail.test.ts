// A message that belongs to no lead goes the way of all others: claimed, tried again, given up, sent anew, listed.
import { v7 as newId } from 'uuid'
import { expect, onTestFinished, test } from 'vitest'
import { countDeliveries, listDeliveries, replay } from '../leads/deliveries.ts'
import { visitors } from '../leads/messages.ts'
import { storeLead } from '../leads/store-lead.ts'
import { sampleLead, standaloneMail } from '../leads/testing/sample-lead.ts'
import { createMailer } from '../outbound/mailer.ts'
import type { RelayEvent } from '../relay/relay.ts'
import { schedule } from '../relay/relay.ts'
import { startBench } from '../relay/testing/relay-bench.ts'
import { eventually } from '../testing/eventually.ts'
import { startMailServer, startSilentServer } from '../testing/mail-server.ts'
import { answerWith, startReceiver } from '../testing/receiver.ts'

const letter = { from: 'portal@example.com', to: 'ada@example.com', subject: 'Hello', text: 'Dear visitor' }

test('a mail to a visitor is tried again, given up, listed and sent anew', async () => {
  const { mood, mails, url } = await startMailServer()
  mood.refuses = true
  const mailer = createMailer(url)
  onTestFinished(() => mailer.close())
  const receiver = await startReceiver(answerWith(200))
  const bench = await startBench({ acme: receiver.url }, { mailer })
  const subject = { kind: 'mail', id: newId() } as const
  // After an outage it may be put there again.
  await bench.storage.atomic([1, 2].flatMap(() => standaloneMail(subject.id, letter, bench.clock.now)))
  bench.relay.wake()
  for (const [tries] of schedule.entries()) {
    await eventually(async () =>
      expect(await bench.deliveries()).toMatchObject([
        { attempts: tries + 1, lease_until: null, last_error: 'The mail server responded with 451.' },
      ]),
    )
    bench.clock.now += 2 * 24 * 60 * 60 * 1000
  }
  const [dead] = await listDeliveries(bench.storage, { state: 'dead', limit: 5 })
  expect(dead).toMatchObject({ subject: 'mail', subjectId: subject.id, partner: visitors, delivery: 'welcome' })
  expect(dead).toMatchObject({ kind: 'mail', state: 'dead', attempts: schedule.length })
  expect(JSON.stringify(dead)).not.toContain('ada@')
  expect(await countDeliveries(bench.storage)).toEqual([{ partner: visitors, state: 'dead', count: 1 }])

  mood.refuses = false
  const query = { id: String(dead?.id), states: ['dead'] } as const
  expect(await replay(bench.storage, query, bench.clock.now)).toEqual({ sent: 1, erased: 0, withdrawn: 0 })
  bench.relay.wake()
  await eventually(async () => expect(await bench.deliveries()).toMatchObject([{ state: 'delivered', replay: 1 }]))
  expect(mails).toHaveLength(1)
  expect(mails[0]).toContain('To: ada@example.com')
  expect(mails[0]).toContain('Dear visitor')
  expect(mails[0]).not.toContain(`Message-ID: <${dead?.id}@`)
})

test('a mail that bounces is tried once, is no dead letter, and no partner is treated so', async () => {
  const { mood, url } = await startMailServer()
  mood.recipient = { code: 550, text: '5.1.1 User unknown' }
  const mailer = createMailer(url)
  onTestFinished(() => mailer.close())
  const definition = { kind: 'email', to: 'leads@acme.example', from: 'portal@example.com' } as const
  const acme = { name: 'acme', filters: [{ form: 'home-insurance' }], deliveries: { mail: definition } }
  const outcomes: string[] = []
  const onTry = ({ partner, outcome }: RelayEvent) => void outcomes.push(`${partner} ${outcome}`)
  const bench = await startBench({}, { mailer, onTry, partners: () => ({ acme }) })
  const subject = { kind: 'mail', id: newId() } as const
  const delivery = {
    partner: 'acme',
    delivery: 'mail',
    kind: 'email',
    payload: '{"subject":"Lead","text":"Ada"}',
  } as const
  await bench.storage.atomic(standaloneMail(subject.id, letter, bench.clock.now))
  await storeLead(bench.storage, sampleLead({ deliveries: [delivery] }))
  bench.relay.wake()
  const last_error = 'The mailbox does not exist: the mail server responded with 550 5.1.1.'
  await eventually(async () =>
    expect(await bench.deliveries()).toMatchObject([
      { partner: visitors, state: 'bounced', attempts: 1, lease_until: null, last_error },
      { partner: 'acme', state: 'pending', attempts: 1, lease_until: null, last_error },
    ]),
  )
  expect(outcomes.sort()).toEqual([`${visitors} bounced`, 'acme pending'])
  expect(bench.lines.join('\n')).not.toContain('ada@')
})

test('mails to visitors have a lane of their own: a mail server that hangs holds up no partner', async () => {
  const receiver = await startReceiver(answerWith(200))
  const { url, sockets } = await startSilentServer()
  const mailer = createMailer(url)
  onTestFinished(() => mailer.close())
  const bench = await startBench({ acme: receiver.url }, { mailer, stopMs: 100 })
  const mails = Array.from({ length: 50 }, () => standaloneMail(newId(), letter, bench.clock.now))
  await bench.storage.atomic(mails.flat())
  bench.relay.wake()
  await eventually(() => expect(sockets.length).toBeGreaterThan(0))
  await bench.enqueue('acme')
  await eventually(() => expect(receiver.received).toHaveLength(1))
})
