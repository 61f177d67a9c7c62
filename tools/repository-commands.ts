import { commands } from './commands.ts'
import type { Commands } from './terminal/command-table.ts'

/** Every command of `npx leadwright` in this repository: those of the package, and those that change or measure its code. */
export const repositoryCommands: Commands = {
  ...commands,
  types: {
    about: 'Generate the TypeScript types of schemas/ and the tables of field kinds and deliveries.',
    load: async () => (await import('./definitions/types.ts')).typesCommand,
  },
  docs: {
    about:
      'Generate the reference in docs/: commands, environment, errors, lead lifecycle, metrics, error messages, modules.',
    load: async () => (await import('./definitions/docs.ts')).docsCommand(repositoryCommands),
  },
  bench: {
    about: 'Measure performance on this machine. Compare ratios, not absolute figures.',
    load: async () => (await import('./bench.ts')).benchCommand,
  },
}
