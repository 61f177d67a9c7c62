import { weekdays } from '#engine/form/journey'
import { isChosen } from '#engine/form/lead'
import { kindNamed, mergePatch, nesting, type Tree, withRemovals } from '#engine/form/model'
import {
  brandsOf,
  checkPatch,
  type DefinitionProblem,
  didYouMean,
  type Entry,
  fieldsOfStep,
  isWhole,
  knownLocales,
  type Library,
  memoizeByRead,
  type Place,
  placedAt,
  reference,
  type WrittenField,
  whichLanguage,
  withGroups,
  writtenFields,
  writtenHidden,
} from '#engine/library'
import { buttonTo } from '#engine/site'
import type { FieldDefinition, Fields, FormDefinition, StepDefinition } from '#schemas/generated/form.ts'
import type { GroupDefinition } from '#schemas/generated/group.ts'
import type { Market } from '#schemas/generated/site.ts'
import { checkDestination } from '../check-destination.ts'
import { checkFormTables } from '../check-tariff.ts'
import { checkAfter } from './check-after.ts'
import { checkField, ownParameter, ownParameters, reserved, reservedId } from './check-field.ts'
import { sortOf } from './check-keywords.ts'
import { checkOffered } from './check-offered.ts'
import { checkOpening } from './check-opening.ts'
import { checkListName, checkOptions } from './check-options.ts'
import { checkWhen } from './check-when.ts'
import { checkComputed, writtenComputed } from './computed/check-computed.ts'
import { checkOfferMails, offersIn } from './sent/check-offer-mails.ts'
import { checkOffers } from './sent/check-offers.ts'
import { checkOnward } from './sent/check-onward.ts'
import { checkReminder } from './sent/check-reminder.ts'
import { type Reader, whatIsRead } from './what-is-read.ts'

