// The real server for a browser test: its own process, its own data, gone afterwards.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Site {
  /** `http://127.0.0.1:<port>` */
  origin: string
  dataDir: string
  stop(): Promise<void>
  /** Ends the server, with its data left as they are. */
  away(): Promise<void>
  /** Starts it again at the same address. */
  back(): Promise<void>
}

export interface SiteOptions {
  /** A definitions folder in place of the repository's. */
  definitions?: string
  /** A copy of the program in place of the repository. */
  program?: string
  env?: Record<string, string>
}

const root = join(import.meta.dirname, '../..')
const startTimeout = 110_000
const stopTimeout = 10_000

export async function startSite({ definitions, program = root, env = {} }: SiteOptions = {}): Promise<Site> {
  const dataDir = await mkdtemp(join(tmpdir(), 'leadwright-e2e-'))
  const started = (port: string) =>
    spawn(process.execPath, ['server/main.ts'], {
      cwd: program,
      stdio: ['ignore', 'pipe', 'pipe'],
      // Not the developer's environment: a DATABASE_URL there must never meet these tests.
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        HOST: '127.0.0.1',
        PORT: port,
        DATA_DIR: dataDir,
        NODE_ENV: 'production',
        LOG_LEVEL: 'warn',
        RATE_LIMIT: 'off',
        // Machines that run tests are busy.
        MAX_EVENT_LOOP_DELAY_MS: '60000',
        ...(definitions && { DEFINITIONS_DIR: definitions }),
        ...env,
      },
    })
  let server = started('0')
  const away = () => ended(server)
  const stop = async () => {
    try {
      await away()
    } finally {
      await rm(dataDir, { recursive: true, force: true })
    }
  }
  try {
    const origin = await announcedOrigin(server)
    const back = async () => {
      server = started(new URL(origin).port)
      await announcedOrigin(server)
    }
    return { origin, dataDir, stop, away, back }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Waits for the address that the server prints, or for its end, whichever comes first. */
function announcedOrigin(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    let complained = ''
    const fail = (what: string) => reject(new Error(`The server ${what}.\n${complained}${said}`))
    const timer = setTimeout(() => fail(`printed no address within ${startTimeout / 1000} s`), startTimeout)
    server.stdout?.setEncoding('utf8').on('data', (text: string) => {
      said += text
      // Up to the character after the port: a chunk may end in the middle of the number.
      const origin = /(http:\/\/127\.0\.0\.1:\d+)\D/.exec(said)?.[1]
      if (origin) {
        clearTimeout(timer)
        resolve(origin)
      }
    })
    server.stderr?.setEncoding('utf8').on('data', (text: string) => {
      complained += text
    })
    server.once('error', reject)
    server.once('close', (code, signal) => {
      clearTimeout(timer)
      fail(`ended (${signal ?? code}) before it printed an address`)
    })
  })
}

/** Asks the server to end, and insists when it does not: that it does not is a defect worth a failing test. */
async function ended(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const exit = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  server.kill('SIGTERM')
  const timer = setTimeout(() => server.kill('SIGKILL'), stopTimeout)
  await exit
  clearTimeout(timer)
  if (server.signalCode === 'SIGKILL') throw new Error(`The server did not end within ${stopTimeout / 1000} s.`)
}
