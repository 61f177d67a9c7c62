// `npx leadwright …` in the process of the tests, which has its code already: a process of its own takes a second to load
// it. Tests of signals, exits and kills start one.
import { Console } from 'node:console'
import { Writable } from 'node:stream'
import { repositoryCommands } from '../repository-commands.ts'
import { runCommands } from '../terminal/command-table.ts'

/** What a command wrote to each stream, and its exit code. */
export interface CalledCommand {
  stdout: string
  stderr: string
  status: number
}

/** Thrown in place of an exit. */
class Exit extends Error {
  readonly code: number

  constructor(code: unknown) {
    super(`exit ${code}`)
    this.code = Number(code ?? process.exitCode ?? 0)
  }
}

let before: Promise<unknown> = Promise.resolve()

/** Runs a command with these variables alone. One at a time: what is called meanwhile waits. */
export function runHere(words: readonly string[], env: Record<string, string>): Promise<CalledCommand> {
  const called = before.then(() => call(words, env))
  before = called.catch(() => {})
  return called
}

async function call(words: readonly string[], env: Record<string, string>): Promise<CalledCommand> {
  const { env: ownEnv, argv, exit, exitCode } = process
  const { console: ownConsole } = globalThis
  const listeners = process.stdout.listeners('error')
  const written = { stdout: '', stderr: '' }
  const sink = (stream: keyof typeof written) =>
    new Writable({
      decodeStrings: false,
      write(chunk, _, done) {
        written[stream] += chunk
        done()
      },
    })
  const { write: writeOut } = process.stdout
  const { write: writeError } = process.stderr
  const taking = (stream: keyof typeof written) =>
    ((chunk: string | Uint8Array) => {
      written[stream] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString()
      return true
    }) as typeof writeOut
  try {
    process.env = { PATH: ownEnv.PATH, TMPDIR: ownEnv.TMPDIR, ...env }
    process.argv = [...argv.slice(0, 2), ...words]
    process.exitCode = undefined
    process.exit = (code) => {
      throw new Exit(code)
    }
    process.stdout.write = taking('stdout')
    process.stderr.write = taking('stderr')
    globalThis.console = new Console(sink('stdout'), sink('stderr'))
    const status = await runCommands(repositoryCommands, {}).then(
      () => Number(process.exitCode ?? 0),
      (error: unknown) => {
        if (error instanceof Exit) return error.code
        throw error
      },
    )
    return { ...written, status }
  } finally {
    Object.assign(process, { env: ownEnv, argv, exit, exitCode })
    process.stdout.write = writeOut
    process.stderr.write = writeError
    globalThis.console = ownConsole
    for (const listener of process.stdout.listeners('error'))
      if (!listeners.includes(listener)) process.stdout.off('error', listener as () => void)
  }
}
