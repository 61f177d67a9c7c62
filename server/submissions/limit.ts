import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Counts a request and tells whether there were too many like it in this minute. */
export type Limit = (request: FastifyRequest) => Promise<boolean>

/** What is limited. */
export interface Limits {
  /** Submissions by address; an IPv6 /64 counts as one. */
  submissions: Limit
  /** Reads of leads by partner key, and by address, where made-up keys all count as one. */
  reads: Limit
}

/** Enough to follow a feed closely, with several readers. */
const readsPerMinute = 600

/** Enough for whoever reads for many partners. A made-up key costs a look into storage, which nobody gets more of. */
const readsPerMinuteAndAddress = 3000

/** @param perMinute submissions a minute and address; null for no limit */
export async function limits(app: FastifyInstance, perMinute: number | null): Promise<Limits> {
  await app.register(rateLimit, { global: false, max: perMinute ?? 1, timeWindow: '1 minute' })
  const submissions = app.createRateLimit()
  const reads = app.createRateLimit({
    max: readsPerMinute,
    timeWindow: '1 minute',
    keyGenerator: ({ headers }) => headers.authorization ?? '',
  })
  const readers = app.createRateLimit({ max: readsPerMinuteAndAddress, timeWindow: '1 minute' })
  const exceeded = async (result: ReturnType<typeof submissions>) => {
    const found = await result
    return !found.isAllowed && found.isExceeded
  }
  return {
    submissions: async (request) => perMinute !== null && (await exceeded(submissions(request))),
    reads: async (request) => (await exceeded(reads(request))) || (await exceeded(readers(request))),
  }
}
