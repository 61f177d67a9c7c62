import { withRemovals } from '#engine/form/model/group-removals.ts'
import { mergePatch, type Tree } from '#engine/form/model/merge-patch.ts'
import { nesting } from '#engine/form/model/nesting.ts'
import type { Fields, FormDefinition, StepDefinition } from '#schemas/generated/form.ts'
import type { GroupDefinition } from '#schemas/generated/group.ts'
import { checkPatch, type Place, withGroups } from '../../../library/check-patches.ts'
import { knownLocales, reference } from '../../../library/check-references.ts'
import type { DefinitionProblem } from '../../../library/definition-problem.ts'
import { whichLanguage } from '../../../library/languages.ts'
import type { Entry, Library } from '../../../library/source.ts'
import {
  fieldsOfStep,
  isWhole,
  placedAt,
  type WrittenField,
  writtenFields,
  writtenHidden,
} from '../../../library/written-fields.ts'
import { checkAfter } from './check-after.ts'
import { checkAnswerLimits } from './check-answer-limits.ts'
import { checkEmbed } from './check-embed.ts'
import { checkEnds } from './check-ends.ts'
import { checkField, reserved, reservedId } from './check-field.ts'
import { checkHidden } from './check-hidden.ts'
import { checkList } from './check-lists.ts'
import { checkNesting } from './check-nesting.ts'
import { checkOffered } from './check-offered.ts'
import { checkWhen } from './check-when.ts'
import { checkComputed } from './computed/check-computed.ts'
import { writtenComputed } from './computed/written-computed.ts'
import { checkGoOnLater } from './sent/check-go-on-later.ts'
import { checkReceipt } from './sent/check-receipt.ts'
import { checkReminder } from './sent/check-reminder.ts'
import { checkSubscription } from './sent/check-subscription.ts'
import { checkThanks } from './sent/check-thanks.ts'

/** The form as it is written, then as each language's rules make it. */
export function checkForm(id: string, form: Entry<FormDefinition>, library: Library): DefinitionProblem[] {
  const { file, value, variantOf, own } = form
  const patched = variantOf !== undefined && library.forms.get(variantOf)?.value
  if (patched && isWhole(form, library)) {
    const { localeRules: _, ...patch } = own as Tree
    const misplaced = checkPatch(withGroups(patched, patch, library), patch, { file, path: [] })
    // What else is said of such entries is a consequence.
    if (misplaced.length > 0) return misplaced
  }
  const { localeRules = {}, ...base } = value
  const problems = checkTree(id, { ...form, value: base }, library)
  const known = new Set(problems.map(({ message }) => message))
  const ofRules = Object.entries(localeRules).flatMap(([locale, rule]) => {
    const path = ['localeRules', locale]
    if (!value.locales.includes(locale)) {
      const message = `The form is not offered in "${locale}".${whichLanguage(locale, value.locales)}`
      return [{ file, path, on: 'key' as const, message }]
    }
    const misplaced = checkPatch(withGroups(base as FormDefinition, { ...rule }, library), { ...rule }, { file, path })
    if (misplaced.length > 0) return misplaced
    const ruled = mergePatch(base, rule) as FormDefinition
    return checkTree(id, { file, value: withRemovals(ruled, rule) }, library)
      .filter(({ message }) => !known.has(message))
      .map((problem) => (problem.file === file ? { ...problem, path: [...path, ...problem.path] } : problem))
  })
  const found = [...problems, ...ofRules, ...checkOffered('form', form), ...checkEmbed(id, form)]
  // What a form with mistakes asks is not known yet.
  if (found.length > 0 || !isWhole(form, library)) return found
  return [checkReceipt, checkSubscription, checkReminder, checkGoOnLater].flatMap((check) => check(form, library))
}

