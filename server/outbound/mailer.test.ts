// A mail server may be silent, speak so slowly that no pause is too long, refuse, or hang up: a mail ends all the same.
import type { Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { storeLead } from '../leads/store-lead.ts'
import { sampleLead } from '../leads/testing/sample-lead.ts'
import { readMail } from '../mail/testing/read-mail.ts'
import { startBench } from '../relay/testing/relay-bench.ts'
import { eventually } from '../testing/eventually.ts'
import { startMailServer, startSilentServer } from '../testing/mail-server.ts'
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
  expect(await mailer.send(mail)).toEqual({ reason: 'The mail was not sent within 0.3 s.', isBounced: false })
  await eventually(() => expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true]))
})

test('a mail that hangs is a failed try, and a stop does not wait for it', async () => {
  const { url, sockets } = await startSilentServer()
  const definition = { kind: 'email', to: mail.to, from: mail.from } as const
  const partners = { acme: { name: 'acme', filters: [{ form: 'x' }], deliveries: { mail: definition } } }
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
  expect(second.lines).toContain('Deliveries were interrupted; they are sent again')
})

test('a server that takes its time is waited for', async () => {
  const { url, mails } = await startMailServer()
  expect(await mailerTo(url, 30_000).send(mail)).toBeNull()
  expect(mails).toHaveLength(1)
})

test.each([
  [{ code: 550, text: '5.1.1 <leads@acme.example>: user unknown' }, '550 5.1.1', true],
  [{ code: 553, text: '5.1.3 Bad address' }, '553 5.1.3', true],
  [{ code: 501, text: '5.1.3 Bad recipient address syntax' }, '501 5.1.3', true],
  [{ code: 550, text: '5.1.6 Mailbox has moved' }, '550 5.1.6', true],
  [{ code: 556, text: '5.1.10 Recipient address has null MX' }, '556 5.1.10', true],
  [{ code: 550, text: '5.2.1 Mailbox disabled' }, '550 5.2.1', true],
  // What may be a policy, a block list or a relay that is not allowed, in whatever words.
  [{ code: 550, text: 'No such user' }, '550', false],
  [{ code: 551, text: 'User not local' }, '551', false],
  [{ code: 553, text: 'Blocked, see https://block.example/?ip=192.0.2.1' }, '553', false],
  [{ code: 550, text: '5.1.0 Address rejected' }, '550 5.1.0', false],
  [{ code: 550, text: '5.1.8 Bad sender address' }, '550 5.1.8', false],
  [{ code: 552, text: '5.2.2 Mailbox full' }, '552 5.2.2', false],
  [{ code: 552, text: '5.2.3 Message too long' }, '552 5.2.3', false],
  [{ code: 554, text: '5.7.1 Relay access denied' }, '554 5.7.1', false],
  [{ code: 550, text: '5.7.26 Unauthenticated mail' }, '550 5.7.26', false],
  [{ code: 450, text: '4.2.1 Come back later' }, '450 4.2.1', false],
])('a recipient who is refused with %j', async (recipient, said, isBounced) => {
  const { url, mood } = await startMailServer()
  mood.recipient = recipient
  const answered = `mail server responded with ${said}.`
  expect(await mailerTo(url, 30_000).send(mail)).toEqual({
    reason: isBounced ? `The mailbox does not exist: the ${answered}` : `The ${answered}`,
    isBounced,
  })
})

test.each([
  ['hangs up at once', (socket: Socket) => void socket.end()],
  ['hangs up when the mail is there, before it says that it took it', hangUpAfterData],
])('a server that %s has not taken the mail', async (_, speak) => {
  const { url } = await startSilentServer(speak)
  expect(await mailerTo(url, 30_000).send(mail)).toEqual({
    reason: expect.stringMatching(/^The mail was not sent \(E[A-Z]+\)\.$/),
    isBounced: false,
  })
})

function hangUpAfterData(socket: Socket): void {
  socket.write('220 ready\r\n')
  socket.on('data', (data) => {
    const said = data.toString()
    if (said.endsWith('\r\n.\r\n')) socket.destroy()
    else socket.write(/^DATA/i.test(said) ? '354 go on\r\n' : '250 fine\r\n')
  })
}

const injected = 'x\r\nBcc: eve@example.com'
test.each([
  ['id', { id: injected }],
  ['sender', { from: injected }],
  ['name of the brand', { fromName: injected }],
  ['recipient', { to: injected }],
  ['recipient, with a line feed alone', { to: 'ada@example.com\nBcc: eve@example.com' }],
  ['subject', { subject: injected }],
  ['link to unsubscribe', { unsubscribe: `https://example.com/${injected}` }],
])('a %s that would begin another header is not sent', async (_, change) => {
  const { url, mails } = await startMailServer()
  const failure = await mailerTo(url, 30_000).send({ ...mail, ...change })
  expect(failure).toEqual({ reason: 'A header of the mail has a line break.', isBounced: false })
  expect(mails).toEqual([])
})

test('what looks like more than one address is one, or none', async () => {
  const { url, mails, recipients } = await startMailServer()
  const mailer = mailerTo(url, 30_000)
  const odd = { fromName: '"Acme" <eve@example.com>, Eve', subject: '=?utf-8?q?=0D=0ABcc:_eve?= ä', to: mail.to }
  expect(await mailer.send({ ...mail, ...odd })).toBeNull()
  const { headers } = readMail(String(mails[0]))
  expect(headers.from).toMatch(/ <portal@example\.com>$/)
  expect(Object.keys(headers)).not.toContain('bcc')
  expect(headers.subject).toBe(odd.subject)
  await mailer.send({ ...mail, to: 'ada@example.com, eve@example.com' })
  await mailer.send({ ...mail, to: 'ada@example.com> SIZE=1 <eve@example.com' })
  expect(recipients.flat().filter((each) => each === 'eve@example.com')).toEqual([])
})

test('a mail to a subscriber names the address that ends it, and one click only over TLS', async () => {
  const { url, mails } = await startMailServer()
  const mailer = mailerTo(url, 30_000)
  const token = `token=${'a-Z_9'.repeat(9)}`
  const link = `https://long.name.example.com/de/newsletter-abbestellen?${token}`
  await mailer.send({ ...mail, unsubscribe: link })
  await mailer.send({ ...mail, unsubscribe: `http://127.0.0.1:8080/unsub?${token}` })
  await mailer.send(mail)
  const [safe, local, none] = mails.map((source) => readMail(source).headers)
  expect(safe).toMatchObject({ 'list-unsubscribe': `<${link}>`, 'list-unsubscribe-post': 'List-Unsubscribe=One-Click' })
  expect(local?.['list-unsubscribe']).toBe(`<http://127.0.0.1:8080/unsub?${token}>`)
  expect(local).not.toHaveProperty('list-unsubscribe-post')
  expect(none).not.toHaveProperty('list-unsubscribe')
})
