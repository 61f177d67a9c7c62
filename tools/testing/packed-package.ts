import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** A package as `npm pack` packs it. */
export interface Packed {
  tarball: string
  /** In bytes. */
  size: number
}

let packed: Packed | undefined

/** Builds and packs the package, once in a process. */
export function packedPackage(): Packed {
  packed ??= pack()
  return packed
}

function pack(): Packed {
  const folder = mkdtempSync(join(tmpdir(), 'leadwright-package-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const built = join(folder, 'built')
  execFileSync(process.execPath, [join(root, 'tools/package.ts'), built], { stdio: ['ignore', 'ignore', 'pipe'] })
  const said = execFileSync('npm', ['pack', '--json', '--pack-destination', folder], { cwd: built, encoding: 'utf8' })
  const [{ filename, size }] = Object.values<{ filename: string; size: number }>(JSON.parse(said)) as [
    { filename: string; size: number },
  ]
  return { tarball: join(folder, filename), size }
}

/**
 * Puts the package into a folder's node_modules, as an install without a network would: its dependencies are links to
 * this repository's, and what it does not declare is not there.
 */
export function installIn(folder: string, { tarball }: Packed): void {
  const modules = join(folder, 'node_modules')
  const own = join(modules, 'leadwright')
  mkdirSync(own, { recursive: true })
  execFileSync('tar', ['-xzf', tarball, '--strip-components=1', '-C', own])
  const { bin, dependencies } = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8'))
  for (const name of Object.keys(dependencies)) {
    mkdirSync(dirname(join(modules, name)), { recursive: true })
    symlinkSync(join(root, 'node_modules', name), join(modules, name))
  }
  // What a repository with code for browsers installs itself.
  symlinkSync(join(root, 'node_modules/vite'), join(modules, 'vite'))
  mkdirSync(join(modules, '.bin'))
  for (const [name, file] of Object.entries<string>(bin)) symlinkSync(join(own, file), join(modules, '.bin', name))
}

/** The call of the command line that is installed in a folder. */
export function installed(folder: string, ...words: string[]): string[] {
  return [process.execPath, join(folder, 'node_modules/leadwright/tools/bin.js'), ...words]
}
