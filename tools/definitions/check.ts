import type { Command } from 'commander'
import { catalogOf, judgeOf, type Loaded, type LocatedProblem, problemLine } from '#engine/node/load.ts'
import { readSources } from '#engine/node/read-sources.ts'
import { SourceCache } from '#engine/node/source-cache.ts'
import { watchFolders } from '#engine/node/watch.ts'
import { readConfig } from '#server/config.ts'
import { type FolderOptions, withFolders } from '../folders.ts'
import { releaseTasks } from './release-tasks.ts'

interface CheckOptions extends FolderOptions {
  json: boolean
  release: boolean
  watch: boolean
}

export function checkCommand(check: Command): void {
  withFolders(check)
    .option('--release', 'lists what is left to do before the site goes live, here and in the environment', false)
    .option('--watch', 'checks again after every change, until stopped', false)
    .option('--json', 'one object a line', false)
    .action(async ({ json, release, watch, ...folders }: CheckOptions) => {
      const check = async () => {
        const files = await readSources(folders, new SourceCache())
        const loaded = catalogOf(files, await judgeOf(files))
        const isGood = loaded.ok && loaded.remarks.length === 0
        process.exitCode = isGood ? 0 : 1
        if (!release || !isGood) return report(loaded, json)
        const read = readConfig()
        const tasks = releaseTasks(files, read.ok ? read.config.secret : () => undefined)
        if (!read.ok) console.error(read.problems.join('\n'))
        reportTasks(tasks, json)
        if (tasks.length > 0 || !read.ok) process.exitCode = 1
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
  list(problems, json)
  if (!json) console.log(`\n${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}.`)
}

function reportTasks(tasks: readonly LocatedProblem[], json: boolean): void {
  list(tasks, json)
  if (json) return
  if (tasks.length === 0) console.log('Nothing is left to do before the site goes live.')
  else console.log(`\n${tasks.length} ${tasks.length === 1 ? 'thing is' : 'things are'} left to do.`)
}

function list(found: readonly LocatedProblem[], json: boolean): void {
  for (const each of found) console.log(json ? JSON.stringify(each) : problemLine(each))
}
