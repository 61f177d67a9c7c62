import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { v7 } from 'uuid'
import { smallSite } from '../../engine/node/testing/small-site.ts'
import { storeLead } from '../leads/store-lead.ts'
import { sampleLead } from '../leads/testing/sample-lead.ts'
import { openSqlite } from '../storage/sqlite/sqlite.ts'
import { repeatUnacknowledged, streamLeads } from './lead-stream.ts'
import { buildPages, type RunningServer, startServer, temporaryFolder } from './running-server.ts'
import { storedLeads, summary, untruths } from './told-and-stored.ts'

const day = 24 * 60 * 60 * 1000
const ahead = 730 * day

/** How long the last delivery may take to arrive after the clock is right again, in ms. */
const deadlineMs = 90_000

/**
 * A server under load whose clock goes two years ahead and back as it runs, and which then starts once two years ahead.
 * Each fifth message fails at its first try, so that under every clock something waits for a second one.
 */
export async function clockExcursion(load: {
  perSecond: number
  seconds: number
}): Promise<{ ok: boolean; lines: string[] }> {
  buildPages()
  const folder = temporaryFolder()
  const partner = await startPartner()
  const site = smallSite(join(folder, 'site'))
  const shiftFile = join(folder, 'shift')
  const setClock = (shift: number) => writeFileSync(shiftFile, String(shift))
  try {
    keepForAYear(join(site.DEFINITIONS_DIR, 'forms/home-insurance.json'))
    deliverTo(join(site.DEFINITIONS_DIR, 'partners/demo.json'), partner.url)
    const database = join(folder, 'leadwright.db')
    await seed(database)
    const start = () =>
      startServer(folder, {
        ...site,
        ...{ CLOCK_SECRET: `whsec_${Buffer.from('a clock of thirty-two bytes ....').toString('base64')}` },
        ...{ OUTBOUND_ALLOW: '127.0.0.0/8', CLOCK_SHIFT: shiftFile },
        NODE_OPTIONS: `--import ${pathToFileURL(join(import.meta.dirname, 'shifted-clock.ts')).href}`,
      })
    setClock(0)
    let server = await start()
    const phase = () => sleep((load.seconds * 1000) / 5)
    const stream = streamLeads(() => server.origin, load)
    await phase()
    setClock(ahead)
    await phase()
    setClock(0)
    await phase()
    await server.stop()
    setClock(ahead)
    server = await start()
    await phase()
    const saidAhead = await notices(server)
    await server.stop()
    setClock(0)
    server = await start()
    await phase()
    const sent = await stream.end()
    await repeatUnacknowledged(server.origin, sent)

    const stored = (await storedLeads(database)).filter(({ key }) => key.startsWith('stream-'))
    const end = performance.now() + deadlineMs
    while (partner.delivered.size < stored.length && performance.now() < end) await sleep(100)
    const saidAfter = await notices(server)
    await server.stop()
    const wrong = [
      ...untruths(sent, stored),
      ...stored.flatMap(({ id }) => (partner.delivered.has(id) ? [] : [`${id} was not delivered`])),
      ...[...partner.delivered].flatMap(([id, messages]) =>
        messages.size === 1 ? [] : [`${id} was delivered as ${messages.size} messages`],
      ),
      ...(erased(database) === 1 ? [] : [`${erased(database)} leads were erased, and not the one whose time was over`]),
      ...(saidAhead.some((notice) => notice.includes('730 days after')) ? [] : ['the wrong clock was not said']),
      // What the environment lacks is said under any clock.
      ...saidAfter.flatMap((notice) => (notice.startsWith('SMTP_URL') ? [] : [`said of the right clock: ${notice}`])),
    ]
    const line =
      `${partner.delivered.size} leads delivered after ${partner.refused()} refusals; ` +
      `${partner.repeats()} repeats that a receiver can tell by their id`
    return { ok: wrong.length === 0, lines: [summary(sent), line, ...wrong] }
  } finally {
    partner.close()
    rmSync(folder, { recursive: true })
  }
}

/**
 * Keeps under which message ids it took each lead; refuses each fifth once. A repeat under the same id is no fault: its
 * answer may have come too late.
 */
async function startPartner() {
  const delivered = new Map<string, Set<unknown>>()
  const seen = new Set<string>()
  let refused = 0
  let taken = 0
  const server = createServer(async (request, response) => {
    const { data } = JSON.parse(await text(request)) as { data: { id: string } }
    const isFirst = !seen.has(data.id)
    seen.add(data.id)
    if (isFirst && seen.size % 5 === 0) {
      refused += 1
      response.writeHead(500).end()
      return
    }
    const messages = delivered.get(data.id) ?? new Set()
    delivered.set(data.id, messages.add(request.headers['webhook-id']))
    taken += 1
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return {
    ...{ delivered, refused: () => refused, repeats: () => taken - delivered.size, close },
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/leads`,
  }
}

function keepForAYear(file: string): void {
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), retentionDays: 365 }))
}

function deliverTo(file: string, url: string): void {
  const deliveries = { hook: { kind: 'webhook', url, secretVariable: 'CLOCK_SECRET' } }
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), deliveries }))
}

/** A lead of this hour, and one whose time is over. */
async function seed(file: string): Promise<void> {
  const opened = await openSqlite(file)
  if (!opened.ok) throw new Error(opened.reason)
  for (const age of [400 * day, 0]) {
    const moment = Date.now() - age
    await storeLead(
      opened.storage,
      sampleLead({ id: v7({ msecs: moment }), receivedAt: new Date(moment).toISOString() }),
    )
  }
  await opened.storage.close()
}

async function notices({ origin }: RunningServer): Promise<string[]> {
  const reply = await fetch(`${origin}/readyz`)
  return ((await reply.json()) as { notices: string[] }).notices
}

function erased(file: string): number {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 30_000 })
  try {
    const { n } = database.prepare('SELECT count(*) AS n FROM leads WHERE erased_at IS NOT NULL').get() as { n: number }
    return n
  } finally {
    database.close()
  }
}
