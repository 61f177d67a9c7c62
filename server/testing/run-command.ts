import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

const root = join(import.meta.dirname, '../..')

/** How a command ended, and all that it said. */
export interface CommandEnded {
  code: number | null
  said: string
}

/** Runs `npx leadwright …` as an operator does, in a process of its own. */
export async function runCommand(words: readonly string[], env: Record<string, string>): Promise<CommandEnded> {
  const child = spawn(process.execPath, ['tools/leadwright.ts', ...words], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      NODE_ENV: 'production',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [[code], out, error] = await Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)])
  return { code: code as number | null, said: `${out}${error}`.trim() }
}
