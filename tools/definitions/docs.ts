import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { Command } from 'commander'
import { problemEntries } from '#server/http'
import { cancelReasons, deliveryStates, leadStates, subscriptionStates, topics, verbs } from '#server/leads'

const folder = join(import.meta.dirname, '../../docs/reference')

/** Each page of the reference, by its file. */
const pages: Readonly<Record<string, () => string>> = { 'errors.md': errorsPage, 'lifecycle.md': lifecyclePage }

export function docsCommand(docs: Command): void {
  docs
    .option('--check', 'writes nothing; exits with 1 when a file is out of date', false)
    .action(async ({ check }: { check: boolean }) => {
      await mkdir(folder, { recursive: true })
      for (const [name, page] of Object.entries(pages)) {
        const [file, text] = [join(folder, name), page()]
        if ((await readFile(file, 'utf8').catch(() => '')) === text) continue
        console.log(`${relative('.', file)} ${check ? 'is out of date. Run `npx leadwright docs`.' : 'written'}`)
        if (check) process.exitCode = 1
        else await writeFile(file, text)
      }
    })
}

/** The states of leads, subscriptions and deliveries, and what each verb does to them. */
function lifecyclePage(): string {
  const table = (head: string, rows: Readonly<Record<string, string>>) => [
    ...[`| ${head} | |`, '| --- | --- |'],
    ...Object.entries(rows).map(([name, text]) => `| \`${name}\` | ${text} |`),
    '',
  ]
  const names = (all: readonly string[]) => all.map((name) => `\`${name}\``).join(', ')
  const rows = Object.entries(verbs).map(([name, verb]) => {
    const { from, to } = verb.deliveries
    const of = 'of' in verb.deliveries ? names(verb.deliveries.of) : 'any'
    const why = 'reason' in verb.deliveries ? ` (\`${verb.deliveries.reason}\`)` : ''
    const ends = 'subscription' in verb ? `${names(verb.subscription.from)} → \`${verb.subscription.to}\`` : ''
    return `| \`${name}\` | ${verb.does} | ${names(from)} → ${names(to)}${why} | ${of} | ${ends} |`
  })
  const budgets = Object.entries(topics).flatMap(([name, { dailyMails: most }]): [string, string][] =>
    most === null ? [] : [[name, `${most} in 24 hours; what is more is delayed.`]],
  )
  return [
    ...['# The life of a lead', ''],
    ...['Generated from `server/leads/lifecycle.ts` by `npx leadwright docs`. Do not edit.', ''],
    ...['## Leads', '', 'The state is derived: `leads show` prints it.', ''],
    ...table('state', leadStates),
    ...['## Deliveries', ''],
    ...table('state', deliveryStates),
    ...table('cancelled because', cancelReasons),
    ...['## Subscriptions', '', `${names(subscriptionStates)}.`, ''],
    ...['## Mails that an address gets', ''],
    ...table('topic', Object.fromEntries(budgets)),
    ...['## Verbs', '', 'Each is one transaction.', ''],
    ...['| verb | what happens | deliveries | of topic | subscriptions |', '| --- | --- | --- | --- | --- |'],
    ...[...rows, ''],
  ].join('\n')
}

/** Every problem that the API answers, by status and code. */
function errorsPage(): string {
  const cell = (text: string) => text.replaceAll('|', '\\|').replace(/<[^>]+>|__proto__/g, '`$&`')
  const rows = problemEntries
    .toSorted(([code, { status }], [other, { status: otherStatus }]) => status - otherStatus || (code < other ? -1 : 1))
    .map(
      ([code, { status, detail, action, retryAfter }]) =>
        `| \`${code}\` | ${status} | ${cell(detail)} | ${cell(action)} | ${retryAfter ?? ''} |`,
    )
  return `${[
    '# Errors of the API',
    '',
    'Generated from `server/http/problem-table.ts` by `npx leadwright docs`. Do not edit.',
    '',
    'Every error is `application/problem+json` (RFC 9457). `code` says what is wrong and never changes; `detail` says it',
    'in a sentence, in which words in braces are filled in. Invalid answers are listed in `errors`, each with a JSON',
    "Pointer, the rule that was broken and a sentence in the visitor's language.",
    '',
    '| code | status | detail | what to do | Retry-After (s) |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n')}\n`
}
