import { breaking, type Change, safe } from '#engine/form/diff/change.ts'
import type { ResolvedForm } from '#engine/form/model/form.ts'
import { type Leads, presences } from '#engine/form/proof/presence.ts'
import type { ProofOptions } from '#engine/form/proof/prove.ts'
import type { PartnerDefinition, Takes } from '#schemas/generated/partner.ts'
import { compareTargets } from './compare-targets.ts'
import { targetsOf } from './partner-targets.ts'

/** The leads of a form in one language on their way to a partner. */
export interface Route {
  partner: PartnerDefinition
  form: ResolvedForm
}

/** What it takes to walk a form: its judges, and today where its visitors are. */
export type Prover = (form: ResolvedForm) => ProofOptions

/** The entries of `takes` that let a form's leads in a language through. */
export function taking({ takes }: PartnerDefinition, { id, locale }: ResolvedForm): Takes[] {
  return takes.filter(({ form, locales }) => form === id && (locales?.includes(locale) ?? true))
}

/** Those that any of the entries takes; all of them when one has no condition. */
function leadsOf({ partner, form }: Route, prover: Prover): Leads {
  const conditions = taking(partner, form).map(({ when }) => when)
  const taken = conditions.includes(undefined) ? undefined : conditions.flatMap((when) => when ?? [])
  return { form, options: prover(form), taken }
}

/**
 * What changed for a partner. Broken is what makes its side fail: a way that is gone, a property that it always got
 * and may miss now, a value of another type or one it was never told of. What somebody changed in the partner's own
 * file, and still has the same type, is reported as meant.
 * @param before null where the partner got no leads of this form and language; `after` likewise
 */
export function compareRoute(id: string, before: Route | null, after: Route | null, prover: Prover): Change[] {
  if (!after) return before ? [breaking('partners', id, `The partner "${id}" no longer gets leads of this form.`)] : []
  if (!before) return [safe('partners', id, `The partner "${id}" gets leads of this form now.`)]
  const presence = presences(leadsOf(before, prover), leadsOf(after, prover))
  if (presence.before.areThere && !presence.after.areThere)
    return [breaking('partners', id, `The partner "${id}" gets no lead: no route meets the condition of its "takes".`)]
  return [
    ...compareDeliveries(id, before, after),
    ...compareTakes(id, before, after),
    ...comparePrices(id, before, after),
    ...compareTargets(
      id,
      targetsOf(before.partner.map, before.form, presence.before),
      targetsOf(after.partner.map, after.form, presence.after),
    ),
  ]
}

function compareDeliveries(id: string, { partner: was }: Route, { partner: is }: Route): Change[] {
  const names = [...new Set([...Object.keys(was.deliveries), ...Object.keys(is.deliveries)])]
  return names.flatMap((name) => {
    const [former, present] = [was.deliveries[name], is.deliveries[name]]
    const [place, what] = [`${id}/${name}`, `The delivery "${name}" of "${id}"`]
    if (!present) return [breaking('partners', place, `${what} is gone: nothing comes that way.`)]
    if (!former) return [safe('partners', place, `${what} is new.`)]
    if (present.kind !== former.kind)
      return [breaking('partners', place, `${what} is "${present.kind}" instead of "${former.kind}".`)]
    if (JSON.stringify(present) === JSON.stringify(former)) return []
    return [safe('partners', place, `${what} is set up differently.`)]
  })
}

/** Leads that are stored keep the price that was agreed then. */
function comparePrices(id: string, before: Route, after: Route): Change[] {
  const prices = ({ partner, form }: Route) =>
    JSON.stringify(taking(partner, form).map(({ price = partner.price }) => price && [price.amount, price.currency]))
  if (prices(before) === prices(after)) return []
  return [safe('partners', id, `The partner "${id}" pays another price for leads of this form than before.`)]
}

/** Which of its leads a partner gets is what its file is edited for: said, and no more. */
function compareTakes(id: string, before: Route, after: Route): Change[] {
  const rules = ({ partner, form }: Route) => {
    const { share, priority, weight, dailyCap, schedule, duplicateDays, testLeads } = partner
    const takes = taking(partner, form).map(({ pages, brands, when }) => ({ pages, brands, when }))
    return JSON.stringify({ takes, share, priority, weight, dailyCap, schedule, duplicateDays, testLeads })
  }
  if (rules(before) === rules(after)) return []
  return [safe('partners', id, `The partner "${id}" gets other leads of this form than before.`)]
}
