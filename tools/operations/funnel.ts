import type { Command } from 'commander'
import { type Funnel, funnelsOf } from '#server/funnel'
import { type OffersReport, offersReport } from '#server/offers'
import { liveDefinitions } from '../definitions/live-definitions.ts'
import { type FolderOptions, withFolders } from '../terminal/folders.ts'
import { fail, misused } from '../terminal/print-lines.ts'
import { onStorage } from '../terminal/storage.ts'

interface Options extends FolderOptions {
  days: string
  json: boolean
}

export function funnelCommand(funnel: Command): void {
  withFolders(funnel)
    .argument('<form>', "the form's id")
    .option('--days <number>', 'the number of days to look back', '30')
    .option('--json', 'print one JSON object per line', false)
    .action(async (id: string, { days, json, ...folders }: Options) => {
      const back = Number(days)
      if (!Number.isInteger(back) || back < 1) return misused('--days must be a whole number above 0.')
      const since = new Date(Date.now() - back * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
      await onStorage(async (storage) => {
        const site = await liveDefinitions(storage, folders)
        if (!site) return
        if (!site.forms.ids.includes(id)) return fail(`There is no form "${id}". Forms: ${site.forms.ids.join(', ')}.`)
        const funnels = await funnelsOf(storage, id, since)
        if (funnels.length === 0) return fail(`No visitors saw the form in the last ${back} days.`)
        for (const funnel of funnels) {
          const versions = site.forms.versions(id, funnel.locale)
          const current = versions.find(({ hash }) => hash === funnel.definition)
          // The order of a form that has changed is not known any more: what was seen most comes first.
          const byViews = [...funnel.shown].sort(([, a], [, b]) => b - a).map(([step]) => step)
          const steps = current?.form.steps.map((step) => step.id) ?? byViews
          if (json) console.log(JSON.stringify({ form: id, ...funnel, shown: Object.fromEntries(funnel.shown) }))
          else {
            // Where sending the form is enough, only those confirm who have unsubscribed before.
            const asks = site.forms.version(id, funnel.locale)?.form.subscription?.confirm !== undefined
            console.log(
              drawing(funnel, steps, { isCurrent: current !== undefined, isConfirmed: asks || funnel.confirmed > 0 }),
            )
          }
        }
        const from = Date.parse(since)
        const offers = await offersReport(storage, id, from)
        if (offers.pages > 0) console.log(json ? JSON.stringify({ form: id, offers }) : offersTable(offers))
      })
    })
}

/** What became of the offers that partners answered with. */
function offersTable({ pages, withOffers, seen, chosen, partners }: OffersReport): string {
  const row = (name: string, count: number, of: number) =>
    `  ${name.padEnd(24)} ${String(count).padStart(7)}  ${Math.round((count / Math.max(of, 1)) * 100)} %`
  return [
    'Offers',
    row('results pages', pages, pages),
    row('with an offer', withOffers, pages),
    row('seen by the visitor', seen, pages),
    row('an offer chosen', chosen, pages),
    ...partners.flatMap(({ partner, answered, won }) => [
      row(`${partner}: offered`, answered, pages),
      row(`${partner}: chosen`, won, answered),
    ]),
  ].join('\n')
}

/** Width of the longest bar, in characters. */
const width = 40

function drawing(
  { locale, definition, shown, sent, byApi, subscribed, confirmed }: Funnel,
  steps: readonly string[],
  { isCurrent, isConfirmed }: { isCurrent: boolean; isConfirmed: boolean },
): string {
  const rows: [string, number][] = [
    ...steps.map((step): [string, number] => [step, shown.get(step) ?? 0]),
    ['sent', sent],
  ]
  const most = Math.max(...rows.map(([, count]) => count), 1)
  const lines = rows.map(([name, count]) => {
    const bar = '█'.repeat(Math.round((count / most) * width)).padEnd(width)
    return `  ${name.padEnd(20)} ${bar} ${String(count).padStart(7)}  ${Math.round((count / most) * 100)} %`
  })
  // They saw no step, so they are no part of what becomes of visitors.
  const apart = byApi > 0 ? [`  ${'by API, apart'.padEnd(20)} ${''.padEnd(width)} ${String(byApi).padStart(7)}`] : []
  const rate = `${Math.round((confirmed / Math.max(subscribed, 1)) * 100)} % of ${subscribed}`
  const told = isConfirmed
    ? [`  ${'confirmed'.padEnd(20)} ${''.padEnd(width)} ${String(confirmed).padStart(7)}  ${rate}`]
    : []
  return [`${locale}  ${definition}${isCurrent ? '' : '  (changed since)'}`, ...lines, ...apart, ...told, ''].join('\n')
}
