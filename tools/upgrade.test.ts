// A repository of an earlier version, with leads, is upgraded to the package of today on both engines. What it was is kept
// in testing/earlier.json: a clone without its history has no earlier version to pack. To keep another one, pack it there
// and run `RECORD=<tarball> npx vitest run tools/upgrade.test.ts`.
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { dirname, join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type PostgresServer, postgresServer } from '../server/storage/testing/postgres-server.ts'
import { eventually } from '../server/testing/eventually.ts'
import { type RunningServer, startIn, temporaryFolder } from '../server/testing/running-server.ts'
import { installed, installIn, packedPackage } from './testing/packed-package.ts'

type Row = Readonly<Record<string, string | number | null>>

/** A repository as an earlier version left it. */
interface Earlier {
  /** Its own files, by path. */
  files: Record<string, string>
  /** What its pages showed, by address. */
  pages: Record<string, string[]>
  databases: Record<Engine, Database>
}

interface Database {
  /** The statements that made its tables. */
  tables: readonly string[]
  rows: Record<string, Row[]>
  /** What reads the leads by the partners' API, and what that told. */
  key: string
  leads: readonly unknown[]
}

type Engine = 'sqlite' | 'postgres'
const engines = ['sqlite', 'postgres'] as const

const kept = join(import.meta.dirname, 'testing/earlier.json')
const record = process.env.RECORD
let earlier: Earlier

const home = temporaryFolder()
let postgres: PostgresServer

beforeAll(async () => {
  earlier = record === undefined ? JSON.parse(readFileSync(kept, 'utf8')) : await recorded(record)
  postgres = await postgresServer()
  installIn(home, packedPackage())
}, 300_000)

afterAll(() => postgres.remove())

describe.each(engines)('a repository of an earlier version on %s', (engine) => {
  test('shows the same pages and the same leads, and delivers what waited', async () => {
    const { address, env } = await databaseOf(engine, postgres)
    const { tables, rows, key, leads } = earlier.databases[engine]
    await fill(address, tables, rows)
    const received: string[] = []
    const partner = createServer(async (request, reply) => {
      received.push(await text(request))
      reply.writeHead(204).end()
    }).listen(0, '127.0.0.1')
    await once(partner, 'listening')
    onTestFinished(() => void partner.close())
    const { port } = partner.address() as { port: number }
    const folder = repositoryOf(earlier.files, (file) => file.replace('127.0.0.1:9/', `127.0.0.1:${port}/`))

    for (const command of [['migrate', '--write'], ['check'], ['prove'], ['text']]) {
      const { status, said } = run(folder, command)
      expect(status, `${command}: ${said}`).toBe(0)
    }
    const server = await startIn(folder, installed(home, 'start'), { ...settings, ...env })
    onTestFinished(async () => void (await server.stop()))
    const texts = textsOf(earlier.files)
    for (const [path, shown] of Object.entries(earlier.pages))
      expect([path, shownOn(await page(server, path), texts)]).toEqual([path, shown])
    expect(await leadsOf(server, key)).toMatchObject(leads)
    const waiting = rows.deliveries?.filter(({ partner, state }) => partner === 'crm' && state === 'pending') ?? []
    expect(waiting.length).toBeGreaterThan(0)
    await eventually(() =>
      expect(received.toSorted()).toEqual(waiting.map(({ payload }) => String(payload)).toSorted()),
    )
    // New leads come in next to those of before.
    await submit(server, 'new@example.com')
    expect(await leadsOf(server, key)).toHaveLength(leads.length + 1)
  })
})

test('definitions that name a schema that is not there name that of the package, and keep the others', () => {
  const folder = repositoryOf(earlier.files, (file) =>
    file.replace('../node_modules/leadwright/schemas/form', '../schemas/form'),
  )
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(join(home, 'node_modules/leadwright'), join(folder, 'node_modules/leadwright'))
  const changed =
    'definitions/forms/contact.json: "../../schemas/form.schema.json" is "../../node_modules/leadwright/schemas/form.schema.json" now'
  expect(run(folder, ['migrate', '--write'])).toEqual({ status: 0, said: changed })
  for (const [path, text] of Object.entries(earlier.files))
    expect([path, readFileSync(join(folder, path), 'utf8')]).toEqual([path, text])
  expect(run(folder, ['migrate'])).toEqual({ status: 0, said: 'All files have the current format.' })
})

