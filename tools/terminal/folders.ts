import { relative } from 'node:path'
import { type Command, Option } from 'commander'
import { readConfig } from '#server/config'

/** The options of every command that reads definitions. */
export interface FolderOptions {
  definitions: string
  locales: string
}

/** Adds --definitions and --locales, which default to what the server would read. */
export function withFolders(command: Command): Command {
  const read = readConfig()
  const { definitionsDir, localesDir } = read.ok
    ? read.config
    : { definitionsDir: 'definitions', localesDir: 'locales' }
  const folder = (flags: string, about: string, path: string) =>
    new Option(flags, about).default(path, `"${relative('.', path)}"`)
  return command
    .addOption(folder('--definitions <folder>', 'the folder of the definitions', definitionsDir))
    .addOption(folder('--locales <folder>', 'the folder of the translations', localesDir))
}
