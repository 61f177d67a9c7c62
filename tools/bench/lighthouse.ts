import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import type { Command } from 'commander'
import lighthouse from 'lighthouse'
import { openSecretKey, openSqlite, sqliteFile } from '#server/storage'
import { positive } from '../terminal/number-option.ts'
import { withBrowser } from './browser.ts'
import { consoleSession } from './console.ts'
import { withServer } from './server.ts'

/** The page of the offers for a lead, which is sent for it. */
const results = '/results'

// The tests' own answers, which belong to no build.
const { validAnswers } = await import(join(import.meta.dirname, '../../server/testing/running-server.ts'))

const allPages = ['/', '/insurance/home-insurance', '/privacy', results]

/** Pages of the console, as an owner sees them; <lead> is one that was sent. */
const consolePages = [
  ...['/', '/leads', '/leads/<lead>', '/leads/<lead>/hand-over', '/leads/<lead>/erase', '/deliveries', '/funnel'],
  ...['/deliveries/health/demo', '/subscriptions', '/partners', '/partners/report', '/definitions', '/studio'],
  ...['/studio/home-insurance', '/people', '/audit'],
]

interface Options {
  pages?: string[]
  console: boolean
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
    .option('--pages <paths...>', `the pages to measure; ${results} is measured with the offers for a lead`)
    .option('--console', 'measure pages of the console instead, as an owner sees them', false)
    .option('--runs <number>', 'the number of runs', positive, 3)
    .option('--port <number>', "the browser's debugging port", positive, 9333)
    .option('--json', 'print one JSON object per line', false)
    .action(async ({ pages, console: isConsole, runs, port, json }: Options) => {
      const folder = await mkdtemp(join(tmpdir(), 'leadwright-lighthouse-'))
      const rows = await withServer(
        (origin) =>
          withBrowser(
            async (browser) => {
              const site = isConsole ? await consoleAt(browser, origin, folder) : { origin, isConsole, lead: '' }
              const medians: Scores[] = []
              for (const page of pages ?? (isConsole ? consolePages : allPages)) {
                const all: Scores[] = []
                for (let run = 0; run < runs; run++) all.push(await scores(site, page, port))
                medians.push(all.sort((a, b) => a.performance - b.performance)[Math.floor(all.length / 2)] as Scores)
              }
              return medians
            },
            [`--remote-debugging-port=${port}`],
          ),
        { env: { DATA_DIR: folder } },
      ).finally(() => rm(folder, { recursive: true }))
      if (json) for (const row of rows) console.log(JSON.stringify(row))
      else console.table(rows)
    })
}

/** Where pages are. */
interface Measured {
  origin: string
  isConsole: boolean
  lead: string
}

/** The console of a server, with a lead in it, to which the browser gets signed in. */
async function consoleAt(browser: Browser, origin: string, folder: string): Promise<Measured> {
  const { id } = await sendLead(origin)
  const opened = await openSqlite(sqliteFile(folder))
  if (!opened.ok) throw new Error(opened.reason)
  const { cookie } = await consoleSession(opened.storage, await openSecretKey(opened.storage, null))
  await opened.storage.close()
  const site = origin.replace('127.0.0.1', 'console.localhost')
  const [name = '', value = ''] = cookie.split('=')
  // Headers of Lighthouse's own do not reach frames. A cookie without an end goes with the page that Lighthouse closes.
  const expires = Date.now() / 1000 + 60 * 60
  const session = await browser.newBrowserCDPSession()
  await session.send('Storage.setCookies', { cookies: [{ name, value, url: site, expires }] })
  return { origin: site, isConsole: true, lead: id }
}

async function scores({ origin, isConsole, lead }: Measured, page: string, port: number): Promise<Scores> {
  const path = page === results ? (await sendLead(origin)).results : page.replace('<lead>', lead)
  // What is one visitor's own, or an operator's, is kept from search engines, which is no mistake of it.
  const skipAudits = page === results || isConsole ? ['is-crawlable'] : null
  const result = await lighthouse(origin + path, { port, logLevel: 'error', skipAudits })
  if (!result) throw new Error('Lighthouse found nothing to measure')
  const { categories, audits, finalDisplayedUrl } = result.lhr
  if (new URL(finalDisplayedUrl).pathname !== new URL(path, origin).pathname) {
    throw new Error(`${path} led to ${finalDisplayedUrl}, which is another page`)
  }
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

/** Sends a lead. On the page with its offers some are there at once, others arrive meanwhile. */
async function sendLead(origin: string): Promise<{ id: string; results: string }> {
  const reply = await fetch(`${origin}/api/v1/submissions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ form: 'home-insurance', locale: 'en', answers: validAnswers }),
  })
  return (await reply.json()) as { id: string; results: string }
}
