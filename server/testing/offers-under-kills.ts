import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { json } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { smallSite } from '../../engine/node/testing/small-site.ts'
import type { ResultsView } from '../../engine/site/results-view.ts'
import { createKey } from '../partner-api/keys.ts'
import { openPostgres } from '../storage/postgres/postgres.ts'
import { openSqlite } from '../storage/sqlite/sqlite.ts'
import { buildPages, type RunningServer, startServer, submit, temporaryFolder } from './running-server.ts'

const repository = join(import.meta.dirname, '../..')

/** How many leads, how often a server is killed, and where the leads are: `postgres://…`, or null for SQLite. */
interface Settings {
  leads: number
  kills: number
  postgres: string | null
}

/** The partners that each lead goes to: one that answers, one with every fault, and one that answers by a later call. */
const partners = ['steady', 'faulty', 'caller'] as const

/** What clients send at a time. */
const clients = 8

/** How many calls a partner has under way at a time, so that each server that is there can take them. */
const callers = 4

/** For how long, once all leads are sent, what was put off is brought forward and calls are made until all has arrived, in ms. */
const longestEnd = 8 * 60 * 1000

/** How much longer a server lives than its start took, in ms. */
const life = 1500

/**
 * Sends leads that go to three partners each, while servers are killed and partners hang, fail, answer twice and answer
 * late, and compares what results pages show with what was acknowledged.
 * @returns a sentence for each offer that is lost, shown twice or shown to another lead; none when all held
 */
export async function offersUnderKills({
  leads,
  kills,
  postgres,
}: Settings): Promise<{ wrong: string[]; lines: string[] }> {
  buildPages()
  const folder = temporaryFolder()
  const data = join(folder, 'data')
  const site = smallSite(folder)
  const world = new Partners()
  await world.listen()
  writeSite(site.DEFINITIONS_DIR, world)
  const env = { ...site, OUTBOUND_ALLOW: '127.0.0.1/32', ...(postgres !== null && { DATABASE_URL: postgres }) }
  const start = () => startServer(data, env)
  const servers: RunningServer[] = []
  const run = runner(postgres ?? join(data, 'leadwright.db'))
  try {
    // The first one makes the tables.
    await (await start()).stop()
    world.key = await keyOf(postgres ?? join(data, 'leadwright.db'))
    for (let count = 0; count < (postgres === null ? 1 : 2); count++) servers.push(await start())
    world.origins = () => servers.map(({ origin }) => origin)
    const begun = performance.now()
    let killed = 0
    // Leads arrive before, between and after all kills.
    const sent = sendAll(leads, world.origins, () => (leads * (killed + 1)) / (kills + 1))
    for (; killed < kills; killed++) {
      await sleep(life)
      const at = killed % servers.length
      servers[at]?.process.kill('SIGKILL')
      await servers[at]?.exited
      await run(broughtForward)
      servers[at] = await start()
    }
    const pages = await sent
    world.isHealthy = true
    const end = performance.now() + longestEnd
    while (performance.now() < end && (world.isCalling || (await waiting(run)) > 0)) {
      await run(broughtForward)
      await sleep(1000)
    }
    const left = await waiting(run)
    const recorded = await run(`SELECT subject_id, partner FROM deliveries
      WHERE topic = 'lead' AND state = 'delivered' AND last_error IS NULL AND partner IN ('steady', 'faulty')`)
    const wrong = [
      ...(left > 0 ? [`${left} deliveries still wait`] : []),
      ...(world.isCalling ? ['calls of partners were not taken in time'] : []),
    ]
    let shown = 0
    for (const [lead, path] of pages) {
      const view = await viewOf(world.origins()[0] ?? '', path)
      shown += view.offers.length
      const expected = new Set(world.acknowledged.get(lead))
      for (const { subject_id, partner } of recorded)
        if (subject_id === lead) for (const id of idsOf(String(partner), lead)) expected.add(`${partner}/${id}`)
      wrong.push(...wrongIn(lead, view, expected))
    }
    const said = [...world.counts].sort().map(([what, count]) => `${count} × ${what}`)
    const engine = postgres === null ? 'SQLite' : 'PostgreSQL, two servers'
    const seconds = Math.round((performance.now() - begun) / 1000)
    const lines = [
      `${engine}: ${pages.size} leads, ${kills} kills, ${shown} offers shown, ${seconds} s`,
      `calls: ${said.join(', ')}`,
    ]
    return { wrong: [...wrong, ...world.wrong], lines }
  } finally {
    for (const { process, exited } of servers) {
      process.kill('SIGKILL')
      await exited
    }
    world.close()
    rmSync(folder, { recursive: true })
  }
}

