import { v5 as uuidFromName } from 'uuid'
import type { PartnerDefinition } from '#schemas/generated/partner.ts'
import { type AttemptOutcome, failed, type SendContext } from '../delivery/delivery-kind.ts'
import { kindOf } from '../delivery/kind-of.ts'
import { sendToVisitor } from '../mail/send-to-visitor.ts'
import { visitors } from '../mail/visitor-mail.ts'
import type { WritePromised } from '../mail/write-promised.ts'
import type { ClaimedDelivery } from './claim.ts'
import { wayOf } from './message.ts'

/** What a try needs to know and reach. */
export interface AttemptContext extends SendContext {
  partners: () => Record<string, PartnerDefinition>
  writePromised: WritePromised
}

/** Tries a delivery once; to a partner, as the definitions have it now. */
export async function attempt(claimed: ClaimedDelivery, context: AttemptContext): Promise<AttemptOutcome> {
  if (claimed.payload === '') return { kind: 'erased' }
  const message = { ...claimed, messageId: messageId(claimed) }
  if (claimed.partner === visitors) return sendToVisitor(message, context)
  const definition = context.partners()[claimed.partner]?.deliveries[wayOf(claimed.delivery)]
  const name = `${claimed.partner}/${claimed.delivery}`
  // An operator can mend both, so they are retried like an outage.
  if (!definition) return failed(`The definitions do not have the delivery ${name}.`)
  const kind = kindOf(definition)
  if (!kind.send || definition.kind !== claimed.kind)
    return failed(`The delivery ${name} is of kind ${definition.kind} now, and was ${claimed.kind}.`)
  return kind.send(message, definition, context)
}

/** Receivers drop repeats by this id. What an operator sends anew is no repeat. */
function messageId({ id, replay }: ClaimedDelivery): string {
  return replay === 0 ? id : uuidFromName(`replay ${replay}`, id)
}
