import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type autocannon from 'autocannon'
import type { Command } from 'commander'
import { positive } from '../terminal/number-option.ts'
import { fire } from './fire.ts'
import { type BrandLoad, measureBrands } from './serve-brands.ts'
import { withServer } from './server.ts'

const form = '/insurance/home-insurance'

interface Options {
  seconds: number
  rounds: number
  pages: number
  json: boolean
}

/** Requests a second, measured one after the other, so that the machine's own ups and downs meet all alike. */
interface Round {
  hello: number
  cached: number
  uncached: number
}

export function serveBench(bench: Command): void {
  bench
    .option('--seconds <number>', 'how long each is asked for in each round', positive, 4)
    .option('--rounds <number>', 'how many; the median counts', positive, 3)
    .option('--pages <number>', 'how many each of three brands has', positive, 500)
    .option('--json', 'one object a line', false)
    .action(async ({ seconds, rounds: count, pages, json }: Options) => {
      const rounds = await withServer(async (origin) => {
        const rate = (options: autocannon.Options) => measure({ ...options, duration: seconds })
        const cached = { url: origin + form, headers: { 'accept-encoding': 'br' } }
        await rate(cached)
        const all: Round[] = []
        for (let round = 0; round < count; round++)
          all.push({
            hello: await rate({ url: `${origin}/healthz` }),
            cached: await rate(cached),
            uncached: await rate(postedStep(origin)),
          })
        return all
      })
      const rows = [
        { what: 'hello (/healthz)', perSecond: median(rounds.map(({ hello }) => hello)), ratio: 1, goal: '' },
        row('cached form page', rounds, 'cached', '≥ 0.85'),
        row('uncached form page', rounds, 'uncached', '≥ 0.05'),
        ...(await brandRows(pages, { seconds, rounds: count })),
      ]
      const parts = await uncachedParts(seconds)
      if (json) for (const row of [...rows, ...parts]) console.log(JSON.stringify(row))
      else {
        console.table(rows)
        console.log('Where the time of an uncached form page goes:')
        console.table(parts)
      }
    })
}

/** Pages of several brands, and what is rendered anew when one of them changes. */
async function brandRows(pages: number, load: BrandLoad) {
  const { first, rounds, renderedAnew } = await measureBrands(pages, load)
  const of = `3 brands × ${pages} pages`
  return [
    { what: `${of}, none at hand`, perSecond: first, goal: '' },
    row(`${of}, cached`, rounds, 'cached', '≥ 0.85'),
    { what: `${of}, rendered after one changed`, rendered: renderedAnew, goal: '1' },
  ]
}

/** A posted step is never cached: read, judged and rendered anew. */
function postedStep(origin: string): autocannon.Options {
  return {
    url: `${origin}${form}?step=housing`,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
    body: 'root%5Bresidence%5D=primary&shown=residence',
  }
}

/** Asked of a server that writes down what it does, which slows it: its rate is not for comparing. */
async function uncachedParts(seconds: number): Promise<{ part: string; percent: number }[]> {
  const folder = await mkdtemp(join(tmpdir(), 'leadwright-profile-'))
  try {
    const load = (origin: string) => measure({ ...postedStep(origin), duration: seconds })
    await withServer(load, { flags: ['--cpu-prof', '--cpu-prof-dir', folder] })
    const shares = await whereTimeGoes(folder, join(import.meta.dirname, '../../web/dist/server/entry-server.js'))
    return [...shares]
      .map(([part, share]) => ({ part, percent: Math.round(share * 1000) / 10 }))
      .filter(({ percent }) => percent >= 1)
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function measure(options: autocannon.Options & { duration: number }): Promise<number> {
  const { perSecond, errors } = await fire({ connections: 32, ...options })
  if (errors > 0) throw new Error(`${errors} requests failed`)
  return Math.round(perSecond)
}

function row<K extends string>(what: string, rounds: readonly Record<K | 'hello', number>[], which: K, goal: string) {
  const ratio = median(rounds.map((round) => round[which] / round.hello))
  return { what, perSecond: median(rounds.map((round) => round[which])), ratio: Math.round(ratio * 1000) / 1000, goal }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

/** The parts of a CPU profile (`node --cpu-prof`) that are read here. Times are in µs. */
interface Profile {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[]
  samples: number[]
  timeDeltas: number[]
}

/**
 * Who spent the time of a process and its threads: library or room → share of all time that was not idle, from 0 to 1,
 * greatest first.
 * @param folder holds a profile for each thread
 */
async function whereTimeGoes(folder: string, bundle: string): Promise<Map<string, number>> {
  const regions = regionsOf(await readFile(bundle, 'utf8'))
  const spent = new Map<string, number>()
  for (const file of (await readdir(folder)).filter((name) => name.endsWith('.cpuprofile'))) {
    const profile: Profile = JSON.parse(await readFile(join(folder, file), 'utf8'))
    const owners = new Map(profile.nodes.map(({ id, callFrame }) => [id, owner(callFrame, regions)]))
    for (const [index, node] of profile.samples.entries()) {
      const who = owners.get(node)
      if (who) spent.set(who, (spent.get(who) ?? 0) + (profile.timeDeltas[index] ?? 0))
    }
  }
  const all = [...spent.values()].reduce((sum, time) => sum + time, 0)
  return new Map([...spent].map(([who, time]) => [who, time / all] as const).sort(([, a], [, b]) => b - a))
}

function owner({ functionName, url, lineNumber }: Profile['nodes'][number]['callFrame'], regions: string[]) {
  if (functionName === '(idle)' || functionName === '(root)') return null
  if (functionName === '(garbage collector)') return 'garbage collection'
  if (url.endsWith('/entry-server.js')) return nameOf(regions[lineNumber] ?? url)
  if (url === '' || url.startsWith('node:')) return 'Node'
  return nameOf(url)
}

/** `…/node_modules/@rjsf/core/lib/Form.js` → rjsf; `…/engine/form/journey/turn.ts` → engine and web. */
function nameOf(path: string): string {
  const [, library] = /.*node_modules\/@?([^/]+)/.exec(path) ?? []
  if (library) return library
  return /\/?server\//.test(path) && !path.includes('/web/') ? 'server' : 'engine and web'
}

/** Line → the file it comes from. The bundler says so above each file's code. */
function regionsOf(text: string): string[] {
  let region = ''
  return text.split('\n').map((line) => {
    region = /^\/\/(?:#region)? (\S+\.[cm]?[jt]sx?)$/.exec(line)?.[1] ?? region
    return region
  })
}
