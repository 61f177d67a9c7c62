import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'

const root = import.meta.dirname
const output = join(root, 'dist/server/entry-server.js')

/** The newest change, in ms since the epoch, among the files a build reads. */
function newestSource(): number {
  const folders = [root, join(root, '../engine/core'), join(root, '../engine/catalog'), join(root, '../engine/react')]
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|tsx|css|svg)$/.test(name) && !name.startsWith('dist') && !name.startsWith('e2e'))
      .map((name) => join(folder, name)),
  )
  return Math.max(...[...files, join(root, '../package-lock.json')].map((file) => statSync(file).mtimeMs))
}

/** Builds what the server renders with and the browser loads, unless the last build is newer than every source. */
if (!existsSync(output) || statSync(output).mtimeMs < newestSource() || process.argv.includes('--force')) {
  const configFile = join(root, 'vite.config.ts')
  await build({ configFile, logLevel: 'warn' })
  await build({ configFile, logLevel: 'warn', build: { ssr: 'entry-server.tsx' } })
}
