import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { Counter, Gauge, type Registry } from 'prom-client'
import { isTree } from '#engine/form/model'
import { memoizeByObject } from '#engine/form/values'
import { shapeCheck } from '#engine/library'
import { contentHash, readSchemas } from '#engine/node'
import {
  type DealStock,
  dealStock,
  feedDeals,
  type ListedDeal,
  type ReadFeed,
  type Shelf,
  type Site,
} from '#engine/site'
import type { DealsState } from '#schemas/generated/api/readiness.ts'
import type { DealUpstream } from '#schemas/generated/site.ts'
import type { Config } from '#server/config'
import type { Outbound } from '#server/outbound'

const kept = memoizeByObject<ReturnType<typeof memoizeByObject<ReadFeed>>>()

/** Ten thousand deals of some kB each, in bytes. */
const mostBytes = 16 * 1024 * 1024

/** How often a feed is fetched that says nothing else, in minutes. */
const usualMinutes = 15

/** From the look-up of the name to the last byte, in ms. */
const usualDeadlineMs = 30_000

/** After a failure it is tried again sooner, in ms. */
const soon = 60_000

/** How many deals that are left out are named in the log. */
const mostNamed = 20

/** The deals of the site. */
export interface Deals {
  /** Those that hold now. */
  shelf: () => Shelf
  /** All of them, past and coming ones included, in the order in which they end. */
  listed: () => readonly ListedDeal[]
  /** Another number for each shelf. */
  revision: () => number
  state: () => DealsState
  /** How many fetches of the upstream failed. */
  failures: () => number
  /** Sentences for operators. */
  notices: () => string[]
  /** Fetches from the upstream where it is time for it. Never throws. */
  tick: (log: Log) => Promise<void>
  /** Looks every few seconds from now on whether it is time. */
  follow: (log: Log) => void
  close: () => void
}

interface Parts extends Omit<UpstreamParts, 'setting' | 'read'> {
  /** The one that is live. */
  site: () => Site
}

/** What is shown, and how many deals of the feed are not. */
interface Stocked {
  stock: DealStock
  leftOut: number
}

/** In ms. */
const pause = 5000

const ofFile = memoizeByObject<Stocked>()
const ofFeed = memoizeByObject<Stocked>()

/** Opens the deals of deals.json, or of the upstream that site.json names. */
export async function openDeals({ site, now, ...parts }: Parts): Promise<Deals> {
  const upstream = () => site().definition.deals?.upstream
  const followed = await followFeed({ ...parts, now, setting: upstream, read: (feed) => readFeed(feed, site()) })
  let timer: NodeJS.Timeout | undefined

  function stocked(): Stocked {
    const current = site()
    const feed = followed.feed()
    if (!upstream())
      return ofFile(current, '', () => ({ stock: dealStock(current.deals.all, current.definition), leftOut: 0 }))
    // Samples must not stand in for a feed that never came.
    if (!feed) return nothing
    const read = readFeed(feed, current)
    return ofFeed(read, '', () => stockOf(read, current.definition))
  }

  const shelf = () => stocked().stock.at(now())
  let last = { shelf: shelf(), revision: 1 }

  function state(): DealsState {
    const { stock, leftOut } = stocked()
    const counts = { deals: stock.listed.length, shown: stock.at(now()).size }
    if (!upstream()) return { source: 'file', ...counts }
    const [confirmedAt, failing] = [followed.confirmedAt(), followed.failing()]
    return {
      ...{ source: 'upstream', ...counts, leftOut },
      ...(confirmedAt !== null && { ageSeconds: Math.max(0, Math.round((now() - confirmedAt) / 1000)) }),
      ...(failing !== null && { failing }),
    }
  }

  return {
    shelf,
    listed: () => stocked().stock.listed,
    revision() {
      const current = shelf()
      if (last.shelf !== current) last = { shelf: current, revision: last.revision + 1 }
      return last.revision
    },
    state,
    failures: followed.failures,
    notices() {
      const setting = upstream()
      if (!setting) return []
      const { leftOut = 0, failing } = state()
      return [
        ...(setting.insecure
          ? ['The certificate of the deals upstream is not verified, because site.json sets "insecure".']
          : []),
        ...(failing === undefined ? [] : [`Failed to fetch deals: ${failing}`]),
        ...(leftOut > 0 ? [`${leftOut} deals of the upstream are invalid and left out. The log names them.`] : []),
      ]
    },
    tick: followed.tick,
    follow(log) {
      const look = async () => {
        await followed.tick(log)
        timer = setTimeout(look, pause).unref()
      }
      void look()
    },
    close: () => clearTimeout(timer),
  }
}

const nothing: Stocked = { stock: dealStock([], { locales: {} }), leftOut: 0 }

function stockOf(read: ReadFeed, site: Site['definition']): Stocked {
  return read.ok ? { stock: dealStock(read.deals, site), leftOut: read.leftOut.length } : nothing
}

