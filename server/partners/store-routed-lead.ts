import type { Lead } from '../leads/lead.ts'
import { type StoreOutcome, storeLead } from '../leads/store-lead.ts'
import { insertLimitedMail } from '../mail/limited-mail.ts'
import { insertReminder } from '../mail/reminder.ts'
import { subscriptionLocks, subscriptionStatements } from '../newsletter/subscription-statements.ts'
import type { Statement, Storage } from '../storage/storage.ts'
import { routingLocks, routingStatements } from './routing-statements.ts'

/**
 * Stores a lead with who gets it, the mails to the visitor and the subscription, in one transaction, which is undone when what that was decided on has changed.
 * @param before statements of the same transaction, without rows of their own
 */
export function storeRoutedLead(
  storage: Storage,
  lead: Lead,
  before: readonly Statement[] = [],
): Promise<StoreOutcome> {
  return storeLead(storage, lead, {
    before: [...routingLocks(storage, lead), ...subscriptionLocks(storage, lead), ...before],
    after: [
      ...routingStatements(lead),
      ...insertLimitedMail(lead, lead.receipt),
      ...insertReminder(lead, lead.reminder),
      ...subscriptionStatements(lead),
    ],
  })
}
