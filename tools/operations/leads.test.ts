// What operators read of leads, from the command line, while a server runs on the same database.
import { spawn } from 'node:child_process'
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { smallSite } from '../../engine/node/testing/small-site.ts'
import { storeLead } from '../../server/leads/store-lead.ts'
import { sampleDelivery, sampleLead, standaloneMail } from '../../server/leads/testing/sample-lead.ts'
import { openSqlite } from '../../server/storage/sqlite/sqlite.ts'
import {
  buildPages,
  type RunningServer,
  startServer,
  submit,
  temporaryFolder,
} from '../../server/testing/running-server.ts'
import { runHere } from '../testing/run-here.ts'

const folder = temporaryFolder()
const site = smallSite(join(folder, 'site'))
const leadwright = join(import.meta.dirname, '../leadwright.ts')
const moment = Date.now()
const strange = v7({ msecs: moment - 60_000 })
let server: RunningServer

beforeAll(async () => {
  buildPages()
  const file = join(site.DEFINITIONS_DIR, 'forms/home-insurance.json')
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), retentionDays: 365 }))
  const opened = await openSqlite(join(folder, 'leadwright.db'))
  if (!opened.ok) throw new Error(opened.reason)
  await storeLead(
    opened.storage,
    sampleLead({
      id: strange,
      form: 'funeral',
      answers: {
        coBorrower: { email: 'eve@example.com' },
        extras: ['garage', 'pool'],
        note: "first\nbudget  9,000,000\u001b[31m;=cmd|' /C calc'!A0",
      },
      attribution: { clickId: '＝click' },
      deliveries: [sampleDelivery('acme', 'webhook', { to: 'acme', note: 'first' })],
    }),
  )
  await opened.storage.atomic([{ sql: "UPDATE deliveries SET state = 'dead' WHERE partner = 'acme'", parameters: [] }])
  const decision = 'INSERT INTO routings (lead_id, partner, taken, reason, detail, day) VALUES (?, ?, 0, ?, ?, ?)'
  const refused = [strange, 'acme', 'refused', 'It lives \u001b[31melsewhere.', '2026-11-20']
  await opened.storage.atomic([{ sql: decision, parameters: refused }])
  const letter = { from: 'portal@example.com', to: 'mary@example.com', subject: 'Hello', text: 'Dear visitor' }
  await opened.storage.atomic(standaloneMail(v7(), letter, moment))
  await opened.storage.close()
  // Only now: a server would take the delivery up before it is dead.
  server = await startServer(folder, site)
}, 120_000)
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true })
})

async function run(args: string[], dataDir = folder) {
  const { stdout, stderr, status } = await runHere(args, { DATA_DIR: dataDir, ...site })
  return { said: stdout, errors: stderr, status }
}

