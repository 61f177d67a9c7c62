import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { endAtOnce, type PostgresServers } from './postgres-servers.ts'

const channel = 'leadwright_deliveries'

/** At most one notification of the same in this time, in ms: it means "look", not "one more". */
const pause = 50

/** A connection of its own for NOTIFY and LISTEN, made anew when it was lost. Who does not listen needs none. */
export interface PostgresNotifications {
  notify(tried?: string): void
  listen(onNotified: (tried: string | null) => void): void
  close(): Promise<void>
}

export function postgresNotifications(servers: PostgresServers): PostgresNotifications {
  const listeners: ((tried: string | null) => void)[] = []
  let current: pg.Client | null = null
  let running: Promise<void> | null = null
  let isListening = false
  let isClosed = false
  /** What is said next: '' for deliveries that wait, else the subject that was tried. */
  const due = new Set<string>()

  const config = {
    application_name: 'leadwright notifications',
    keepAlive: true,
    // Two subjects may be told of at once.
    pipeline: true,
  } as pg.ClientConfig
  const onTry = (client: pg.Client) => {
    current = client
  }

  async function stayConnected(): Promise<void> {
    while (!isClosed) {
      try {
        const client = await servers.connect(config, onTry, () => isClosed)
        const ended = new Promise<void>((resolve) => client.once('end', resolve))
        client.on('notification', ({ payload }) => {
          for (const tell of listeners) tell(payload || null)
        })
        await client.query(`LISTEN ${channel}`)
        isListening = true
        await ended
      } catch {
        if (current) endAtOnce(current)
      }
      isListening = false
      if (!isClosed) await sleep(1000, undefined, { ref: false })
    }
  }

  return {
    notify(tried = '') {
      if (due.has(tried) || !running) return
      due.add(tried)
      setTimeout(() => {
        due.delete(tried)
        if (isListening) current?.query('SELECT pg_notify($1, $2)', [channel, tried]).catch(() => undefined)
      }, pause).unref()
    },
    listen(onNotified) {
      listeners.push(onNotified)
      running ??= stayConnected()
    },
    async close() {
      isClosed = true
      // It may be connecting still, and would keep the process then.
      if (current) endAtOnce(current)
      await Promise.race([running, sleep(1000, undefined, { ref: false })])
    },
  }
}
