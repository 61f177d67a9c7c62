import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { Command } from 'commander'
import { codeIn, keepRestarting } from '../terminal/restarts.ts'

/** This command line, to be called again. */
const own = process.argv[1] ?? ''

/** Folders of a repository whose files are not code of its own. */
const without = ['node_modules', 'data', 'definitions', 'locales', 'dist']

/** How often it is looked whether own code has changed, in ms. It is little, and folders may be new. */
const rounds = 500

export function devCommand(dev: Command): void {
  dev.action(() => {
    keepRestarting({
      code: () => ['leadwright.config.ts', ...codeIn(ownFolders(), isCode)],
      watch(onChange) {
        const timer = setInterval(onChange, rounds)
        return { close: () => clearInterval(timer) }
      },
      build: [own, 'build'],
      start: [own, 'start'],
    })
  })
}

function ownFolders(): string[] {
  return readdirSync('.', { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && !without.includes(entry.name))
    .map(({ name }) => name)
}

function isCode(path: string): boolean {
  return /\.(ts|tsx|css|svg|jpe?g|png|json)$/.test(path) && !/\.test\.tsx?$/.test(path)
}

export function buildCommand(build: Command): void {
  build.action(async () => {
    const { ownParts } = await import('#server/extensions')
    const own = await ownParts()
    if (own && !own.ok) {
      console.error(own.message)
      process.exitCode = 1
      return
    }
    if (!existsSync('leadwright.config.ts')) return
    await writeSchemas()
    for (const folder of [...(own?.folders ?? []), schemasFolder])
      console.log(`${relative('.', folder)} is up to date.`)
  })
}

/** Where the schemas are with the keys of a repository's own kinds, which its editors complete. */
const schemasFolder = 'dist/schemas'

async function writeSchemas(): Promise<void> {
  const { readSchemas } = await import('#engine/node')
  for (const [id, schema] of Object.entries(readSchemas())) {
    const file = join(schemasFolder, id)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, `${JSON.stringify(schema, null, 2)}\n`)
  }
}