/** The offers that a partner has for a lead, always the same ones. */
function idsOf(partner: string, lead: string): string[] {
  return [`${partner}.${lead}.1`, `${partner}.${lead}.2`]
}

function answerOf(partner: string, lead: string) {
  const price = { amount: 12.5, period: 'month' }
  return { offers: idsOf(partner, lead).map((id) => ({ id, product: `Offer ${lead}`, price })) }
}

function wrongIn(lead: string, { offers }: ResultsView, expected: ReadonlySet<string>): string[] {
  const keys = offers.map(({ key }) => key)
  return [
    ...offers.flatMap(({ key, product }) =>
      product === `Offer ${lead}` ? [] : [`${lead} is shown ${key} of another lead`],
    ),
    ...keys.flatMap((key, at) => (keys.indexOf(key) === at ? [] : [`${lead} is shown ${key} twice`])),
    ...[...expected].flatMap((key) => (keys.includes(key) ? [] : [`${lead} lost ${key}`])),
  ]
}

/** As if the time had passed for which a dead server holds its deliveries and partners are given a rest. */
const broughtForward =
  "UPDATE deliveries SET due_at = 1, lease_until = CASE WHEN lease_until IS NULL THEN NULL ELSE 1 END WHERE state = 'pending' AND kind = 'http'; DELETE FROM circuits"

type Row = Record<string, unknown>

function runner(place: string): (sql: string) => Promise<Row[]> {
  return async (sql) => {
    const statements = sql.split('; ')
    if (place.startsWith('postgres:')) {
      const client = new pg.Client(place)
      await client.connect()
      try {
        let rows: Row[] = []
        for (const statement of statements) rows = (await client.query(statement)).rows
        return rows
      } finally {
        await client.end()
      }
    }
    const database = new DatabaseSync(place, { timeout: 30_000 })
    try {
      return statements.map((statement) => database.prepare(statement).all() as Row[]).at(-1) ?? []
    } finally {
      database.close()
    }
  }
}

async function waiting(run: (sql: string) => Promise<Row[]>): Promise<number> {
  const [row] = await run("SELECT count(*) AS count FROM deliveries WHERE state = 'pending' AND kind = 'http'")
  return Number(row?.count)
}

async function keyOf(place: string): Promise<string> {
  const opened = await (place.startsWith('postgres:') ? openPostgres(place) : openSqlite(place))
  if (!opened.ok) throw new Error(opened.reason)
  const { key } = await createKey(opened.storage, 'caller', Date.now)
  await opened.storage.close()
  return key
}

/**
 * Sends leads as obedient clients do, until each is acknowledged. @param most how many may be sent by now
 * @returns the path of each lead's page
 */
