import { readdirSync } from 'node:fs'
import { relative } from 'node:path'
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
  return /\.(ts|tsx|css|svg|json)$/.test(path) && !/\.test\.tsx?$/.test(path)
}

export function buildCommand(build: Command): void {
  build.action(async () => {
    const { ownScript } = await import('#server/extensions')
    const own = await ownScript()
    if (own?.ok) console.log(`${relative('.', own.folder)}/${own.name} is up to date.`)
    if (!own || own.ok) return
    console.error(own.message)
    process.exitCode = 1
  })
}
