import type { Row, Storage } from '#server/storage'

/** After so many calls in a row that failed a partner is asked no more for a while. */
const mostFailures = 5

const second = 1000

/** For how long, by how often it was found to fail still. */
const pauses = [30, 60, 120, 240, 300].map((seconds) => seconds * second)

const longestPause = Math.max(...pauses)

/** For how long the others wait for the one call that finds out whether a partner is back: longer than any call takes. */
const longestProbe = 30 * second

/** How long what other servers found is believed, in ms. */
const freshFor = 500

/** The longest wait for one's turn, in ms; with more, the call is put off. */
export const longestTurn = 8 * second

/** A turn that is further ahead was taken under a clock that was ahead. */
const plausible = 60 * 60 * second

/**
 * Which partners with offers are asked no more for a while, since they fail, and how often each may be asked. All servers on
 * a database share it.
 */
export interface Circuits {
  /** How many deliveries of a partner are worth claiming now: all, one to find out whether it is back, or none. */
  room(partner: string): Promise<'all' | 'one' | 'none'>
  /**
   * Asks for a call that would begin now. Of a partner that failed, one call of all servers finds out whether it is back.
   * @returns null where it may begin, otherwise in how many ms to ask again
   */
  admit(partner: string): Promise<number | null>
  /** Notes how a call went. */
  report(partner: string, isWorking: boolean): Promise<void>
  /**
   * Takes the next turn of a partner that is asked so often a minute at most.
   * @returns how long to wait for it, in ms; null where that is too long, and nothing was taken
   */
  turn(partner: string, perMinute: number): Promise<number | null>
}

interface Circuit {
  failures: number
  openUntil: number
}

const closed: Circuit = { failures: 0, openUntil: 0 }

const circuitSql = 'SELECT failures, open_until FROM circuits WHERE partner = ?'

/** What was written under a clock that was ahead holds up nothing. */
const isOver = '(circuits.open_until <= ? OR circuits.open_until > ?)'

/** @param now milliseconds since the epoch */
export function openCircuits(storage: Storage, now: () => number): Circuits {
  let known = new Map<string, Circuit>()
  let readAt = Number.NEGATIVE_INFINITY
  /** Counts what this server found out by itself, which a read that began before does not know. */
  let found = 0
  /** The partners that a call of this server finds out about. */
  const probed = new Set<string>()
  /** Until when a partner was called as often as it may be, by `performance.now()`. */
  const fullUntil = new Map<string, number>()

  async function look(): Promise<void> {
    if (performance.now() - readAt < freshFor) return
    const before = found
    readAt = performance.now()
    const sql = 'SELECT partner, failures, open_until FROM circuits WHERE failures > 0'
    const [rows = []] = await storage.read([{ sql, parameters: [] }])
    if (found === before) known = new Map(rows.map((row) => [String(row.partner), circuitOf(row)]))
  }

  function note(partner: string, row: Row | undefined): Circuit {
    const circuit = row ? circuitOf(row) : closed
    known.set(partner, circuit)
    found += 1
    return circuit
  }

  function leftOf({ openUntil }: Circuit): number {
    const left = openUntil - now()
    return left <= longestPause ? Math.max(0, left) : 0
  }

  return {
    async room(partner) {
      await look()
      if ((fullUntil.get(partner) ?? 0) > performance.now()) return 'none'
      const circuit = known.get(partner) ?? closed
      if (circuit.failures < mostFailures) return 'all'
      return leftOf(circuit) > 0 ? 'none' : 'one'
    },
    async admit(partner) {
      if ((known.get(partner) ?? closed).failures < mostFailures) return null
      const time = now()
      const [[row], [current]] = (await storage.atomic([
        {
          sql: `UPDATE circuits SET open_until = ? WHERE partner = ? AND failures >= ${mostFailures} AND ${isOver}
            RETURNING partner`,
          parameters: [time + longestProbe, partner, time, time + longestPause],
        },
        { sql: circuitSql, parameters: [partner] },
      ])) as [Row[], Row[]]
      const circuit = note(partner, current)
      if (row) probed.add(partner)
      return row || circuit.failures < mostFailures ? null : Math.max(second, leftOf(circuit))
    },
    async report(partner, isWorking) {
      const isProbe = probed.delete(partner)
      if (isWorking) {
        if (!known.delete(partner)) return
        found += 1
        const sql = 'UPDATE circuits SET failures = 0, open_until = 0 WHERE partner = ?'
        await storage.atomic([{ sql, parameters: [partner] }])
        return
      }
      const time = now()
      const more = pauses.map((_, at) => `WHEN circuits.failures + 1 <= ${mostFailures + at} THEN CAST(? AS BIGINT)`)
      const [, [row] = []] = await storage.atomic([
        {
          // Calls that had begun when the others failed say nothing new.
          sql: `INSERT INTO circuits (partner, failures, open_until, next_call_at) VALUES (?, 1, 0, 0)
            ON CONFLICT (partner) DO UPDATE SET failures = circuits.failures + 1,
              open_until = CASE WHEN circuits.failures + 1 < ${mostFailures} THEN 0 ${more.join(' ')}
                ELSE CAST(? AS BIGINT) END
              WHERE circuits.failures < ${mostFailures} OR ${isProbe ? '1 = 1 OR ' : ''}${isOver}`,
          parameters: [
            partner,
            ...pauses.map((pause) => time + pause),
            ...[time + longestPause, time, time + longestPause],
          ],
        },
        // Where another server has counted five already, this one learns it here.
        { sql: circuitSql, parameters: [partner] },
      ])
      note(partner, row)
    },
    async turn(partner, perMinute) {
      const apart = Math.ceil((60 * second) / perMinute)
      const time = now()
      const [[row] = []] = await storage.atomic([
        {
          sql: `INSERT INTO circuits (partner, failures, open_until, next_call_at) VALUES (?, 0, 0, ?)
            ON CONFLICT (partner) DO UPDATE SET next_call_at = excluded.next_call_at
                + CASE WHEN circuits.next_call_at > ? AND circuits.next_call_at <= ?
                    THEN circuits.next_call_at - ? ELSE 0 END
              WHERE circuits.next_call_at <= ? OR circuits.next_call_at > ?
            RETURNING next_call_at`,
          parameters: [partner, time + apart, time, time + longestTurn, time, time + longestTurn, time + plausible],
        },
      ])
      if (row) return Math.max(0, Number(row.next_call_at) - apart - time)
      // The others wait in the outbox; looking it through for each of them would take long.
      fullUntil.set(partner, performance.now() + Math.min(apart, longestTurn))
      return null
    },
  }
}

function circuitOf({ failures, open_until }: Row): Circuit {
  return { failures: Number(failures), openUntil: Number(open_until) }
}
