import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

const channel = 'leadwright_deliveries'

/** At most one notification in this time, in ms: it means "look", not "one more". */
const pause = 50

/** A connection of its own for NOTIFY and LISTEN, made anew when it was lost. */
export interface PostgresBell {
  notify(): void
  listen(onNotified: () => void): void
  close(): Promise<void>
}

export function postgresBell(connectionString: string): PostgresBell {
  const listeners: (() => void)[] = []
  let client: pg.Client | null = null
  let isClosed = false
  let isDue = false

  async function stayConnected(): Promise<void> {
    while (!isClosed) {
      const next = new pg.Client({ connectionString, application_name: 'leadwright bell', keepAlive: true })
      const ended = new Promise<void>((resolve) => next.once('end', resolve))
      next.on('error', () => {})
      next.on('notification', () => {
        for (const tell of listeners) tell()
      })
      try {
        await next.connect()
        await next.query(`LISTEN ${channel}`)
        client = next
        await ended
      } catch {
        await next.end().catch(() => undefined)
      }
      client = null
      if (!isClosed) await sleep(1000, undefined, { ref: false })
    }
  }
  const running = stayConnected()

  return {
    notify() {
      if (isDue) return
      isDue = true
      setTimeout(() => {
        isDue = false
        client?.query(`NOTIFY ${channel}`).catch(() => undefined)
      }, pause).unref()
    },
    listen: (onNotified) => void listeners.push(onNotified),
    async close() {
      isClosed = true
      await client?.end().catch(() => undefined)
      await Promise.race([running, sleep(1000, undefined, { ref: false })])
    },
  }
}
