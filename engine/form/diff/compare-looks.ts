import { allFields, type ResolvedField, type ResolvedForm, type Thanks } from '#engine/form/model'
import { type Change, safe } from './change.ts'
import { valueShape } from './value-shape.ts'

/** How many texts read differently, at what both versions of a form have. */
export function changedTexts(before: ResolvedForm, after: ResolvedForm): number {
  const former = textsOf(before)
  const counts = [...textsOf(after)].map(([place, texts]) => {
    const was = former.get(place)
    if (!was) return 0
    const names = new Set([...Object.keys(was), ...Object.keys(texts)])
    return [...names].filter((name) => was[name] !== texts[name]).length
  })
  return counts.reduce((sum, count) => sum + count, 0)
}

/** Order, looks and how it ends: nothing is kept or read by where a question stands or how it is drawn. */
export function compareLooks(before: ResolvedForm, after: ResolvedForm): Change[] {
  return [
    ...(looksOf(before, after) === looksOf(after, before)
      ? []
      : [safe('page', '', 'Questions stand in another place or are drawn differently.')]),
    ...(endingRules(before) === endingRules(after) ? [] : [safe('page', '', 'The form ends differently.')]),
  ]
}

type Texts = Readonly<Record<string, string | undefined>>

/** The texts at each place. The sentence of a consent is none of them: it is evidence, and compared as such. */
function textsOf(form: ResolvedForm): Map<string, Texts> {
  const { title, description, send, thanks, steps } = form
  return new Map<string, Texts>([
    ['form', { title, description, send }],
    ['thanks', endTexts(thanks)],
    ...Object.entries(thanks?.alerts ?? {}).map(([id, alert]): [string, Texts] => [`alert ${id}`, endTexts(alert)]),
    ...Object.entries(form.ends ?? {}).map(([id, end]): [string, Texts] => [`end ${id}`, endTexts(end)]),
    ...steps.map(({ id, title, description, repeat }): [string, Texts] => [
      `step ${id}`,
      { title, description, item: repeat?.title, add: repeat?.add },
    ]),
    ...allFields(form).flatMap(fieldTexts),
  ])
}

function endTexts({ title, text, link }: Pick<Thanks, 'title' | 'text' | 'link'> = {}): Texts {
  return { title, text, link: link?.label }
}

function fieldTexts({ id, kind, words }: ResolvedField): [string, Texts][] {
  const { title, hint, why, unit, options = {}, errors = {} } = words
  return [
    [`field ${id}`, { ...(kind !== 'consent' && { title }), hint, why, unit }],
    [`errors ${id}`, errors],
    ...Object.entries(options).map(([option, text]): [string, Texts] => [`option ${id}/${option}`, { text }]),
  ]
}

/** Where what both versions have stands, and how it is drawn where its rules are the same. */
function looksOf({ steps, progress, markRequired }: ResolvedForm, other: ResolvedForm): string {
  const others = new Map(allFields(other).map((field) => [field.id, field]))
  const drawn = steps.flatMap(({ id: step, fields, markRequired: marks = markRequired }) =>
    fields.flatMap((field) => {
      const twin = others.get(field.id)
      if (!twin) return []
      const isSame = JSON.stringify(field.schema) === JSON.stringify(twin.schema)
      return [[step, field.id, marks ?? false, isSame ? field.ui : sharedOptions(field, twin)]]
    }),
  )
  return JSON.stringify([drawn, progress])
}

/** Whereto and with what a form ends but for its words. For whom it ends early is compared apart. */
function endingRules({ ends = {}, thanks }: ResolvedForm): string {
  const links = Object.entries(ends).flatMap(([id, { link }]) => (link ? [[id, link.to]] : []))
  return JSON.stringify([links, thanksRules(thanks)])
}

/** What is said and led to once a form is sent, but for the words. */
export function thanksRules({ shows, page, link, redirect, alerts = {} }: Thanks = {}): unknown[] {
  const instead = Object.entries(alerts).map(([id, { when, link, redirect }]) => [id, when, link?.to, redirect])
  return [shows, page, link?.to, redirect, instead]
}

function sharedOptions(field: ResolvedField, twin: ResolvedField): string[] {
  const known = new Set(valueShape(twin).options)
  return (valueShape(field).options ?? []).filter((option) => known.has(option))
}
