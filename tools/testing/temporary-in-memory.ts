import { accessSync, constants, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

const memory = '/dev/shm'

/** What all tests at once may need, in bytes. */
const enough = 4 * 1024 ** 3

/** Each run has a folder of its own, named for its process. */
const prefix = 'leadwright-tests-'

/**
 * Has the tests put their temporary files into memory, where there is enough: they make thousands of small ones, which
 * many a disk takes its time with. They are removed with the run, or by the next one when the run was killed. Who sets
 * TMPDIR decides for himself.
 */
export function keepTemporaryFilesInMemory(): void {
  if (process.env.TMPDIR !== undefined) return
  for (const folder of [memory, tmpdir()]) removeLeftovers(folder)
  const own = join(isRoomy() ? memory : tmpdir(), `${prefix}${process.pid}`)
  // PostgreSQL runs as another user, who has to get through.
  mkdirSync(own, { mode: 0o755 })
  process.env.TMPDIR = own
  process.once('exit', () => rmSync(own, { recursive: true, force: true }))
}

/** The folder that all processes of a run share, which goes away with it; null where somebody set another TMPDIR. */
export function folderOfRun(): string | null {
  return basename(tmpdir()).startsWith(prefix) ? tmpdir() : null
}

function removeLeftovers(folder: string): void {
  for (const name of namesIn(folder))
    if (name.startsWith(prefix) && !isRunning(Number(name.slice(prefix.length))))
      rmSync(join(folder, name), { recursive: true, force: true, maxRetries: 5 })
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // A process of another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function isRoomy(): boolean {
  try {
    accessSync(memory, constants.W_OK)
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize > enough
  } catch {
    return false
  }
}
