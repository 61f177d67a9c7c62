import { type AddressInfo, createServer, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { onTestFinished } from 'vitest'

/** A mail server of the tests, and what it was sent. */
export interface MailServer {
  url: string
  mails: string[]
  /** What it would not take. */
  refused: string[]
  /** Whom each mail that it took was for, as the protocol said it. */
  recipients: string[][]
  /** Whether it takes nothing for now, and what it answers to each recipient in place of a welcome. */
  mood: { refuses: boolean; recipient?: { code: number; text: string } }
}

/** A mail server on loopback that takes everything until told otherwise; it is closed with the test. */
export async function startMailServer(): Promise<MailServer> {
  const [mails, refused, recipients]: [string[], string[], string[][]] = [[], [], []]
  const mood: MailServer['mood'] = { refuses: false }
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onRcptTo(_address, _session, done) {
      const { code, text: said } = mood.recipient ?? {}
      done(said === undefined ? null : Object.assign(new Error(said), { responseCode: code }))
    },
    async onData(stream, { envelope }, done) {
      // A sender that dies half-way has sent nothing.
      const mail = await text(stream).catch(() => null)
      if (mail === null) return
      if (mood.refuses) {
        refused.push(mail)
        return done(Object.assign(new Error('later'), { responseCode: 451 }))
      }
      mails.push(mail)
      recipients.push(envelope.rcptTo.map(({ address }) => address))
      done()
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())))
  const url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`
  return { url, mails, refused, recipients, mood }
}

/** What connects is given to `speak`, which may say nothing at all. */
export async function startSilentServer(
  speak: (socket: Socket) => void = () => {},
): Promise<{ url: string; sockets: Socket[] }> {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => {}))
    speak(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, sockets }
}