test('leads that partners refused and nobody has are found, with what was said', async () => {
  const { said } = await run(['leads', 'list', '--refused'])
  expect(said).toMatch(new RegExp(`^\\S+ {2}${strange} .*\\n$`))
  const shown = await run(['leads', 'show', strange])
  expect(shown.said).toMatch(/^ {2}- acme {17}refused {14}It lives <U\+001B>\[31melsewhere\.$/m)
})

test('what partners refused is reported as a table and as CSV', async () => {
  const { said } = await run(['partners', 'report', '--month', '2026-11'])
  expect(said).toBe(
    [
      'partner  month    leads  accepted  refused  open  failed  price  currency',
      'acme     2026-11      1         0        1     0       0',
      '',
    ].join('\n'),
  )
  const csv = await run(['partners', 'report', '--csv', '--partner', 'acme'])
  expect(csv.said).toBe(
    'partner,month,leads,accepted,refused,open,failed,price,currency\r\nacme,2026-11,1,0,1,0,0,,\r\n',
  )
  expect(await run(['partners', 'report', '--month', '11/2026'])).toMatchObject({ status: 2 })
})

test('an empty listing says so, and nothing on standard output', async () => {
  const empty = temporaryFolder()
  const none: [string[], string][] = [
    [['leads', 'list'], 'There are no leads.\n'],
    [['leads', 'list', '--form', 'pets', '--json'], 'There are no leads of the form "pets".\n'],
    [['leads', 'export'], 'There are no leads.\n'],
    [['mails', 'list'], 'No such mails.\n'],
    [['subscriptions', 'list'], 'No such subscriptions.\n'],
    [['deliveries', 'list'], 'No such deliveries.\n'],
    [['deliveries', 'watch', '--once'], 'There are no deliveries.\n'],
    [['partners', 'report'], 'No partner got leads in this period.\n'],
    [['partners', 'keys'], 'There are no keys. Create one with `leadwright partners key <partner>`.\n'],
  ]
  const results = await Promise.all(none.map(([args]) => run(args, empty)))
  expect(results).toEqual(none.map(([, errors]) => ({ said: '', errors, status: 0 })))
  rmSync(empty, { recursive: true })
})

test('a lead is shown with its answers and attribution, by as much of its id as is needed', async () => {
  const short = strange.slice(0, -4)
  const { said, status } = await run(['leads', 'show', short])
  expect(status).toBe(0)
  expect(said).toContain(`id           ${strange}`)
  expect(said).toMatch(
    /Answers\n {2}coBorrower\.email {2}eve@example\.com\n {2}extras {12}garage; pool\n {2}note {14}first\n/,
  )
  // Neither lines of its own nor colours: what a visitor wrote cannot pass for what we say.
  expect(said).toMatch(/\n {20}budget {2}9,000,000<U\+001B>\[31m/)
  expect(said).not.toContain('\u001b')
  expect(said).toMatch(/Attribution\n {2}clickId {2}＝click/)
  expect(JSON.parse((await run(['leads', 'show', strange, '--json'])).said)).toMatchObject({
    id: strange,
    answers: { coBorrower: { email: 'eve@example.com' } },
    deliveries: [{ payload: { to: 'acme' } }],
  })
})

test('what too many or no ids begin with is said', async () => {
  const ids = await Promise.all(
    [1, 2].map(async () => ((await (await submit(server.origin)).json()) as { id: string }).id),
  )
  // Those that came together begin alike.
  const [unclear, unknown, nonsense] = await Promise.all([
    run(['leads', 'show', ids[0]?.slice(0, 6) ?? '']),
    run(['leads', 'consent', '00000000']),
    run(['deliveries', 'show', "' OR 1=1"]),
  ])
  expect(unclear).toMatchObject({ said: '', status: 1 })
  expect(unclear.errors).toContain(`Several leads begin with ${ids[0]?.slice(0, 6)}. Enter more characters of the id:`)
  for (const id of ids) expect(unclear.errors).toContain(id)
  expect(unknown).toEqual({ said: '', errors: 'There is no lead 00000000.\n', status: 1 })
  expect(nonsense).toEqual({ said: '', errors: "There is no delivery ' OR 1=1.\n", status: 1 })
})

test('lists and exports are tables with the answers as columns, and hold no formula', async () => {
  const [list, all] = await Promise.all([
    run(['leads', 'list', '--form', 'funeral', '--csv']),
    run(['leads', 'export']),
  ])
  const [head = '', ...rows] = list.said.split('\r\n')
  expect(head.split(',')).toEqual(
    expect.arrayContaining(['id', 'receivedAt', 'answers.coBorrower.email', 'answers.extras', 'attribution.clickId']),
  )
  for (const table of [rows.join('\n'), all.said]) {
    expect(table).toContain("'＝click")
    expect(table).toContain(";'=cmd|")
  }
  const json = await run(['leads', 'export', '--json', '--form', 'funeral'])
  expect(JSON.parse(json.said)).toMatchObject({ id: strange, answers: { extras: ['garage', 'pool'] } })
})

test('the leads of a form go into a file that only its owner reads, and into none that is there', async () => {
  const out = join(folder, 'funeral.csv')
  const asked = ['leads', 'export', '--csv', '--form', 'funeral', '--semicolons', '--bom', '--out', out]
  expect(await run(asked)).toEqual({ said: '', errors: '', status: 0 })
  const [head, row, ...rest] = readFileSync(out, 'utf8').split('\r\n')
  expect(head).toMatch(/^\ufefflead\.id;/)
  expect(row?.startsWith(`${strange};`)).toBe(true)
  expect(rest).toEqual([''])
  expect(statSync(out).mode & 0o777).toBe(0o600)
  const [again, noDay, noTitles] = await Promise.all([
    run(asked),
    run(['leads', 'export', '--since', '2026-02-30']),
    run(['leads', 'export', '--form', 'funeral', '--titles', 'xx']),
  ])
  expect(again).toEqual({ said: '', errors: `${out} already exists. Name another file, or delete it.\n`, status: 1 })
  expect(noDay).toEqual({ said: '', errors: '--since and --until must be days, such as 2026-11-01.\n', status: 2 })
  expect(noTitles).toMatchObject({ said: '', status: 1 })
  expect(noTitles.errors).toContain('The form "funeral" was shown in no language "xx".')
})

test('what a person gets is one object a lead, with no JSON within', async () => {
  const { said, status } = await run(['person', 'export', '--email', 'EVE@example.com'])
  expect(status).toBe(0)
  expect(said).not.toContain('\\"')
  expect(JSON.parse(said)).toMatchObject({
    id: strange,
    answers: { coBorrower: { email: 'eve@example.com' } },
    attribution: { clickId: '＝click' },
    consents: [],
    deliveries: [{ partner: 'acme', payload: { note: 'first' } }],
  })
})

test('a suspicious lead is found and approved, once', async () => {
  const reply = await submit(server.origin, { context: { page: 'home-insurance', honeypot: 'https://spam.example' } })
  const { id } = (await reply.json()) as { id: string }
  const { said } = await run(['leads', 'list', '--suspicious'])
  expect(said).toMatch(new RegExp(`^\\S+ {2}${id} {2}home-insurance .* suspicious\\n$`))
  const released = await run(['leads', 'approve', id.slice(0, -3)])
  expect(released).toMatchObject({ errors: '', status: 0 })
  expect(released.said).toMatch(/\+ demo .*\nApproved\. 1 delivery is sent now\.\n/)
  const again = await run(['leads', 'approve', id])
  expect(again).toMatchObject({ said: '', status: 1, errors: expect.stringContaining('already approved') })

  expect((await run(['person', 'erase', id])).said).toContain(`erased ${id}`)
  expect((await run(['person', 'erase', id])).status).toBe(1)
  expect((await run(['person', 'erase', '--email', 'nobody@example.com'])).status).toBe(1)
  const key = (await run(['partners', 'key', 'demo'])).said.split('_')[1] ?? ''
  expect((await run(['partners', 'revoke', key])).status).toBe(0)
  expect((await run(['partners', 'revoke', key])).status).toBe(1)
  const entries = (await run(['audit', 'list'])).said
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { who: string; action: string; content: { object: string } | null })
  const who = `command line ${userInfo().username}`
  expect(entries.map((entry) => [entry.who, entry.action, entry.content?.object ?? null])).toEqual([
    [who, 'key.revoke', `key ${key}`],
    [who, 'key.create', 'partner demo'],
    [who, 'person.erase', 'person'],
    [who, 'lead.erase', `lead ${id}`],
    // What it said of the lead went with it.
    [who, 'lead.release', null],
  ])
  expect((await run(['audit', 'verify'])).said).toContain('The audit is complete and unchanged.')
})

test('deliveries go by short ids too, and are sent anew while the server runs', async () => {
  const { said } = await run(['deliveries', 'list', '--state', 'dead', '--json'])
  const { id } = JSON.parse(said) as { id: string }
  // Ids begin with the time: what was stored in the same minute begins alike.
  const short = id.slice(0, -3)
  expect((await run(['deliveries', 'show', short])).said).toContain(id)
  expect(await run(['deliveries', 'replay', short])).toEqual({
    said: '1 delivery is sent again.\n',
    errors: '',
    status: 0,
  })
  // The server has it at once, and says what it cannot do with it.
  await expect
    .poll(async () => (await run(['deliveries', 'show', short])).said, { timeout: 30_000 })
    .toContain('The definitions lack the delivery acme/hook.')
})

test('mails to visitors are listed beside what goes to partners', async () => {
  // The receipts of the leads above are there too.
  const welcome = async (...flags: string[]) =>
    (await run(['deliveries', 'list', '--partner', '@visitors', ...flags])).said
      .split('\n')
      .filter((line) => /welcome/.test(line))
      .join()
  const listing = () => welcome('--json')
  await expect.poll(listing, { timeout: 30_000 }).toContain('The variable SMTP_URL is not set.')
  expect(JSON.parse(await listing())).toMatchObject({ subject: 'mail', kind: 'mail', delivery: 'welcome', attempts: 0 })
  expect(await listing()).not.toContain('mary@')
  const [id] = (await welcome()).split(' ')
  expect((await run(['deliveries', 'show', String(id)])).said).toMatch(/^partner +@visitors$/m)
  const mails = (await run(['mails', 'list', '--all'])).said
  expect(mails).toMatch(
    new RegExp(`^${id}  welcome  pending  0 tries  due [^ ]+  The variable SMTP_URL is not set.$`, 'm'),
  )
  expect(mails).not.toContain('mary@')
  const shown = await run(['mails', 'show', String(id)])
  expect(shown.said).toMatch(
    /^to {7}mary@example\.com\nfrom {5}portal@example\.com\nsubject {2}Hello\n\nDear visitor\n$/m,
  )
  const { said } = await run(['person', 'export', '--email', 'Mary@example.com'])
  expect(JSON.parse(said)).toMatchObject({ mail: { to: 'mary@example.com', text: 'Dear visitor' } })
  expect(await run(['person', 'erase', '--email', 'mary@example.com'])).toMatchObject({ status: 0, errors: '' })
  expect((await run(['person', 'export', '--email', 'mary@example.com'])).status).toBe(1)
})

test('an operator can say that a clock is right which the server does not believe', async () => {
  const shift = join(folder, 'shift')
  writeFileSync(shift, String(730 * 24 * 60 * 60 * 1000))
  const preload = join(import.meta.dirname, '../../server/testing/shifted-clock.ts')
  const expire = async (...args: string[]) => {
    const child = spawn(process.execPath, ['--import', preload, leadwright, 'leads', 'expire', ...args], {
      env: {
        ...{ PATH: process.env.PATH, DATA_DIR: folder, CLOCK_SHIFT: shift },
        ...site,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const [said, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
    return { said, errors }
  }
  expect(await expire()).toEqual({ said: '', errors: expect.stringContaining('730 days after') })
  // Without the one that was erased above.
  const { said } = await run(['leads', 'export', '--form', 'home-insurance', '--json'])
  const count = said.trim().split('\n').length
  expect(count).toBeGreaterThan(1)
  expect(await expire('--yes')).toEqual({ said: `${count} leads were erased.\n`, errors: '' })
})