function checkTree(id: string, form: Entry<FormDefinition>, library: Library): DefinitionProblem[] {
  const { file, value } = form
  const above: WrittenField[] = [...writtenHidden(form)]
  const asked = writtenFields(form, library)
  const values = writtenComputed(form, asked)
  const all = [...asked, ...values]
  /** What conditions read that stand here: a value is known below all that it is made of. */
  const readable = () => [...above, ...values.filter(({ after }) => isBehind(after ?? null))]
  const isBehind = (id: string | null) =>
    id === null || above.some(({ id: each, place }) => each === id && (place.group ?? each) !== repeated)
  let repeated: string | undefined
  // Without a group or list nobody knows which fields and answers there are, so nothing is said of what refers to them.
  const isKnown = isWhole(form, library)
  let nests = true
  const problems = knownLocales(library, value.locales, { file, path: ['locales'] })
  problems.push(...checkHidden(form), ...(isKnown ? checkComputed(form, asked) : []))
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
    const misnested = checkNesting(stepId, form, above)
    problems.push(...misnested)
    if (misnested.length > 0) nests = false
    if (isKnown) {
      problems.push(
        ...checkOwnFields({ file, path: [...path, 'fields'] }, step, library),
        ...checkWhen(step.when, { file, path: [...path, 'when'], nest: nesting(step) }, readable(), all, null),
        ...checkAfter(siblings(step, library), { file, path: [...path, 'fields'] }),
      )
    }
    repeated = step.repeat && step.as
    for (const placed of fieldsOfStep(form, stepId, library)) {
      problems.push(...checkField(placed), ...checkList(placed, value, library))
      problems.push(...(misnested.length > 0 ? [] : duplicates(placed, above)))
      for (const key of isKnown ? (['when', 'optional'] as const) : []) {
        const condition = placed.field[key]
        if (typeof condition !== 'object') continue
        const at = { file: placed.file, path: [...placed.path, key], nest: nesting(step) }
        problems.push(...checkWhen(condition, at, readable(), all, placed.id))
      }
      if (isKnown) problems.push(...checkAnswerLimits(placed, { nest: nesting(step), above, all }))
      above.push(placed)
    }
    repeated = undefined
  }
  return [
    ...problems,
    ...checkConsents(id, form, library, above),
    ...(isKnown && nests ? [...checkEnds(form, all, library), ...checkThanks(form, all, library)] : []),
  ]
}

/** A group's own fields, whether or not a form uses them. */
export function checkGroup({ file, value: { fields } }: Entry<GroupDefinition>): DefinitionProblem[] {
  const present = Object.entries(fields).filter(([, field]) => field !== null)
  return [
    ...checkPatch({}, removals(fields), { file, path: ['fields'] }),
    ...present.flatMap(([id, field]) => checkField({ ...placedAt({ name: id }), field, file, path: ['fields', id] })),
  ]
}

/** What a step says of its group's fields: null takes one out, anything else changes one or adds another. */
function checkOwnFields({ file, path }: Place, { use, fields = {} }: StepDefinition, library: Library) {
  if (use === undefined) return checkPatch({}, removals(fields), { file, path })
  return checkPatch(library.groups.get(use)?.value.fields ?? {}, fields, { file, path })
}

function removals(fields: Fields): Tree {
  return Object.fromEntries(Object.entries(fields).filter(([, field]) => field === null))
}

/** A step's own fields stand beside those of the group it uses. */
function siblings({ use, fields }: StepDefinition, library: Library): Fields {
  const all = { ...(use !== undefined && library.groups.get(use)?.value.fields), ...fields }
  return Object.fromEntries(Object.entries(all).filter(([, field]) => field !== null))
}

function duplicates(placed: WrittenField, above: readonly WrittenField[]): DefinitionProblem[] {
  const { id, file, path } = placed
  const first = above.find(
    (other) => meet(other, placed) && (other.id === id || nests(other, placed) || nests(placed, other)),
  )
  if (!first) return []
  const message = `The id "${id}" is taken by ${first.file} (${first.path.join('.')}). Answers are stored by id: give one of the two another.`
  return [{ file, path, on: 'key', message }]
}

/** Whether the steps of two fields are offered in a language together. */
function meet({ stepLocales: one }: WrittenField, { stepLocales: other }: WrittenField): boolean {
  return !one || !other || one.some((locale) => other.includes(locale))
}

/** Whether a field has the name of the group that another stands in; the count of a list shares its name with it. */
function nests({ id }: WrittenField, { place: { group, item } }: WrittenField): boolean {
  return id === group && item === undefined
}

function checkConsents(
  formId: string,
  { file, value }: Entry<FormDefinition>,
  library: Library,
  fields: readonly WrittenField[],
): DefinitionProblem[] {
  return Object.keys(value.consents ?? {}).flatMap((id) => {
    const at = { file, path: ['consents', id], on: 'key' as const }
    const taken = fields.find((field) => field.id === id)
    if (!taken) return reference(library, 'consents', id, at)
    return [{ ...at, message: `The id "${id}" is taken by a field of ${formId}. Give the field another.` }]
  })
}
