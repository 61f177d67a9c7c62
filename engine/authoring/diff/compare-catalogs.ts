import { breaking, type Change, safe } from '#engine/form/diff/change.ts'
import type { Compared } from '#engine/form/diff/compare-fields.ts'
import { compareForms, sameRules } from '#engine/form/diff/compare-forms.ts'
import { changedTexts } from '#engine/form/diff/compare-looks.ts'
import type { ResolvedForm } from '#engine/form/model/form.ts'
import { type Leads, presences } from '#engine/form/proof/presence.ts'
import type { Catalog } from '../../site/catalog.ts'
import { compareEmbedding } from './compare-embedding.ts'
import { compareRoute, type Prover, type Route, taking } from './compare-routes.ts'

/** A change of a form, in the languages where it is the same. */
export interface FormChange extends Change {
  form: string
  locales: string[]
}

/** Every change between two catalogs that drafts, leads or partners meet, form by form, what breaks first. */
export function compareCatalogs(before: Catalog, after: Catalog, prover: Prover): FormChange[] {
  const locales = [...new Set([before, after].flatMap(({ site }) => Object.keys(site.locales)))]
  const forms = [...new Set([...after.formIds, ...before.formIds])]
  return forms.flatMap((form) => {
    const inLocales = locales.map((locale) => ({
      locale,
      was: before.form(form, locale)?.form ?? null,
      is: after.form(form, locale)?.form ?? null,
    }))
    const isNew = inLocales.every(({ was }) => was === null)
    const found = inLocales.flatMap(({ locale, was, is }) =>
      [...changesOf(was, is, isNew, prover), ...changesOfRoutes(before, after, was, is, prover)].map((change) => ({
        locale,
        change,
      })),
    )
    // Of a form that is gone that is said already.
    const offered = inLocales.flatMap(({ locale, is }) => (is ? [locale] : []))
    const ofSites = offered.length > 0 ? compareEmbedding(before, after, form) : []
    const sites = ofSites.map((change) => ({ form, locales: offered, ...change }))
    return [...merged(form, found), ...sites, ...wordChanges(form, inLocales)].toSorted(
      (a, b) => Number(b.effect === 'breaking') - Number(a.effect === 'breaking'),
    )
  })
}

/**
 * A form that is gone, or a draft now, cannot be sent at all: of what a server no longer offers it accepts no former
 * version either.
 */
function changesOf(was: ResolvedForm | null, is: ResolvedForm | null, isNew: boolean, prover: Prover): Change[] {
  if (was && is) return sameRules(was, is) ? [] : compareForms(compared(was, is, prover))
  if (is) return [safe('lead', '', isNew ? 'The form is new.' : 'The form is offered in this language now.')]
  if (!was) return []
  return [
    breaking('drafts', '', 'The form is offered no more: what was begun cannot be sent, from an open page neither.'),
    breaking('lead', '', 'The form is offered no more: no leads come of it.'),
  ]
}

function compared(before: ResolvedForm, after: ResolvedForm, prover: Prover): Compared {
  const [was, is] = [before, after].map((form) => ({ form, options: prover(form) })) as [Leads, Leads]
  return { before, after, presence: presences(was, is), today: is.options.today }
}

function changesOfRoutes(
  before: Catalog,
  after: Catalog,
  was: ResolvedForm | null,
  is: ResolvedForm | null,
  prover: Prover,
): Change[] {
  const areSame = was !== null && is !== null && sameRules(was, is)
  const ids = [...new Set([...Object.keys(after.partners), ...Object.keys(before.partners)])]
  return ids.flatMap((id) => {
    if (areSame && JSON.stringify(before.partners[id]) === JSON.stringify(after.partners[id])) return []
    return compareRoute(id, routeTo(before, id, was), routeTo(after, id, is), prover)
  })
}

function routeTo({ partners }: Catalog, id: string, form: ResolvedForm | null): Route | null {
  const partner = partners[id]
  return partner && form && taking(partner, form).length > 0 ? { partner, form } : null
}

/** Equal changes of several languages as one. */
function merged(form: string, found: readonly { locale: string; change: Change }[]): FormChange[] {
  const groups = Map.groupBy(found, ({ change }) => JSON.stringify(change))
  return [...groups.values()].flatMap(([first, ...rest]) =>
    first ? [{ form, locales: [first, ...rest].map(({ locale }) => locale), ...first.change }] : [],
  )
}

/** Texts break nothing, so they are one change however many they are. */
function wordChanges(
  form: string,
  inLocales: readonly { locale: string; was: ResolvedForm | null; is: ResolvedForm | null }[],
): FormChange[] {
  const counts = inLocales.map(({ locale, was, is }) => ({ locale, count: was && is ? changedTexts(was, is) : 0 }))
  const changed = counts.filter(({ count }) => count > 0)
  const sum = changed.reduce((total, { count }) => total + count, 0)
  if (sum === 0) return []
  const change = safe('page', '', `${sum} ${sum === 1 ? 'text reads' : 'texts read'} differently.`)
  return [{ form, locales: changed.map(({ locale }) => locale), ...change }]
}
