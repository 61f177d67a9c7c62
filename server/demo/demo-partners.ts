import { setTimeout as sleep } from 'node:timers/promises'
import type { LocalPartners } from '#server/outbound'
import { energyQuotes } from './energy.ts'
import { homeQuotes } from './home.ts'
import { loanQuotes } from './loan.ts'
import type { Payload, Quote } from './quote.ts'

/** How long a sample partner takes to answer, in ms. */
const fastest = 500
const slowest = 2200

/** For how many days a quote holds. */
const validDays = 30

/** The hosts of the sample partners. No such host can exist: `.example` is reserved (RFC 2606). */
const products: Readonly<Record<string, (payload: Payload, validUntil: string) => Quote[]>> = {
  'quotes.sample-insurance-a.example': homeQuotes,
  'quotes.sample-energy-a.example': energyQuotes,
  'quotes.sample-bank-a.example': loanQuotes,
}

/** What the sample partners work with: `now` gives milliseconds since the epoch, `random` numbers in [0, 1). */
export interface DemoOptions {
  now: () => number
  random: () => number
}

/** The sample partners of the definitions, each with an API of its own: POST /v1/quotes, and /v1/choices. */
export function demoPartners({ now, random }: DemoOptions): LocalPartners {
  return {
    hosts: Object.keys(products),
    async answer({ host, path, body }, signal) {
      const quotes = products[host]
      if (path === '/v1/choices') return { status: 204, body: '' }
      if (!quotes || path !== '/v1/quotes') return { status: 404, body: '' }
      await sleep(fastest + random() * (slowest - fastest), undefined, { signal })
      const validUntil = new Date(now() + validDays * 86_400_000).toISOString().slice(0, 10)
      return { status: 200, body: JSON.stringify({ quotes: quotes(JSON.parse(body) as Payload, validUntil) }) }
    },
  }
}
