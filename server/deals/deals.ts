import { oncePerValue } from '#engine/form/values/once-per-value.ts'
import type { Catalog } from '#engine/site/catalog.ts'
import type { ReadFeed } from '#engine/site/deals/feed-deals.ts'
import type { ListedDeal } from '#engine/site/deals/listed-deal.ts'
import { type DealStock, dealStock, type Shelf } from '#engine/site/deals/shelf.ts'
import type { DealsState } from '#schemas/generated/api/readiness.ts'
import { followFeed, type Log, type UpstreamParts } from './deal-upstream.ts'
import { readFeed } from './read-feed.ts'

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
