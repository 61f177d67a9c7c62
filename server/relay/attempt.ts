import { v5 as uuidFromName } from 'uuid'
import type { PartnerDefinition } from '#schemas/generated/partner.ts'
import type { SendContext } from '../channels/channel.ts'
import { kindOf } from '../channels/channel-of.ts'
import type { ClaimedDelivery, Outcome } from '../leads/deliveries.ts'
import { type AttemptOutcome, failed } from '../leads/deliveries.ts'
import { visitors } from '../leads/messages.ts'
import type { WriteDeferred } from '../mail/write-deferred.ts'
import { nextTry } from './backoff.ts'
import { sendToVisitor } from './send-to-visitor.ts'

/** What a try needs to know and reach. */
export interface AttemptContext extends SendContext {
  partners: () => Record<string, PartnerDefinition>
  writeDeferred: WriteDeferred
}

/** Tries a delivery once; to a partner, as the definitions have it now. */
export async function attempt(claimed: ClaimedDelivery, context: AttemptContext): Promise<AttemptOutcome> {
  const message = { ...claimed, messageId: messageId(claimed) }
  if (claimed.partner === visitors) return sendToVisitor(message, context)
  const definition = context.partners()[claimed.partner]?.deliveries[claimed.delivery]
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

/** How long what the environment lacks is waited for before it is looked for again, in ms. */
const waitingPause = 5 * 60 * 1000

/** Decides what an attempt makes of its delivery: delivered, tried again later, rejected, dead, or cancelled. */
export function outcomeOf(
  { attempt }: ClaimedDelivery,
  made: AttemptOutcome,
  { now, random }: { now: number; random: () => number },
): Outcome {
  if (made.kind === 'delivered') {
    const kept = made.kept !== undefined && { payload: made.kept }
    const delivered_at = new Date(now).toISOString()
    return { state: 'delivered', last_error: null, delivered_at, external_id: made.externalId ?? null, ...kept }
  }
  if (made.kind === 'over') return { state: 'cancelled', cancel_reason: 'superseded', last_error: null, payload: '' }
  if (made.kind === 'waiting')
    return { state: 'pending', last_error: made.error, due_at: now + waitingPause, attempts: attempt - 1 }
  if (made.kind === 'rejected') return { state: 'rejected', last_error: made.error }
  if (made.kind === 'bounced') return { state: 'bounced', last_error: made.error }
  if (made.kind === 'gone') return { state: 'dead', last_error: made.error }
  const due = nextTry({ attempts: attempt, now, random, retryAfter: made.retryAfter })
  if (due === null) return { state: 'dead', last_error: made.error }
  return { state: 'pending', last_error: made.error, due_at: due }
}
