import { aboveAll, type StepField } from '../model/find-field.ts'
import type { ResolvedForm } from '../model/form.ts'
import type { Change } from './change.ts'
import { compareComputed } from './compare-computed.ts'
import { compareConsents } from './compare-consents.ts'
import { compareEnds } from './compare-ends.ts'
import { type Compared, compareField, compareStep, goneField, newField } from './compare-fields.ts'
import { compareLooks, thanksRules } from './compare-looks.ts'
import { likelyRenames } from './renames.ts'

/**
 * What changed between two versions of a form in one language, for the drafts that browsers keep and for who reads
 * its leads. An open page can still be sent as it was for a day; what is said of drafts happens once the page is
 * loaded anew. Words are counted elsewhere: nothing is kept by them but the sentences of consents.
 */
export function compareForms(compared: Compared): Change[] {
  const { before, after } = compared
  const [was, is] = [placed(before), placed(after)]
  const gone = [...was.values()].filter(({ field }) => !is.has(field.id))
  const fresh = [...is.values()].filter(({ field }) => !was.has(field.id))
  const renames = likelyRenames(gone, fresh)
  return [
    ...gone.flatMap((field) => goneField(field, renames.get(field.field.id))),
    ...fresh.flatMap(newField),
    ...after.steps.flatMap((step) => {
      const former = before.steps.find(({ id }) => id === step.id)
      return former ? compareStep(former, step) : []
    }),
    ...[...is.values()].flatMap((field) => {
      const former = was.get(field.field.id)
      return former ? compareField(former, field, compared) : []
    }),
    ...compareComputed(before, after),
    ...compareConsents(before, after),
    ...compareEnds(before, after),
    ...compareLooks(before, after),
  ]
}

/** Whether two versions differ in words alone: then nobody needs to walk their routes. */
export function sameRules(before: ResolvedForm, after: ResolvedForm): boolean {
  return rulesOf(before) === rulesOf(after)
}

function rulesOf({ market, hidden, computed, steps, ends = {}, thanks, consents }: ResolvedForm): string {
  const bare = steps.map(({ id, when, repeat, fields }) => [
    id,
    when,
    repeat && [repeat.group, repeat.min, repeat.max],
    fields.map(({ words: _, ...rules }) => rules),
  ])
  const turned = Object.entries(ends).map(([id, { when, lead, link }]) => [id, when, lead, link?.to])
  return JSON.stringify([market, hidden, computed, bare, turned, thanksRules(thanks), consents])
}

/** The questions by their ids. Consents are compared apart. */
function placed({ hidden, steps }: ResolvedForm): Map<string, StepField> {
  const fields = [aboveAll(hidden), ...steps].flatMap((step) => step.fields.map((field) => ({ step, field })))
  return new Map(fields.filter(({ field }) => field.kind !== 'consent').map((one) => [one.field.id, one]))
}
