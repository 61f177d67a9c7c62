import type { Command } from 'commander'
import { type Aside, goodCatalog, type ProveForms, problemsOf, wouldGoLiveOf } from '#engine/node/good-catalog.ts'
import { bare, byPlace, catalogOf, judgeOf, type LocatedProblem, problemLine, remarksOf } from '#engine/node/load.ts'
import { formProver, notProvenInTime } from '#engine/node/proof/form-prover.ts'
import { type ParsedFile, readSources } from '#engine/node/read-sources.ts'
import { SourceCache } from '#engine/node/source-cache.ts'
import { watchFolders } from '#engine/node/watch.ts'
import type { Catalog } from '#engine/site/catalog.ts'
import { readConfig } from '#server/config.ts'
import { type FolderOptions, withFolders } from '../terminal/folders.ts'
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
      const cache = new SourceCache()
      // The server judges by the same prover, so that what goes live here goes live there.
      let outOfTime: readonly string[] = []
      const { prove } = formProver({
        now: Date.now,
        onGivenUp(forms) {
          outOfTime = forms
        },
      })
      const check = async () => {
        outOfTime = []
        const files = await readSources(folders, cache)
        const checked = await judgedAsLive(files, prove)
        const isGood = checked.problems.length === 0
        process.exitCode = isGood ? 0 : 1
        for (const form of outOfTime) console.error(notProvenInTime(form))
        if (!release || !isGood) return report(checked, json)
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

interface Checked {
  /** All mistakes, those that no visitor meets too. */
  problems: readonly LocatedProblem[]
  /** What would not go live. */
  setAside: readonly Aside[]
  /** null where there is no site to serve. */
  catalog: Catalog | null
}

/** What a server that starts on these files would make of them, and every mistake that it or the check finds. */
async function judgedAsLive(files: readonly ParsedFile[], prove: ProveForms): Promise<Checked> {
  const good = await goodCatalog(files, [], prove)
  const told = good.ok && good.setAside.length === 0 ? remarksOf(good.value, files) : await mistakesOf(files)
  const stuck = good.ok ? problemsOf(good.setAside) : good.problems
  const problems = [...told, ...stuck.map(bare)]
  return {
    problems: [...new Map(problems.map((problem) => [problemLine(problem), problem])).values()].sort(byPlace),
    setAside: good.ok ? good.setAside : [],
    catalog: good.ok ? good.value : null,
  }
}

/** Of files that make no whole catalog. */
async function mistakesOf(files: readonly ParsedFile[]): Promise<LocatedProblem[]> {
  const loaded = catalogOf(files, await judgeOf(files))
  return loaded.ok ? loaded.remarks : loaded.problems
}

function report({ problems, setAside, catalog }: Checked, json: boolean): void {
  list(problems, json)
  const wouldGoLive = wouldGoLiveOf(catalog === null ? null : setAside)
  const aside = setAside.map(({ definition }) => definition)
  if (json) {
    console.log(JSON.stringify({ wouldGoLive, setAside: aside }))
    return
  }
  if (problems.length === 0 && catalog) {
    const { formIds, pages, site, untranslated } = catalog
    const languages = Object.keys(site.locales).join(', ')
    console.log(`No problems: ${formIds.length} forms and ${pages.length} page addresses in ${languages}.`)
    if (untranslated > 0)
      console.log(`${untranslated} ${untranslated === 1 ? 'text' : 'texts'} of drafts are not translated yet.`)
  } else console.log(`\n${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}.`)
  const why = catalog === null ? ' There is no site to serve.' : ` Not as written: ${aside.join(', ')}.`
  console.log(`Would go live: ${wouldGoLive}.${wouldGoLive === 'yes' ? '' : why}`)
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
