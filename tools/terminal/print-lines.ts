import { once } from 'node:events'
import { open, rm } from 'node:fs/promises'

/** Prints lines in one write, and resolves once more can be taken: who reads slowly is waited for. */
export async function printLines(lines: readonly string[]): Promise<void> {
  if (lines.length > 0) await print(`${lines.join('\n')}\n`)
}

/** The same for text that has its line ends. */
export async function print(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain')
}

/** Where long text goes. */
export interface Output {
  write: (text: string) => Promise<void>
  /** Once all is written; of what broke off no file is left. */
  close: (written: Promise<void>) => Promise<void>
}

/** A new file that only its owner reads, or standard output; a sentence where the file cannot be. */
export async function openOutput(file: string | undefined): Promise<Output | string> {
  if (file === undefined) return { write: print, close: (written) => written }
  const handle = await open(file, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => error)
  if (handle instanceof Error)
    return handle.code === 'EEXIST' ? `${file} is there already. Name another file, or delete it.` : handle.message
  return {
    write: async (text) => void (await handle.writeFile(text)),
    async close(written) {
      await written
        .catch(async (error) => {
          await rm(file)
          throw error
        })
        .finally(() => handle.close())
    },
  }
}
