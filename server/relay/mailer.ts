import { createTransport } from 'nodemailer'

/** A mail of plain text. `id` becomes its Message-ID, by which a mail sent twice is known. */
export interface Mail {
  id: string
  from: string
  to: string
  subject: string
  text: string
}

/** The way out for mail. */
export interface Mailer {
  /** Returns null, or a sentence (no personal data) that says why the mail was not taken. */
  send(mail: Mail): Promise<string | null>
  close(): void
}

/** In ms; together less than a delivery's lease, so that no other server begins the same mail meanwhile. */
const settings = {
  pool: true,
  maxConnections: 2,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
}

/** @param url `smtp://user:password@host:port`, or smtps: for TLS from the first byte. Certificates are checked. */
export function createMailer(url: string): Mailer {
  const transport = createTransport(url, settings as object)
  return {
    async send({ id, from, to, subject, text }) {
      // A line break would begin another header.
      if ([from, to, subject].some((value) => /[\r\n]/.test(value))) return 'A header of the mail has a line break.'
      const domain = from.split('@')[1] ?? 'localhost'
      try {
        await transport.sendMail({ messageId: `<${id}@${domain}>`, from, to, subject, text, disableFileAccess: true })
        return null
      } catch (error) {
        return reasonOf(error)
      }
    },
    close: () => transport.close(),
  }
}

/** What the server said may repeat the mail; its code does not. */
function reasonOf(error: unknown): string {
  const { responseCode, code } = error as { responseCode?: number; code?: string }
  return responseCode ? `The mail server answered ${responseCode}.` : `The mail was not sent (${code ?? 'unknown'}).`
}
