import { goneResults, type OfferView, type ResultsView } from '#engine/site'
import { http } from '#web/http'

/** A page of offers as it is on the screen. */
export interface Live {
  /** What is known of it by now. */
  view: ResultsView
  /** The offers that are on the screen: those that come later are put in when the visitor wants to see them. */
  shown: readonly OfferView[]
}

/** A page as it begins: all that there is is on the screen. */
export function begun(view: ResultsView): Live {
  return { view, shown: view.offers }
}

/** The page once another state of it has come. Offers are put in where none is shown yet, and when the wait ends. */
export function received(live: Live, view: ResultsView): Live {
  if (view.revision < live.view.revision) return live
  const isEnd = live.view.leftMs > 0 && view.leftMs === 0
  if (live.shown.length === 0 || isEnd) return begun(view)
  // What was chosen is said at once: it moves nothing.
  const shown = live.shown.map((offer) => {
    const { isChosen = offer.isChosen, chosenOn } = view.offers.find(({ key }) => key === offer.key) ?? {}
    return { ...offer, isChosen, ...(chosenOn !== undefined && { chosenOn }) }
  })
  return { view, shown }
}

/** How many offers are new, or others than on the screen. */
export function newsOf({ view, shown }: Live): number {
  const known = new Set(shown.map(contentOf))
  return view.offers.filter((offer) => !known.has(contentOf(offer))).length
}

function contentOf({ isChosen: _, chosenOn: __, ...offer }: OfferView): string {
  return JSON.stringify(offer)
}

/** How often a page is asked for whose stream is refused, in ms. */
const pollMs = 5000

/** For how long after the wait an answer that does not come is asked for again, in ms. */
const grace = 30_000

/** How long an answer may take, in ms. */
const timeout = 10_000

/** Follows a page for as long as something may come. */
export interface Followed {
  /** Asks for the page now. */
  ask: () => void
  stop: () => void
}

/**
 * Follows a page of offers by its stream; where that is refused, the page is asked for from time to time until the wait is
 * over. @param take is given each state, and `gone` once the page is no more
 */
export function follow(
  first: ResultsView,
  locale: string,
  take: (view: ResultsView | typeof goneResults) => void,
): Followed {
  const over = new AbortController()
  const until = performance.now() + first.leftMs + grace
  let known = first
  let stream: EventSource | null = null
  let isRefused = false
  let again: ReturnType<typeof setTimeout> | undefined
  let end: ReturnType<typeof setTimeout> | undefined

  function stop(): void {
    over.abort()
    stream?.close()
    clearTimeout(again)
    clearTimeout(end)
  }

  async function ask(): Promise<void> {
    clearTimeout(again)
    const address = `/api/results/${first.token}?locale=${encodeURIComponent(locale)}`
    const view = await http
      .send(address, { timeout, isQuiet: true, signal: over.signal }, async (reply) => {
        if (reply.status === 404) return goneResults
        return reply.ok ? ((await reply.json()) as ResultsView) : null
      })
      .catch(() => null)
    if (over.signal.aborted) return
    if (view === goneResults) {
      stop()
      return take(view)
    }
    if (view) {
      known = view
      take(view)
      watch()
    }
    if ((!view || (isRefused && known.leftMs > 0)) && performance.now() < until) again = setTimeout(ask, pollMs)
  }

  /** When the wait ends nothing is sent: partners are late from then on. */
  function watch(): void {
    clearTimeout(end)
    if (known.leftMs > 0) end = setTimeout(ask, known.leftMs + 250)
    else if (known.asked.every(({ state }) => state !== 'late')) stream?.close()
  }

  if (first.leftMs > 0 || first.asked.some(({ state }) => state === 'late')) {
    stream = new EventSource(`/api/results/${first.token}/events`)
    stream.onmessage = ({ data }: MessageEvent<string>) => {
      if ((JSON.parse(data) as { revision: number }).revision !== known.revision) void ask()
    }
    stream.onerror = () => {
      // A stream that breaks off comes back by itself; after the wait it need not.
      if (known.leftMs === 0) stream?.close()
      else if (stream?.readyState === EventSource.CLOSED) {
        isRefused = true
        void ask()
      }
    }
    watch()
  }
  return { ask: () => void ask(), stop }
}
