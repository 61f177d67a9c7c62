import type { Command } from 'commander'
import { type FormProof, proveForm } from '#engine/authoring'
import {
  type Finding,
  findingsOf,
  loadGood,
  problemLine,
  problemsOf,
  proofOptions,
  quarantinedBecauseOf,
} from '#engine/node'
import { type FolderOptions, withFolders } from '../terminal/folders.ts'
import { fail } from '../terminal/print-lines.ts'

interface Options extends FolderOptions {
  json: boolean
  vectors: boolean
}

export function proveCommand(prove: Command): void {
  withFolders(prove)
    .argument('[form]', 'only this form')
    .option('--json', 'one object a line', false)
    .option('--vectors', 'also the answers of each distinct route, one object a line', false)
    .action(async (only: string | undefined, { json, vectors, ...folders }: Options) => {
      const good = await loadGood(folders)
      if (!good.ok) return fail([...good.problems.map(problemLine), 'Correct these first.'].join('\n'))
      // A draft is proven like the rest, as it would be live.
      const site = good.value.authoring.withDrafts()
      // What has a mistake cannot be proven, and keeps nothing else from it.
      const quarantined =
        only === undefined ? good.quarantined : quarantinedBecauseOf(`forms/${only}`, good.quarantined)
      const mistakes = problemsOf(quarantined)
      const ids = site.forms.ids.filter((id) => only === undefined || id === only)
      if (ids.length === 0 && quarantined.length === 0)
        return fail(`There is no form "${only}". Forms: ${site.forms.ids.join(', ')}.`)
      for (const mistake of mistakes) console.log(json ? JSON.stringify(mistake) : problemLine(mistake))
      const proofs = ids.flatMap((id) =>
        Object.keys(site.definition.locales).flatMap((locale) => {
          // A page with a market of its own shows another form: other phone numbers, postal codes and limits.
          const versions = new Map(site.forms.versions(id, locale).map(({ hash, form }) => [hash, form]))
          return [...versions.values()].map((form) => proveForm(site, form, proofOptions(form, Date.now())))
        }),
      )
      const unwalked = ids.filter((id) => proofs.every(({ form }) => form !== id))
      for (const proof of proofs) print(proof, json, vectors)
      const findings = findingsOf(proofs, good.files)
      for (const finding of findings)
        for (const line of json ? [JSON.stringify(finding)] : lines(finding)) console.log(line)
      const count = findings.length + mistakes.length
      if (unwalked.length > 0) return fail(`Not proven, as no language offers it: ${unwalked.join(', ')}.`)
      if (!json && count === 0) console.log('Proven: every question can be reached, and every route completed.')
      if (count > 0) fail(`${count} ${count === 1 ? 'problem' : 'problems'}.`)
    })
}

function print(
  { form, locale, country, fields, walks, vectors, problems }: FormProof,
  json: boolean,
  all: boolean,
): void {
  const row = { form, locale, country, fields, walks, routes: vectors.length, problems: problems.length }
  if (json) console.log(JSON.stringify(row))
  else
    console.log(
      `${form.padEnd(30)} ${locale} ${country}  ${String(fields).padStart(3)} fields  ${String(walks).padStart(6)} walks  ${String(vectors.length).padStart(5)} routes`,
    )
  if (all) for (const answers of vectors) console.log(JSON.stringify({ form, locale, country, answers }))
}

/** A finding, the languages where it does not hold for all, and the answers that show it. */
function lines(finding: Finding): string[] {
  const { answers, everywhere, languages } = finding
  const where = everywhere ? '' : ` (in ${languages.join(', ')})`
  const shown = Object.keys(answers).length > 0 ? [`    ${JSON.stringify(answers)}`] : []
  return [problemLine(finding) + where, ...shown]
}
