import type { Command } from 'commander'
import type { Catalog } from '#engine/catalog/catalog.ts'
import { compareCatalogs, type FormChange } from '#engine/catalog/comparison/compare-catalogs.ts'
import { loadGood, problemsOf } from '#engine/node/good-catalog.ts'
import { problemLine } from '#engine/node/load.ts'
import { proofOptions } from '#engine/node/proof/proof-options.ts'
import { loadRevision } from '#engine/node/revision/load-revision.ts'
import { fail, misused } from '../fail.ts'
import { type FolderOptions, withFolders } from '../folders.ts'

export function diffCommand(diff: Command): void {
  withFolders(diff)
    .argument('<revision>', 'what to compare with: a branch, a tag, a commit, HEAD~3')
    .option('--json', 'one object a line', false)
    .action(async (revision: string, { json, ...folders }: FolderOptions & { json: boolean }) => {
      const read = await loadRevision(folders, revision)
      if (!read.ok) return misused(read.reason)
      const { good: before, notes } = read
      const refused = `"${revision}" cannot be compared with here: today it would be refused.`
      if (!before.ok) return misused([...before.problems.map(problemLine), refused].join('\n'))
      const after = await loadGood(folders)
      if (!after.ok) return fail([...after.problems.map(problemLine), 'Correct these first.'].join('\n'))
      for (const note of notes) console.error(note)
      // What has a mistake on either side is compared with nothing, and keeps nothing else from it.
      const aside = new Set([...before.setAside, ...after.setAside].map(({ definition }) => definition))
      const known = (catalog: Catalog): Catalog => {
        const partners = Object.entries(catalog.partners).filter(([id]) => !aside.has(`partners/${id}`))
        return { ...catalog, partners: Object.fromEntries(partners) }
      }
      const changes = compareCatalogs(known(before.value), known(after.value), (form) =>
        proofOptions(form, Date.now()),
      ).filter(({ form }) => !aside.has(`forms/${form}`))
      for (const change of changes) if (json) console.log(JSON.stringify(change))
      if (!json) print(changes, revision)
      if (before.setAside.length > 0) fail([...problemsOf(before.setAside).map(problemLine), refused].join('\n'))
      if (after.setAside.length > 0)
        fail([...problemsOf(after.setAside).map(problemLine), 'Correct these, and compare again.'].join('\n'))
      const broken = changes.filter(isBroken).length
      if (broken > 0) fail(`${broken} ${broken === 1 ? 'change breaks' : 'changes break'} a partner.`)
    })
}

function isBroken({ effect, on }: FormChange): boolean {
  return effect === 'breaking' && on === 'partners'
}

/** Only a form that is gone as a whole is gone at once. */
function breaksSoftly({ effect, on, place }: FormChange): boolean {
  return effect === 'breaking' && on === 'drafts' && place !== ''
}

function print(changes: readonly FormChange[], revision: string): void {
  const width = (texts: readonly string[]) => Math.max(0, ...texts.map((text) => text.length))
  const languages = ({ locales }: FormChange) => locales.join(' ')
  const columns = { form: width(changes.map(({ form }) => form)), locales: width(changes.map(languages)) }
  for (const change of changes) {
    console.log(
      [
        change.effect.padEnd(8),
        change.on.padEnd(8),
        change.form.padEnd(columns.form),
        languages(change).padEnd(columns.locales),
        change.change,
      ].join('  '),
    )
  }
  if (changes.length > 0) console.log()
  if (changes.some(breaksSoftly))
    console.log('Drafts meet this when their page is loaded anew: an open page can be sent as it was for 24 hours.')
  const breaking = changes.filter(({ effect }) => effect === 'breaking').length
  console.log(
    changes.every(({ on }) => on === 'page')
      ? `No change since ${revision} touches drafts, partners or leads.`
      : `${breaking} breaking, ${changes.length - breaking} safe since ${revision}.`,
  )
}
