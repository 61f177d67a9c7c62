import type { Command } from 'commander'
import { loadCatalog } from '#engine/node/load.ts'
import { createKey } from '#server/partners/keys.ts'
import { type FolderOptions, withFolders } from './folders.ts'
import { onStorage } from './storage.ts'

export function partnersCommand(program: Command): void {
  const key = program.command('partners').description('Partners and their keys.').command('key')
  withFolders(key)
    .description('Makes a key with which a partner reads its leads. It is shown once; only its hash is stored.')
    .argument('<partner>', "the partner's id")
    .action(async (partner: string, folders: FolderOptions) => {
      const loaded = await loadCatalog(folders)
      if (!loaded.ok) return fail('The definitions have problems. Run `npx leadwright check` and correct them first.')
      const { partners } = loaded.catalog
      const definition = Object.hasOwn(partners, partner) ? partners[partner] : undefined
      if (!definition)
        return fail(`There is no partner "${partner}". Partners: ${Object.keys(partners).join(', ') || 'none yet'}.`)
      if (!Object.values(definition.deliveries).some(({ kind }) => kind === 'pull')) {
        return fail(
          `The partner "${partner}" has no delivery of kind pull, so a key would read nothing. Add one to its definition.`,
        )
      }
      await onStorage(async (storage) => console.log((await createKey(storage, partner, Date.now)).key))
    })
}

function fail(reason: string): void {
  console.error(reason)
  process.exitCode = 1
}
