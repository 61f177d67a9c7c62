import { v7 as newId } from 'uuid'
import { mailToVisitor, type VisitorMail } from '../../mail/write-mail.ts'
import type { Statement } from '../../storage/storage.ts'
import type { Lead } from '../lead.ts'
import { insertStandaloneMail, type NewMessage } from '../messages.ts'

/** A lead that lacks nothing; `changes` replaces what the test is about. */
export function sampleLead(changes: Partial<Lead> = {}): Lead {
  return {
    id: newId(),
    receivedAt: '2026-11-20T10:00:00.000Z',
    form: 'home-insurance',
    locale: 'de',
    brand: 'main',
    page: null,
    definition: 'hash-of-definition',
    answers: { firstName: 'Ada', features: ['garage'] },
    attribution: { source: 'mail' },
    test: false,
    via: 'api',
    suspicion: null,
    idempotencyKey: null,
    keyScope: null,
    bodyHash: 'hash-of-body',
    consents: [],
    contacts: [],
    routing: { decisions: [], days: [], windows: [], contacts: [] },
    deliveries: [],
    mails: [],
    subscription: null,
    ...changes,
  }
}

/** A way to a partner. */
export function sampleDelivery(partner: string, kind: NewMessage['kind'], payload: object = {}): NewMessage {
  return { partner, delivery: kind === 'webhook' ? 'hook' : 'feed', kind, payload: JSON.stringify(payload) }
}

/** Puts a mail to a visitor into the outbox, about nothing else; the same one once. Its address has room for it. */
export function standaloneMail(id: string, letter: VisitorMail, now: number): Statement[] {
  const message = mailToVisitor('unsubscribe-link', letter, 'welcome')
  return insertStandaloneMail(id, { message, address: id }, now)
}
