import type { Command } from 'commander'
import {
  countSubscriptions,
  findLead,
  findSubscription,
  type ListedSubscription,
  listDeliveries,
  listSubscriptions,
  payloadOf,
  properties,
  type SubscriptionFilter,
  settleByHand,
  subscriptionStates,
} from '#server/leads'
import { fail, misused, printable, printLines } from '../terminal/print-lines.ts'
import { showProgress } from '../terminal/progress.ts'
import { onStorage } from '../terminal/storage.ts'
import { fullId } from './full-id.ts'

interface ListOptions {
  brand?: string
  form?: string
  state?: string
  limit: string
  before?: string
  all: boolean
  json: boolean
}

export function subscriptionsCommand(subscriptions: Command): void {
  subscriptions
    .command('list')
    .description('List newsletter subscriptions, newest first, by lead id.')
    .option('--brand <id>', 'only those of this brand')
    .option('--form <id>', 'only those of this form')
    .option('--state <state>', `only those in this state: ${subscriptionStates.join(', ')}`)
    .option('--limit <number>', 'the maximum number of results', '20')
    .option('--before <lead>', 'only those older than this lead, to get the next page')
    .option('--all', 'list every subscription', false)
    .option('--json', 'print one JSON object per line', false)
    .action(list)
  subscriptions
    .command('show')
    .description('Show the state of a subscription, and its address, which is personal data.')
    .argument('<lead>', "the lead's id, or an unambiguous beginning of it")
    .option('--json', 'print one JSON object', false)
    .action(show)
  subscriptions
    .command('notices')
    .description(
      'List withdrawals that you must pass on by hand, because the partner has no request for them. With --done, mark one as passed on.',
    )
    .option('--manual', 'list notices to pass on (default)', true)
    .option('--done <id>', 'mark a notice as passed on, and delete it with its address')
    .option('--limit <number>', 'the maximum number of results', '20')
    .option('--after <id>', 'only those after this one, to get the next page')
    .option('--json', 'print one JSON object per line', false)
    .action(notices)
}

/** What operators tell partners themselves. Each says whom it is about, which is personal data. */
async function notices(options: { done?: string; limit: string; after?: string; json: boolean }): Promise<void> {
  const size = Number(options.limit)
  if (!Number.isInteger(size) || size < 1) return misused('--limit must be a whole number above 0.')
  await onStorage(async (storage) => {
    if (options.done !== undefined) {
      const id = await fullId(storage, 'deliveries', options.done)
      if (id === null) return
      if (await settleByHand(storage, id, Date.now())) console.log(`The notice ${id} is settled.`)
      else fail(`The delivery ${id} is not a notice that waits for you.`)
      return
    }
    const found = await listDeliveries(storage, {
      ...{ byHand: true, state: 'dead', limit: size },
      ...(options.after !== undefined && { after: options.after }),
    })
    for (const { id, partner, subjectId } of found) {
      const said = JSON.parse(await payloadOf(storage, id)) as object
      if (options.json) console.log(JSON.stringify({ id, partner, ...said }))
      else {
        const { data, unsubscribedAt } = said as { data: object; unsubscribedAt: string }
        const about = properties(data).map(([name, text]) => `${name} ${printable(text, 0)}`)
        console.log([id, partner, `lead ${subjectId}`, unsubscribedAt, ...about].join('  '))
      }
    }
    if (found.length === 0) console.error('No such notices.')
    if (!options.json && found.length === size) console.log(`More: --after ${found.at(-1)?.id}`)
  })
}

async function list({ limit, before, all, json, ...wanted }: ListOptions): Promise<void> {
  const size = all ? 500 : Number(limit)
  if (!Number.isInteger(size) || size < 1) return misused('--limit must be a whole number above 0.')
  const state = subscriptionStates.find((each) => each === wanted.state)
  if (wanted.state !== undefined && !state) return misused(`--state must be one of ${subscriptionStates.join(', ')}.`)
  const { brand, form } = wanted
  const filter: SubscriptionFilter = { ...(brand && { brand }), ...(form && { form }), ...(state && { state }) }
  await onStorage(
    async (storage) => {
      const progress = showProgress({ isQuiet: !all || process.stdout.isTTY })
      const count = progress.isShown ? await countSubscriptions(storage, filter) : 0
      let listed = 0
      let last = before
      do {
        const page = await listSubscriptions(storage, {
          ...filter,
          ...(last !== undefined && { before: last }),
          limit: size,
        })
        await printLines(page.map((each) => (json ? JSON.stringify(each) : line(each))))
        listed += page.length
        progress.share(`${listed} subscriptions`, count === 0 ? 1 : Math.min(1, listed / count))
        last = page.length === size ? page.at(-1)?.lead : undefined
      } while (all && last !== undefined)
      progress.end()
      // Not on standard output: another program would take it for a subscription.
      if (listed === 0) console.error('No such subscriptions.')
      else if (!json && last !== undefined) console.log(`More: --before ${last}`)
    },
    { givesWay: all },
  )
}

function line({ signedUpAt, lead, brand, form, locale, state, unsubscribedBy }: ListedSubscription): string {
  return [signedUpAt, lead, brand, form, locale, unsubscribedBy === null ? state : `${state} (${unsubscribedBy})`].join(
    '  ',
  )
}

async function show(typed: string, { json }: { json: boolean }): Promise<void> {
  await onStorage(async (storage) => {
    const id = await fullId(storage, 'leads', typed)
    if (id === null) return
    const found = await findSubscription(storage, id)
    const lead = await findLead(storage, id)
    if (!found || !lead) return fail(`The lead ${id} has no subscription.`)
    const { subscription, suppressedSince } = found
    const deliveries = lead.deliveries.map(({ partner, delivery, kind, state }) => ({ partner, delivery, kind, state }))
    const answers = JSON.parse(String(lead.lead.answers)) as object
    const shown = { ...subscription, suppressedSince, answers }
    if (json) return console.log(JSON.stringify({ ...shown, deliveries }))
    for (const [name, text] of properties(shown))
      if (text !== '') console.log(`${name.padEnd(16)} ${printable(text, 17)}`)
    if (deliveries.length > 0) console.log('\nDeliveries')
    for (const { partner, delivery, kind, state } of deliveries)
      console.log(`  ${partner}/${delivery} (${kind})  ${state}`)
  })
}
