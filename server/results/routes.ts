import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Gauge, type Registry } from 'prom-client'
import { pressed, resultsAt, type Site } from '#engine/site'
import { isSameOrigin, limitedAddress, localOrigin, problem, type RateLimit, visitorAddress } from '#server/http'
import { revisionsOf } from '#server/offers'
import type { Storage } from '#server/storage'
import type { ResultPages } from './results.ts'

/** How often open pages are looked up, in ms: another server may have stored something and not be heard. */
const usualPollMs = 2000

/** How many pages are looked up at a time, in turn: what that costs does not grow with the pages that are open. */
const batch = 500

/**
 * The most streams of one server, of one page, and of one address, which many visitors may share. Who gets none looks
 * from time to time instead.
 */
const mostOfServer = 8000
const mostOfPage = 4
const mostOfAddress = 400

/** How long a stream lasts at most, in ms; browsers open another one by themselves. */
const longestStream = 10 * 60 * 1000

/** The least time between two events of a stream, in ms: more frequent changes wait for the next poll. */
const calm = 1000

/** For how many polls a stream is silent before it gives a sign of life with its next turn: proxies close what is silent for a minute. */
const pollsPerBeat = 8

/** How much of a stream may wait for its reader, in bytes. Who reads nothing is dropped. */
const usualMostUnread = 4096

/** How long a stream that has ended may take to be read, in ms. */
const longestEnd = 5000

interface Parts {
  site: () => Site
  storage: Storage
  pages: Pick<ResultPages, 'lead' | 'view'>
  /** Of reads without a key. */
  limit: RateLimit
  /** The most streams of this server, and of an address. */
  mostStreams?: number
  mostStreamsOfAddress?: number
  registry: Registry
  pollMs?: number
  mostUnread?: number
}

/** Tells who looks at a page of offers that it changed. */
export interface ResultStreams {
  /** What is stored of a lead has changed, here or on another server. */
  look(lead: string): void
}

interface Stream {
  revision: number
  /** When its last event was sent, and when anything was, by `performance.now()`. */
  toldAt: number
  sentAt: number
  send: (text: string) => void
  end: () => void
}

/**
 * `GET /api/results/{token}`: a page of offers as data. `GET /api/results/{token}/events`: server-sent events with its
 * revision, whenever that changes.
 */
