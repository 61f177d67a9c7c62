import { makeAutoObservable } from 'mobx'

/** The page that somebody wanted and that did not come, while the one before is kept on the screen. */
class Offline {
  /** Where the kept page is at home, without the origin; null while nothing is missed. */
  kept: string | null = null
  /** How often a page was missed: each time is said anew. */
  misses = 0
  /** Where the kept page was scrolled to, in px. */
  scrolled = 0

  constructor() {
    makeAutoObservable(this)
  }

  miss(kept: string): void {
    this.kept = kept
    this.misses += 1
    this.scrolled = scrollY
  }

  clear(): void {
    this.kept = null
  }
}

export const unreached = new Offline()

/** Why answers could not be sent just now. */
export type Obstacle = 'offline' | 'away' | 'busy'

/** Answers on their way. */
export interface Delivery {
  /** Whether they are to be tried no more. */
  isStopped: boolean
  /** Ends the wait for the next try. */
  wake: () => void
}

/** The turns of one form, and its answers on their way, tried until they are accepted. */
export class Sending {
  state: 'idle' | 'trying' | 'waiting' = 'idle'
  /** Whether a turn is under way: from the press of a button until what follows from it is drawn. */
  isUnderWay = false
  /** What the last try met with; null until one has failed. */
  obstacle: Obstacle | null = null

  #delivery: Delivery | null = null
  /** What the button of the turn under way says, and whether it was pressed again with other answers. */
  #go = ''
  #isWantedAgain = false
  #left = new AbortController()

  constructor() {
    makeAutoObservable(this)
  }

  /** Begins a turn, which ends the one before. The signal says when the visitor has left it in turn. */
  begin(go: string): AbortSignal {
    this.leave()
    this.isUnderWay = true
    this.#go = go
    this.#isWantedAgain = false
    this.#left = new AbortController()
    return this.#left.signal
  }

  /**
   * Whether a press is one for the turn under way, which reads the answers as late as it can: it waits no longer for the
   * next try then. Where answers on their way were changed since, others follow them.
   */
  takes(go: string): boolean {
    if (!this.isUnderWay || go !== this.#go) return false
    this.#isWantedAgain = this.#delivery?.isStopped ?? false
    this.#delivery?.wake()
    return true
  }

  /** Whether answers that were stopped are to be sent again as they are now. Asked once. */
  wasWantedAgain(): boolean {
    const was = this.#isWantedAgain
    this.#isWantedAgain = false
    return was
  }

  /** The visitor went elsewhere in the form, or to another page. */
  leave(): void {
    this.#left.abort()
  }

  /** What follows from the turn is on the screen. */
  settle(): void {
    this.isUnderWay = false
  }

  /** From now on these answers are on their way, and none that were before. */
  delivers(delivery: Delivery): void {
    this.#delivery = delivery
    this.#isWantedAgain = false
  }

  isDelivering(delivery: Delivery): boolean {
    return this.#delivery === delivery
  }

  /** Tries no more. A try that is under way may still succeed. */
  stop(): void {
    if (!this.#delivery) return
    this.#delivery.isStopped = true
    this.#delivery.wake()
  }

  show(state: Sending['state'], obstacle: Obstacle | null): void {
    this.state = state
    this.obstacle = obstacle
  }
}

const sendings = new Map<string, Sending>()

/** Each form of a page is sent for itself. @param section the one that shows it */
export function sendingOf(section: string): Sending {
  const sending = sendings.get(section) ?? new Sending()
  sendings.set(section, sending)
  return sending
}
