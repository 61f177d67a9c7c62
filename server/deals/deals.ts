import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { oncePerValue } from '#engine/form/values'
import { type Catalog, type DealStock, dealStock, type ListedDeal, type ReadFeed, type Shelf } from '#engine/site'
import type { DealsState } from '#schemas/generated/api/readiness.ts'
import type { DealUpstream } from '#schemas/generated/site.ts'
import type { Config } from '#server/config'
import type { Outbound } from '#server/outbound'
import { type Fetched, fetchFeed, sourceOf } from './fetch-feed.ts'
import { type KeptFeed, readKeptFeed, writeKeptFeed } from './kept-feed.ts'
import { readFeed } from './read-feed.ts'

/** How often a feed is fetched that says nothing else, in minutes. */
const usualMinutes = 15

/** From the look-up of the name to the last byte, in ms. */
const usualPatience = 30_000

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
  catalog: () => Catalog
}

/** What is shown, and how many deals of the feed are not. */
interface Stocked {
  stock: DealStock
  leftOut: number
}

/** In ms. */
const pause = 5000

const ofFile = oncePerValue<Stocked>()
const ofFeed = oncePerValue<Stocked>()

/** Opens the deals of deals.json, or of the upstream that site.json names. */
export async function openDeals({ catalog, now, ...parts }: Parts): Promise<Deals> {
  const upstream = () => catalog().site.deals?.upstream
  const followed = await followFeed({ ...parts, now, setting: upstream, read: (feed) => readFeed(feed, catalog()) })
  let timer: NodeJS.Timeout | undefined

  function stocked(): Stocked {
    const current = catalog()
    const feed = followed.feed()
    if (!upstream()) return ofFile(current, '', () => ({ stock: dealStock(current.deals, current.site), leftOut: 0 }))
    // Samples must not stand in for a feed that never came.
    if (!feed) return nothing
    const read = readFeed(feed, current)
    return ofFeed(read, '', () => stockOf(read, current.site))
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
      const { leftOut = 0, failing } = state()
      if (!setting) return []
      return [
        ...(setting.insecure
          ? ['The certificate of the upstream of deals is not checked: "insecure" stands in site.json.']
          : []),
        ...(failing === undefined ? [] : [`Deals could not be fetched: ${failing}`]),
        ...(leftOut > 0 ? [`${leftOut} deals of the upstream are left out. The log names them.`] : []),
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

function stockOf(read: ReadFeed, site: Catalog['site']): Stocked {
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
  patience?: number
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
      return { kind: 'failed', reason: `${tokenVariable} is not set, and it is not asked without.` }
    return judged(
      await fetchFeed({ upstream, token, known: kept, outbound, now, timeoutMs: parts.patience ?? usualPatience }),
      log,
    )
  }

  function judged(fetched: Fetched, log: Log): Fetched {
    if (fetched.kind !== 'feed') return fetched
    const read = parts.read(fetched.kept.feed)
    if (!read.ok) return { kind: 'failed', reason: `Its feed is refused. ${read.reason}` }
    log.info({ deals: read.deals.length, leftOut: read.leftOut.length }, 'deals changed')
    if (read.leftOut.length > 0)
      log.warn({ leftOut: read.leftOut.slice(0, mostNamed) }, `${read.leftOut.length} deals of the feed are left out.`)
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
        log.warn({ reason: fetched.reason }, 'deals could not be fetched; those from before are shown')
      failing = fetched.reason
      return
    }
    failing = null
    kept = fetched.kept
    if (fetched.kind === 'feed') await keep(fetched.kept, log)
  }

  async function keep(feed: KeptFeed, log: Log): Promise<void> {
    await writeKeptFeed(file, feed).catch((err) =>
      log.warn({ err }, 'the feed of deals could not be kept on disk; it is fetched again after a restart'),
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