export function resultRoutes(
  app: FastifyInstance,
  {
    site,
    storage,
    pages,
    limit,
    mostStreams = mostOfServer,
    mostStreamsOfAddress = mostOfAddress,
    registry,
    pollMs = usualPollMs,
    mostUnread = usualMostUnread,
  }: Parts,
): ResultStreams {
  const streams = new Map<string, Set<Stream>>()
  /** The leads whose change was held back, or could not be read. */
  const behind = new Set<string>()
  /** The leads whose turn to be looked up is still to come. */
  let round: string[] = []
  const ofAddresses = new Map<string, number>()
  let open = 0
  new Gauge({
    name: 'leadwright_results_streams',
    help: 'Open streams of results pages.',
    registers: [registry],
    collect() {
      this.set(open)
    },
  })

  app.get<{ Params: { token: string }; Querystring: { locale?: string } }>(
    '/api/results/:token',
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      if (await limit(request)) return problem(reply, 'too-many-requests')
      const brand = site().brands.at(request.host).id
      const locale = request.query.locale ?? ''
      const view = Object.hasOwn(site().definition.locales, locale)
        ? await pages.view(request.params.token, { brand, locale })
        : null
      return view ?? problem(reply, 'unknown-results')
    },
  )

  const events = '/api/results/:token/events'
  app.get<{ Params: { token: string } }>(events, { exposeHeadRoute: false }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    if (await limit(request)) return problem(reply, 'too-many-requests')
    const lead = pages.lead(request.params.token)
    const revision = lead === null ? undefined : (await revisionsOf(storage, [lead])).get(lead)
    if (lead === null || revision === undefined) return problem(reply, 'unknown-results')
    const address = limitedAddress(request)
    const ofAddress = ofAddresses.get(address) ?? 0
    if (open >= mostStreams || (streams.get(lead)?.size ?? 0) >= mostOfPage) return problem(reply, 'server-busy')
    if (ofAddress >= mostStreamsOfAddress) return problem(reply, 'too-many-requests')
    reply.hijack()
    const { raw } = reply
    // A client that left before sends no close event.
    if (raw.closed || raw.destroyed) return reply
    const end = () => {
      raw.end()
      setTimeout(() => raw.destroy(), longestEnd).unref()
    }
    const send = (text: string) => {
      if (raw.writableLength > mostUnread) raw.destroy()
      else raw.write(text)
    }
    const begun = performance.now()
    const stream: Stream = { revision, toldAt: begun, sentAt: begun, send, end }
    const ofPage = streams.get(lead) ?? new Set()
    streams.set(lead, ofPage.add(stream))
    ofAddresses.set(address, ofAddress + 1)
    open += 1
    const over = setTimeout(end, longestStream).unref()
    raw.on('error', () => {})
    raw.on('close', () => {
      clearTimeout(over)
      open -= 1
      const left = (ofAddresses.get(address) ?? 1) - 1
      if (left > 0) ofAddresses.set(address, left)
      else ofAddresses.delete(address)
      ofPage.delete(stream)
      if (ofPage.size > 0) return
      streams.delete(lead)
      behind.delete(lead)
    })
    raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-accel-buffering': 'no',
    })
    send(`retry: 3000\n${eventOf(revision)}`)
    return reply
  })

  /** @param leads no more than a batch */
  async function look(leads: readonly string[]): Promise<void> {
    for (const lead of leads) behind.delete(lead)
    try {
      const revisions = await revisionsOf(storage, leads)
      for (const lead of leads) tell(lead, revisions.get(lead))
    } catch {
      // What storage cannot tell now is asked with the next poll.
      for (const lead of leads) behind.add(lead)
    }
  }

  /** @param revision undefined where the page is no more */
  function tell(lead: string, revision: number | undefined): void {
    const now = performance.now()
    for (const stream of streams.get(lead) ?? []) {
      if (revision === undefined) stream.end()
      else if (revision !== stream.revision && now - stream.toldAt < calm) behind.add(lead)
      else if (revision !== stream.revision) {
        Object.assign(stream, { revision, toldAt: now, sentAt: now })
        stream.send(eventOf(revision))
      } else if (now - stream.sentAt >= pollsPerBeat * pollMs) {
        stream.sentAt = now
        stream.send(':\n\n')
      }
    }
  }

  let isLooking = false
  const poll = setInterval(async () => {
    if (isLooking || streams.size === 0) return
    isLooking = true
    const late = [...behind]
    for (let from = 0; from < late.length; from += batch) await look(late.slice(from, from + batch))
    if (round.length === 0) round = [...streams.keys()]
    await look(round.splice(0, batch).filter((lead) => streams.has(lead)))
    isLooking = false
  }, pollMs).unref()

  app.addHook('preClose', (done) => {
    clearInterval(poll)
    for (const each of streams.values()) for (const { end } of each) end()
    done()
  })
  return {
    look(lead) {
      if (streams.has(lead)) void look([lead])
    },
  }
}

function eventOf(revision: number): string {
  return `data: {"revision":${revision}}\n\n`
}

/** A post to a page of offers. */
interface ResultsPost {
  request: FastifyRequest
  brand: string
  locale: string
  body: URLSearchParams
}

/**
 * The button of an offer, pressed on the page of offers: leads to the offer's link, or back to the page, as does the
 * button that asks for a reminder (`do=remind`). null where the post is for something else.
 */
export function chosenOffer(site: () => Site, pages: ResultPages) {
  return async ({ request, brand, locale, body }: ResultsPost) => {
    if (body.get(pressed) !== 'offers' || !isSameOrigin(request)) return null
    const [path = ''] = request.url.split('?')
    const { token = '' } = resultsAt(site(), brand, path) ?? {}
    if (body.get('do') === 'remind') {
      await pages.remind(token, { brand, locale }, localOrigin(request))
      return { location: `${path}#reminder` }
    }
    const key = body.get('offer') ?? ''
    const choice = await pages.choose(
      token,
      { brand, locale },
      {
        key,
        isAgreed: body.get('consent') === 'yes',
        ip: visitorAddress(request),
        userAgent: request.headers['user-agent']?.slice(0, 300) ?? null,
      },
    )
    if (choice.kind === 'chosen' && choice.to !== null) return { location: choice.to }
    // The page says what is missing, or that the offer is chosen or gone.
    const state = choice.kind === 'consent' ? `?missing=${encodeURIComponent(key)}` : ''
    return { location: `${path}${state}#${choice.kind === 'gone' ? 'offers' : 'chosen'}` }
  }
}
