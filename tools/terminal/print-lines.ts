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
    return handle.code === 'EEXIST' ? `${file} already exists. Name another file, or delete it.` : handle.message
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

/**
 * What visitors wrote, for a terminal: control characters, which could move the cursor or colour what follows, are named
 * instead, and further lines stand as far right as the first.
 * @param indent how many characters stand before the text
 */
export function printable(text: string, indent: number): string {
  return text
    .split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/)
    .map((line) =>
      line.replace(
        /[\p{Cc}\p{Cf}]/gu,
        (sign) => `<U+${sign.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}>`,
      ),
    )
    .join(`\n${' '.repeat(indent)}`)
}

/** Something was found wrong, or could not be done. */
export function fail(reason: string): void {
  console.error(reason)
  process.exitCode = 1
}

/** The call could not be understood. */
export function misused(reason: string): void {
  console.error(reason)
  process.exitCode = 2
}
