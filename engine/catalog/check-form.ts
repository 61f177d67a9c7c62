import { withRemovals } from '#engine/core/group-removals.ts'
import { kinds } from '#engine/core/kinds/table.ts'
import { mergePatch } from '#engine/core/merge-patch.ts'
import { nesting } from '#engine/core/nesting.ts'
import { allOptions } from '#engine/core/option-lists.ts'
import type { FieldDefinition, Fields, FormDefinition, StepDefinition } from '#schemas/generated/form.ts'
import type { GroupDefinition } from '#schemas/generated/group.ts'
import { checkAfter } from './check-after.ts'
import { idleKeywords, idleMessages } from './check-keywords.ts'
import { checkList } from './check-lists.ts'
import { checkNesting } from './check-nesting.ts'
import { knownLocales, reference } from './check-references.ts'
import { checkThanks } from './check-thanks.ts'
import { checkWhen } from './check-when.ts'
import { didYouMean } from './did-you-mean.ts'
import type { DefinitionProblem } from './problem.ts'
import type { Entry, Library } from './source.ts'

/** A field where it stands: in the form's own file, or in the group that a step uses. */
export interface PlacedField {
  /** With the group it nests in: email, coBorrower.email, drivers.#.email. */
  id: string
  field: FieldDefinition
  file: string
  path: readonly string[]
  /** Where its step is offered in some languages only. */
  stepLocales?: readonly string[] | undefined
}

/** Names that mean something to JavaScript or to the form's own address. */
const reserved = ['constructor', 'prototype', 'toString', 'valueOf', 'hasOwnProperty', 'done', 'locales', 'after']

/** The form as it is written, then as each language's rules make it. */
export function checkForm(id: string, form: Entry<FormDefinition>, library: Library): DefinitionProblem[] {
  const { file, value } = form
  const { localeRules = {}, ...base } = value
  const problems = checkTree(id, { ...form, value: base }, library)
  const known = new Set(problems.map(({ message }) => message))
  const ofRules = Object.entries(localeRules).flatMap(([locale, rule]) => {
    const path = ['localeRules', locale]
    if (!value.locales.includes(locale)) {
      const message = `The form is not offered in "${locale}".${didYouMean(locale, value.locales, 'language')}`
      return [{ file, path, on: 'key' as const, message }]
    }
    const ruled = mergePatch(base, rule) as FormDefinition
    return checkTree(id, { file, value: withRemovals(ruled, rule) }, library)
      .filter(({ message }) => !known.has(message))
      .map((problem) => (problem.file === file ? { ...problem, path: [...path, ...problem.path] } : problem))
  })
  return [...problems, ...ofRules]
}

function checkTree(id: string, form: Entry<FormDefinition>, library: Library): DefinitionProblem[] {
  const { file, value } = form
  const above: PlacedField[] = []
  const all = placedFields(form, library)
  const problems = knownLocales(library, value.locales, { file, path: ['locales'] })
  problems.push(...checkAfter(value.steps, { file, path: ['steps'] }))
  for (const [stepId, step] of Object.entries(value.steps)) {
    const path = ['steps', stepId]
    if (reserved.includes(stepId)) problems.push(reservedId(stepId, file, path))
    if (step.use !== undefined)
      problems.push(...reference(library, 'groups', step.use, { file, path: [...path, 'use'], on: 'value' }))
    if (step.use === undefined && step.fields === undefined) {
      problems.push({
        file,
        path,
        on: 'key',
        message: `The step "${stepId}" asks nothing. Give it "fields", or "use" a group.`,
      })
    }
    problems.push(
      ...checkRemovals({ file, path: [...path, 'fields'] }, step.fields ?? {}, library.groups.get(step.use ?? '')),
    )
    const misnested = checkNesting(stepId, form, above)
    problems.push(...misnested)
    problems.push(...checkWhen(step.when, { file, path: [...path, 'when'], within: nesting(step) }, above, all, null))
    problems.push(...checkAfter(siblings(step, library), { file, path: [...path, 'fields'] }))
    for (const placed of fieldsOfStep(form, stepId, library)) {
      problems.push(...checkField(placed), ...checkList(placed, value, library))
      problems.push(...(misnested.length > 0 ? [] : duplicates(placed, above)))
      problems.push(
        ...checkWhen(
          placed.field.when,
          { file: placed.file, path: [...placed.path, 'when'], within: nesting(step) },
          above,
          all,
          placed.id,
        ),
      )
      above.push(placed)
    }
  }
  return [...problems, ...checkConsents(id, form, library, above), ...checkThanks(form, above)]
}

