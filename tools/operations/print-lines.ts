import { once } from 'node:events'

/** Prints lines in one write, and resolves once more can be taken: who reads slowly is waited for. */
export async function printLines(lines: readonly string[]): Promise<void> {
  if (lines.length > 0) await print(`${lines.join('\n')}\n`)
}

/** The same for text that has its line ends. */
export async function print(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain')
}
