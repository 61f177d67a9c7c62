import type { Command } from 'commander'
import type { ListedDeal } from '#engine/site/deals/listed-deal.ts'
import { openDeals } from '#server/deals/deals.ts'
import { fail, misused } from '../../terminal/fail.ts'
import { type FolderOptions, withFolders } from '../../terminal/folders.ts'
import { printLines } from '../../terminal/print-lines.ts'
import { printable } from '../../terminal/printable.ts'
import { checkFeed } from './check-feed.ts'
import { type Found, onDefinitions } from './on-definitions.ts'

interface ListOptions extends FolderOptions {
  locale?: string
  limit: string
  after?: string
  all: boolean
  json: boolean
}

export function dealsCommand(deals: Command): void {
  withFolders(deals.command('list'))
    .description('Lists the deals, what ends first first, with past and coming ones.')
    .option('--locale <language>', 'only those that are shown in a language')
    .option('--limit <number>', 'how many', '20')
    .option('--after <id>', 'only those after this one: the next page')
    .option('--all', 'every deal', false)
    .option('--json', 'one object a line', false)
    .action((options: ListOptions) => onDefinitions(options, (found) => list(options, found)))
  withFolders(deals.command('check'))
    .description('Fetches the feed of the upstream and says what of it is left out. Exits with 1 when anything is.')
    .argument('[file]', 'a feed in a file, in place of the upstream')
    .option('--json', 'one object a line', false)
    .action((file: string | undefined, options: FolderOptions & { json: boolean }) =>
      onDefinitions(options, (found) => checkFeed(file, options, found)),
    )
}

async function list({ locale, limit, after, all, json }: ListOptions, { catalog, ...parts }: Found): Promise<void> {
  if (!/^[1-9]\d{0,5}$/.test(limit)) return misused('--limit is a whole number above 0.')
  const market = locale === undefined ? undefined : catalog.site.locales[locale]
  if (locale !== undefined && !market) return misused(`The site has no language "${locale}".`)
  const deals = await openDeals({ ...parts, catalog: () => catalog, now: Date.now })
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