/** A group's own fields, whether or not a form uses them. */
export function checkGroup({ file, value: { fields } }: Entry<GroupDefinition>): DefinitionProblem[] {
  const present = Object.entries(fields).filter(([, field]) => field !== null)
  return [
    ...checkRemovals({ file, path: ['fields'] }, fields, undefined),
    ...present.flatMap(([id, field]) => checkField({ id, field, file, path: ['fields', id] })),
  ]
}

/** null takes a field out of the group that a step uses; there must be one. */
function checkRemovals(
  { file, path }: { file: string; path: readonly string[] },
  fields: Fields,
  group: Entry<GroupDefinition> | undefined,
): DefinitionProblem[] {
  const known = Object.keys(group?.value.fields ?? {})
  return Object.entries(fields)
    .filter(([id, field]) => field === null && !known.includes(id))
    .map(([id]) => {
      const message = `There is no field "${id}" to take out of a group.${didYouMean(id, known, 'field')}`
      return { file, path: [...path, id], on: 'key', message }
    })
}

/** Every field of a form in the order it is asked. */
export function placedFields(form: Entry<FormDefinition>, library: Library): PlacedField[] {
  return Object.keys(form.value.steps).flatMap((stepId) => fieldsOfStep(form, stepId, library))
}

/** A step's own fields stand beside those of the group it uses. */
function siblings({ use, fields }: StepDefinition, library: Library): Fields {
  const all = { ...(use !== undefined && library.groups.get(use)?.value.fields), ...fields }
  return Object.fromEntries(Object.entries(all).filter(([, field]) => field !== null))
}

function fieldsOfStep(form: Entry<FormDefinition>, stepId: string, library: Library): PlacedField[] {
  const step = form.value.steps[stepId]
  const group = step?.use === undefined ? undefined : library.groups.get(step.use)
  const own = step?.fields ?? {}
  const isRemoved = ([id]: [string, unknown]) => Object.hasOwn(own, id) && own[id] === null
  const within = step ? nesting(step) : ''
  const fromGroup = Object.entries(group?.value.fields ?? {}).filter((entry) => !isRemoved(entry))
  const inGroup = fromGroup.map(([id, field]) => {
    const changed = own[id]
    return changed && group
      ? { id: within + id, field: { ...field, ...changed }, file: form.file, path: ['steps', stepId, 'fields', id] }
      : { id: within + id, field, file: group?.file ?? '', path: ['fields', id] }
  })
  const added = Object.entries(own).filter(
    (entry) => !isRemoved(entry) && !Object.hasOwn(group?.value.fields ?? {}, entry[0]),
  )
  const count = step?.repeat && step.as !== undefined ? [countOf(step.as, form.file, stepId)] : []
  const ofForm = added.map(([id, field]) => ({
    id: within + id,
    field,
    file: form.file,
    path: ['steps', stepId, 'fields', id],
  }))
  return [
    ...count,
    ...[...inGroup, ...ofForm].map((placed) => ({
      ...placed,
      field: withList(placed.field, library),
      stepLocales: step?.locales,
    })),
  ]
}

/** A field with the options of its list in any language. */
function withList(field: FieldDefinition, { lists }: Library): FieldDefinition {
  if (field.list === undefined) return field
  const list = lists.get(field.list)
  return { ...field, options: { ...(list && allOptions(list.value)), ...field.options } }
}

