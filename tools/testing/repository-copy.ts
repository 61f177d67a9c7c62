import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** A copy of the repository as it stands, in which a test may write and generate. Paths are relative to it. */
export interface RepositoryCopy {
  folder: string
  /** Writes a file, and the folders that it needs. */
  write(file: string, text: string): Promise<void>
  read(file: string): Promise<string>
  /**
   * Runs a program, by its name in node_modules/.bin or as `node`.
   * @returns its exit code, and all that it said
   */
  run(program: string, ...args: string[]): Promise<{ code: number; said: string }>
  /** The files that are not as they were when the copy was made, or are new; sorted. */
  changed(): Promise<string[]>
}

/**
 * Copies what git knows of and what it would take in, so uncommitted work is there too. Packages are linked to; caches
 * are the copy's own. It is removed with the test.
 */
export async function copyRepository(): Promise<RepositoryCopy> {
  const folder = await mkdtemp(join(tmpdir(), 'leadwright copy '))
  const end = new AbortController()
  onTestFinished(async () => {
    end.abort()
    await rm(folder, { recursive: true, force: true, maxRetries: 10 })
  })
  const files = (await git(root, 'ls-files', '-z', '--cached', '--others', '--exclude-standard')).split('\0')
  for (const file of files.filter((file) => file !== '' && existsSync(join(root, file))))
    await cp(join(root, file), join(folder, file))
  await mkdir(join(folder, 'node_modules'))
  for (const name of await readdir(join(root, 'node_modules')))
    if (name !== '.cache') await symlink(join(root, 'node_modules', name), join(folder, 'node_modules', name))
  await git(folder, 'init', '--quiet')
  await git(folder, 'add', '--all')

  return {
    folder,
    async write(file, text) {
      await mkdir(dirname(join(folder, file)), { recursive: true })
      await writeFile(join(folder, file), text)
    },
    read: (file) => readFile(join(folder, file), 'utf8'),
    run: (program, ...args) => run(folder, program, args, end.signal),
    async changed() {
      const modified = ['--modified', '--others', '--exclude-standard']
      return [...new Set((await git(folder, 'ls-files', '-z', ...modified)).split('\0'))].filter(Boolean).sort()
    },
  }
}

function run(
  folder: string,
  program: string,
  args: readonly string[],
  signal: AbortSignal,
): Promise<{ code: number; said: string }> {
  const command = program === 'node' ? process.execPath : join(folder, 'node_modules/.bin', program)
  return new Promise((resolve, reject) => {
    const options = { cwd: folder, env: environment(), maxBuffer: 2 ** 26, signal }
    execFile(command, args, options, (error, stdout, stderr) => {
      if (typeof error?.code === 'string' && !signal.aborted) reject(error)
      else resolve({ code: Number(error?.code ?? 0), said: `${stdout}${stderr}`.trim() })
    })
  })
}

async function git(folder: string, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('git', args, { cwd: folder, env: environment(), maxBuffer: 2 ** 26 })
  return stdout
}

/** Within a hook git names the hook's repository here, whatever folder it runs in. */
function environment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')))
}
