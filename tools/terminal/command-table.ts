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
