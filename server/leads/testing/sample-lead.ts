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

/** A statement with which a database makes many leads by itself. @param receivedAt when all of them came, in ms since the epoch */
export function insertManyLeads(engine: 'sqlite' | 'postgres', count: number, receivedAt: number): string {
  // A number of 12 hexadecimal digits follows.
  const begin = `${newId({ msecs: receivedAt }).slice(0, 14)}7000-8000-`
  const [numbers, digits] =
    engine === 'sqlite'
      ? [
          `(WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count}) SELECT i FROM n)`,
          (length: number) => `printf('%0${length}x', i)`,
        ]
      : [`generate_series(1, ${count}) AS i`, (length: number) => `lpad(to_hex(i), ${length}, '0')`]
  return `INSERT INTO leads
      (id, received_at, form, locale, brand, definition, answers, attribution, test, body_hash)
    SELECT '${begin}' || ${digits(12)}, '${new Date(receivedAt).toISOString()}', 'home-insurance', 'en', 'default', 'd',
      '{"firstName":"Ada","lastName":"Lovelace","email":"ada@example.com","phone":"+442079460000","residence":"primary",
"features":["garage","pool"],"homePostalCodeOrCity":"London","buildAge":"under5","claims":"none"}',
      '{}', 0, ${digits(32)}
    FROM ${numbers}`
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
