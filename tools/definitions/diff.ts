import type { Command } from 'commander'
import { compareSites, type FormChange } from '#engine/authoring'
import { isTree } from '#engine/form/model'
import { definitionKey, placeOf } from '#engine/library'
import { loadGood, loadRevision, type ParsedFile, problemLine, problemsOf, proofOptions } from '#engine/node'
import type { Site } from '#engine/site'
import { type FolderOptions, withFolders } from '../terminal/folders.ts'
import { fail, misused } from '../terminal/print-lines.ts'

export function diffCommand(diff: Command): void {
  withFolders(diff)
    .argument('<revision>', 'the revision to compare with: a branch, a tag, a commit, HEAD~3')
    .option('--json', 'print one JSON object per line', false)
    .action(async (revision: string, { json, ...folders }: FolderOptions & { json: boolean }) => {
      const read = await loadRevision(folders, revision)
      if (!read.ok) return misused(read.reason)
      const { good: before, notes } = read
      const refused = `"${revision}" cannot be compared: this version rejects its definitions.`
      if (!before.ok) return misused([...before.problems.map(problemLine), refused].join('\n'))
      const after = await loadGood(folders)
      if (!after.ok) return fail([...after.problems.map(problemLine), 'Correct these errors first.'].join('\n'))
      for (const note of notes) console.error(note)
      // What has a mistake on either side is compared with nothing, and keeps nothing else from it.
      const quarantined = new Set([...before.quarantined, ...after.quarantined].map(({ definition }) => definition))
      const known = (site: Site): Site => {
        const partners = Object.entries(site.partners.all).filter(([id]) => !quarantined.has(`partners/${id}`))
        return { ...site, partners: { ...site.partners, all: Object.fromEntries(partners) } }
      }
      const changes = compareSites(known(before.value), known(after.value), (form) =>
        proofOptions(form, Date.now()),
      ).filter(({ form }) => !quarantined.has(`forms/${form}`))
      // What is told of a form says more than its keys.
      const told = new Set(changes.flatMap(({ form, on }) => (on === 'page' ? [] : [`forms/${form}`])))
      const good = (files: readonly ParsedFile[]) => files.filter((file) => !quarantined.has(definitionKey(file)))
      const files = changedFiles(good(before.files), good(after.files)).filter(({ file }) => !told.has(file))
      for (const change of [...changes, ...files]) if (json) console.log(JSON.stringify(change))
      if (!json) print(changes, files, revision)
      if (before.quarantined.length > 0) fail([...problemsOf(before.quarantined).map(problemLine), refused].join('\n'))
      if (after.quarantined.length > 0)
        fail(
          [...problemsOf(after.quarantined).map(problemLine), 'Correct these errors, then compare again.'].join('\n'),
        )
      const broken = changes.filter(isBroken).length
      if (broken > 0) fail(`${broken} ${broken === 1 ? 'change breaks' : 'changes break'} a partner.`)
    })
}

/** A file that says something else than before, with its translations that changed at the same keys. */
interface FileChange {
  /** Folder and id, such as pages/home; chrome for words of the product's own. */
  file: string
  change: 'new' | 'gone' | 'changed'
  /** The languages of the translations; none where the definition itself is meant. */
  locales: string[]
  /** What was put in (+), taken out (-) or changed in place. */
  keys: string[]
}

function changedFiles(before: readonly ParsedFile[], after: readonly ParsedFile[]): FileChange[] {
  const key = ({ locale, folder, id }: ParsedFile) => JSON.stringify([locale, folder, id])
  const [was, is] = [before, after].map((files) => new Map(files.map((file) => [key(file), file])))
  const found = [...new Set([...(is?.keys() ?? []), ...(was?.keys() ?? [])])].flatMap((each) => {
    const [old, now] = [was?.get(each), is?.get(each)]
    const { locale, folder, id, area } = (now ?? old) as ParsedFile
    const keys = old && now ? changedKeys(old.value, now.value) : []
    if (old && now && keys.length === 0) return []
    const change = !old ? ('new' as const) : now ? ('changed' as const) : ('gone' as const)
    return [{ file: placeOf(folder, id, area), change, locale, keys }]
  })
  const same = Map.groupBy(found, ({ file, change, locale, keys }) =>
    JSON.stringify([file, change, locale === null, keys]),
  )
  return [...same.values()]
    .flatMap(([first, ...rest]) => {
      if (!first) return []
      const { file, change, keys } = first
      return [{ file, change, locales: [first, ...rest].flatMap(({ locale }) => locale ?? []), keys }]
    })
    .toSorted((a, b) => a.file.localeCompare(b.file))
}

/** The keys at which two values differ, as deep as both are objects. */
function changedKeys(was: unknown, is: unknown, path: readonly string[] = []): string[] {
  if (JSON.stringify(was) === JSON.stringify(is)) return []
  const at = path.join('.')
  if (was === undefined) return [`+${at}`]
  if (is === undefined) return [`-${at}`]
  if (!isTree(was) || !isTree(is)) return [at]
  const keys = [...new Set([...Object.keys(was), ...Object.keys(is)])]
  return keys.flatMap((key) => changedKeys(was[key], is[key], [...path, key]))
}

/** As many keys as are read at a glance. */
function listed(keys: readonly string[]): string {
  const shown = keys.slice(0, 4)
  return [...shown, ...(keys.length > shown.length ? [`${keys.length - shown.length} more`] : [])].join(', ')
}

function isBroken({ effect, on }: FormChange): boolean {
  return effect === 'breaking' && on === 'partners'
}

/** Only a form that is gone as a whole is gone at once. */
function breaksSoftly({ effect, on, place }: FormChange): boolean {
  return effect === 'breaking' && on === 'drafts' && place !== ''
}

function print(changes: readonly FormChange[], files: readonly FileChange[], revision: string): void {
  inColumns(
    changes.map(({ effect, on, form, locales, change }) => [effect, on.padEnd(8), form, locales.join(' '), change]),
  )
  inColumns(files.map(({ file, change, locales, keys }) => [change.padEnd(8), file, locales.join(' '), listed(keys)]))
  if (changes.length + files.length > 0) console.log()
  if (changes.some(breaksSoftly))
    console.log(
      'Saved answers meet this when their page is reloaded. A page that is open can be sent unchanged for 24 hours.',
    )
  const breaking = changes.filter(({ effect }) => effect === 'breaking').length
  if (changes.length + files.length === 0) console.log(`No change since ${revision}.`)
  else if (changes.every(({ on }) => on === 'page'))
    console.log(`No change since ${revision} affects saved answers, partners or leads.`)
  else console.log(`${breaking} breaking, ${changes.length - breaking} safe since ${revision}.`)
}

function inColumns(rows: readonly (readonly string[])[]): void {
  const width = (at: number) => Math.max(8 * Number(at === 0), ...rows.map((row) => row[at]?.length ?? 0))
  for (const row of rows)
    console.log(
      row
        .map((cell, at) => cell.padEnd(width(at)))
        .join('  ')
        .trimEnd(),
    )
}
