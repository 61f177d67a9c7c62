import type { Command } from 'commander'
import { loadCatalog, problemLine } from '#engine/node/load.ts'
import { type FolderOptions, withFolders } from './folders.ts'

export function checkCommand(program: Command): void {
  withFolders(program.command('check'))
    .description('Checks all definitions and translations. Exits with 1 when there is a problem.')
    .option('--json', 'one object a line', false)
    .action(async ({ json, ...folders }: FolderOptions & { json: boolean }) => {
      const loaded = await loadCatalog(folders)
      if (loaded.ok) {
        const { formIds, pages, site } = loaded.catalog
        const languages = Object.keys(site.locales).join(', ')
        if (!json)
          console.log(`No problems: ${formIds.length} forms and ${pages.length} page addresses in ${languages}.`)
        return
      }
      for (const found of loaded.problems) console.log(json ? JSON.stringify(found) : problemLine(found))
      if (!json) console.log(`\n${loaded.problems.length} ${loaded.problems.length === 1 ? 'problem' : 'problems'}.`)
      process.exitCode = 1
    })
}
