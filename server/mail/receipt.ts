import type { ResolvedForm } from '#engine/form/model'
import type { Catalog } from '#engine/site'
import { type LimitedMail, quotaHash } from '#server/leads'
import type { KeyedHash } from '#server/storage'
import { deferredMail, mailToVisitor } from './visitor-mail.ts'

/** A lead, as far as it decides whether there is a receipt. */
export interface Receipted {
  form: ResolvedForm
  /** The first e-mail address that was given. */
  email: string | null
  /** The brand whose host it came to. */
  brand: string
  test: boolean
  suspicion: string | null
  /** The origin of a trial on this machine; null for everybody else. */
  localOrigin: string | null
}

/**
 * The mail that tells the visitor what was sent, as the form promises it; null where it promises none, or nobody gave an
 * address. What looks made by a program gets none, since such programs write other people's addresses. It is written
 * when it leaves (`receipt-mail.ts`): whoever waits for the lead to be stored does not wait for that.
 */
export function receiptOf(catalog: Catalog, hash: KeyedHash, lead: Receipted): LimitedMail | null {
  const { form, email, brand, test, suspicion, localOrigin } = lead
  const { mail, testLeads = false } = form.receipt ?? {}
  if (mail === undefined || email === null || suspicion !== null || (test && !testLeads)) return null
  if (!catalog.mail(mail, form.locale) || catalog.brand(brand).sender === undefined) return null
  const message = mailToVisitor('receipt', deferredMail('receipt', email, localOrigin))
  return { message, address: quotaHash(hash, email) }
}
