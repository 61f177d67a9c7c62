import type { DeliveryDefinition } from '#schemas/generated/delivery.ts'
import { deliveryKinds } from '#server/channels'
import { standing } from '#server/leads'
import { type Row, type Storage, withDeadline } from '#server/storage'

/** For how long a visitor waits for the provider, in ms (shared reading of the portal's section 4). */
const deadlineMs = 10_000

/** Tells pages how the first try went that they wait for. */
export interface FirstTries {
  /**
   * Whether those who are awaited took a lead at the first try; null when the lead goes to none of them. Whichever
   * server makes the try says how it went: this one's relay at once, another's by the database.
   */
  ofLead(lead: string): Promise<boolean | null>
  /** A try of this process went so. */
  report(subject: string, message: string, isDelivered: boolean): void
  /** Another process tried a message of this subject. */
  look(subject: string): void
}

const awaited = (Object.keys(deliveryKinds) as DeliveryDefinition['kind'][]).filter(
  (kind) => deliveryKinds[kind].isAwaited,
)

/** Whether pages wait for the first try of messages of this kind. */
export function isAwaited(kind: string): boolean {
  return (awaited as string[]).includes(kind)
}

interface Waiter {
  subject: string
  /** How the tries of this process went, by message. */
  told: Map<string, boolean>
  pause: WakeablePause
}

/** @param lookMs how often to look for what another server did and could not say */
export function openFirstTries(storage: Storage, { lookMs = 1000 } = {}): FirstTries {
  const waiters = new Set<Waiter>()

  async function wait({ subject, told, pause }: Waiter): Promise<boolean | null> {
    const end = performance.now() + deadlineMs
    let rows = await standing(storage, subject, awaited)
    for (;;) {
      if (rows.length === 0) return null
      const outcomes = rows.map((row) => told.get(String(row.id)) ?? outcomeOf(row))
      if (!outcomes.includes(null)) return !outcomes.includes(false)
      const left = end - performance.now()
      if (left <= 0) return false
      const known = told.size
      await pause.wait(Math.min(lookMs, left))
      if (told.size === known) rows = await standing(storage, subject, awaited)
    }
  }

  const of = (subject: string) => [...waiters].filter((waiter) => waiter.subject === subject)
  return {
    async ofLead(subject) {
      const waiter = { subject, told: new Map<string, boolean>(), pause: wakeablePause() }
      // Before the first look: a try that ends while it is under way must not be missed.
      waiters.add(waiter)
      // The lead is stored: what is asked from here on is not about that any more, and may take longer.
      return withDeadline(deadlineMs + 2000, () => wait(waiter)).finally(() => waiters.delete(waiter))
    },
    report(subject, message, isDelivered) {
      for (const { told, pause } of of(subject)) {
        told.set(message, isDelivered)
        pause.wake()
      }
    },
    look(subject) {
      for (const { pause } of of(subject)) pause.wake()
    },
  }
}

/** null while the first try is to come or under way. */
function outcomeOf({ state, last_error: error, lease_until: lease }: Row): boolean | null {
  if (state === 'delivered') return true
  // Also one that waits for its key has been tried in vain.
  return state !== 'pending' || (error !== null && lease === null) ? false : null
}

/** Wakes a loop that waits. A call while nobody waits is kept for the next wait. */
interface WakeablePause {
  wake(): void
  /** Resolves when woken, and after `ms` at the latest. */
  wait(ms: number): Promise<void>
}

/** A pause that one loop waits in. */
export function wakeablePause(): WakeablePause {
  let wasWoken = false
  let end = () => {}
  return {
    wake() {
      wasWoken = true
      end()
    },
    async wait(ms) {
      if (!wasWoken) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms)
          end = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
      wasWoken = false
    },
  }
}
