import { join } from 'node:path'
import type { Command } from 'commander'
import lighthouse from 'lighthouse'
import { positive } from '../terminal/number-option.ts'
import { withBrowser } from './browser.ts'
import { withServer } from './server.ts'

/** The page of the offers for a lead, which is sent for it. */
const results = '/results'

// The tests' own answers, which belong to no build.
const { validAnswers } = await import(join(import.meta.dirname, '../../server/testing/running-server.ts'))

const allPages = ['/', '/insurance/home-insurance', '/privacy', results]

interface Options {
  pages: string[]
  runs: number
  port: number
  json: boolean
}

/** Scores from 0 to 100, and the shift of the layout (CLS). */
interface Scores {
  page: string
  performance: number
  accessibility: number
  bestPractices: number
  seo: number
  layoutShift: number
}

export function lighthouseBench(bench: Command): void {
  bench
    .option('--pages <paths...>', `the pages to measure; ${results} is measured with the offers for a lead`, allPages)
    .option('--runs <number>', 'the number of runs', positive, 3)
    .option('--port <number>', "the browser's debugging port", positive, 9333)
    .option('--json', 'print one JSON object per line', false)
    .action(async ({ pages, runs, port, json }: Options) => {
      const rows = await withServer((origin) =>
        withBrowser(async () => {
          const medians: Scores[] = []
          for (const page of pages) {
            const all: Scores[] = []
            for (let run = 0; run < runs; run++) all.push(await scores(origin, page, port))
            medians.push(all.sort((a, b) => a.performance - b.performance)[Math.floor(all.length / 2)] as Scores)
          }
          return medians
        }, [`--remote-debugging-port=${port}`]),
      )
      if (json) for (const row of rows) console.log(JSON.stringify(row))
      else console.table(rows)
    })
}

async function scores(origin: string, page: string, port: number): Promise<Scores> {
  const path = page === results ? await resultsPath(origin) : page
  // A visitor's own page is kept from search engines, which is no mistake of it.
  const skipAudits = page === results ? ['is-crawlable'] : null
  const result = await lighthouse(origin + path, { port, logLevel: 'error', skipAudits })
  if (!result) throw new Error('Lighthouse found nothing to measure')
  const { categories, audits } = result.lhr
  const score = (id: string) => Math.round((categories[id]?.score ?? 0) * 100)
  return {
    page,
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: score('seo'),
    layoutShift: audits['cumulative-layout-shift']?.numericValue ?? 1,
  }
}

/** The path of the page with the offers for a lead that is sent now: some are there at once, others arrive meanwhile. */
async function resultsPath(origin: string): Promise<string> {
  const reply = await fetch(`${origin}/api/v1/submissions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ form: 'home-insurance', locale: 'en', answers: validAnswers }),
  })
  return ((await reply.json()) as { results: string }).results
}
