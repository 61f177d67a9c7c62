import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { folderOfRun } from './temporary-in-memory.ts'

const root = join(import.meta.dirname, '../..')

/** A package as `npm pack` packs it. */
export interface Packed {
  tarball: string
  /** In bytes. */
  size: number
}

let packed: Packed | undefined

/** Builds and packs the package, once in a run of the tests. */
export function packedPackage(): Packed {
  const run = folderOfRun()
  packed ??= run === null ? pack(ownFolder()) : packedOnce(join(run, 'package'))
  return packed
}

function ownFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'leadwright-package-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** The first process to come packs; the others wait for what it says. */
function packedOnce(folder: string): Packed {
  const said = join(folder, 'said.json')
  try {
    mkdirSync(folder)
  } catch {
    while (!existsSync(said)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100)
    const { failed, ...rest } = JSON.parse(readFileSync(said, 'utf8'))
    if (failed !== undefined) throw new Error(failed)
    return rest
  }
  const say = (what: object) => {
    writeFileSync(`${said}.new`, JSON.stringify(what))
    renameSync(`${said}.new`, said)
  }
  try {
    const made = pack(folder)
    say(made)
    return made
  } catch (error) {
    say({ failed: String(error) })
    throw error
  }
}

function pack(folder: string): Packed {
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
