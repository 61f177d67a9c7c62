import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { withServer } from '../server.ts'

/** What a server of a folder costs. Times in ms, memory in MB. */
interface PageCosts {
  /** From nothing to the address it listens on. */
  startMs: number
  /** The very first page that is asked for. */
  firstMs: number
  /** Pages that nobody asked for before: the median of the ten after the first, and of ten from the hundredth on. */
  tenMs: number
  hundredthMs: number
  /** From a page's file being written to its being served. */
  reloadMs: number
  rssMb: number
  heapMb: number
}

export function pathOf(number: number): string {
  return `/bench/page-${number}`
}

/** @param pages how many generated ones there are, from 0 on */
export async function measurePages(folder: string, pages: number): Promise<PageCosts> {
  const definitions = join(folder, 'definitions')
  // A machine that measures is busy.
  const env = { DEFINITIONS_DIR: definitions, LOCALES_DIR: join(folder, 'locales'), LONGEST_WAIT: '60000' }
  const started = performance.now()
  return withServer(
    async (origin) => {
      const startMs = Math.round(performance.now() - started)
      // Our own client takes time to wake up too.
      await once((await once(get(`${origin}/healthz`), 'response'))[0].resume(), 'end')
      const firstMs = Math.round(await timeOf(origin, 0))
      const times: number[] = []
      for (let number = 1; number < Math.min(pages, 111); number++) times.push(await timeOf(origin, number))
      const reloadMs = await reloadTime(origin, join(definitions, 'pages/bench/page-0.json'))
      const metrics = await (await fetch(`${origin}/metrics`)).text()
      return {
        ...{ startMs, firstMs, tenMs: median(times.slice(0, 10)), hundredthMs: median(times.slice(99)), reloadMs },
        rssMb: megabytes(metrics, 'leadwright_process_resident_memory_bytes'),
        heapMb: megabytes(metrics, 'leadwright_nodejs_heap_size_used_bytes'),
      }
    },
    { env },
  )
}

/** Until the last byte of a compressed page is there; what a browser does with it is not the server's time. */
async function timeOf(origin: string, number: number): Promise<number> {
  const started = performance.now()
  const asked = get(origin + pathOf(number), { headers: { 'accept-encoding': 'br' } })
  const [reply] = (await once(asked, 'response')) as [IncomingMessage]
  if (reply.statusCode !== 200) throw new Error(`${pathOf(number)} answered ${reply.statusCode}`)
  await once(reply.resume(), 'end')
  return performance.now() - started
}

async function shown(origin: string, number: number): Promise<string> {
  const reply = await fetch(origin + pathOf(number))
  if (!reply.ok) throw new Error(`${pathOf(number)} answered ${reply.status}`)
  return reply.text()
}

async function reloadTime(origin: string, file: string): Promise<number> {
  const page = JSON.parse(await readFile(file, 'utf8'))
  const title = 'Changed while it was served'
  const started = performance.now()
  await writeFile(file, JSON.stringify({ ...page, title }))
  while (!(await shown(origin, 0)).includes(title)) await pause(5)
  return Math.round(performance.now() - started)
}

/** The middle of some times, to a tenth. */
export function median(times: readonly number[]): number {
  const middle = times.toSorted((one, other) => one - other)[times.length >> 1] ?? 0
  return Math.round(middle * 10) / 10
}

function megabytes(metrics: string, name: string): number {
  const [, bytes] = new RegExp(`^${name} (\\S+)`, 'm').exec(metrics) ?? []
  return Math.round(Number(bytes) / 1e6)
}
