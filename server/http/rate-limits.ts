import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { bearerToken, limitedAddress } from './visitor-address.ts'

/** Counts a request and tells whether there were too many like it in this minute. */
export type RateLimit = (request: FastifyRequest) => Promise<boolean>

/** What is limited. */
export interface RateLimits {
  /** Valid submissions by address. */
  submissions: RateLimit
  /** Posted steps and submissions by address, those that are refused included. */
  posts: RateLimit
  /** Look-ups of addresses, by the address they come from. */
  lookUps: RateLimit
  /** Reads of leads by partner key, and by address, where made-up keys all count as one. */
  reads: RateLimit
  /** Reads that need no key, by address. */
  openReads: RateLimit
  /** Steps that pages report, by address. */
  steps: RateLimit
  /** Errors that browsers report, by address and altogether: they fill the log, so they are limited always. */
  clientErrors: RateLimit
}

/** Enough to follow a feed closely, with several readers. */
const readsPerMinute = 600

/** Enough for whoever reads for many partners. A made-up key costs a look into storage, which nobody gets more of. */
const readsPerMinuteAndAddress = 3000

/** Forms have a dozen steps: enough for fifty visitors of one address who fill in theirs within the same minute. */
const stepsPerMinute = 600

/** A page reports five at most; a house with many visitors has many pages. */
const clientErrorsPerMinute = 30

/** What a log can take, and somebody read. */
const clientErrorsPerMinuteOfAll = 300

/** How many times as often one may try: who corrects mistakes in every step is still far from it. */
const tries = 10

/** @param perMinute submissions a minute and address; null for no limit */
export async function rateLimits(app: FastifyInstance, perMinute: number | null): Promise<RateLimits> {
  await app.register(rateLimit, { global: false, max: 1, timeWindow: '1 minute', keyGenerator: limitedAddress })
  const atMost = (max: number, keyGenerator = limitedAddress): RateLimit => {
    const limit = app.createRateLimit({ max, timeWindow: '1 minute', keyGenerator })
    return async (request) => {
      const found = await limit(request)
      return !found.isAllowed && found.isExceeded
    }
  }
  const unlimited: RateLimit = async () => false
  const byKey = atMost(readsPerMinute, (request) => bearerToken(request.headers.authorization) ?? '')
  const byAddress = atMost(readsPerMinuteAndAddress)
  const errorsByAddress = atMost(clientErrorsPerMinute)
  const errorsOfAll = atMost(clientErrorsPerMinuteOfAll, () => 'all')
  return {
    submissions: perMinute === null ? unlimited : atMost(perMinute),
    posts: perMinute === null ? unlimited : atMost(perMinute * tries),
    lookUps: perMinute === null ? unlimited : atMost(perMinute * tries),
    reads: async (request) => (await byKey(request)) || byAddress(request),
    openReads: perMinute === null ? unlimited : atMost(readsPerMinute),
    steps: perMinute === null ? unlimited : atMost(stepsPerMinute),
    clientErrors: async (request) => (await errorsByAddress(request)) || errorsOfAll(request),
  }
}
