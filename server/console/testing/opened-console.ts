import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify from 'fastify'
import { onTestFinished } from 'vitest'
import type { LiveSite } from '../../../engine/node/index.ts'
import { repositoryLive } from '../../../engine/node/testing/repository.ts'
import { openAudit } from '../../audit/audit.ts'
import { readConfig } from '../../config/index.ts'
import { openPeople, type Role } from '../../people/people.ts'
import { openSecretKey } from '../../storage/settings.ts'
import type { Storage } from '../../storage/storage.ts'
import { temporaryFile, temporaryStorage } from '../../storage/testing/temporary-storage.ts'
import { openConsole } from '../index.ts'

/** What a console is opened on, where it is not new. */
interface Given {
  /** More of its environment, by its origin. */
  env?: (origin: string) => Promise<Record<string, string>>
  storage?: Storage
  live?: LiveSite
}

/** A server with a console at 127.0.0.1 and its port, so that tests need no names. */
export async function opened({ env = async () => ({}), ...given }: Given = {}) {
  const storage = given.storage ?? (await temporaryStorage())
  const live = given.live ?? (await repositoryLive())
  const hash = await openSecretKey(storage, null)
  const holder = createServer()
  await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve))
  const { port } = holder.address() as AddressInfo
  await new Promise((resolve) => holder.close(resolve))
  const origin = `http://127.0.0.1:${port}`
  const read = readConfig({ CONSOLE_ORIGIN: origin, DATA_DIR: dirname(await temporaryFile()), ...(await env(origin)) })
  if (!read.ok) throw new Error(read.problems.join('\n'))
  const app = Fastify()
  const parts = { config: read.config, live, storage, hash, now: Date.now }
  const notices = await openConsole(app, {
    ...parts,
    notices: () => ['The mail server is away.'],
    drafts: new Map(),
    drawings: new Map([['bag', '<svg><symbol id="drawing"><path d="M0 0h9v9z"/></symbol></svg>']]),
    onDue() {},
  })
  app.get('/public', () => 'public')
  await app.listen({ host: '127.0.0.1', port })
  onTestFinished(() => app.close())
  const audit = openAudit(storage, hash, Date.now)
  const people = openPeople(storage, audit, Date.now)

  /** The cookie of a new session of a person with these roles. */
  async function session(...roles: Role[]): Promise<{ id: string; cookie: string }> {
    const name = roles.join('-')
    const { id } = await people.signedIn({ issuer: 'test', subject: name, email: `${name}@example.com`, name, roles })
    return { id, cookie: `console=${await people.begin(id, 'test', null)}` }
  }

  const get = (path: string, cookie = '') => fetch(origin + path, { redirect: 'manual', headers: { cookie } })
  const post = (
    path: string,
    cookie: string,
    fields: Record<string, string> | URLSearchParams = {},
    headers: object = { origin },
  ) =>
    fetch(origin + path, {
      ...{ method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) },
      headers: { cookie, ...headers },
    })
  /** The text of a page, once its figures are counted. */
  async function counted(path: string, cookie: string): Promise<string> {
    for (;;) {
      const reply = await get(path, cookie)
      if (!reply.headers.has('refresh')) return reply.text()
      await sleep(20)
    }
  }

  return { storage, hash, app, origin, people, session, get, counted, post, notices }
}
