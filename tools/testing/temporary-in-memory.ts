import { accessSync, constants, statfsSync } from 'node:fs'

const memory = '/dev/shm'

/** What all tests at once may need, in bytes. */
const enough = 4 * 1024 ** 3

/**
 * Has the tests put their temporary files into memory, where there is enough: they make thousands of small ones, which
 * many a disk takes its time with. Who sets TMPDIR decides for himself.
 */
export function keepTemporaryFilesInMemory(): void {
  if (process.env.TMPDIR === undefined && isRoomy()) process.env.TMPDIR = memory
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
