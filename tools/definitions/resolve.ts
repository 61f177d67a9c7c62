import { readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join, parse } from 'node:path'
import type { Command } from 'commander'
import { beyondSchema, journey, type StandardSchema, standardSchema } from '#engine/form/journey'
import { flatAnswers } from '#engine/form/lead'
import {
  type Answers,
  isTree,
  limitedField,
  type ResolvedField,
  type ResolvedForm,
  resolveForm,
  stepUiSchema,
  withNeeds,
} from '#engine/form/model'
import { homeMarket } from '#engine/form/values'
import { shapeCheck } from '#engine/library'
import { loadGood, parseJson, problemLine, problemsOf, quarantinedBecauseOf, readSchemas } from '#engine/node'
import { translator } from '#engine/site'
import type { FormDefinition } from '#schemas/generated/form.ts'
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

  show
    .command('definition')
    .description('Write a definition as LeadForm of leadwright/react takes it without code to resolve it.')
    .argument('<file>', 'a form on its own, as JSON; its name is the id of the form')
    .requiredOption('--locale <language>', 'the language of its words: en, es, de, fr, it or nl')
    .option('--out <file>', 'where to write it; printed by default')
    .action(resolveAlone)
}

interface AloneOptions {
  locale: string
  out?: string
}

/** A form of an application that has no server of ours, with the product's words for kinds and bounds. */
async function resolveAlone(file: string, { locale, out }: AloneOptions): Promise<void> {
  const market = homeMarket(locale)
  if (!market) return fail(`The product has no words in "${locale}". Choose of en, es, de, fr, it and nl.`)
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text === null) return fail(`There is no file ${file}.`)
  const parsed = parseJson(text)
  const problems = parsed.mistakes.map(({ position, message }) => ({ file, ...position, message }))
  if (problems.length === 0)
    for (const { message, ...place } of shapeCheck(readSchemas())('form.schema.json', file, parsed.value))
      problems.push({ file, ...parsed.locate(place), message })
  if (problems.length > 0) return fail(problems.map(problemLine).join('\n'))
  const definition = parsed.value as FormDefinition
  const read = (name: string) =>
    JSON.parse(readFileSync(join(import.meta.dirname, `../../locales/${locale}/${name}.json`), 'utf8'))
  const form = resolveForm(parse(file).name, definition, {
    ...{ locale, market, groups: {}, lists: {}, consents: {}, settings: {} },
    ...{ kindWords: read('kinds'), hints: translator(locale, { chrome: read('hints'), errors: {} }).t },
  })
  const resolved = JSON.stringify(withNeeds(form))
  if (out === undefined) console.log(resolved)
  else await writeFile(out, `${resolved}\n`)
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
