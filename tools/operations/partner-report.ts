import { toCsv } from '#server/leads/csv.ts'
import { type PartnerMonth, reportOf } from '#server/leads/report.ts'
import { misused } from '../terminal/fail.ts'
import { print, printLines } from '../terminal/print-lines.ts'
import { showProgress } from '../terminal/progress.ts'
import { onStorage } from '../terminal/storage.ts'

interface Options {
  month?: string
  partner?: string
  csv: boolean
  json: boolean
}

/** `partners report`. */
export async function report({ month, partner, csv, json }: Options): Promise<void> {
  if (month !== undefined && !/^\d{4}-(0[1-9]|1[0-2])$/.test(month))
    return misused('--month is a year and a month, such as 2026-11.')
  if (csv && json) return misused('Say --json or --csv.')
  await onStorage(
    async (storage) => {
      const progress = showProgress()
      const query = { ...(month !== undefined && { month }), ...(partner !== undefined && { partner }) }
      const months = await reportOf(storage, query, (leads) => progress.show(`${leads} leads`))
      progress.end()
      if (months.length === 0) return console.error('No partner got leads then.')
      if (csv) return print(toCsv(months))
      await printLines(json ? months.map((one) => JSON.stringify(one)) : table(months))
    },
    { givesWay: true },
  )
}

const columns = ['partner', 'month', 'leads', 'accepted', 'refused', 'open', 'failed', 'price', 'currency'] as const

function table(months: readonly PartnerMonth[]): string[] {
  const rows = [columns, ...months.map((one) => columns.map((name) => String(one[name])))]
  const widths = columns.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)))
  const isNumber = (at: number) => at > 1 && at < 8
  return rows.map((row) =>
    row
      .map((cell, at) => (isNumber(at) ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0)))
      .join('  ')
      .trimEnd(),
  )
}
