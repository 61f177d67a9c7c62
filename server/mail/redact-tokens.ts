const mailed = /(?<=\?token=)[A-Za-z0-9_-]{43}/g
const taken = '?token=sent'

/** Whether a mail in the outbox holds a token. */
export function hasToken(payload: string): boolean {
  return payload.search(mailed) >= 0
}

/** A mail that was sent without what whoever has it may do in the visitor's place: nothing but its hash is kept of that. */
export function withoutToken(payload: string): string {
  return payload.replaceAll(mailed, 'sent')
}

/** Whether the token of a mail was taken out once it was sent, so that it cannot be sent again. */
export function isWithoutToken(payload: string): boolean {
  return payload.includes(taken)
}
