import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'

/** A command: what it is for, and where the function is that gives it its options and its action. */
export interface CommandEntry {
  about: string
  load: () => Promise<(command: Command) => void>
  /** Left out of the help. */
  hidden?: true
  /** It runs whatever is wrong with leadwright.config.ts. */
  isWithoutOwnCode?: true
}

export type Commands = Readonly<Record<string, CommandEntry>>

/** Runs the command that the process was called with. */
export async function runCommands(commands: Commands, formerCalls: Readonly<Record<string, string>>): Promise<void> {
  // Who reads only the first lines, as `head` does, has read enough.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    process.exit()
  })

  const program = new Command('leadwright')
    .description('Build forms from definition files, and manage their leads.')
    .version(JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')).version)
    // 1 is for what a command found; a call that cannot be understood is 2.
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))

  addCommands(program, commands)
  program.hook('preAction', async () => {
    if (commands[process.argv[2] ?? '']?.isWithoutOwnCode || !existsSync('leadwright.config.ts')) return
    const { loadExtensions } = await import('#server/extensions')
    const problem = await loadExtensions()
    if (problem === null) return
    console.error(problem)
    process.exit(1)
  })

  const call = inTodaysWords(process.argv.slice(2), formerCalls, console.error)
  const [called, ...words] = call
  // `help leads list` is `leads list --help`: only then is the command's own code there.
  await program.parseAsync(called === 'help' ? [...words, '--help'] : call, { from: 'user' }).catch((error: Error) => {
    // A folder that holds more than is ever read: whichever command reads it says so.
    if (error.name !== 'TooMuch') throw error
    console.error(error.message)
    process.exitCode = 1
  })
}

/** Adds commands by name. The code of one is imported when it is called: help must not load a browser's driver. */
export function addCommands(program: Command, table: Commands): void {
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