/** How many items a repeated group has is an answer that conditions may read, under the group's own name. */
function countOf(as: string, file: string, stepId: string): PlacedField {
  return { id: as, field: { type: 'integer', title: as }, file, path: ['steps', stepId, 'as'] }
}

function checkField({ id: fullId, field, file, path }: PlacedField): DefinitionProblem[] {
  const problems: DefinitionProblem[] = []
  const id = fullId.split('.').at(-1) ?? ''
  const say = (message: string, key?: string) =>
    problems.push({
      file,
      path: key === undefined ? path : [...path, key],
      on: key === undefined ? 'key' : 'value',
      message,
    })
  if (reserved.includes(id)) problems.push(reservedId(id, file, path))
  if (field.kind !== undefined && !Object.hasOwn(kinds, field.kind)) {
    say(`There is no kind "${field.kind}".${didYouMean(field.kind, Object.keys(kinds), 'kind')}`, 'kind')
  }
  const choice = field.list === undefined ? 'options' : 'list'
  const ways = (['kind', choice, 'type'] as const).filter((key) => field[key] !== undefined)
  if (ways.length === 0)
    say(`The field "${id}" does not say what its answer is. Give it a "kind", "options" or a "type".`)
  if (ways.length > 1) say(`"${ways[0]}" already says what the answer is. Remove "${ways[1]}".`, ways[1])
  if (field.many && !field.options && field.list === undefined)
    say('Only a field with "options" can take many answers. Add "options" or remove "many".', 'many')
  if (field.exclusive !== undefined && !field.many)
    say('"exclusive" needs "many": true. Add it or remove "exclusive".', 'exclusive')
  for (const { keyword, message } of idleKeywords(field)) say(message, keyword)
  for (const { code, message } of idleMessages(field))
    problems.push({ file, path: [...path, 'errors', code], on: 'key', message })
  const options = Object.keys(field.options ?? {})
  if (field.exclusive !== undefined && !options.includes(field.exclusive)) {
    say(`"${field.exclusive}" is none of the options.${didYouMean(field.exclusive, options, 'option')}`, 'exclusive')
  }
  return problems
}

function duplicates(placed: PlacedField, above: readonly PlacedField[]): DefinitionProblem[] {
  const { id, file, path } = placed
  const first = above.find(
    (other) => meet(other, placed) && (other.id === id || nests(other.id, id) || nests(id, other.id)),
  )
  if (!first) return []
  const message = `The id "${id}" is taken by ${first.file} (${first.path.join('.')}). Answers are stored by id: give one of the two another.`
  return [{ file, path, on: 'key', message }]
}

/** Whether the steps of two fields are offered in a language together. */
function meet({ stepLocales: one }: PlacedField, { stepLocales: other }: PlacedField): boolean {
  return !one || !other || one.some((locale) => other.includes(locale))
}

/** Whether an id is the name of the group that another stands in; the count of a list shares its name with it. */
function nests(group: string, id: string): boolean {
  return id.startsWith(`${group}.`) && !id.startsWith(`${group}.#.`)
}

function reservedId(id: string, file: string, path: readonly string[]): DefinitionProblem {
  return { file, path, on: 'key', message: `"${id}" is reserved. Choose another id.` }
}

function checkConsents(
  formId: string,
  { file, value }: Entry<FormDefinition>,
  library: Library,
  fields: readonly PlacedField[],
): DefinitionProblem[] {
  return Object.keys(value.consents ?? {}).flatMap((id) => {
    const at = { file, path: ['consents', id], on: 'key' as const }
    const taken = fields.find((field) => field.id === id)
    if (!taken) return reference(library, 'consents', id, at)
    return [{ ...at, message: `The id "${id}" is taken by a field of ${formId}. Give the field another.` }]
  })
}
