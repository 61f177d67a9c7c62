import { readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { isTree } from '#engine/form/model'
import type { ListedDeal, Site } from '#engine/site'
import type { Config } from '#server/config'
import { fetchFeed, openDeals, readFeed } from '#server/deals'
import { createOutbound, type Outbound } from '#server/outbound'
import { liveDefinitions } from '../../definitions/live-definitions.ts'
import { type FolderOptions, withFolders } from '../../terminal/folders.ts'
import { fail, misused, printable, printLines } from '../../terminal/print-lines.ts'
import { onStorage } from '../../terminal/storage.ts'

interface ListOptions extends FolderOptions {
  locale?: string
  limit: string
  after?: string
  all: boolean
  json: boolean
}

export function dealsCommand(deals: Command): void {
  withFolders(deals.command('list'))
    .description('List deals, soonest to end first, including past and future ones.')
    .option('--locale <language>', 'only those shown in this language')
    .option('--limit <number>', 'the maximum number of results', '20')
    .option('--after <id>', 'only those after this one, to get the next page')
    .option('--all', 'list every deal', false)
    .option('--json', 'print one JSON object per line', false)
    .action((options: ListOptions) => onDefinitions(options, (found) => list(options, found)))
  withFolders(deals.command('check'))
    .description('Fetch the feed of the upstream and list its invalid deals. Exit with 1 if there are any.')
    .argument('[file]', 'check a feed in a file instead of the upstream')
    .option('--json', 'print one JSON object per line', false)
    .action((file: string | undefined, options: FolderOptions & { json: boolean }) =>
      onDefinitions(options, (found) => checkFeed(file, options, found)),
    )
}

async function list({ locale, limit, after, all, json }: ListOptions, { site, ...parts }: Found): Promise<void> {
  if (!/^[1-9]\d{0,5}$/.test(limit)) return misused('--limit must be a whole number above 0.')
  const market = locale === undefined ? undefined : site.definition.locales[locale]
  if (locale !== undefined && !market) return misused(`The site has no language "${locale}".`)
  const deals = await openDeals({ ...parts, site: () => site, now: Date.now })
  const listed = deals
    .listed()
    .filter(({ markets, words }) => !market || (markets[market.country] && words[locale ?? '']))
  const start = after === undefined ? 0 : listed.findIndex(({ id }) => id === after) + 1
  if (after !== undefined && start === 0) return fail(`There is no deal ${after}.`)
  const shown = all ? listed.slice(start) : listed.slice(start, start + Number(limit))
  const now = Date.now()
  if (json) return printLines(shown.map((deal) => JSON.stringify({ ...deal, state: stateOf(deal, now) })))
  await printLines(shown.map((deal) => lineOf(deal, now)))
  const rest = listed.length - start - shown.length
  if (rest > 0) console.error(`${rest} more: --after ${shown.at(-1)?.id}, or --all.`)
}

function stateOf({ start, end }: ListedDeal, now: number): 'coming' | 'shown' | 'over' {
  if (now < start) return 'coming'
  return now < end ? 'shown' : 'over'
}

function lineOf(deal: ListedDeal, now: number): string {
  const { id, category, shop, start, end, markets, words } = deal
  const title = Object.values(words)[0]?.title ?? ''
  const days = [start, end].map((moment) => new Date(moment).toISOString().slice(0, 16)).join(' to ')
  const columns = [id, stateOf(deal, now), category, days, Object.keys(markets).join(','), shop, title]
  return columns.map((column) => printable(column, 0)).join('  ')
}

/** Says what of a feed a server would leave out. */
async function checkFeed(file: string | undefined, { json }: { json: boolean }, found: Found): Promise<void> {
  const { site } = found
  const upstream = site.definition.deals?.upstream
  if (file === undefined && !upstream)
    return console.log(`deals.json is used, and has no errors: ${site.deals.all.length} deals.`)
  const read = file === undefined ? await fetched(found) : await readJson(file)
  if (!read.ok) return fail(read.reason)
  const result = readFeed(read.feed, site)
  if (!result.ok) return fail(`The feed is rejected. ${printable(result.reason, 0)}`)
  await printLines(result.leftOut.map((line) => (json ? JSON.stringify({ leftOut: line }) : printable(line, 0))))
  if (!json) console.log(`${result.deals.length} deals are valid, ${result.leftOut.length} are invalid and left out.`)
  if (result.leftOut.length > 0) process.exitCode = 1
}

type Read = { ok: true; feed: object } | { ok: false; reason: string }

async function fetched({ site, config, outbound }: Found): Promise<Read> {
  const upstream = site.definition.deals?.upstream
  if (!upstream) return { ok: false, reason: 'site.json names no upstream.' }
  const { tokenVariable } = upstream
  const token = tokenVariable === undefined ? null : (config.secret(tokenVariable) ?? null)
  if (tokenVariable !== undefined && token === null) return { ok: false, reason: `${tokenVariable} is not set.` }
  const answer = await fetchFeed({ upstream, token, known: null, outbound, now: Date.now, timeoutMs: 30_000 })
  return answer.kind === 'failed' ? { ok: false, reason: answer.reason } : { ok: true, feed: answer.kept.feed }
}

async function readJson(file: string): Promise<Read> {
  try {
    const feed: unknown = JSON.parse(await readFile(file, 'utf8'))
    return isTree(feed) ? { ok: true, feed } : { ok: false, reason: `${file} must contain a JSON object.` }
  } catch (error) {
    return { ok: false, reason: `${file} cannot be read: ${error instanceof Error ? error.message : String(error)}` }
  }
}

/** The definitions as a server would serve them, and its way out. */
interface Found {
  site: Site
  config: Config
  outbound: Outbound
}

/** Runs an action on these, or says why that cannot be. */
function onDefinitions(folders: FolderOptions, action: (found: Found) => Promise<void>): Promise<void> {
  return onStorage(async (storage, config) => {
    const site = await liveDefinitions(storage, folders)
    if (!site) return
    const outbound = createOutbound({ allow: config.outboundAllow })
    await action({ site, config, outbound }).finally(() => outbound.close())
  })
}
