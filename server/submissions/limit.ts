import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Counts a submission and tells whether its address has sent too many in this minute. */
export type Limit = (request: FastifyRequest) => Promise<boolean>

/** @param perMinute submissions a minute and address (an IPv6 /64 counts as one); null for no limit */
export async function submissionLimit(app: FastifyInstance, perMinute: number | null): Promise<Limit> {
  if (perMinute === null) return async () => false
  await app.register(rateLimit, { global: false, max: perMinute, timeWindow: '1 minute' })
  const check = app.createRateLimit()
  return async (request) => {
    const result = await check(request)
    return !result.isAllowed && result.isExceeded
  }
}
