import type { Command } from 'commander'
import { type Loaded, loadCatalog, problemLine } from '#engine/node/load.ts'
import { watchFolders } from '#engine/node/watch.ts'
import { type FolderOptions, withFolders } from '../folders.ts'

interface CheckOptions extends FolderOptions {
  json: boolean
  watch: boolean
}

export function checkCommand(check: Command): void {
  withFolders(check)
    .option('--watch', 'checks again after every change, until stopped', false)
    .option('--json', 'one object a line', false)
    .action(async ({ json, watch, ...folders }: CheckOptions) => {
      const check = async () => {
        const loaded = await loadCatalog(folders)
        report(loaded, json)
        process.exitCode = loaded.ok && loaded.remarks.length === 0 ? 0 : 1
      }
      await check()
      if (watch) watchFolders([folders.definitions, folders.locales], check)
    })
}

function report(loaded: Loaded, json: boolean): void {
  if (loaded.ok && loaded.remarks.length === 0) {
    const { formIds, pages, site, untranslated } = loaded.catalog
    const languages = Object.keys(site.locales).join(', ')
    if (!json) console.log(`No problems: ${formIds.length} forms and ${pages.length} page addresses in ${languages}.`)
    if (!json && untranslated > 0)
      console.log(`${untranslated} ${untranslated === 1 ? 'text' : 'texts'} of drafts are not translated yet.`)
    return
  }
  const problems = loaded.ok ? loaded.remarks : loaded.problems
  for (const found of problems) console.log(json ? JSON.stringify(found) : problemLine(found))
  if (!json) console.log(`\n${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}.`)
}
