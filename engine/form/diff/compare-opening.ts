import type { ResolvedForm } from '#engine/form/model'
import { breaking, type Change, safe } from './change.ts'

/** When and how many leads a form takes: who gets less of it than before. */
export function compareOpening(before: ResolvedForm, after: ResolvedForm): Change[] {
  return [...compareOpens(before, after), ...compareCloses(before, after), ...compareLimit(before, after)]
}

function compareOpens({ opens: was = '' }: ResolvedForm, { opens: is = '' }: ResolvedForm): Change[] {
  // Moments in UTC compare as text does; one without is open from the first.
  if (is === was) return []
  if (is < was) return [safe('lead', 'opens', 'The form opens earlier.')]
  return [breaking('drafts', 'opens', 'The form opens later: a draft cannot be sent before that.')]
}

const never = '9999'

function compareCloses({ closes: was = never }: ResolvedForm, { closes: is = never }: ResolvedForm): Change[] {
  if (is === was) return []
  if (is > was) return [safe('lead', 'closes', 'The form closes later: leads come for longer.')]
  return [
    breaking('drafts', 'closes', 'The form closes earlier: a draft that is not sent by then is refused.'),
    breaking('lead', 'closes', 'The form closes earlier: no leads come of it after that.'),
  ]
}

function compareLimit({ maxLeads: was }: ResolvedForm, { maxLeads: is }: ResolvedForm): Change[] {
  if (is === was) return []
  const [most, before] = [is ?? Number.POSITIVE_INFINITY, was ?? Number.POSITIVE_INFINITY]
  const instead = was === undefined ? '' : ` instead of ${was}`
  if (most > before)
    return [safe('lead', 'maxLeads', `The form takes ${is ?? 'any number of'} leads${instead}: more may come.`)]
  return [
    breaking('drafts', 'maxLeads', `The form takes ${is} leads${instead}: once it has them, a draft is refused.`),
    breaking('lead', 'maxLeads', `The form takes ${is} leads${instead}: no more come of it.`),
  ]
}

/** Where the page leads while the form takes no leads, and its waiting list, without the words. */
export function closedRules({ whenClosed = {} }: ResolvedForm): unknown[] {
  return Object.entries(whenClosed).map(([state, { link, waitingList }]) => [state, link?.to, waitingList])
}
