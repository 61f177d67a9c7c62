import { setTimeout as sleep } from 'node:timers/promises'

/** A partner that follows its feed by the cursor all the time, as partners' programs do. */
export interface FeedReader {
  /** The ids of the leads read so far. */
  readonly seen: ReadonlySet<string>
  /** Reads on until nothing new has come for a while. */
  end(): Promise<void>
}

/** How often an empty answer ends the reading. */
const enough = 4

/** Between two reads, in ms: a key may ask 600 times a minute. */
const pause = 200

/** @param origin where the server is now */
export function followFeed(origin: () => string, key: string): FeedReader {
  const seen = new Set<string>()
  let cursor = ''
  let isEnding = false
  let empty = 0

  async function read(): Promise<void> {
    const reply = await fetch(`${origin()}/api/v1/leads?limit=500&after=${cursor}`, {
      headers: { authorization: `Bearer ${key}` },
    })
    if (reply.status !== 200) return
    const { leads, next } = (await reply.json()) as { leads: { id: string }[]; next: string }
    for (const { id } of leads) seen.add(id)
    cursor = next
    empty = leads.length === 0 ? empty + 1 : 0
  }

  const running = (async () => {
    while (!isEnding || empty < enough) {
      await read().catch(() => undefined)
      await sleep(pause)
    }
  })()
  return {
    seen,
    async end() {
      empty = 0
      isEnding = true
      await running
    },
  }
}
