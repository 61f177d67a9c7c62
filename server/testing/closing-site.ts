import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { loadSite } from '../../engine/node/load.ts'
import { folders } from '../../engine/node/testing/repository.ts'
import type { Site } from '../../engine/site/site.ts'
import { temporaryFolder } from './running-server.ts'

/** A copy of the repository's definitions, with keys added to forms: form → keys. */
function closingDefinitions(forms: Readonly<Record<string, object>>): string {
  const folder = temporaryFolder()
  onTestFinished(() => rmSync(folder, { recursive: true }))
  cpSync(folders.definitions, folder, { recursive: true })
  for (const [id, keys] of Object.entries(forms)) {
    const file = join(folder, 'forms', `${id}.json`)
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), ...keys }))
  }
  return folder
}

/** The repository's site with keys added to forms, such as when they close: form → keys. */
export async function closingSite(forms: Readonly<Record<string, object>>): Promise<Site> {
  const loaded = await loadSite({ ...folders, definitions: closingDefinitions(forms) })
  if (!loaded.ok) throw new Error(loaded.problems.map(({ message }) => message).join('\n'))
  return loaded.site
}