/** A feed that is fetched again and again. */
interface FollowedFeed {
  /** The last good one of the upstream that is set; null before the first. The same object until another comes. */
  feed: () => object | null
  /** When the upstream last said that it is so, in ms since the epoch; null before the first. */
  confirmedAt: () => number | null
  /** Why it did not the last time; null when it did. */
  failing: () => string | null
  /** How many fetches failed. */
  failures: () => number
  /** Fetches where it is time for it. Never throws. */
  tick: (log: Log) => Promise<void>
}

/** Where changes and failures are told. */
type Log = Pick<FastifyBaseLogger, 'info' | 'warn'>

interface UpstreamParts {
  config: Pick<Config, 'dataDir' | 'secret'>
  /** The setting as the site has it now; undefined where deals.json is served. */
  setting: () => DealUpstream | undefined
  read: (feed: object) => ReadFeed
  outbound: Outbound
  /** Milliseconds since the epoch. */
  now: () => number
  /** How long an answer may take, in ms; half a minute when left out. */
  deadlineMs?: number
}

/** Begins with the feed that was kept on disk. */
async function followFeed(parts: UpstreamParts): Promise<FollowedFeed> {
  const { config, setting, outbound, now } = parts
  const file = join(config.dataDir, 'deals-feed.json')
  let kept = await readKeptFeed(file)
  let failing: string | null = null
  let failures = 0
  let lastAt: number | null = null
  let lastAsked = ''
  let askedUrl = ''
  let running: Promise<void> | null = null
  let known = { url: '', source: '' }

  /** What is kept, if it is from the upstream that is set now: another one's deals may be of another shop or contract. */
  function current(): KeptFeed | null {
    const url = setting()?.url
    if (!kept || url === undefined) return null
    if (known.url !== url) known = { url, source: sourceOf(url) }
    return kept.source === known.source ? kept : null
  }

  function isDue(upstream: DealUpstream): boolean {
    // What is set anew is asked at once, and a clock that was put back keeps nothing waiting.
    if (lastAt === null || JSON.stringify(upstream) !== lastAsked || now() < lastAt) return true
    const every = (upstream.everyMinutes ?? usualMinutes) * 60_000
    return now() - lastAt >= (failing === null ? every : Math.min(every, soon))
  }

  async function ask(upstream: DealUpstream, log: Log): Promise<Fetched> {
    const { tokenVariable } = upstream
    const token = tokenVariable === undefined ? null : (config.secret(tokenVariable) ?? null)
    if (tokenVariable !== undefined && token === null)
      return { kind: 'failed', reason: `${tokenVariable} is not set, so the upstream is not called.` }
    return judged(
      await fetchFeed({ upstream, token, known: kept, outbound, now, timeoutMs: parts.deadlineMs ?? usualDeadlineMs }),
      log,
    )
  }

  function judged(fetched: Fetched, log: Log): Fetched {
    if (fetched.kind !== 'feed') return fetched
    const read = parts.read(fetched.kept.feed)
    if (!read.ok) return { kind: 'failed', reason: `Its feed is rejected. ${read.reason}` }
    log.info({ deals: read.deals.length, leftOut: read.leftOut.length }, 'Deals changed')
    if (read.leftOut.length > 0)
      log.warn(
        { leftOut: read.leftOut.slice(0, mostNamed) },
        `${read.leftOut.length} deals of the feed are invalid and left out.`,
      )
    return fetched
  }

  async function renew(upstream: DealUpstream, log: Log): Promise<void> {
    lastAt = now()
    lastAsked = JSON.stringify(upstream)
    // A failure of one upstream says nothing of another.
    if (askedUrl !== upstream.url) failing = null
    askedUrl = upstream.url
    const fetched = await ask(upstream, log)
    // Another upstream was set meanwhile. What this one says counts no more, and it is asked again if it is set again.
    if (setting()?.url !== upstream.url) {
      lastAt = null
      return
    }
    if (fetched.kind === 'failed') {
      failures += 1
      if (failing !== fetched.reason)
        log.warn({ reason: fetched.reason }, 'Failed to fetch deals; still showing the previous ones')
      failing = fetched.reason
      return
    }
    failing = null
    kept = fetched.kept
    if (fetched.kind === 'feed') await keep(fetched.kept, log)
  }

  async function keep(feed: KeptFeed, log: Log): Promise<void> {
    await writeKeptFeed(file, feed).catch((err) =>
      log.warn({ err }, 'Failed to store the deals feed on disk; it will be fetched again after a restart'),
    )
  }

  return {
    feed: () => current()?.feed ?? null,
    confirmedAt: () => current()?.confirmedAt ?? null,
    failing: () => (askedUrl === setting()?.url ? failing : null),
    failures: () => failures,
    async tick(log) {
      const upstream = setting()
      if (running || !upstream || !isDue(upstream)) return running ?? undefined
      running = renew(upstream, log)
      await running.finally(() => {
        running = null
      })
    },
  }
}

