import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** A server in a process of its own, as operators run it. */
export interface RunningServer {
  origin: string
  pid: number
  process: ChildProcess
  /** Everything it has written so far, its log included. */
  said: () => string
  /** Resolves with the exit code, null after a signal. */
  exited: Promise<number | null>
  /** Asks it to end, and waits until it has. */
  stop: () => Promise<number | null>
}

export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'leadwright-server-'))
}

/** Takes the sample partners that answer with offers out of a copy of the definitions, where others are to be asked. */
export function removeSamplePartners(definitions: string): void {
  const partners = join(definitions, 'partners')
  for (const file of readdirSync(partners)) if (file.startsWith('sample-')) rmSync(join(partners, file))
}

let areBuilt = false

/** Builds the pages unless they are there already; it looks once in a process. */
export function buildPages(): void {
  if (areBuilt) return
  execFileSync(process.execPath, ['web/build.ts'], { cwd: root, env: { ...process.env, NODE_ENV: 'production' } })
  areBuilt = true
}

/**
 * Starts the server and waits for its address. Rejects with what it said when it ends before.
 * @param script what `npm run` starts in its stead, as the leader of a process group
 */
export async function startServer(
  dataDir: string,
  env: Record<string, string> = {},
  script?: string,
): Promise<RunningServer> {
  const call = script === undefined ? [process.execPath, 'server/main.ts'] : ['npm', 'run', script]
  return startIn(root, call, { DATA_DIR: dataDir, ...env }, script !== undefined)
}

/** The same with any call that starts a server, in any folder. */
export async function startIn(
  folder: string,
  [command = '', ...args]: readonly string[],
  env: Record<string, string> = {},
  detached = false,
): Promise<RunningServer> {
  const child = spawn(command, args, {
    cwd: folder,
    detached,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: '0',
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'fatal',
      // On a busy machine nothing is refused for that alone.
      MAX_EVENT_LOOP_DELAY_MS: '60000',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = once(child, 'exit').then(([code]) => code as number | null)
  let said = ''
  const origin = await new Promise<string>((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      said += chunk
      const address = /http:\/\/127\.0\.0\.1:\d+(?=\s)/.exec(said)?.[0]
      if (address) resolve(address)
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    exited.then((code) => reject(new Error(`The server ended with ${code}:\n${said}`)))
  })
  const stop = () => {
    child.kill('SIGTERM')
    return exited
  }
  return { origin, pid: child.pid ?? 0, process: child, said: () => said, exited, stop }
}

/** Answers that the home insurance form accepts. */
export const validAnswers = {
  propertyType: 'flat',
  occupancy: 'owner',
  residence: 'primary',
  professionalUse: false,
  buildAge: 'under5',
  alreadyLivingThere: true,
  homePostalCodeOrCity: 'London',
  features: ['alarm'],
  insured: true,
  claims: 'none',
  cancelled: false,
  gender: 'female',
  maritalStatus: 'single',
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.com',
  privacy: true,
}

/** Posts a submission, by default a valid one in English. */
export function submit(
  origin: string,
  { key, ...changes }: { key?: string; [part: string]: unknown } = {},
): Promise<Response> {
  return fetch(`${origin}/api/v1/submissions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key !== undefined && { 'idempotency-key': key }) },
    body: JSON.stringify({ form: 'home-insurance', locale: 'en', answers: validAnswers, ...changes }),
  })
}

/** The same answers as a page's form posts them. */
export function formBody(changes: Record<string, string> = {}): URLSearchParams {
  const entries = Object.entries(validAnswers).flatMap(([field, answer]): [string, string][] => {
    if (Array.isArray(answer)) return answer.map((one) => [`root[${field}][]`, one])
    return [[`root[${field}]`, field === 'privacy' ? 'on' : String(answer)]]
  })
  return new URLSearchParams([...entries, ...Object.entries(changes)])
}