async function sendAll(
  count: number,
  origins: () => readonly string[],
  most: () => number,
): Promise<Map<string, string>> {
  const pages = new Map<string, string>()
  let next = 0
  const client = async () => {
    while (next < count) {
      if (next >= most()) {
        await sleep(20)
        continue
      }
      const key = `lead-${next}`
      next += 1
      for (let tries = 0; ; tries++) {
        const all = origins()
        const reply = await submit(all[tries % all.length] ?? '', { key }).catch(() => null)
        const receipt = reply?.ok ? await reply.json().catch(() => null) : null
        if (receipt?.id) {
          pages.set(receipt.id, receipt.results)
          break
        }
        await sleep(50)
      }
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  return pages
}

async function viewOf(origin: string, path: string): Promise<ResultsView> {
  const reply = await fetch(`${origin}/api/results/${path.split('/').at(-1)}?locale=en`)
  if (!reply.ok) throw new Error(`The page ${path} answered ${reply.status}.`)
  return (await reply.json()) as ResultsView
}

/** What a call was answered, where it was taken; null where its answer broke off. */
type Taken = { taken?: string[] } | null

/** The three partners, on one port. */
class Partners {
  /** From now on all answer at once, as they should. */
  isHealthy = false
  key = ''
  origins: () => readonly string[] = () => []
  /** The offers of calls that were answered 200, by lead. */
  readonly acknowledged = new Map<string, Set<string>>()
  /** What partners did, and how often. */
  readonly counts = new Map<string, number>()
  readonly wrong: string[] = []
  /** The calls that are to be made next: the lead, and the one whose offers are said to be its own. */
  readonly #calls: { lead: string; of: string }[] = []
  /** How many calls are not acknowledged yet, and how many callers are at it. */
  #open = 0
  #callers = 0
  #isClosed = false
  #last: string | null = null
  readonly #server = createServer(async (request, response) => {
    const partner = request.url?.slice(1) ?? ''
    const lead = await json(request).then(
      (body) => String((body as { lead: unknown }).lead),
      () => null,
    )
    if (lead !== null) this.#answer(partner, lead, response)
  })

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  close(): void {
    this.#isClosed = true
    this.#server.closeAllConnections()
    this.#server.close()
  }

  /** Whether later calls are under way, or still to be made. */
  get isCalling(): boolean {
    return this.#open > 0
  }

  #answer(partner: string, lead: string, response: ServerResponse): void {
    const body = JSON.stringify(partner === 'caller' ? {} : answerOf(partner, lead))
    const right = () => {
      response.setHeader('content-type', 'application/json').end(body)
    }
    if (partner === 'caller') this.#callLater(lead)
    const chance = partner !== 'faulty' || this.isHealthy ? 1 : Math.random()
    const does = (what: string) => this.counts.set(what, (this.counts.get(what) ?? 0) + 1)
    if (chance < 0.15) {
      does('failed')
      response.writeHead(500).end()
    } else if (chance < 0.25) does('hung')
    else if (chance < 0.35) {
      does('broke off')
      response.writeHead(200, { 'content-length': body.length }).write(body.slice(0, 20))
      setTimeout(() => response.destroy(), 20)
    } else if (chance < 0.5) {
      does('answered late')
      setTimeout(right, 1500)
    } else right()
  }

  /** Answers by a call, often twice and at once, until it is acknowledged, and now and then to a lead that is not there. */
  #callLater(lead: string): void {
    const foreign = this.#last
    this.#last = lead
    const calls = Math.random() < 0.4 ? [lead, lead] : [lead]
    // Nobody's lead.
    if (foreign !== null && Math.random() < 0.1) calls.push(`${foreign.slice(0, -4)}0000`)
    this.#open += calls.length
    setTimeout(() => {
      this.#calls.push(...calls.map((each) => ({ lead: each, of: lead })))
      while (this.#callers < callers && this.#callers < this.#calls.length) void this.#call()
    }, Math.random() * 800)
  }

  async #call(): Promise<void> {
    this.#callers += 1
    for (let call = this.#calls.shift(); call; call = this.#calls.shift()) {
      let reply = await this.#post(call.lead, call.of)
      // A key may be used ten times a second, and servers are away now and then.
      while ((reply === null || reply.status === 429 || reply.status >= 500) && !this.#isClosed) {
        await sleep(reply?.status === 429 ? 1000 : 250)
        reply = await this.#post(call.lead, call.of)
      }
      if (reply) this.#judge(call, reply.status, (await reply.json().catch(() => null)) as Taken)
      this.#open -= 1
    }
    this.#callers -= 1
  }

  #judge({ lead, of }: { lead: string; of: string }, status: number, answer: Taken): void {
    if (lead !== of) {
      if (status === 200) this.wrong.push('an offer was taken for a lead that there is not')
      return
    }
    if (status !== 200) this.wrong.push(`a call about ${lead} was answered ${status}`)
    const known = this.acknowledged.get(lead) ?? new Set()
    for (const id of answer?.taken ?? []) known.add(`caller/${id}`)
    this.acknowledged.set(lead, known)
    this.counts.set('called', (this.counts.get('called') ?? 0) + 1)
  }

  async #post(lead: string, of: string): Promise<Response | null> {
    const all = this.origins()
    return fetch(`${all[Math.floor(Math.random() * all.length)]}/api/v1/leads/${lead}/offers`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.key}`, 'content-type': 'application/json' },
      body: JSON.stringify(answerOf('caller', of)),
    }).catch(() => null)
  }
}

function writeSite(definitions: string, { url }: Partners): void {
  const page = JSON.parse(readFileSync(join(repository, 'definitions/pages/general/results.json'), 'utf8'))
  writeFileSync(
    join(definitions, 'pages/general/results.json'),
    JSON.stringify({ ...page, locales: ['en'], sections: { offers: page.sections.offers } }),
  )
  for (const id of partners) {
    const offers = { seconds: id === 'faulty' ? 1 : 5, ...(id === 'caller' && { later: true }) }
    const partner = {
      name: id,
      disclosure: { name: `${id} Ltd`, address: '1 Street', privacy: `https://${id}.example.com/privacy` },
      filters: [{ form: 'home-insurance' }],
      map: { lead: { leadProperty: 'id' } },
      deliveries: { quotes: { kind: 'http', url: `${url}/${id}`, offers } },
    }
    writeFileSync(join(definitions, `partners/${id}.json`), JSON.stringify(partner))
  }
}
