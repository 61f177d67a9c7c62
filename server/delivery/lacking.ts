import type { Catalog } from '#engine/catalog/catalog.ts'
import type { SendContext } from './delivery-kind.ts'
import { kindOf } from './kind-of.ts'

/** A sentence for each variable that deliveries and receipts wait for. Names variables, never what is in them. */
export function lackingVariables(
  { partners, receipts }: Pick<Catalog, 'partners' | 'receipts'>,
  secrets: SendContext['secrets'],
): string[] {
  const ofReceipts = receipts.length > 0 && !secrets('SMTP_URL') ? [receiptsWait(receipts.length)] : []
  const ofDeliveries = Object.entries(partners).flatMap(([partner, { deliveries }]) =>
    Object.entries(deliveries).flatMap(([delivery, definition]) => {
      const lacks = kindOf(definition).lacks?.(definition, secrets) ?? []
      return lacks.map(
        ({ variable, lack }) =>
          `${variable} ${lack}: the delivery ${partner}/${delivery} (${definition.kind}) waits for it.`,
      )
    }),
  )
  return [...ofDeliveries, ...ofReceipts]
}

function receiptsWait(forms: number): string {
  return `SMTP_URL is not set: the receipts of ${forms} ${forms === 1 ? 'form wait' : 'forms wait'} for it.`
}
