import type { Command } from 'commander'
import { openGeo } from '#server/geo'
import { createOutbound } from '#server/outbound'
import { positive } from '../terminal/number-option.ts'

/** What addresses are asked about, by how they are made. */
const kinds = {
  v4: () => parts(4, 256).join('.'),
  v6: () => `2a${parts(8, 65_536).map(hex).join(':').slice(2)}`,
  mapped: () => `::ffff:${parts(4, 256).join('.')}`,
}

export function geoBench(bench: Command): void {
  bench
    .option('--seconds <number>', 'the duration for each kind of address', positive, 3)
    .option('--json', 'print one JSON object per line', false)
    .action(async ({ seconds, json }: { seconds: number; json: boolean }) => {
      const outbound = createOutbound({ allow: [] })
      const parts = { upstream: () => undefined, outbound, now: Date.now }
      const geo = await openGeo({ geoDatabase: process.env.GEO_DATABASE || null, secret: () => undefined }, parts)
      const rows = []
      for (const [kind, address] of Object.entries(kinds)) {
        const addresses = Array.from({ length: 100_000 }, address)
        rows.push({ addresses: kind, ...(await rate((text) => geo.lookUp(text), addresses, seconds)) })
      }
      if (json) for (const row of rows) console.log(JSON.stringify(row))
      else console.table(rows)
      await outbound.close()
    })
}

/** One after the other, after a second in which the engine warms up; by the clock, and by what the processor gave. */
async function rate(lookUp: (text: string) => Promise<unknown>, addresses: string[], seconds: number) {
  const run = async (duration: number) => {
    const [began, given] = [performance.now(), process.cpuUsage()]
    let count = 0
    for (; performance.now() - began < duration * 1000; count += 1000)
      for (let more = 0; more < 1000; more++) await lookUp(addresses[(count + more) % addresses.length] ?? '')
    const { user, system } = process.cpuUsage(given)
    const perSecond = Math.round((count / (performance.now() - began)) * 1000)
    return { perSecond, perCpuSecond: Math.round((count / (user + system)) * 1e6) }
  }
  await run(Math.min(1, seconds))
  return run(seconds)
}

function parts(count: number, below: number): number[] {
  return Array.from({ length: count }, () => Math.floor(Math.random() * below))
}

function hex(part: number): string {
  return part.toString(16).padStart(4, '0')
}
