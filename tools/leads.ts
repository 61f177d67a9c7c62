import type { Command } from 'commander'
import { toCsv } from '#server/leads/csv.ts'
import { listLeads, type StoredLead } from '#server/leads/list-leads.ts'
import type { Storage } from '#server/storage/storage.ts'
import { misused } from './fail.ts'
import { showConsents, showLead } from './lead-details.ts'
import { onStorage } from './storage.ts'

interface ListOptions {
  form?: string
  limit: string
  before?: string
  all: boolean
  json: boolean
}

export function leadsCommand(leads: Command): void {
  leads
    .command('show')
    .description('Who gets a lead and why, and how its deliveries stand.')
    .argument('<id>')
    .action((id: string) => onStorage((storage) => showLead(storage, id)))
  leads
    .command('consent')
    .description('Prints the declarations of a lead as a document, and verifies them.')
    .argument('<id>')
    .action((id: string) => onStorage((storage) => showConsents(storage, id)))
  leads
    .command('export')
    .description('Writes every lead with its answers, oldest first. They are personal data.')
    .option('--form <id>', 'only those of one form')
    .option('--json', 'one object a line, rather than a table (CSV)', false)
    .action(({ form, json }: { form?: string; json: boolean }) =>
      onStorage(async (storage) => {
        const all: StoredLead[] = []
        for (let before: string | undefined; ; before = all.at(-1)?.id) {
          const query = { limit: 500, ...(form !== undefined && { form }), ...(before !== undefined && { before }) }
          const page = await listLeads(storage, query)
          all.push(...page)
          if (page.length < 500) break
        }
        all.reverse()
        if (json) for (const lead of all) console.log(JSON.stringify(lead))
        else process.stdout.write(toCsv(all))
      }),
    )
  leads
    .command('list')
    .description('Lists leads, newest first.')
    .option('--form <id>', 'only those of one form')
    .option('--limit <number>', 'how many', '20')
    .option('--before <id>', 'only those older than this lead: the next page')
    .option('--all', 'every lead', false)
    .option('--json', 'one object a line, with the answers', false)
    .action((options: ListOptions) => onStorage((storage) => list(storage, options)))
}

async function list(storage: Storage, { form, limit, before, all, json }: ListOptions): Promise<void> {
  const size = all ? 500 : Number(limit)
  if (!Number.isInteger(size) || size < 1) {
    misused('--limit is a whole number above 0.')
    return
  }
  let last = before
  do {
    const leads = await listLeads(storage, {
      ...(form !== undefined && { form }),
      ...(last !== undefined && { before: last }),
      limit: size,
    })
    for (const lead of leads) console.log(json ? JSON.stringify(lead) : line(lead))
    last = leads.length === size ? leads.at(-1)?.id : undefined
  } while (all && last !== undefined)
  if (!json && last !== undefined) console.log(`More: --before ${last}`)
}

/** Answers are personal: they are printed only when asked for with --json. */
function line({ receivedAt, id, form, locale, test, answers }: StoredLead): string {
  return [receivedAt, id, form, locale, `${Object.keys(answers).length} answers`, ...(test ? ['test'] : [])].join('  ')
}
