import type { Storage } from '#server/storage'

/** After so many calls in a row that failed a partner is asked no more for a while. */
const mostFailures = 5

const second = 1000

/** For how long: twice as long with each further failure. */
const firstPause = 30 * second

const longestPause = 5 * 60 * second

/** How long what other servers found is believed, in ms. */
const freshFor = 500

/** The longest wait for one's turn, in ms; with more, the call is put off. */
const longestTurn = 8 * second

/**
 * Which partners with offers are asked no more for a while, since they fail, and how often each may be asked. All servers on
 * a database share it.
 */
export interface Circuits {
  /** How many calls of a partner may begin now: all, one to find out whether it is back, or none. */
  room(partner: string): Promise<'all' | 'one' | 'none'>
  /** Notes how a call went. */
  report(partner: string, isWorking: boolean): Promise<void>
  /**
   * Takes the next turn of a partner that is asked so often a minute at most.
   * @returns how long to wait for it, in ms; null where that is too long, and nothing was taken
   */
  turn(partner: string, perMinute: number): Promise<number | null>
}

/** @param now milliseconds since the epoch */
export function openCircuits(storage: Storage, now: () => number): Circuits {
  let known = new Map<string, { failures: number; openUntil: number }>()
  let readAt = Number.NEGATIVE_INFINITY

  async function look(): Promise<void> {
    if (performance.now() - readAt < freshFor) return
    readAt = performance.now()
    const sql = 'SELECT partner, failures, open_until FROM circuits WHERE failures > 0'
    const [rows = []] = await storage.read([{ sql, parameters: [] }])
    known = new Map(
      rows.map(({ partner, failures, open_until }) => [
        String(partner),
        { failures: Number(failures), openUntil: Number(open_until) },
      ]),
    )
  }

  return {
    async room(partner) {
      await look()
      const { failures = 0, openUntil = 0 } = known.get(partner) ?? {}
      if (failures < mostFailures) return 'all'
      const left = openUntil - now()
      // What was written under a clock that was ahead holds up nothing.
      return left > 0 && left <= longestPause ? 'none' : 'one'
    },
    async report(partner, isWorking) {
      if (isWorking && !known.has(partner)) return
      readAt = Number.NEGATIVE_INFINITY
      if (isWorking) {
        const sql = 'UPDATE circuits SET failures = 0, open_until = 0 WHERE partner = ?'
        await storage.atomic([{ sql, parameters: [partner] }])
        return
      }
      const failures = (known.get(partner)?.failures ?? 0) + 1
      const pause = Math.min(firstPause * 2 ** Math.max(0, failures - mostFailures), longestPause)
      const openUntil = failures < mostFailures ? 0 : now() + pause
      await storage.atomic([
        {
          sql: `INSERT INTO circuits (partner, failures, open_until, next_call_at) VALUES (?, 1, ?, 0)
            ON CONFLICT (partner) DO UPDATE SET failures = circuits.failures + 1,
              open_until = excluded.open_until`,
          parameters: [partner, openUntil],
        },
      ])
    },
    async turn(partner, perMinute) {
      const apart = Math.ceil((60 * second) / perMinute)
      const time = now()
      const [[row] = []] = await storage.atomic([
        {
          sql: `INSERT INTO circuits (partner, failures, open_until, next_call_at) VALUES (?, 0, 0, ?)
            ON CONFLICT (partner) DO UPDATE SET next_call_at = excluded.next_call_at
                + CASE WHEN circuits.next_call_at > ? THEN circuits.next_call_at - ? ELSE 0 END
              WHERE circuits.next_call_at <= ? OR circuits.next_call_at > ?
            RETURNING next_call_at`,
          parameters: [partner, time + apart, time, time, time + longestTurn, time + 60 * 60 * second],
        },
      ])
      return row ? Math.max(0, Number(row.next_call_at) - apart - time) : null
    },
  }
}
