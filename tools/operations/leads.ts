import type { Command } from 'commander'
import { withFolders } from '../terminal/folders.ts'
import { approveOne } from './leads/approve-lead.ts'
import { expireLeads } from './leads/expire-leads.ts'
import { showConsents, showLead } from './leads/lead-details.ts'
import { exportLeads } from './leads/lead-export.ts'
import { listing } from './leads/lead-listing.ts'

export function leadsCommand(leads: Command): void {
  leads
    .command('show')
    .description('What a lead says, who gets it and why, and how its deliveries stand. Its answers are personal data.')
    .argument('<id>', 'or as much of it as no other begins with')
    .option('--json', 'one object', false)
    .action(showLead)
  leads
    .command('consent')
    .description('Prints the declarations of a lead as a document, and verifies them.')
    .argument('<id>', 'or as much of it as no other begins with')
    .action(showConsents)
  leads
    .command('list')
    .description('Lists leads, newest first.')
    .option('--form <id>', 'only those of one form')
    .option(
      '--suspicious',
      'only those that look made by a program, which no partner gets until they are approved',
      false,
    )
    .option('--refused', 'only those that partners refused and nobody has now', false)
    .option('--limit <number>', 'how many', '20')
    .option('--before <id>', 'only those older than this lead: the next page')
    .option('--all', 'every lead', false)
    .option('--json', 'one object a line, with the answers', false)
    .option('--csv', 'a table with the answers as columns', false)
    .action(listing)
  leads
    .command('export')
    .description(
      'Writes every lead with its answers as columns, oldest first (CSV). They are personal data. Erased leads are left out. For all about one person: `leadwright export`.',
    )
    .option('--form <id>', 'only those of one form: a column for each question it asks or asked, in their order')
    .option('--since <day>', 'from this day on (UTC): 2026-11-01')
    .option('--until <day>', 'up to this day, which counts')
    .option('--brand <id>', 'only those of one brand')
    .option('--test', 'only test leads')
    .option('--no-test', 'without test leads')
    .option('--csv', 'a table, as when left out', false)
    .option('--json', 'one object a line instead', false)
    .option('--titles <language>', 'the titles of the questions above them, in this language, in place of their ids')
    .option('--semicolons', 'cells separated by semicolons, as Excel wants them in most of Europe', false)
    .option('--bom', 'with the mark by which Excel knows UTF-8', false)
    .option('--out <file>', 'into a new file that only its owner reads, in place of standard output')
    .action(exportLeads)
  withFolders(leads.command('approve'))
    .alias('release')
    .description('Approve a lead that waits for review: the partners that take it get it.')
    .argument('<id>', 'or as much of it as no other begins with')
    .action(approveOne)
  withFolders(leads.command('expire'))
    .description('Erases the leads that are older than their form keeps them, as the server does every hour.')
    .option('--yes', 'the clock of this machine is right, whatever speaks against it', false)
    .action(expireLeads)
}
