import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Gauge, type Registry } from 'prom-client'
import { pressed, resultsAt, type Site } from '#engine/site'
import { isSameOrigin, localOrigin, problem, type RateLimit, visitorAddress } from '#server/http'
import { revisionsOf } from '#server/offers'
import type { Storage } from '#server/storage'
import type { ResultPages } from './results.ts'

/** How often open pages are looked up, in ms: another server may have stored something and not be heard. */
const pollMs = 2000

/** How many pages are looked up at a time. */
const batch = 500

/** The most streams of one server, and of one page. Who gets none asks again from time to time. */
const mostStreams = 8000
const mostOfPage = 4

/** How long a stream lasts at most, in ms; browsers open another one by themselves. */
const longestStream = 10 * 60 * 1000

/** How many polls lie between two signs of life: proxies close what is silent. */
const pollsPerBeat = 8

interface Parts {
  site: () => Site
  storage: Storage
  pages: ResultPages
  /** Of reads without a key. */
  limit: RateLimit
  registry: Registry
}

/** Tells who looks at a page of offers that it changed. */
export interface ResultStreams {
  /** What is stored of a lead has changed, here or on another server. */
  look(lead: string): void
}

interface Stream {
  revision: number
  send: (text: string) => void
  end: () => void
}

/**
 * `GET /api/results/{token}`: a page of offers as data. `GET /api/results/{token}/events`: server-sent events with its
 * revision, whenever that changes.
 */
export function resultRoutes(app: FastifyInstance, { site, storage, pages, limit, registry }: Parts): ResultStreams {
  const streams = new Map<string, Set<Stream>>()
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

  app.get<{ Params: { token: string } }>('/api/results/:token/events', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const lead = pages.lead(request.params.token)
    const revision = lead === null ? undefined : (await revisionsOf(storage, [lead])).get(lead)
    if (lead === null || revision === undefined) return problem(reply, 'unknown-results')
    const ofPage = streams.get(lead) ?? new Set<Stream>()
    if (open >= mostStreams || ofPage.size >= mostOfPage) return problem(reply, 'server-busy')
    streams.set(lead, ofPage)
    open += 1
    reply.hijack()
    const { raw } = reply
    raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-accel-buffering': 'no',
    })
    const stream: Stream = { revision, send: (text) => void raw.write(text), end: () => void raw.end() }
    const over = setTimeout(stream.end, longestStream).unref()
    ofPage.add(stream)
    raw.on('error', () => {})
    raw.on('close', () => {
      clearTimeout(over)
      open -= 1
      ofPage.delete(stream)
      if (ofPage.size === 0) streams.delete(lead)
    })
    stream.send(`retry: 3000\n${eventOf(revision)}`)
    return reply
  })

  async function look(leads: readonly string[]): Promise<void> {
    for (let from = 0; from < leads.length; from += batch) {
      const some = leads.slice(from, from + batch)
      const revisions = await revisionsOf(storage, some)
      for (const lead of some) {
        const revision = revisions.get(lead)
        for (const stream of streams.get(lead) ?? []) {
          if (revision === undefined) stream.end()
          else if (revision !== stream.revision) {
            stream.revision = revision
            stream.send(eventOf(revision))
          }
        }
      }
    }
  }

  let polls = 0
  let isLooking = false
  const poll = setInterval(async () => {
    polls += 1
    if (polls % pollsPerBeat === 0) for (const each of streams.values()) for (const { send } of each) send(':\n\n')
    if (isLooking || streams.size === 0) return
    isLooking = true
    // What storage cannot tell now is asked with the next poll.
    await look([...streams.keys()]).catch(() => {})
    isLooking = false
  }, pollMs).unref()

  app.addHook('preClose', (done) => {
    clearInterval(poll)
    for (const each of streams.values()) for (const { end } of each) end()
    done()
  })
  return {
    look(lead) {
      if (streams.has(lead)) look([lead]).catch(() => {})
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
