import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Runs something against a server in a process of its own, with data that goes away afterwards. */
export async function withServer<T>(
  run: (origin: string) => Promise<T>,
  { env = {}, flags = [] }: { env?: Readonly<Record<string, string>>; flags?: readonly string[] } = {},
): Promise<T> {
  const data = await mkdtemp(join(tmpdir(), 'leadwright-bench-'))
  const server = spawn(process.execPath, [...flags, join(import.meta.dirname, '../../server/main.ts')], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: data,
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'fatal',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    return await run(await addressOf(server.stdout))
  } finally {
    const ended = once(server, 'exit')
    server.kill('SIGTERM')
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
  throw new Error(`The server said no address: ${said}`)
}
