/** A mail. `id` becomes its Message-ID, by which a mail sent twice is known. */
export interface Mail {
  id: string
  from: string
  /** Whom the address belongs to. */
  fromName?: string
  to: string
  /** Whom an answer goes to, where that is not who it comes from. */
  replyTo?: string
  subject: string
  text: string
  /** The same as HTML. */
  html?: string
  /** No person wrote it, so nobody's program shall answer that they are on holiday. */
  isAutomatic?: boolean
  /** The address that ends the subscription, by hand (GET) and by program (POST: RFC 8058). */
  unsubscribe?: string
}

/** Why a mail was not taken. */
export interface MailFailure {
  /** A sentence without personal data. */
  reason: string
  /** There is no such mailbox, and no other try would find it. */
  isBounced: boolean
}

/** The way out for mail. */
export interface Mailer {
  /** Returns null when the mail was taken. */
  send(mail: Mail): Promise<MailFailure | null>
  /** Breaks off what is on its way. */
  close(): void
}

/** Times in ms. How long each step of the conversation may take; a server that is merely slow passes. */
const settings = {
  pool: true,
  maxConnections: 5,
  // The relay tries again by its own schedule.
  maxRequeues: 0,
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 15_000,
  socketTimeout: 20_000,
} as const

/**
 * How long a mail may take from here to the server's last word, in ms: less than a delivery's lease, so that no other
 * server begins the same mail meanwhile. A server that trickles its replies runs into nothing else.
 */
const longestMail = 45_000

/** @param url `smtp://user:password@host:port`, or smtps: for TLS from the first byte. Certificates are checked. */
export function createMailer(url: string, timeoutMs = longestMail): Mailer {
  // A server without SMTP loads none of it.
  const transport = import('nodemailer').then(({ createTransport }) => createTransport({ ...settings, url }))
  return {
    async send({
      id,
      from,
      fromName = '',
      to,
      replyTo = '',
      subject,
      text,
      html,
      isAutomatic = false,
      unsubscribe = '',
    }) {
      // A line break would begin another header.
      if ([id, from, fromName, to, replyTo, subject, unsubscribe].some((value) => /[\r\n]/.test(value)))
        return { reason: 'A header of the mail has a line break.', isBounced: false }
      const domain = from.split('@')[1] ?? 'localhost'
      const signal = AbortSignal.timeout(timeoutMs)
      try {
        await (await transport).sendMail({
          // As objects, so that nothing in an address is read as a second one.
          ...{ from: { name: fromName, address: from }, to: { name: '', address: to } },
          ...(replyTo !== '' && { replyTo: { name: '', address: replyTo } }),
          ...{ messageId: `<${id}@${domain}>`, subject, text, ...(html !== undefined && { html }) },
          headers: { ...(isAutomatic && { 'Auto-Submitted': 'auto-generated' }), ...unsubscribeHeaders(unsubscribe) },
          ...{ signal, disableFileAccess: true },
        })
        return null
      } catch (error) {
        if (!signal.aborted) return failureOf(error)
        return { reason: `The mail was not sent within ${timeoutMs / 1000} s.`, isBounced: false }
      }
    },
    close: () => void transport.then((opened) => opened.close({ force: true })),
  }
}

/** RFC 8058, section 3.1: one click is promised only for an address over TLS. */
function unsubscribeHeaders(address: string): Record<string, string> {
  if (address === '') return {}
  const header = { 'List-Unsubscribe': `<${address}>` }
  return address.startsWith('https:') ? { ...header, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : header
}

interface SmtpError {
  code?: string
  command?: string
  responseCode?: number
  response?: string
}

/** What the server said may repeat the mail; its codes do not. */
function failureOf(error: unknown): MailFailure {
  const { responseCode, response = '', command, code = 'unknown' } = error as SmtpError
  if (!responseCode) return { reason: `The mail was not sent (${code}).`, isBounced: false }
  const enhanced = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1]
  const said = [responseCode, enhanced].filter(Boolean).join(' ')
  if (command === 'RCPT TO' && isWithoutMailbox(responseCode, enhanced))
    return { reason: `The mailbox does not exist: the mail server responded with ${said}.`, isBounced: true }
  return { reason: `The mail server responded with ${said}.`, isBounced: false }
}

/**
 * Codes that say for good that an address has no mailbox that takes mail (RFC 3463, sections 3.2 and 3.3; RFC 7505): no
 * such mailbox, no such host, no such syntax, moved away, a host without mail, a mailbox that is disabled. A full mailbox
 * is emptied one day, a message that is too long is ours to mend, and 5.1.7 and 5.1.8 are about the sender.
 */
const withoutMailbox = ['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10', '5.2.1']

/**
 * A bare 550 is said of policies, block lists and relaying too, so it proves nothing about the address: such a mail is
 * tried again like any other.
 */
function isWithoutMailbox(code: number, enhanced: string | undefined): boolean {
  return code >= 500 && enhanced !== undefined && withoutMailbox.includes(enhanced)
}
