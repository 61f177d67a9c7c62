// A mail server may be silent, or speak so slowly that no pause is too long: a mail ends all the same.
import type { Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { storeLead } from '../leads/store-lead.ts'
import { sampleLead } from '../leads/testing/sample-lead.ts'
import { eventually } from '../outbox/testing/eventually.ts'
import { startMailServer, startSilentServer } from '../outbox/testing/mail-server.ts'
import { startBench } from '../outbox/testing/relay-bench.ts'
import { createMailer } from './mailer.ts'

const mail = { id: 'd-1', from: 'portal@example.com', to: 'leads@acme.example', subject: 'Lead', text: 'Ada' }

function mailerTo(url: string, timeoutMs: number) {
  const mailer = createMailer(url, timeoutMs)
  onTestFinished(() => mailer.close())
  return mailer
}

/** A line of a reply that goes on and on: each byte comes in time, and the end never does. */
function trickle(socket: Socket): void {
  const timer = setInterval(() => socket.write('2'), 20)
  socket.on('close', () => clearInterval(timer))
}

test.each([
  ['says nothing', () => {}],
  ['trickles its greeting', trickle],
])('a mail to a server that %s ends in time, and so does its connection', async (_, speak) => {
  const { url, sockets } = await startSilentServer(speak)
  const mailer = mailerTo(url, 300)
  expect(await mailer.send(mail)).toBe('The mail was not sent within 0.3 s.')
  await eventually(() => expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true]))
})

test('a mail that hangs is a failed try, and a stop does not wait for it', async () => {
  const { url, sockets } = await startSilentServer()
  const definition = { kind: 'email', to: mail.to, from: mail.from } as const
  const partners = { acme: { name: 'acme', takes: [{ form: 'x' }], deliveries: { mail: definition } } }
  const payload = JSON.stringify({ subject: 'Lead', text: 'Ada' })
  const stored = async (mailer: ReturnType<typeof createMailer>, stopMs: number) => {
    const bench = await startBench({}, { partners: () => partners as never, mailer, stopMs })
    const receivedAt = new Date(bench.clock.now).toISOString()
    const deliveries = [{ partner: 'acme', delivery: 'mail', kind: 'email', payload } as const]
    await storeLead(bench.storage, sampleLead({ receivedAt, deliveries: [...deliveries] }))
    bench.relay.wake()
    return bench
  }
  const first = await stored(mailerTo(url, 300), 10_000)
  await eventually(async () =>
    expect(await first.deliveries()).toMatchObject([
      { state: 'pending', attempts: 1, lease_until: null, last_error: 'The mail was not sent within 0.3 s.' },
    ]),
  )
  const second = await stored(mailerTo(url, 60_000), 100)
  await eventually(() => expect(sockets).toHaveLength(2))
  await second.relay.stop()
  expect(second.lines).toContain('Deliveries were left on their way; they are sent again.')
})

test('a server that takes its time is waited for', async () => {
  const { url, mails } = await startMailServer()
  expect(await mailerTo(url, 30_000).send(mail)).toBeNull()
  expect(mails).toHaveLength(1)
})
