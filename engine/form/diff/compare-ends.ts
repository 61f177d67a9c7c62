import type { End, ResolvedForm } from '../model/form.ts'
import { breaking, type Change, safe } from './change.ts'

/** For whom a form serves no longer, or again: those who meet its ends, and what becomes of their leads. */
export function compareEnds({ ends: was = {} }: ResolvedForm, { ends: is = {} }: ResolvedForm): Change[] {
  const ids = [...new Set([...Object.keys(is), ...Object.keys(was)])]
  return ids.flatMap((id) => compareEnd(id, was[id], is[id]))
}

function compareEnd(id: string, was: End | undefined, is: End | undefined): Change[] {
  const place = `ends/${id}`
  const end = `The end "${id}"`
  if (!is) return [safe('drafts', place, `${end} is gone: nobody is told it.`)]
  const isOther = JSON.stringify(was?.when) !== JSON.stringify(is.when)
  const stricter = was ? strictness(is) - strictness(was) : 0
  if (!isOther && stricter <= 0) return stricter === 0 ? [] : [safe('lead', place, `${end} lets more leads through.`)]
  const what = `${end} ${was ? (isOther ? 'is met by other answers' : 'is stricter') : 'is new'}`
  if (!is.lead)
    return [
      breaking('drafts', place, `${what}: a draft that meets it is turned away.`),
      breaking('lead', place, `${what}: no lead comes of answers that meet it.`),
    ]
  const waits = `${what}: a lead that meets it waits until an operator releases it.`
  return [
    safe('drafts', place, `${what}: who meets it is told, and may go on.`),
    ...(is.lead === 'held' ? [breaking('lead', place, waits)] : []),
  ]
}

function strictness({ lead }: End): number {
  return ['delivered', 'held', undefined].indexOf(lead)
}
