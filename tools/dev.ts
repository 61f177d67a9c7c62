// `npm run dev`: the server, started anew when its code has changed. Definitions and translations it follows by itself.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { watchFolders } from '#engine/node'

const root = join(import.meta.dirname, '..')
const folders = ['engine', 'server', 'schemas', 'web'].map((folder) => join(root, folder))
const isCode = (path: string) =>
  /\.(ts|tsx|css|svg|json)$/.test(path) && !/[/\\](dist|e2e)[/\\]|\.(test|spec)\.tsx?$/.test(path)

/** What the code is, by its files' times and sizes: writing a build or a test changes nothing in it. */
function fingerprint(): string {
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  return files
    .filter(isCode)
    .map((file) => {
      const stats = statSync(file, { throwIfNoEntry: false })
      return `${file} ${stats?.mtimeMs} ${stats?.size}`
    })
    .join('\n')
}

function run(script: string): ChildProcess {
  // Who writes drafts wants to see them.
  const env = { DRAFTS: 'show', ...process.env }
  return spawn(process.execPath, [join(root, script)], { cwd: root, stdio: 'inherit', env })
}

/** Builds, then lets the new server follow the old one: while code does not build, the last that did goes on. */
async function restart(): Promise<void> {
  const [code] = await once(run('web/build.ts'), 'exit')
  if (code !== 0)
    return console.error('The build failed. The server keeps running the previous build until the next change.')
  await stop()
  if (isStopped) return
  server = run('server/main.ts')
  server.once('exit', (status) => {
    if (status) console.error('The server stopped. It restarts after the next change.')
  })
}

async function stop(): Promise<void> {
  if (server?.exitCode !== null || server.signalCode !== null) return
  server.kill('SIGTERM')
  await once(server, 'exit')
}

let server: ChildProcess | undefined
let seen = fingerprint()
let isStopped = false
let restarting = restart()

const watcher = watchFolders(folders, () => {
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
