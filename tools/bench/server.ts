import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

const server = join(root, 'server/main.ts')

// The tests' own, which belongs to no build.
const { removeSamplePartners } = await import(join(root, 'server/testing/running-server.ts'))

/** As `npm start` has them. */
const usual = ['--max-semi-space-size=8']
const memory = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' }
const compiled = process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules/.cache/compiled')

/** The caller's own definitions, where its environment names some. */
const { DEFINITIONS_DIR, LOCALES_DIR } = process.env
const site: { DEFINITIONS_DIR?: string; LOCALES_DIR?: string } =
  DEFINITIONS_DIR && LOCALES_DIR ? { DEFINITIONS_DIR, LOCALES_DIR } : {}

interface Settings {
  env?: Readonly<Record<string, string>>
  /** Node's own. */
  flags?: readonly string[]
  /** What to run in place of the server. */
  script?: string
}

/**
 * Copies the definitions into a folder, without the sample partners, for whose offers each lead would wait.
 * @returns what tells a server of them
 */
export async function withoutSamplePartners(folder: string): Promise<{ DEFINITIONS_DIR: string }> {
  const definitions = join(folder, 'definitions')
  await cp(site.DEFINITIONS_DIR ?? join(root, 'definitions'), definitions, { recursive: true })
  removeSamplePartners(definitions)
  return { DEFINITIONS_DIR: definitions }
}

/** Runs something against a server in a process of its own, with data that goes away afterwards. */
export async function withServer<T>(
  run: (origin: string, pid: number) => Promise<T>,
  { env = {}, flags = [], script = server }: Settings = {},
): Promise<T> {
  const data = await mkdtemp(join(tmpdir(), 'leadwright-bench-'))
  const child = spawn(process.execPath, [...usual, ...flags, script], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: compiled,
      ...memory,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: data,
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'fatal',
      ...site,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    return await run(await addressOf(child.stdout), child.pid ?? 0)
  } finally {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
    await rm(data, { recursive: true })
  }
}

async function addressOf(output: AsyncIterable<Buffer>): Promise<string> {
  let said = ''
  for await (const chunk of output) {
    said += chunk
    const origin = /http:\/\/127\.0\.0\.1:\d+(?=\s)/.exec(said)?.[0]
    if (origin) return origin
  }
  throw new Error(`The server printed no address: ${said}`)
}