/** On the machine itself, where sites are tried without TLS. */
const loopback = /^http:\/\/(?:(?:[a-z0-9-]+\.)*localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/

const shape =
  /^(?<scheme>https?):\/\/(?<host>[a-z0-9-]+(?:\.[a-z0-9-]+)*|\[[0-9a-f:]+\])(?:\.)?(?::(?<port>\d{1,5}))?(?:[/?#].*)?$/

const keys = ['minimum', 'maximum', 'earliest', 'latest'] as const

const kept = memoizeByRead<{ problems: readonly DefinitionProblem[]; isKnown: boolean }>()

/** The form as it is written, as each language's rules make it, then what it needs of pages. */
export function checkForm(id: string, form: Entry<FormDefinition>, library: Library): readonly DefinitionProblem[] {
  const { problems, isKnown } = kept(form.value, '', library, (of) => {
    const found = checkWritten(id, form, of)
    // What a form with mistakes asks is not known yet.
    if (found.length > 0 || !isWhole(form, of)) return { problems: found, isKnown: false }
    const checks = [checkPrinted, checkReceipt, checkOfferMails, checkReminder, checkGoOnLater]
    return { problems: checks.flatMap((check) => check(form, of)), isKnown: true }
  })
  if (!isKnown) return problems
  // Any page may be the one that they look for.
  const ofPages = [...checkOffers(form, library), ...checkSubscription(form, library)]
  return [...checkOpening(id, form, library), ...problems, ...ofPages]
}

function checkWritten(id: string, form: Entry<FormDefinition>, library: Library): DefinitionProblem[] {
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
  return [...problems, ...ofRules, ...checkOffered('form', form), ...checkEmbed(id, form)]
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
  const ofComputed = isKnown ? checkComputed(form, asked) : []
  problems.push(...checkHidden(form), ...ofComputed, ...checkEstimate(form))
  if (isKnown && ofComputed.length === 0) problems.push(...checkFormTables(id, form, all, library))
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
      const asked = placed.table ?? placed
      problems.push(
        ...checkField(asked),
        ...checkListName(asked, library),
        ...(isKnown ? checkOptions(asked, { nest: nesting(step), above: readable(), all, form: value, library }) : []),
        ...checkPictures(asked, library),
      )
      problems.push(...(misnested.length > 0 ? [] : duplicates(placed, above)))
      if (isKnown)
        problems.push(...checkCopy(placed, above), ...checkLookUp(placed, { nest: nesting(step), above, all }))
      if (step.repeat && placed.field.newScreen) {
        const message = `The step "${stepId}" repeats, and is one screen. Remove "newScreen".`
        problems.push({ file: placed.file, path: [...placed.path, 'newScreen'], on: 'key', message })
      }
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
    (other) =>
      meet(other, placed) &&
      (other.id === id || nests(other, placed) || nests(placed, other) || isOtherGroup(other, placed)),
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

/** Whether the group of a row is that of another table, or of a step. */
function isOtherGroup({ place, table }: WrittenField, { table: own }: WrittenField): boolean {
  return own !== undefined && place.group === own.id && table?.path.join() !== own.path.join()
}

function checkConsents(
  formId: string,
  { file, value }: Entry<FormDefinition>,
  library: Library,
  fields: readonly WrittenField[],
): DefinitionProblem[] {
  return Object.keys(value.consents ?? {}).flatMap((id) => {
    const at = { file, path: ['consents', id], on: 'key' as const }
    const taken = fields.find((field) => (field.table ?? field).id === id)
    if (!taken) return reference(library, 'consents', id, at)
    return [{ ...at, message: `The id "${id}" is taken by a field of ${formId}. Give the field another.` }]
  })
}

/** The conditions of ends read answers that there can be, and what they lead to is there for all. */
function checkEnds(
  { file, value: form }: Entry<FormDefinition>,
  fields: readonly WrittenField[],
  library: Library,
): DefinitionProblem[] {
  return Object.entries(form.screenOuts ?? {}).flatMap(([id, end]) => [
    ...checkWhen(end.when, { file, path: ['screenOuts', id, 'when'], nest: {} }, fields, fields, null),
    ...checkOnward(end, { form, library, file, path: ['screenOuts', id] }),
  ])
}

/** What is shown while the form is filled in is computed: one value, or both ends of a range. */
function checkEstimate({ file, value: { estimate, computed = {} } }: Entry<FormDefinition>): DefinitionProblem[] {
  if (!estimate) return []
  const { value, from, to } = estimate
  const isRange = from !== undefined && to !== undefined
  if ((value === undefined) !== isRange || (value !== undefined && (from ?? to) !== undefined)) {
    const message = 'Say which computed value is shown: either "value", or "from" and "to" of a range.'
    return [{ file, path: ['estimate'], on: 'key', message }]
  }
  const ids = Object.keys(computed)
  return Object.entries({ value, from, to }).flatMap(([key, id]): DefinitionProblem[] => {
    if (id === undefined || ids.includes(id)) return []
    const message = `There is no computed value "${id}".${didYouMean(id, ids)} The form computes values in "computed".`
    return [{ file, path: ['estimate', key], on: 'value', message }]
  })
}

/** Each hidden field says what it takes, of a parameter that is free. */
function checkHidden({ file, value: { hidden = {} } }: Entry<FormDefinition>): DefinitionProblem[] {
  return Object.entries(hidden).flatMap(([id, { parameter, values, pattern, maxLength }]) => {
    const path = ['hidden', id]
    const say = (key: string, message: string) => [{ file, path: [...path, key], on: 'value' as const, message }]
    if (reserved.includes(id)) return [reservedId(id, file, path)]
    if (ownParameters.includes(parameter)) return say('parameter', ownParameter(parameter))
    if (values && pattern !== undefined) return say('pattern', '"values" already say what is taken. Remove "pattern".')
    if (values && maxLength !== undefined)
      return say('maxLength', '"values" are as long as they are. Remove "maxLength".')
    if (values || pattern !== undefined) return []
    const message = `"${id}" does not say what it takes. Give it "values", or a "pattern" such as "^[a-z0-9-]+$".`
    return [{ file, path, on: 'key' as const, message }]
  })
}

/** Each drawing is one of media/, on an option that there is. */
function checkPictures({ field, file, path }: WrittenField, library: Library): DefinitionProblem[] {
  const { pictures = {}, options, optionList } = field
  const [first] = Object.keys(pictures)
  if (first === undefined || (optionList !== undefined && !library.lists.has(optionList))) return []
  const at = { file, path: [...path, 'pictures'], on: 'key' as const }
  if (!options) return [{ ...at, message: 'Only options have drawings. Add "options" or remove "pictures".' }]
  if (field.ui?.['ui:widget'] === 'select') {
    const message = 'A drop-down list shows no drawings. Remove "pictures", or "ui:widget".'
    return [{ ...at, message }]
  }
  return Object.entries(pictures).flatMap(([option, drawing]): DefinitionProblem[] => {
    const place = { file, path: [...at.path, option] }
    if (!Object.hasOwn(options, option))
      return [
        { ...place, on: 'key', message: `There is no option "${option}".${didYouMean(option, Object.keys(options))}` },
      ]
    return reference(library, 'media', drawing, { ...place, on: 'value' }, 'drawing')
  })
}

/** Who saves a form gets a mail that there is, with the link to go on. */
function checkGoOnLater({ file, value }: Entry<FormDefinition>, library: Library): DefinitionProblem[] {
  const rules = Object.entries(value.localeRules ?? {})
  const written = [
    { mail: value.saveAndResume?.mail, path: ['saveAndResume', 'mail'] },
    ...rules.map(([locale, rule]) => ({
      mail: rule.saveAndResume?.mail,
      path: ['localeRules', locale, 'saveAndResume', 'mail'],
    })),
  ]
  return written.flatMap(({ mail: id, path }): DefinitionProblem[] => {
    if (typeof id !== 'string') return []
    const at = { file, path, on: 'value' as const }
    const mail = library.mails.get(id)?.value
    if (!mail) return reference(library, 'mails', id, at)
    if (buttonTo(mail) !== 'goOn') {
      const message = `The mail "${id}" has no button to continue the form. Add a block { "kind": "button", "label": "…", "to": "goOn" }.`
      return [{ ...at, message }]
    }
    const list = Object.entries(mail.blocks).find(([, { kind }]) => kind === 'list')?.[0]
    if (list === undefined) return []
    const message = `The mail "${id}" has the list "${list}", which is filled in a receipt only. Name another mail, or take the list out of it.`
    return [{ ...at, message }]
  })
}

/** What fills a question is the answer to one above that is answered alike. */
function checkCopy({ field, file, path, id }: WrittenField, above: readonly WrittenField[]): DefinitionProblem[] {
  const { copyFrom } = field
  if (copyFrom === undefined) return []
  const at = { file, path: [...path, 'copyFrom'], on: 'value' as const }
  const source = above.find((each) => each.id === copyFrom)
  if (!source) {
    const message = `There is no question "${copyFrom}" above "${id}".${didYouMean(
      copyFrom,
      above.map((each) => each.id),
    )}`
    return [{ ...at, message }]
  }
  if (source.field.kind === field.kind && sortOf(source.field) === sortOf(field)) return []
  return [{ ...at, message: `"${copyFrom}" is answered otherwise than "${id}". Both need the same kind.` }]
}

/** A town or a street is looked up by a postal code above it. */
function checkLookUp(placed: WrittenField, reader: Omit<Reader, 'noun' | 'self'>): DefinitionProblem[] {
  const { field, file, path, id: self } = placed
  const { lookUp, kind = '' } = field
  if (lookUp === undefined) return []
  if (kind !== 'city' && kind !== 'street') {
    const message =
      'Only towns and streets are looked up, the kinds "city" and "street". Change the kind, or remove "lookUp".'
    return [{ file, path: [...path, 'lookUp'], on: 'key', message }]
  }
  const read = whatIsRead(lookUp, { ...reader, self, noun: 'look-up' })
  const message =
    typeof read === 'string'
      ? read
      : read.field.kind === 'postal-code'
        ? null
        : `"${read.id}" is answered with no postal code. Name a field of the kind "postal-code".`
  return message === null ? [] : [{ file, path: [...path, 'lookUp'], on: 'value', message }]
}

/** A step that nests or repeats: its list has a name of its own, and limits that can be met. */
function checkNesting(
  stepId: string,
  { file, value }: Entry<FormDefinition>,
  above: readonly WrittenField[],
): DefinitionProblem[] {
  const { as, repeat } = value.steps[stepId] ?? {}
  const say = (key: string[], message: string) => [
    { file, path: ['steps', stepId, ...key], on: 'value' as const, message },
  ]
  if (repeat && as === undefined) {
    return say(['repeat'], `A step that repeats needs "as", the name its list of answers is stored under. Add it.`)
  }
  if (repeat && repeat.min > repeat.max) {
    return say(['repeat', 'min'], `"min" is more than "max". Lower it to ${repeat.max} at most.`)
  }
  const taken = above.find(({ id, path, table }) => (table?.id ?? id) === as && path.at(-1) !== 'as')
  if (taken) {
    const place = `${taken.file} (${taken.path.join('.')})`
    return say(['as'], `The name "${as}" is taken by the field in ${place}. Give one of the two another.`)
  }
  const steps = Object.entries(value.steps)
  const first = steps.find(([id, step]) => id !== stepId && step.as === as)
  const later = first && steps.findIndex(([id]) => id === first[0]) < steps.findIndex(([id]) => id === stepId)
  if (as === undefined || !first || !later || !(repeat || first[1].repeat)) return []
  return say(['as'], `The list "${as}" is asked by the step "${first[0]}" already. Give one of the two another name.`)
}

/** What is read back is a field, conditions of alerts read answers that there can be, and what is led to is there for all. */
function checkThanks(
  { file, value: form }: Entry<FormDefinition>,
  fields: readonly WrittenField[],
  library: Library,
): DefinitionProblem[] {
  const { thankYou, locales, draft = false } = form
  const path = ['thankYou', 'alerts']
  const leading = { form, library, file }
  const ofAlerts = Object.entries(thankYou?.alerts ?? {}).flatMap(([id, alert]) => [
    ...checkWhen(alert.when, { file, path: [...path, id, 'when'], nest: {} }, fields, fields, null),
    ...checkOnward(alert, { ...leading, path: [...path, id] }),
  ])
  const led = { locales, isDraft: draft }
  const ofPage = thankYou?.page
    ? checkDestination(thankYou.page, led, library, { file, path: ['thankYou', 'page'] })
    : []
  const problems = [
    ...ofAlerts,
    ...ofPage,
    ...(thankYou ? checkOnward(thankYou, { ...leading, path: ['thankYou'] }) : []),
  ]
  // A value that is computed is a number without words.
  const ids = fields.flatMap(({ id, after }) => (after === undefined ? [id] : []))
  const shown = thankYou?.echoField
  const unknown = [shown ?? []].flat().flatMap((id, index): DefinitionProblem[] => {
    if (ids.includes(id)) return []
    const place = typeof shown === 'string' ? ['thankYou', 'echoField'] : ['thankYou', 'echoField', String(index)]
    return [{ file, path: place, on: 'value', message: `The form has no field "${id}".${didYouMean(id, ids)}` }]
  })
  return [...problems, ...unknown, ...checkAppointment({ file, value: form }, fields)]
}

/** A day and a time are options that were chosen: days by their names, times with hours that end after they begin. */
function checkAppointment(
  { file, value }: Pick<Entry<FormDefinition>, 'file' | 'value'>,
  fields: readonly WrittenField[],
): DefinitionProblem[] {
  const { appointment } = value.thankYou ?? {}
  if (!appointment) return []
  const at = (key: string[], message: string): DefinitionProblem => ({
    ...{ file, path: ['thankYou', 'appointment', ...key], on: 'value', message },
  })
  const choices = fields.filter(({ field }) => field.options !== undefined && !field.multiple)
  const ids = choices.map(({ id }) => id)
  const optionsOf = (asked: string | undefined) =>
    Object.keys(choices.find(({ id }) => id === asked)?.field.options ?? {})
  const unknown = (['day', 'time'] as const).flatMap((key) => {
    const id = appointment[key]
    if (id === undefined || ids.includes(id)) return []
    return [at([key], `The form has no field "${id}" with options of which one is chosen.${didYouMean(id, ids)}`)]
  })
  const days = [...weekdays, 'any']
  const noDays = optionsOf(appointment.day).flatMap((option) => {
    if (days.includes(option)) return []
    const message = `The option "${option}" of "${appointment.day}" is no day of the week.${didYouMean(option, days)}`
    return [at(['day'], message)]
  })
  const times = optionsOf(appointment.time)
  const ofHours = Object.entries(appointment.hours ?? {}).flatMap(([option, hours]) => {
    const [from = '', to = ''] = hours.split('-')
    if (!times.includes(option)) {
      const message = `"time" names no field with the option "${option}".${didYouMean(option, times)}`
      return [{ ...at(['hours', option], message), on: 'key' as const }]
    }
    return from < to ? [] : [at(['hours', option], `"${hours}" ends before it begins. Write the earlier time first.`)]
  })
  return [...unknown, ...noDays, ...ofHours]
}

/** Limits that other answers set: each is that of a field above, which is answered with a number or a date as this is. */
function checkAnswerLimits(placed: WrittenField, reader: Omit<Reader, 'noun' | 'self'>): DefinitionProblem[] {
  const { field, file, path, id: self } = placed
  return keys.flatMap((key) => {
    const limits = field[key]
    return [limits].flat().flatMap((limit, index) => {
      if (typeof limit !== 'object') return []
      const read = whatIsRead(limit.field, { ...reader, self, noun: 'limit' })
      const message = typeof read === 'string' ? read : otherSort(key, placed, read)
      const within = Array.isArray(limits) ? [key, String(index)] : [key]
      return message === null ? [] : [{ file, path: [...path, ...within, 'field'], on: 'value' as const, message }]
    })
  })
}

function otherSort(key: (typeof keys)[number], { field }: WrittenField, read: WrittenField): string | null {
  const sort = key === 'minimum' || key === 'maximum' ? 'number' : 'date'
  // What is no number itself is told of that, and what does not say what it is, of that.
  const [mine, others] = [sortOf(field), sortOf(read.field)]
  if (mine !== sort || others === null) return null
  if (others !== sort)
    return `"${key}" is about a ${sort}, which the answer to "${read.id}" is not. Name a field that is answered with a ${sort}.`
  const [own, other] = [field, read.field].map(({ kind }) => kindNamed(kind ?? null)?.calendar)
  return own === 'day' && other === 'month'
    ? `"${read.id}" is answered with a month, which leaves the day open. Name a field that is answered with a day.`
    : null
}

/** Each site that may show the form is an origin, exactly as browsers name it. */
function checkEmbed(
  id: string,
  { file, value: { embed } }: Pick<Entry<FormDefinition>, 'file' | 'value'>,
): DefinitionProblem[] {
  if (!embed) return []
  const wrong = embed.origins.flatMap((origin, index) => {
    const message = wrongOrigin(origin)
    return message === null ? [] : [{ file, path: ['embed', 'origins', String(index)], on: 'value' as const, message }]
  })
  if (id !== 'docs') return wrong
  const message =
    '/embed/docs says how forms are embedded, so a form named "docs" cannot be. Give its file another name.'
  return [...wrong, { file, path: ['embed'], on: 'key', message }]
}

function wrongOrigin(origin: string): string | null {
  const own = originIn(origin)
  if (origin.includes('*'))
    return `"${origin}" matches many sites, and wildcards are not allowed. Write the origin of each site, such as https://shop.example.`
  if (own === null)
    return `"${origin}" is no origin. Write how the addresses of the site begin, such as https://shop.example.`
  if (own !== origin) return `An origin has no path and is written as browsers do. Write "${own}".`
  if (origin.startsWith('https://') || loopback.test(origin)) return null
  return `"${origin}" has no TLS, so anybody on the way could change the page around the form. Write it with https; http is for this machine, such as http://localhost:3000.`
}

/** The origin of an address as browsers write it (RFC 6454, section 6.2); null where it is none. */
function originIn(address: string): string | null {
  const { scheme, host, port } = shape.exec(address.toLowerCase())?.groups ?? {}
  if (scheme === undefined || host === undefined) return null
  const isUsual = port === undefined || Number(port) === (scheme === 'https' ? 443 : 80)
  return `${scheme}://${host}${isUsual ? '' : `:${Number(port)}`}`
}

/** Who subscribes has an address, and the mail that asks to confirm is one, with the button for it and a page behind that. */
function checkSubscription(form: Entry<FormDefinition>, library: Library): DefinitionProblem[] {
  const { file, value } = form
  const rules = Object.entries(value.localeRules ?? {})
  const own = { value, written: value.subscription, path: ['subscription'] }
  const ruled = rules.map(([locale, rule]) => ({
    value: mergePatch(value, rule) as FormDefinition,
    written: rule.subscription,
    path: ['localeRules', locale, 'subscription'],
  }))
  return [own, ...ruled].flatMap(({ value, written, path }): DefinitionProblem[] => {
    if (!written) return []
    if (!writtenFields({ ...form, value }, library).some(({ field }) => field.kind === 'email')) {
      const message = `The form asks for no e-mail address, so visitors cannot subscribe with it. Add a field of the kind "email", or remove the subscription.`
      return [{ file, path, on: 'key', message }]
    }
    const { confirm } = written
    if (typeof confirm !== 'string') return []
    const at = { file, path: [...path, 'confirm'] }
    const mail = checkMail(confirm, library, at)
    return mail.length > 0 || value.draft ? mail : checkPage(value, library, at)
  })
}

interface At {
  file: string
  path: readonly string[]
}

function checkMail(id: string, library: Library, at: At): DefinitionProblem[] {
  const blocks = Object.values(library.mails.get(id)?.value.blocks ?? {})
  if (blocks.length === 0 || blocks.some((block) => 'to' in block && block.to === 'confirm'))
    return reference(library, 'mails', id, { ...at, on: 'value' })
  const message = `The mail "${id}" has no button to confirm, so visitors could not subscribe. Add a block { "kind": "button", "label": "…", "to": "confirm" }.`
  return [{ ...at, on: 'value', message }]
}

/** Every brand may show every form at /forms/<id>. */
function checkPage({ locales }: FormDefinition, library: Library, at: At): DefinitionProblem[] {
  const places = [...library.pages.values()].flatMap(({ value: page }) =>
    Object.values(page.sections)
      .filter(({ kind }) => kind === 'confirmation' && !page.draft)
      .map((section) => ({ brands: brandsOf(page, library), locales: section.locales ?? page.locales })),
  )
  const lacking = [...library.brands.keys()].flatMap((brand) => {
    const covered = places.filter(({ brands }) => brands.includes(brand)).flatMap((place) => place.locales)
    const open = locales.filter((locale) => !covered.includes(locale))
    return open.length > 0 ? [{ brand, open }] : []
  })[0]
  if (!lacking) return []
  const message = `Visitors could not confirm: the brand ${lacking.brand} has no page with a section of the kind "confirmation" in ${lacking.open.join(', ')}. Add one.`
  return [{ ...at, on: 'value', message }]
}

/** Answers to print can be seen: the visitor stays here once the form is sent. */
function checkPrinted({ file, value }: Entry<FormDefinition>): DefinitionProblem[] {
  const { printAnswers, thankYou, subscription } = value
  const say = (message: string) => [{ file, path: ['printAnswers'], on: 'key' as const, message }]
  if (!printAnswers) return []
  if (thankYou?.page !== undefined || thankYou?.redirect !== undefined) {
    const key = thankYou.page !== undefined ? 'page' : 'redirect'
    return say(
      `Nobody sees the answers: "${key}" in "thankYou" leads visitors elsewhere once they have sent them. Remove "printAnswers", or "${key}".`,
    )
  }
  return subscription ? say('A form that subscribes has nothing to print. Remove "printAnswers".') : []
}

/** A receipt as a form has it, or a language's patch on it. */
interface Written {
  mail?: string | null
  answers?: 'all' | readonly string[] | null
}

/** A receipt is a mail that there is, goes to somebody, and repeats nothing that people write themselves. */
function checkReceipt(form: Entry<FormDefinition>, library: Library): DefinitionProblem[] {
  const { file, value } = form
  const rules = Object.entries(value.localeRules ?? {})
  const ruled = rules.map(([, rule]) => ({ file, value: mergePatch(value, rule) as FormDefinition }))
  const base = form.variantOf !== undefined && library.forms.get(form.variantOf)
  // What a variant or a language takes out of the form is not repeated there, and no mistake.
  const fields = [form, ...ruled, ...(base ? [base] : [])].flatMap((each) => writtenFields(each, library))
  const written: [Written | null | undefined, string[]][] = [
    [value.receipt, ['receipt']],
    ...rules.map(([locale, { receipt }]): [Written | null | undefined, string[]] => [
      receipt,
      ['localeRules', locale, 'receipt'],
    ]),
  ]
  return written.flatMap(([receipt, path]) => (receipt ? checkOne(receipt, fields, library, { file, path }) : []))
}

function checkOne(
  { mail, answers }: Written,
  fields: readonly WrittenField[],
  library: Library,
  { file, path }: { file: string; path: readonly string[] },
): DefinitionProblem[] {
  const at = { file, path: [...path, 'mail'], on: 'value' as const }
  const found = typeof mail !== 'string' ? [] : [...reference(library, 'mails', mail, at), ...linkless(mail)]
  if (!fields.some(({ field }) => field.kind === 'email')) {
    const message = `The form asks for no e-mail address, so the receipt has no recipient. Add a field of the kind "email", or remove the receipt.`
    return [...found, { file, path, on: 'key', message }]
  }
  const [market] = Object.values(library.site.value.locales)
  const ids = [...new Set(fields.map(({ id }) => id))]
  const refused = (answers === 'all' ? [] : (answers ?? [])).flatMap((id, index) => {
    const named = fields.filter((field) => field.id === id)
    const message =
      named.length === 0
        ? `The form has no field "${id}".${didYouMean(id, ids)}`
        : named.every(({ field }) => market && isTold(field, market))
          ? null
          : `People answer "${id}" in free text, which a receipt must not repeat, because the address may belong to someone else. Remove it; options, numbers, dates, amounts and yes or no are allowed.`
    return message === null ? [] : [{ file, path: [...path, 'answers', String(index)], on: 'value' as const, message }]
  })
  return [...found, ...refused]

  /** Nobody subscribes by a receipt, so there is no link that its button could have. */
  function linkless(id: string): DefinitionProblem[] {
    const definition = library.mails.get(id)?.value
    if (definition && offersIn(definition)) {
      const message = `The mail "${id}" is about offers, and a receipt has none. Name another mail.`
      return [{ ...at, message }]
    }
    const to = definition && buttonTo(definition)
    if (to === undefined) return []
    const does = to === 'goOn' ? 'go on with a saved form' : `${to} a subscription`
    const message = `The button of the mail "${id}" is to ${does}, and a receipt has none. Name another mail.`
    return [{ ...at, message }]
  }
}

function isTold({ kind, options, type = 'string' }: FieldDefinition, market: Market): boolean {
  if (options) return true
  return isChosen({ kind: kind ?? null, schema: kindNamed(kind ?? null)?.schema(market) ?? { type } })
}
