import type { Site } from '#engine/site'
import type { AskedOffers } from '#schemas/generated/asked-offers.ts'
import type { DeliveryDefinition } from '#schemas/generated/delivery.ts'
import type { DeliveryKind, SendContext } from './channel.ts'
import { deliveryKinds } from './channels.ts'

/** How a delivery is made: it takes this definition, being of its kind. */
export function kindOf({ kind }: DeliveryDefinition): DeliveryKind {
  return deliveryKinds[kind]
}

/** What a delivery asks for where its partner answers leads with offers; null where it does not. */
export function askedOffers(definition: DeliveryDefinition): AskedOffers | null {
  if (definition.kind === 'tariff') return definition.hosts ? { hosts: definition.hosts } : {}
  return definition.kind === 'http' ? (definition.offers ?? null) : null
}

/** A sentence for each variable that deliveries and mails wait for. Names variables, never what is in them. */
export function lackingVariables(
  { partners: { all: partners }, forms: { mailing } }: Pick<Site, 'partners' | 'forms'>,
  secrets: SendContext['secrets'],
): string[] {
  const ofMails = mailing.length > 0 && !secrets('SMTP_URL') ? [mailsWait(mailing.length)] : []
  const ofDeliveries = Object.entries(partners).flatMap(([partner, { deliveries }]) =>
    Object.entries(deliveries).flatMap(([delivery, definition]) => {
      const missing = kindOf(definition).missingSecrets?.(definition, secrets) ?? []
      return missing.map(
        ({ variable, lack }) =>
          `${variable} ${lack}: the delivery ${partner}/${delivery} (${definition.kind}) waits until it is set.`,
      )
    }),
  )
  return [...ofDeliveries, ...ofMails]
}

function mailsWait(forms: number): string {
  return `SMTP_URL is not set: the mails of ${forms} ${forms === 1 ? 'form wait' : 'forms wait'} until it is set.`
}
