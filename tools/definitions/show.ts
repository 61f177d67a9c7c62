import type { Command } from 'commander'
import { stepSchema, stepUiSchema } from '#engine/core/definition/step-schema.ts'
import { asideBecauseOf, loadGood, problemsOf } from '#engine/node/good-catalog.ts'
import { problemLine } from '#engine/node/load.ts'
import { type FolderOptions, withFolders } from '../folders.ts'

export function showCommand(show: Command): void {
  const form = show.command('form')
  withFolders(form)
    .description('Prints a form in one language: each step with its conditions, JSON Schema and UI schema.')
    .argument('<id>', "the form's id")
    .option('--locale <language>', 'the language; the form’s first by default')
    .action(async (id: string, { locale, ...folders }: FolderOptions & { locale?: string }) => {
      const good = await loadGood(folders)
      if (!good.ok) return fail([...good.problems.map(problemLine), 'Correct these first.'])
      const aside = asideBecauseOf(`forms/${id}`, good.setAside)
      if (aside.length > 0) return fail([...problemsOf(aside).map(problemLine), 'Correct these first.'])
      const catalog = good.value
      const languages = Object.keys(catalog.site.locales)
      const version = [locale ?? languages]
        .flat()
        .map((language) => catalog.form(id, language))
        .find((found) => found !== null)
      if (!version)
        return fail([
          `There is no form "${id}"${locale ? ` in "${locale}"` : ''}. Forms: ${catalog.formIds.join(', ')}.`,
        ])
      const { form, hash } = version
      const steps = form.steps.map(({ fields, ...step }) => ({
        ...step,
        asked: Object.fromEntries(
          fields.map(({ id, optional, when }) => [id, { required: !optional, ...(when !== undefined && { when }) }]),
        ),
        schema: stepSchema(fields),
        uiSchema: stepUiSchema(fields),
      }))
      console.log(JSON.stringify({ ...form, hash, steps }, null, 2))
    })
}

function fail(lines: string[]): void {
  console.error(lines.join('\n'))
  process.exitCode = 1
}
