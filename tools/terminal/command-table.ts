import type { Command } from 'commander'

/** A command: what it is for, and where the function is that gives it its options and its action. */
export interface CommandEntry {
  about: string
  load: () => Promise<(command: Command) => void>
  /** Left out of the help. */
  hidden?: true
}

/** Adds commands by name. The code of one is imported when it is called: help must not load a browser's driver. */
export function addCommands(program: Command, table: Readonly<Record<string, CommandEntry>>): void {
  for (const [name, { about, hidden = false }] of Object.entries(table))
    program.command(name, { hidden }).description(about)
  program.hook('preSubcommand', async (_, command) => {
    const add = await table[command.name()]?.load()
    add?.(command)
  })
}

/**
 * A call in the words of today.
 * @param former the words of a call → those of today; an option follows its command anywhere
 * @param warn is told what the call should be
 */
export function inTodaysWords(
  call: readonly string[],
  former: Readonly<Record<string, string>>,
  warn: (message: string) => void,
): string[] {
  for (const [words, today] of Object.entries(former)) {
    const [name = '', second] = words.split(' ')
    const isOption = second?.startsWith('--') ?? false
    const at = isOption ? call.findIndex((word) => word === second || word.startsWith(`${second}=`)) : 1
    if (call[0] !== name || (second !== undefined && !(call[at] ?? '').startsWith(second))) continue
    if (second !== undefined && !isOption && call[1] !== second) continue
    warn(`"leadwright ${words}" is now called "leadwright ${today}". The next version accepts only the new name.`)
    if (!isOption) return [...today.split(' '), ...call.slice(words.split(' ').length)]
    return call.with(at, (call[at] ?? '').replace(second ?? '', today.split(' ')[1] ?? ''))
  }
  return [...call]
}
