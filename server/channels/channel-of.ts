import type { Site } from '#engine/site'
import type { AskedOffers } from '#schemas/generated/asked-offers.ts'
import type { DeliveryDefinition } from '#schemas/generated/delivery.ts'
import type { AttemptOutcome } from '#server/leads'
import type { OutboundAnswer } from '#server/outbound'
import { type DeliveryKind, judge, type SendContext, waitsFor } from './channel.ts'
import { deliveryKinds } from './channels.ts'

/** How a delivery is made: it takes this definition, being of its kind. */
export function kindOf({ kind }: DeliveryDefinition): DeliveryKind {
  return own.get(kind) ?? deliveryKinds[kind]
}

/** A kind that a repository adds: its try may leave the judgement of a reply to us. */
interface OwnKind extends Pick<DeliveryKind, 'payload' | 'unsubscribed' | 'missingSecrets'> {
  send(...args: Parameters<NonNullable<DeliveryKind['send']>>): Promise<AttemptOutcome | OutboundAnswer>
}

const own = new Map<string, DeliveryKind>()

/** Adds a way to deliver. Once, before definitions are read. */
export function addChannel(id: string, kind: OwnKind): void {
  own.set(id, {
    ...kind,
    payload(outgoing, definition) {
      // Whatever it makes of it, the lead is to be stored.
      try {
        const payload = kind.payload(outgoing, definition)
        return typeof payload === 'string' ? payload : `${unwritten}it is no text`
      } catch (error) {
        return unwritten + (error instanceof Error ? error.message : String(error))
      }
    },
    async send(claimed, definition, context) {
      if (claimed.payload.startsWith(unwritten))
        return {
          kind: 'gone',
          error: `The channel ${id} failed to write its payload: ${claimed.payload.slice(unwritten.length)}`,
        }
      const [lack] = kind.missingSecrets?.(definition, context.secrets) ?? []
      if (lack) return waitsFor(lack)
      const made = await kind.send(claimed, definition, context)
      return 'ok' in made ? judge(made) : made
    },
  })
}

/** What begins a payload that could not be written; no text that is sent begins so. */
const unwritten = '\u0000'

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
