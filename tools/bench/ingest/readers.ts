import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Load, post } from './load.ts'

const command = join(import.meta.dirname, '../../leadwright.ts')

/** Commits beside readers; medians over the rounds. */
export interface ReadersRow {
  what: string
  /** Leads that are stored already. */
  stored: number
  perSecond: number
  withReaders: number
  /** The one by the other, of the round in the middle: at least 0.8 is the goal. */
  ratio: number
  p99Ms: number
  p99MsWithReaders: number
  /** At most 2 is the goal. */
  p99Ratio: number
  /** What the readers came to meanwhile. */
  listedPerSecond: number
  scrapesPerSecond: number
}

/** Between two scrapes, in ms: some hundred times as often as is usual. */
const pause = 100

/**
 * Loads a server alone and with readers, in turn, since the machine may have other work: `leads list --all` without end
 * in a process of its own, and `/metrics`.
 * @param env where the server stores, for the command
 */
export async function measureReaders(
  origin: string,
  load: Load,
  { env, rounds }: { env: Record<string, string>; rounds: number },
): Promise<Omit<ReadersRow, 'what' | 'stored'>> {
  const api = `${origin}/api/v1/submissions`
  const measured: Omit<ReadersRow, 'what' | 'stored'>[] = []
  await post(api, load)
  for (let round = 0; round < rounds; round++) {
    const alone = await post(api, load)
    const readers = await startReaders(origin, env)
    const before = { ...readers.seen }
    const beside = await post(api, load)
    const after = { ...readers.seen }
    await readers.stop()
    measured.push({
      perSecond: alone.perSecond,
      withReaders: beside.perSecond,
      ratio: beside.perSecond / alone.perSecond,
      p99Ms: alone.latency.p99,
      p99MsWithReaders: beside.latency.p99,
      p99Ratio: beside.latency.p99 / Math.max(alone.latency.p99, 1),
      listedPerSecond: (after.listed - before.listed) / load.duration,
      scrapesPerSecond: (after.scrapes - before.scrapes) / load.duration,
    })
  }
  const middle = (key: keyof (typeof measured)[number], digits = 0) =>
    Number(median(measured.map((round) => round[key])).toFixed(digits))
  return {
    perSecond: middle('perSecond'),
    withReaders: middle('withReaders'),
    ratio: middle('ratio', 2),
    p99Ms: middle('p99Ms'),
    p99MsWithReaders: middle('p99MsWithReaders'),
    p99Ratio: middle('p99Ratio', 2),
    listedPerSecond: middle('listedPerSecond'),
    scrapesPerSecond: middle('scrapesPerSecond'),
  }
}

/** What readers came to so far. */
interface Seen {
  listed: number
  scrapes: number
}

/** Resolves once the first lead is listed: how a command starts is no reading. */
async function startReaders(
  origin: string,
  env: Record<string, string>,
): Promise<{ seen: Seen; stop: () => Promise<void> }> {
  const seen: Seen = { listed: 0, scrapes: 0 }
  const first = Promise.withResolvers<void>()
  let isOver = false
  let child: ReturnType<typeof spawn> | undefined

  async function list(): Promise<void> {
    while (!isOver) {
      child = spawn(process.execPath, [command, 'leads', 'list', '--all'], {
        env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      child.stdout?.on('data', (chunk: Buffer) => {
        for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) seen.listed += 1
        first.resolve()
      })
      const [code] = await once(child, 'exit')
      if (!isOver && code !== 0) throw new Error('leads list failed')
    }
  }

  async function scrape(): Promise<void> {
    for (; !isOver; await sleep(pause)) {
      const reply = await fetch(`${origin}/metrics`)
      if (!reply.ok || !(await reply.text()).includes('leadwright_')) throw new Error('/metrics failed')
      seen.scrapes += 1
    }
  }

  const reading = Promise.all([list(), scrape()])
  await Promise.race([first.promise, reading])
  const stop = async () => {
    isOver = true
    child?.kill()
    await reading
  }
  return { seen, stop }
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}
