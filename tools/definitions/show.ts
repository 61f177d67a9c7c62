import { readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { flatAnswers } from '#engine/form/lead/nested-answers.ts'
import type { ResolvedForm } from '#engine/form/model/form.ts'
import { isTree } from '#engine/form/model/merge-patch.ts'
import { asideBecauseOf, loadGood, problemsOf } from '#engine/node/good-catalog.ts'
import { problemLine } from '#engine/node/load.ts'
import { fail } from '../terminal/fail.ts'
import { type FolderOptions, withFolders } from '../terminal/folders.ts'
import { type PrintedStep, stepsFor, stepsOf } from './printed-steps.ts'

interface Options extends FolderOptions {
  locale?: string
  answers?: string
}

export function showCommand(show: Command): void {
  const form = show.command('form')
  withFolders(form)
    .description('Prints a form in one language: each step with its conditions, JSON Schema and UI schema.')
    .argument('<id>', "the form's id")
    .option('--locale <language>', 'the language; the form’s first by default')
    .option('--answers <file>', 'only the steps that these lead to, as they are asked then; JSON as the API takes it')
    .action(async (id: string, { locale, answers, ...folders }: Options) => {
      const good = await loadGood(folders)
      if (!good.ok) return fail([...good.problems.map(problemLine), 'Correct these first.'].join('\n'))
      const aside = asideBecauseOf(`forms/${id}`, good.setAside)
      if (aside.length > 0) return fail([...problemsOf(aside).map(problemLine), 'Correct these first.'].join('\n'))
      const catalog = good.value
      const languages = Object.keys(catalog.site.locales)
      const version = [locale ?? languages]
        .flat()
        .map((language) => catalog.form(id, language))
        .find((found) => found !== null)
      if (!version)
        return fail(`There is no form "${id}"${locale ? ` in "${locale}"` : ''}. Forms: ${catalog.formIds.join(', ')}.`)
      const { form, hash } = version
      const steps = answers === undefined ? stepsOf(form) : await stepsOfFile(form, answers)
      if (typeof steps === 'string') return fail(steps)
      console.log(JSON.stringify({ ...form, hash, steps }, null, 2))
    })
}

/** @returns the steps, or why there are none */
async function stepsOfFile(form: ResolvedForm, file: string): Promise<PrintedStep[] | string> {
  const posted = await readFile(file, 'utf8').then(parsed, () => null)
  if (!isTree(posted)) return `${file} holds no JSON object of answers.`
  const { answers, problems } = flatAnswers(form, posted)
  const strange = problems.map(({ field }) => `"${field}"`).join(', ')
  return strange === '' ? stepsFor(form, answers) : `The form does not ask for ${strange}, as ${file} has it.`
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
