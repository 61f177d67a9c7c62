import { setTimeout as sleep } from 'node:timers/promises'
import type { Command } from 'commander'
import {
  countDeliveries,
  countFinished,
  type DeliveryQuery,
  type DeliveryState,
  deliveryStates,
  findDelivery,
  isDueAt,
  type ListedDelivery,
  listDeliveries,
  replay,
  retryNow,
} from '#server/leads'
import { fail, misused, printLines } from '../terminal/print-lines.ts'
import { showProgress } from '../terminal/progress.ts'
import { auditOn, onStorage, userOfSystem } from '../terminal/storage.ts'
import { fullId } from './full-id.ts'

const shortened = 'the id, or an unambiguous beginning of it'

const states = Object.keys(deliveryStates) as DeliveryState[]

interface ListOptions {
  state?: DeliveryState
  partner?: string
  lead?: string
  limit: string
  after?: string
  all: boolean
  json: boolean
}

export function deliveriesCommand(deliveries: Command): void {
  deliveries
    .command('list')
    .description('List deliveries.')
    .option('--state <state>', states.join(', '))
    .option('--partner <id>', 'only those to this partner')
    .option('--lead <id>', 'only those of this lead')
    .option('--limit <number>', 'the maximum number of results', '20')
    .option('--after <id>', 'only those after this one, to get the next page')
    .option('--all', 'list every delivery', false)
    .option('--json', 'print one JSON object per line', false)
    .action(list)
  deliveries
    .command('show')
    .description('Show a delivery.')
    .argument('<id>', shortened)
    .action((typed: string) =>
      onStorage(async (storage) => {
        const id = await fullId(storage, 'deliveries', typed)
        const found = id === null ? null : await findDelivery(storage, id)
        if (!found) return
        for (const [name, value] of Object.entries(found)) console.log(`${name.padEnd(12)} ${value ?? '-'}`)
      }),
    )
  deliveries
    .command('retry')
    .description('Send a waiting delivery now.')
    .argument('<id>', shortened)
    .action((typed: string) =>
      onStorage(async (storage) => {
        const id = await fullId(storage, 'deliveries', typed)
        if (id === null) return
        if (await retryNow(storage, id, Date.now())) console.log('It is sent now.')
        else
          fail(`The delivery ${id} is not waiting, or is being sent right now. See its state with \`deliveries show\`.`)
      }),
    )
  deliveries
    .command('replay')
    .description('Replay dead deliveries: one, or all of a partner. Skip those of people who unsubscribed.')
    .argument('[id]', shortened)
    .option('--partner <id>', 'all dead deliveries of this partner')
    .option('--delivered', 'also delivered ones', false)
    .action(sendAnew)
  deliveries
    .command('watch')
    .description('Count deliveries by partner and state, repeatedly until stopped.')
    .option('--seconds <number>', 'the interval between two counts', '2')
    .option('--once', 'count once', false)
    .option('--json', 'print one JSON object per line', false)
    .action(({ seconds, once, json }: { seconds: string; once: boolean; json: boolean }) =>
      onStorage(async (storage) => {
        do {
          const rows = await countDeliveries(storage)
          const time = new Date().toISOString()
          if (rows.length === 0) console.error('There are no deliveries.')
          for (const row of rows) {
            if (json) console.log(JSON.stringify({ time, ...row }))
            else console.log(`${time}  ${row.partner.padEnd(20)} ${row.state.padEnd(10)} ${row.count}`)
          }
          if (!once) await sleep(Math.max(Number(seconds) || 2, 0.2) * 1000)
        } while (!once)
      }),
    )
}

/** Servers may run meanwhile. */
async function sendAnew(
  typed: string | undefined,
  { partner, delivered }: { partner?: string; delivered: boolean },
): Promise<void> {
  if ((typed === undefined) === (partner === undefined)) return misused('Name one delivery, or a --partner.')
  await onStorage(async (storage, { secretKey }) => {
    const id = typed === undefined ? undefined : await fullId(storage, 'deliveries', typed)
    if (id === null) return
    const query = {
      // A bounce is no dead letter: it is sent anew only by who names it.
      states: [
        'dead' as const,
        ...(delivered ? ['delivered' as const] : []),
        ...(id === undefined ? [] : ['bounced' as const]),
      ],
      ...(id !== undefined && { id }),
      ...(partner !== undefined && { partner }),
    }
    const progress = showProgress()
    const count = await countFinished(storage, query)
    const [moment, audit] = [Date.now(), await auditOn(storage, secretKey)]
    const onBatch = (seen: number) => progress.share(`${seen} deliveries`, count === 0 ? 1 : Math.min(1, seen / count))
    const recorded = (ids: readonly string[]) =>
      audit.recording({
        ...{ who: userOfSystem(), action: 'delivery.again', done: isDueAt(ids, moment) },
        object: ids.length === 1 ? `delivery ${ids[0]}` : `deliveries ${ids[0]} to ${ids.at(-1)}`,
      })
    const { sent, erased, withdrawn } = await replay(storage, query, moment, onBatch, recorded)
    progress.end()
    if (erased > 0) console.log(`${erased} of erased leads ${erased === 1 ? 'was' : 'were'} skipped.`)
    if (withdrawn > 0)
      console.log(
        `${withdrawn} ${withdrawn === 1 ? 'was' : 'were'} skipped: cancelled, or of people who unsubscribed or did not confirm.`,
      )
    if (sent === 0) return fail('No deliveries to replay.')
    console.log(`${sent} ${sent === 1 ? 'delivery is' : 'deliveries are'} sent again.`)
  })
}

async function list({ limit, all, json, ...options }: ListOptions): Promise<void> {
  if (options.state !== undefined && !states.includes(options.state))
    return misused(`--state must be one of ${states.join(', ')}.`)
  const size = all ? 500 : Number(limit)
  if (!Number.isInteger(size) || size < 1) return misused('--limit must be a whole number above 0.')
  await onStorage(
    async (storage) => {
      let { after } = options
      let listed = 0
      do {
        const query: DeliveryQuery = { ...options, limit: size, ...(after !== undefined && { after }) }
        const found = await listDeliveries(storage, query)
        await printLines(found.map((delivery) => (json ? JSON.stringify(delivery) : line(delivery))))
        listed += found.length
        after = found.length === size ? found.at(-1)?.id : undefined
      } while (all && after !== undefined)
      if (listed === 0) console.error('No such deliveries.')
      if (!json && after !== undefined) console.log(`More: --after ${after}`)
    },
    { givesWay: all },
  )
}

function line({
  id,
  partner,
  delivery,
  topic,
  state,
  cancelReason,
  attempts,
  dueAt,
  error,
  externalId,
}: ListedDelivery): string {
  const more = [
    ...(topic === 'unsubscribe-notice' ? [topic] : []),
    ...(cancelReason === null ? [] : [cancelReason]),
    ...(dueAt === null ? [] : [`due ${dueAt}`]),
    ...(error ? [error] : []),
    // The partner's own id.
    ...(externalId === null ? [] : [`there ${externalId}`]),
  ]
  return [id, `${partner}/${delivery}`, state, `${attempts} tries`, ...more].join('  ')
}
