import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Command } from 'commander'
import { type FormProof, proveForm } from '#engine/authoring'
import { rulesText } from '#engine/form/model'
import {
  contentHash,
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
  write: boolean
  vectors: boolean
}

export function proveCommand(prove: Command): void {
  withFolders(prove)
    .argument('[form]', 'only this form')
    .option('--json', 'print one JSON object per line', false)
    .option('--write', 'write the number of questions of each form to questions.json', false)
    .option('--vectors', 'also print the answers of each distinct path, one JSON object per line', false)
    .action(async (only: string | undefined, { json, vectors, write, ...folders }: Options) => {
      const good = await loadGood(folders)
      if (!good.ok) return fail([...good.problems.map(problemLine), 'Correct these errors first.'].join('\n'))
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
          return [...versions.values()].map((form) => ({
            ...proveForm(site, form, proofOptions(form, Date.now())),
            rules: contentHash(rulesText(form)),
          }))
        }),
      )
      const unwalked = ids.filter((id) => proofs.every(({ form }) => form !== id))
      for (const proof of proofs) print(proof, json, vectors)
      const findings = findingsOf(proofs, good.files)
      for (const finding of findings)
        for (const line of json ? [JSON.stringify(finding)] : lines(finding)) console.log(line)
      const remarks = findingsOf(proofs, good.files, 'remarks')
      for (const remark of remarks)
        for (const line of json ? [JSON.stringify({ ...remark, isRemark: true })] : lines(remark, 'Remark: '))
          console.log(line)
      const stale = only === undefined ? await questionsFile(folders.definitions, proofs, good.files, write) : null
      if (stale !== null) console.log(stale)
      const count = findings.length + mistakes.length + (stale === null || write ? 0 : 1)
      if (unwalked.length > 0) return fail(`Not tested, because no language has it: ${unwalked.join(', ')}.`)
      if (!json && count === 0) console.log('Proven: every question is reachable, and every path can be completed.')
      if (count > 0) fail(`${count} ${count === 1 ? 'problem' : 'problems'}.`)
    })
}

/** What proofs found and counted, by form and the hash of its rules. */
type Counted = Pick<FormProof, 'form' | 'questions' | 'problems'> & { rules: string }

/**
 * Compares questions.json with what was counted, or writes it. A form with a problem is not in it: a server takes what is
 * in it as proven.
 * @returns what to say: that it was written, or is out of date; null where it is as it should be, or nothing needs it
 */
async function questionsFile(
  folder: string,
  proofs: readonly Counted[],
  files: readonly { id: string; folder: string; text: string }[],
  write: boolean,
): Promise<string | null> {
  const file = join(folder, 'questions.json')
  const sorted = proofs.toSorted(
    (one, other) => one.form.localeCompare(other.form) || (one.rules < other.rules ? -1 : 1),
  )
  const forms: Record<string, Record<string, object>> = {}
  for (const { form, rules, questions, problems } of sorted)
    if (questions && problems.length === 0) forms[form] = { ...forms[form], [rules]: questions }
  const $schema = '../schemas/questions.schema.json'
  const text = `${JSON.stringify({ $schema, forms }, null, 2)}\n`
  const present = files.find((each) => each.folder === 'questions')?.text
  if (present === text) return null
  const isNeeded = present !== undefined || files.some((each) => each.text.includes('{questions}'))
  if (!write)
    return isNeeded ? `${file}:1:1 The numbers of questions are outdated. Run: npx leadwright prove --write` : null
  await writeFile(file, text)
  return `${file} written`
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
function lines(finding: Finding, before = ''): string[] {
  const { answers, everywhere, languages } = finding
  const where = everywhere ? '' : ` (in ${languages.join(', ')})`
  const shown = Object.keys(answers).length > 0 ? [`    ${JSON.stringify(answers)}`] : []
  return [problemLine({ ...finding, message: before + finding.message }) + where, ...shown]
}
