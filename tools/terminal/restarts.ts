import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** A server that is restarted when its code has changed. Definitions and translations it follows by itself. */
interface Restarted {
  /** The files of its code. */
  code: () => readonly string[]
  /** Calls back when they may have changed. */
  watch: (onChange: () => void) => { close: () => void }
  /** The arguments of node: what has to succeed before the server is restarted, and the server. */
  build: readonly string[]
  start: readonly string[]
}

/** Starts the server, and restarts it after every change of its code that builds. Until then the last one keeps running. */
export function keepRestarting({ code, watch, build, start }: Restarted): void {
  let server: ChildProcess | undefined
  let seen = fingerprint()
  let isStopped = false
  let restarting = restart()

  /** What the code is, by its files' times and sizes: writing a build or a test changes nothing in it. */
  function fingerprint(): string {
    return code()
      .map((file) => {
        const stats = statSync(file, { throwIfNoEntry: false })
        return `${file} ${stats?.mtimeMs} ${stats?.size}`
      })
      .join('\n')
  }

  function run(args: readonly string[]): ChildProcess {
    // Who writes drafts wants to see them, and each change where it is shown.
    return spawn(process.execPath, args, { stdio: 'inherit', env: { DRAFTS: 'show', REFRESH: 'on', ...process.env } })
  }

  async function restart(): Promise<void> {
    const [code] = await once(run(build), 'exit')
    if (code !== 0)
      return console.error('The build failed. The server keeps running the previous build until the next change.')
    await stop()
    if (isStopped) return
    server = run(start)
    server.once('exit', (status) => {
      if (status) console.error('The server stopped. It restarts after the next change.')
    })
  }

  async function stop(): Promise<void> {
    if (server?.exitCode !== null || server.signalCode !== null) return
    server.kill('SIGTERM')
    await once(server, 'exit')
  }

  const watcher = watch(() => {
    const now = fingerprint()
    if (now === seen) return
    seen = now
    restarting = restarting.then(restart)
  })

  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, async () => {
      if (isStopped) return
      isStopped = true
      watcher.close()
      await restarting
      await stop()
    })
}

/** The files below folders that are code. */
export function codeIn(folders: readonly string[], isCode: (path: string) => boolean): string[] {
  return folders
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)))
    .filter(isCode)
}
