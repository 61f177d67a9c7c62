import { makeAutoObservable } from 'mobx'
import type { Ended, Sent } from '#engine/site'

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

/** The longest time between two tries, in ms: a visitor who looks at the page sees that it goes on. */
const longest = 60_000

/** Why answers could not be sent just now. */
export type Obstacle = 'offline' | 'away' | 'busy'

/** What one try came to: an answer that stands, or a reason to try again. */
export type Try = { ok: true; sent: Sent } | { ok: false; obstacle: Obstacle; retryAfter: number }

/** The turns of one form, and its answers on their way, tried until they are accepted. */
class Sending {
  state: 'idle' | 'trying' | 'waiting' = 'idle'
  /** Whether a turn is under way: from the press of a button until what follows from it is drawn. */
  isUnderWay = false
  /** What the last try met with; null until one has failed. */
  obstacle: Obstacle | null = null

  #wake = () => {}
  #isStopped = false
  /** What the button of the turn under way says, and whether it was pressed again with other answers. */
  #go = ''
  #isWantedAgain = false
  #turn = 0
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
    this.#isWantedAgain = this.#isStopped
    this.#wake()
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

  /**
   * Tries until somebody takes it. Says `stopped` when the visitor would rather not, or went elsewhere.
   * @param attempt one try, which gives up by itself
   */
  async deliver(attempt: () => Promise<Try>, signal: Ended): Promise<Sent> {
    this.#turn += 1
    const turn = this.#turn
    const isOver = () => turn !== this.#turn || this.#isStopped || signal.aborted
    this.#isStopped = false
    this.#isWantedAgain = false
    signal.addEventListener('abort', () => turn === this.#turn && this.stop())
    const release = holdPage()
    try {
      for (let tries = 1; ; tries++) {
        this.show('trying', this.obstacle)
        const result = await attempt()
        if (result.ok) return result.sent
        if (isOver()) return { ok: false, reason: 'stopped' }
        this.show('waiting', result.obstacle)
        await this.#pause(delayBefore(tries, result.retryAfter, Math.random()), result.retryAfter === 0)
        if (isOver()) return { ok: false, reason: 'stopped' }
      }
    } finally {
      release()
      if (turn === this.#turn) this.show('idle', null)
    }
  }

  /** Tries no more. A try that is under way may still succeed. */
  stop(): void {
    this.#isStopped = true
    this.#wake()
  }

  show(state: Sending['state'], obstacle: Obstacle | null): void {
    this.state = state
    this.obstacle = obstacle
  }

  /** Until the time is up, the visitor is in a hurry or, where nobody asked to wait, a connection is there again. */
  async #pause(milliseconds: number, isHurried: boolean): Promise<void> {
    const over = new AbortController()
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds)
      over.signal.addEventListener('abort', () => clearTimeout(timer))
      this.#wake = resolve
      if (isHurried) addEventListener('online', () => resolve(), { signal: over.signal })
    })
    over.abort()
  }
}

/** Has the browser ask before it closes a page with answers under way. Returns what ends that. */
function holdPage(): () => void {
  const ask = (event: Event) => event.preventDefault()
  addEventListener('beforeunload', ask)
  return () => removeEventListener('beforeunload', ask)
}

const sendings = new Map<string, Sending>()

/** Each form of a page is sent for itself. @param section the one that shows it */
export function sendingOf(section: string): Sending {
  const sending = sendings.get(section) ?? new Sending()
  sendings.set(section, sending)
  return sending
}

/**
 * How long to wait before the next try, in ms: twice as long each time, and spread, so that not everybody comes back at
 * once to a server that was away.
 * @param tries how many have failed
 * @param retryAfter what the server asked for, in ms; it is never asked sooner
 * @param random from 0 up to 1
 */
export function delayBefore(tries: number, retryAfter: number, random: number): number {
  const delay = Math.min(1000 * 2 ** (tries - 1), longest) * (0.8 + 0.4 * random)
  return Math.max(delay, retryAfter)
}