/** Shows how many deals there are, how old their feed is, and what of it failed. */
export function dealMetrics(registry: Registry, deals: Pick<Deals, 'state' | 'failures'>): void {
  const registers = [registry]
  new Gauge({
    ...{ name: 'leadwright_deals', help: 'Current deals.', registers },
    collect() {
      this.set(deals.state().shown)
    },
  })
  new Gauge({
    ...{ name: 'leadwright_deals_refused', help: 'Invalid deals in the feed of the upstream.', registers },
    collect() {
      this.set(deals.state().leftOut ?? 0)
    },
  })
  new Gauge({
    ...{ name: 'leadwright_deals_age_seconds', registers },
    help: 'Seconds since the upstream last returned its deals; absent for deals.json, and if it never did.',
    collect() {
      this.reset()
      const { ageSeconds } = deals.state()
      if (ageSeconds !== undefined) this.set(ageSeconds)
      else this.remove()
    },
  })
  let told = 0
  new Counter({
    ...{ name: 'leadwright_deals_upstream_failures_total', help: 'Failed fetches from the upstream.', registers },
    collect() {
      this.inc(deals.failures() - told)
      told = deals.failures()
    },
  })
}

/** The last good feed of an upstream, with what its next fetch is made with. */
export interface KeptFeed {
  /** The hash of the address it is from. */
  source: string
  /** The hash of its bytes. */
  hash: string
  etag: string | null
  lastModified: string | null
  /** When the upstream last said that these are its deals, in ms since the epoch. */
  confirmedAt: number
  feed: object
}

/** null where there is none, or none that can be read: the next fetch brings another. */
async function readKeptFeed(file: string): Promise<KeptFeed | null> {
  try {
    const kept: unknown = JSON.parse(await readFile(file, 'utf8'))
    return isTree(kept) && isTree(kept.feed) && typeof kept.confirmedAt === 'number'
      ? (kept as unknown as KeptFeed)
      : null
  } catch {
    return null
  }
}

/** Replaces the file at once, so that no process ever reads half of it. @throws when the disk refuses */
async function writeKeptFeed(file: string, kept: KeptFeed): Promise<void> {
  const beside = `${file}.${process.pid}`
  await mkdir(dirname(file), { recursive: true })
  await writeFile(beside, JSON.stringify(kept), { mode: 0o600, flush: true })
  await rename(beside, file)
}

/** What a fetch came to: another feed, the same as is kept, or a sentence that says why neither. */
type Fetched = { kind: 'feed'; kept: KeptFeed } | { kind: 'same'; kept: KeptFeed } | { kind: 'failed'; reason: string }

interface Asking {
  upstream: DealUpstream
  token: string | null
  /** What is kept from before. */
  known: KeptFeed | null
  outbound: Outbound
  /** Milliseconds since the epoch. */
  now: () => number
  /** From the look-up of the name to the last byte. */
  timeoutMs: number
}

/** Asks for the feed, unless it is still what is kept (RFC 9110, section 13). Never throws. */
export async function fetchFeed({ upstream, token, known, outbound, now, timeoutMs }: Asking): Promise<Fetched> {
  const source = sourceOf(upstream.url)
  const last = known?.source === source ? known : null
  const reply = await outbound.get(upstream.url, {
    headers: {
      accept: 'application/json',
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(last?.etag && { 'if-none-match': last.etag }),
      ...(last?.lastModified && { 'if-modified-since': last.lastModified }),
    },
    ...{ timeoutMs, mostBytes, insecure: upstream.insecure ?? false },
  })
  if (!reply.ok) return { kind: 'failed', reason: reply.reason }
  if (reply.status === 304 && last) return { kind: 'same', kept: { ...last, confirmedAt: now() } }
  if (reply.status !== 200) return { kind: 'failed', reason: answered(reply.status) }
  const hash = contentHash(reply.body)
  const { etag, lastModified } = reply
  if (last?.hash === hash) return { kind: 'same', kept: { ...last, etag, lastModified, confirmedAt: now() } }
  const feed = objectIn(reply.body)
  if (!feed) return { kind: 'failed', reason: 'The response is not a JSON object in UTF-8.' }
  return { kind: 'feed', kept: { source, hash, etag, lastModified, confirmedAt: now(), feed } }
}

/** What a feed is known by as an upstream's own. */
function sourceOf(url: string): string {
  return contentHash(url)
}

function answered(status: number): string {
  const isRedirect = status !== 304 && status >= 300 && status < 400
  return `It responded with ${status}.${isRedirect ? ' Redirects are not followed: use the final address.' : ''}`
}

function objectIn(body: Buffer): object | null {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}

/** What a feed says while these definitions are live. Read once for each site and its drawings: thousands of deals take a tenth of a second. */
export function readFeed(
  feed: object,
  { deals: { drawings }, definition: site }: Pick<Site, 'definition' | 'deals'>,
): ReadFeed {
  const paths = new Map(drawings.map(({ id, path }) => [id, path]))
  return kept(feed, '', () => memoizeByObject<ReadFeed>())(site, [...paths.values()].join(), () =>
    feedDeals(feed, { check: shapeCheck(readSchemas()), site, imageOf: (picture) => paths.get(picture) ?? null }),
  )
}
