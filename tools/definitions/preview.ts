import type { Command } from 'commander'
import { loadGood, problemLine, problemsOf } from '#engine/node'
import { addressIn, type Previewed, previewPath, previewTime } from '#server/previews'
import { openSecretKey } from '#server/storage'
import { type FolderOptions, withFolders } from '../terminal/folders.ts'
import { fail } from '../terminal/print-lines.ts'
import { onStorage } from '../terminal/storage.ts'

type Options = FolderOptions & { origin?: string }

export function previewCommand(preview: Command): void {
  for (const kind of ['form', 'page'] as const) {
    withFolders(preview.command(kind))
      .description(`Print a preview link that shows a draft ${kind}, and all other drafts, for 24 hours.`)
      .argument('<id>', `the ${kind}'s id`)
      .option('--origin <origin>', 'the origin of the server; by default that of the site’s brand')
      .action((id: string, options: Options) => print(kind, id, options))
  }
}

async function print(kind: Previewed, id: string, { origin, ...folders }: Options): Promise<void> {
  const good = await loadGood(folders)
  if (!good.ok) return fail([...good.problems.map(problemLine), 'Correct these errors first.'].join('\n'))
  const quarantined = good.quarantined.filter(({ definition }) => definition === `${kind}s/${id}`)
  if (quarantined.length > 0)
    return fail([...problemsOf(quarantined).map(problemLine), 'Correct these errors first.'].join('\n'))
  const site = good.value
  if (addressIn(site.authoring.withDrafts(), kind, id) === null) return fail(`There is no ${kind} "${id}".`)
  const open = addressIn(site, kind, id)
  await onStorage(async (storage, config) => {
    const host = origin ?? site.brands.byId(site.definition.brand).origin ?? `http://${config.host}:${config.port}`
    if (open !== null) return console.log(`${host}${open}\nThis is not a draft: it is public.`)
    const hash = await openSecretKey(storage, config.secretKey)
    console.log(host + previewPath(hash, kind, id, Date.now() + previewTime))
  })
}
