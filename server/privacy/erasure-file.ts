import { mkdir, open, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** One erasure: the keyed hash of what was erased, and when (ISO 8601). */
export interface Erasure {
  mark: string
  erasedAt: string
}

/** Where the list is. */
export function erasureFile(dataDir: string): string {
  return join(dataDir, 'erasures')
}

/** Reads the list of erasures beside the database; none where there is no file. Lines that are no entry are passed over. */
export async function readErasures(file: string): Promise<Erasure[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  return [...text.matchAll(/^([\w-]{43}) (\S+)$/gm)].map(([, mark = '', erasedAt = '']) => ({ mark, erasedAt }))
}

/** Adds to the list; it is on the disk when the promise resolves. */
export async function appendErasures(file: string, erasures: readonly Erasure[]): Promise<void> {
  if (erasures.length === 0) return
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const handle = await open(file, 'a', 0o600)
  try {
    await handle.write(erasures.map(({ mark, erasedAt }) => `${mark} ${erasedAt}\n`).join(''))
    await handle.sync()
  } finally {
    await handle.close()
  }
}
