import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { smallSite } from '../../engine/node/testing/small-site.ts'
import { type PostgresServer, postgresServer, query } from '../storage/testing/postgres-server.ts'
import { runCommand } from '../testing/run-command.ts'
import { buildPages, startServer, submit, temporaryFolder, validAnswers } from '../testing/running-server.ts'
import { storedLeads } from '../testing/told-and-stored.ts'

const folder = temporaryFolder()
let postgres: PostgresServer
beforeAll(async () => {
  buildPages()
  postgres = await postgresServer()
}, 120_000)
afterAll(async () => {
  await postgres?.remove()
  rmSync(folder, { recursive: true })
})

test('who was erased stays so when an older copy of a PostgreSQL database is put in its place', async () => {
  const url = await postgres.database()
  const env = { DATABASE_URL: url }
  const site = smallSite(join(folder, 'site'))
  const first = await startServer(folder, { ...env, ...site })
  for (const [key, email] of Object.entries({ stays: 'grace@example.com', goes: 'ada@example.com' })) {
    const sent = await submit(first.origin, {
      answers: { ...validAnswers, email },
      context: { attribution: { click_id: key } },
    })
    expect(sent.status).toBe(201)
  }
  await first.stop()
  // PostgreSQL's own copy of a database, as a dump that is restored would be.
  const older = `${url}_older`
  await query(
    `${postgres.url}postgres`,
    `CREATE DATABASE ${older.slice(postgres.url.length)} TEMPLATE ${url.slice(postgres.url.length)}`,
  )
  const erased = await runCommand(['person', 'erase', '--email', 'ada@example.com'], {
    ...env,
    ...site,
    DATA_DIR: folder,
  })
  expect(erased).toEqual({ code: 0, said: expect.stringMatching(/^erased /) })
  expect((await storedLeads(older)).map(({ key }) => key).sort()).toEqual(['goes', 'stays'])

  const second = await startServer(folder, { ...site, DATABASE_URL: older })
  expect((await storedLeads(older)).map(({ key }) => key).sort()).toEqual(['stays', 'undefined'])
  await second.stop()
})