/** Runs a command on a repository, and returns what it said. */
function run(folder: string, words: readonly string[], env: Record<string, string> = {}) {
  const [node = '', ...args] = installed(home, ...words)
  const { status, stdout, stderr } = spawnSync(node, args, {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  })
  return { status, said: (stdout + stderr).trim() }
}

describe('versions that do not match are one sentence', () => {
  test.each([['start'], ['check'], ['leads', 'list']])('a repository of a newer version, to %s', (...words) => {
    const folder = repositoryOf(earlier.files, (file) =>
      file.replace('"leadwright": "^0.1.0"', '"leadwright": "^0.2.0"'),
    )
    const { status, said } = run(folder, words)
    expect(said).toMatch(
      /^package\.json:\d+ asks for leadwright \^0\.2\.0, but this is 0\.1\.\d+\. Run `npm install`, then `npx/,
    )
    expect(said.split('\n')).toHaveLength(1)
    expect(status).toBe(1)
  })

  test('its own code imports another version than the one that runs', () => {
    const folder = repositoryOf(earlier.files)
    const other = {
      name: 'leadwright',
      version: '0.0.9',
      exports: { './config': './config.js', './package.json': './package.json' },
    }
    mkdirSync(join(folder, 'node_modules/leadwright'), { recursive: true })
    writeFileSync(join(folder, 'node_modules/leadwright/package.json'), JSON.stringify(other))
    writeFileSync(join(folder, 'leadwright.config.ts'), "// Ours.\nimport { defineConfig } from 'leadwright/config'\n")
    const { status, said } = run(folder, ['check'])
    expect(said).toMatch(
      /^leadwright\.config\.ts:2 imports leadwright 0\.0\.9 in node_modules\/leadwright, but this is 0\.1/,
    )
    expect(said.split('\n')).toHaveLength(1)
    expect(status).toBe(1)
  })

  test.each(engines)('a database of a newer version on %s', async (engine) => {
    const { address, env } = await databaseOf(engine, postgres)
    const future = { number: 999, name: 'from the future', applied_at: 'then' }
    await fill(address, earlier.databases[engine].tables, { migrations: [future] })
    const folder = repositoryOf(earlier.files)
    for (const words of [['start'], ['leads', 'list']]) {
      const { status, said } = run(folder, words, env)
      expect(said).toMatch(
        /^The database has version 999, and this Leadwright supports versions up to \d+: start a newer/,
      )
      expect(said.split('\n')).toHaveLength(1)
      expect(status).toBe(1)
    }
  })

  test('a key of a newer version arrives while the server runs', async () => {
    const folder = repositoryOf(earlier.files)
    const server = await startIn(folder, installed(home, 'start'), {
      DATA_DIR: join(folder, 'data'),
      LOG_LEVEL: 'error',
    })
    onTestFinished(async () => void (await server.stop()))
    const form = join(folder, 'definitions/forms/contact.json')
    writeFileSync(form, readFileSync(form, 'utf8').replace('"submitLabel"', '"ofTomorrow": true,\n  "submitLabel"'))
    await eventually(() => expect(server.said()).toMatch(/contact\.json:\d+:\d+ Unknown key .*ofTomorrow/))
    expect(await page(server, '/')).toContain('Send my message')
    await submit(server, 'still@example.com')
  })
})

/** What the servers are started with: the partner is on this machine, and the erasing of old leads has another test. */
const settings = { OUTBOUND_ALLOW: '127.0.0.0/8', CRM_SECRET: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' }

async function databaseOf(engine: Engine, server: PostgresServer) {
  const folder = temporaryFolder()
  const env = { DATA_DIR: folder }
  if (engine === 'sqlite') return { address: join(folder, 'leadwright.db'), env }
  const address = await server.database()
  return { address, env: { ...env, DATABASE_URL: address } }
}

async function fill(address: string, tables: readonly string[], rows: Record<string, Row[]>): Promise<void> {
  const inserts = Object.entries(rows).flatMap(([table, all]) =>
    all.map((row) => {
      const names = Object.keys(row)
      const into = `INSERT INTO ${table} (${names.map((name) => `"${name}"`)}) VALUES`
      return { sql: (mark: (at: number) => string) => `${into} (${names.map((_, at) => mark(at + 1))})`, row }
    }),
  )
  if (!address.startsWith('postgres:')) {
    const database = new DatabaseSync(address)
    database.exec(`PRAGMA journal_mode = WAL; PRAGMA foreign_keys = OFF; ${tables.join(';')}`)
    for (const { sql, row } of inserts)
      database.prepare(sql(() => '?')).run(...(Object.values(row) satisfies SQLInputValue[]))
    return database.close()
  }
  const client = new pg.Client(address)
  await client.connect()
  await client.query(`SET session_replication_role = replica; ${tables.join(';')}`)
  for (const { sql, row } of inserts)
    await client.query(
      sql((at) => `$${at}`),
      Object.values(row),
    )
  await client.end()
}

function repositoryOf(files: Record<string, string>, changed = (text: string) => text): string {
  const folder = temporaryFolder()
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), changed(text))
  }
  return folder
}

/** Every text that the repository's own definitions and translations say. */
function textsOf(files: Record<string, string>): ReadonlySet<string> {
  const said = (value: unknown): string[] =>
    typeof value === 'string' ? [value] : Object.values((value as object | null) ?? {}).flatMap(said)
  const own = Object.entries(files).filter(([path]) => /^(definitions|locales)\/.*\.json$/.test(path))
  return new Set(own.flatMap(([, text]) => said(JSON.parse(text))))
}

/** What a page shows of the repository: its own texts, its links and its controls. The rest is the product's look. */
function shownOn(html: string, texts: ReadonlySet<string>): string[] {
  const found = (what: RegExp) => Array.from(html.matchAll(what), ([, one = '']) => one)
  const lines = html
    .replace(/<(script|style)[\s\S]*?<\/\1>|<!--.*?-->/g, '')
    .split(/<[^>]*>/)
    .map((line) => line.replaceAll('&#x27;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&').trim())
  const own = lines.filter((line) => texts.has(line))
  const controls = found(/ name="(root\[[^"]*)"/g).map((name) => `asks ${name}`)
  const links = found(/<a [^>]*href="(\/[^"#?]*)"/g).map((path) => `links to ${path}`)
  return [...new Set([...found(/<title>(.*?)<\/title>/g), ...own, ...controls, ...links])].toSorted()
}

async function page({ origin }: RunningServer, path: string): Promise<string> {
  const response = await fetch(origin + path)
  expect([path, response.status]).toEqual([path, 200])
  return response.text()
}

async function leadsOf({ origin }: RunningServer, key: string): Promise<unknown[]> {
  const response = await fetch(`${origin}/api/v1/leads`, { headers: { authorization: `Bearer ${key}` } })
  return ((await response.json()) as { leads: unknown[] }).leads
}

const answers = { message: 'Hello', firstName: 'Ada', lastName: 'Lovelace', privacy: true }

async function submit({ origin }: RunningServer, email: string): Promise<void> {
  const sent = await fetch(`${origin}/api/v1/submissions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': email },
    body: JSON.stringify({ form: 'contact', locale: 'en', answers: { ...answers, email } }),
  })
  expect(sent.status, await sent.clone().text()).toBe(201)
}

/** The same without a script, in German. */
async function post({ origin }: RunningServer, email: string): Promise<void> {
  const body = new URLSearchParams({ go: 'on' })
  for (const [field, answer] of Object.entries({ ...answers, message: 'Guten Tag', email, privacy: 'on' }))
    body.set(`root[${field}]`, String(answer))
  const headers = { 'sec-fetch-site': 'same-origin' }
  const sent = await fetch(`${origin}/de/forms/contact?step=message`, { method: 'POST', headers, body })
  expect(await sent.text()).toContain('Vielen Dank')
}

/** Fills a repository of the packed version with leads on both engines, and keeps all that there is then. */
async function recorded(tarball: string): Promise<Earlier> {
  const folder = temporaryFolder()
  installIn(folder, { tarball, size: 0 })
  const [node = '', ...init] = installed(folder, 'init', '.', '--yes', '--name=Acme', '--languages=en,de')
  spawnSync(node, [...init, '--form=contact'], { cwd: folder })
  const crm = { kind: 'webhook', url: 'http://127.0.0.1:9/leads', secretVariable: 'CRM_SECRET' }
  const partner = { name: 'CRM', filters: [{ form: 'contact' }], testLeads: true, deliveries: { hook: crm } }
  writeFileSync(join(folder, 'definitions/partners/crm.json'), `${JSON.stringify(partner, null, 2)}\n`)
  const form = join(folder, 'definitions/forms/contact.json')
  // What is kept must not be erased before it is read.
  writeFileSync(form, readFileSync(form, 'utf8').replace('"retentionDays": 365', '"retentionDays": 36500'))
  const own = globSync('{definitions,locales}/**', { cwd: folder }).filter((file) =>
    statSync(join(folder, file)).isFile(),
  )
  const files = Object.fromEntries(
    [...own, 'package.json'].toSorted().map((file) => [file, readFileSync(join(folder, file), 'utf8')]),
  )
  const storage = pathToFileURL(join(folder, 'node_modules/leadwright/server/storage/')).href
  const { migrations, migrationsTable, statementsOn } = await import(`${storage}tables/migrations.js`)
  const { marksTable } = await import(`${storage}postgres/postgres-group.js`)
  const server = await postgresServer()
  const pages: Earlier['pages'] = {}
  const databases: Partial<Earlier['databases']> = {}
  for (const engine of engines) {
    const { address, env } = await databaseOf(engine, server)
    const running = await startIn(folder, installed(folder, 'start'), { ...settings, ...env })
    await submit(running, 'ada@example.com')
    await post(running, 'grace@example.com')
    const key = readFileSync(join(env.DATA_DIR, 'demo.key'), 'utf8').trim()
    const leads = await leadsOf(running, key)
    const texts = textsOf(files)
    const paths = new Set(['/', '/de', '/forms/contact', '/de/forms/contact'])
    for (const path of paths) {
      const html = await page(running, path)
      pages[path] = shownOn(html, texts)
      for (const [, link = ''] of html.matchAll(/<a [^>]*href="(\/[^"#?]*)"/g)) paths.add(link)
    }
    // What is live is written down a moment later.
    await new Promise((resolve) => setTimeout(resolve, 3000))
    await running.stop()
    databases[engine] = {
      ...{ key, leads },
      tables: [
        migrationsTable,
        ...(engine === 'postgres' ? [marksTable] : []),
        ...migrations.flatMap((migration: object) => statementsOn(engine, migration)),
      ],
      rows: await rowsIn(address),
    }
  }
  await server.remove()
  const found = { files, pages, databases: databases as Earlier['databases'] }
  writeFileSync(kept, `${JSON.stringify(found, null, 2)}\n`)
  return found
}

async function rowsIn(address: string): Promise<Record<string, Row[]>> {
  if (!address.startsWith('postgres:')) {
    const database = new DatabaseSync(address)
    const all = (sql: string) => database.prepare(sql).all() as Row[]
    const tables = all("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    const rows = tables.map(({ name }) => [String(name), all(`SELECT * FROM ${name}`)] as const)
    return Object.fromEntries(rows.filter(([, found]) => found.length > 0))
  }
  const client = new pg.Client(address)
  await client.connect()
  const all = async (sql: string) => (await client.query<Row>(sql)).rows
  const rows: Record<string, Row[]> = {}
  for (const { name } of await all("SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'")) {
    const found = await all(`SELECT * FROM ${name}`)
    if (found.length > 0) rows[String(name)] = found
  }
  await client.end()
  return rows
}
