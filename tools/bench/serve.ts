import autocannon from 'autocannon'
import type { Command } from 'commander'
import { withServer } from './server.ts'

const form = '/insurance/home-insurance'

export function serveBench(bench: Command): void {
  bench
    .command('serve')
    .description(
      'Requests a second: a cached page and an uncached form page beside the smallest route of the same app.',
    )
    .option('--seconds <number>', 'how long each is asked for', '8')
    .option('--json', 'one object a line', false)
    .action(async ({ seconds, json }: { seconds: string; json: boolean }) => {
      const rows = await withServer(async (origin) => {
        const rate = (options: Partial<autocannon.Options>) =>
          measure({ url: origin, duration: Number(seconds), ...options })
        await rate({ url: origin + form, duration: 2 })
        const hello = await rate({ url: `${origin}/healthz` })
        const cached = await rate({ url: origin + form, headers: { 'accept-encoding': 'br' } })
        // A posted step is never cached: read, judged and rendered anew.
        const uncached = await rate({
          url: `${origin}${form}?step=housing`,
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
          body: 'root%5Bresidence%5D=primary&shown=residence',
        })
        return [
          { what: 'hello (/healthz)', perSecond: hello, ratio: 1, goal: '' },
          { what: 'cached form page', perSecond: cached, ratio: ratio(cached, hello), goal: '≥ 0.85' },
          { what: 'uncached form page', perSecond: uncached, ratio: ratio(uncached, hello), goal: '≥ 0.04' },
        ]
      })
      if (json) for (const row of rows) console.log(JSON.stringify(row))
      else console.table(rows)
    })
}

async function measure(options: autocannon.Options): Promise<number> {
  const { requests, errors } = await autocannon({ connections: 32, ...options })
  if (errors > 0) throw new Error(`${errors} requests failed`)
  return Math.round(requests.average)
}

function ratio(rate: number, hello: number): number {
  return Math.round((rate / hello) * 1000) / 1000
}
