import { readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { beyondSchema, journey, limitedField, type StandardSchema, standardSchema } from '#engine/form/journey'
import { flatAnswers } from '#engine/form/lead'
import { type Answers, isTree, type ResolvedField, type ResolvedForm, stepUiSchema } from '#engine/form/model'
import { loadGood, problemLine, problemsOf, quarantinedBecauseOf } from '#engine/node'
import { type FolderOptions, withFolders } from '../terminal/folders.ts'
import { fail } from '../terminal/print-lines.ts'

interface Options extends FolderOptions {
  locale?: string
  answers?: string
}

export function resolveCommand(show: Command): void {
  const form = show.command('form')
  withFolders(form)
    .description('Print a form in one language: each step with its conditions, JSON Schema and UI schema.')
    .argument('<id>', "the form's id")
    .option('--locale <language>', 'the language; the first of the form by default')
    .option('--answers <file>', 'only the steps for these answers, as they are then asked; JSON as in the API')
    .action(async (id: string, { locale, answers, ...folders }: Options) => {
      const good = await loadGood(folders)
      if (!good.ok) return fail([...good.problems.map(problemLine), 'Correct these errors first.'].join('\n'))
      const quarantined = quarantinedBecauseOf(`forms/${id}`, good.quarantined)
      if (quarantined.length > 0)
        return fail([...problemsOf(quarantined).map(problemLine), 'Correct these errors first.'].join('\n'))
      const site = good.value
      const languages = Object.keys(site.definition.locales)
      const version = [locale ?? languages]
        .flat()
        .map((language) => site.forms.version(id, language))
        .find((found) => found !== null)
      if (!version)
        return fail(`There is no form "${id}"${locale ? ` in "${locale}"` : ''}. Forms: ${site.forms.ids.join(', ')}.`)
      const { form, hash } = version
      const steps = answers === undefined ? stepsOf(form) : await stepsOfFile(site.forms.withGroups(form), answers)
      if (typeof steps === 'string') return fail(steps)
      console.log(JSON.stringify({ ...form, hash, steps }, null, 2))
    })
}

/** @returns the steps, or why there are none */
async function stepsOfFile(form: ResolvedForm, file: string): Promise<PrintedStep[] | string> {
  const posted = await readFile(file, 'utf8').then(parsed, () => null)
  if (!isTree(posted)) return `${file} must contain a JSON object of answers.`
  const { answers, problems } = flatAnswers(form, posted)
  const strange = problems.map(({ field }) => `"${field}"`).join(', ')
  return strange === '' ? stepsFor(form, answers) : `${file} contains ${strange}, which the form does not ask for.`
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** A step in standard JSON Schema and UI schema, with what these cannot say. */
export interface PrintedStep {
  id: string
  title: string
  asked: Readonly<Record<string, AskedField>>
  schema: StandardSchema
  uiSchema: object
}

interface AskedField {
  required: boolean
  /** The condition under which it may stay unanswered. */
  optional?: unknown
  /** The condition it is asked under; in the steps of a route it has been met. */
  when?: unknown
  /** By the code of the mistake, the rules that JSON Schema has no words for. */
  beyond?: Readonly<Record<string, string>>
}

/** Every step of a form with all that it may ask: required is what each visitor of the step must answer. */
export function stepsOf({ steps }: ResolvedForm): PrintedStep[] {
  return steps.map(({ fields, ...step }) =>
    printed(step, fields, ({ optional, optionalWhen, when }) => !optional && !optionalWhen && !when),
  )
}

/** The steps that these answers lead to, each with what it asks then. */
export function stepsFor(form: ResolvedForm, answers: Answers): PrintedStep[] {
  const route = journey(form, answers)
  return route.steps.flatMap(({ id, asked }) => {
    const { fields: _, when: __, ...step } = form.steps.find((each) => each.id === id) ?? { title: '', fields: [] }
    const met = asked.map(({ when: _, optionalWhen: ___, offered: ____, listed: _____, ...field }) =>
      limitedField(field, route.answers, form),
    )
    return [printed({ ...step, id }, met, ({ optional }) => !optional)]
  })
}

function printed<Step extends { id: string; title: string }>(
  step: Step,
  fields: readonly ResolvedField[],
  isRequired: (field: ResolvedField) => boolean,
): Step & PrintedStep {
  return {
    ...step,
    asked: Object.fromEntries(fields.map((field) => [field.id, askedField(field)])),
    schema: standardSchema(fields, new Set(fields.filter(isRequired))),
    uiSchema: stepUiSchema(fields),
  }
}

function askedField(field: ResolvedField): AskedField {
  const { optional, optionalWhen, when } = field
  const beyond = beyondSchema(field)
  return {
    required: !optional,
    ...(optionalWhen && { optional: optionalWhen }),
    ...(when !== undefined && { when }),
    ...(Object.keys(beyond).length > 0 && { beyond }),
  }
}
