import type { HydrationState } from 'react-router-dom'
import type { FormVersion } from '#engine/catalog/form-version.ts'
import type { PageView } from '#engine/catalog/portal/page-view.ts'
import { type FormState, formOf, type PageData } from './page-data.ts'
import type { Assets } from './shell.ts'

/** Where a form stands; its version is left out where it is the page's own, which the page holds already. */
type SeedState = Omit<FormState, 'version'> & { version: FormVersion | null }

/** What stands in the page for the browser to begin with: the same data the server rendered from. */
interface PageSeed {
  view: PageView
  form: SeedState | null
  /** Set where the page answers a posted step. */
  answered: SeedState | null
  assets: Assets
}

/** The element that holds the seed. */
export const seedId = 'page-seed'

/** The seed as JSON that cannot end the script element it stands in. */
export function seedOf({ view, form }: PageData, answered: FormState | null, assets: Assets): string {
  const rest = { form: form && lean(form, view), answered: answered && lean(answered, view), assets }
  return `{"view":${viewJson(view)},${scriptSafe(rest).slice(1)}`
}

/** The seed as React Router takes it. */
export function readSeed(text: string): { hydration: HydrationState; page: PageData; assets: Assets } {
  const { view, form, answered, assets } = JSON.parse(text) as PageSeed
  const page = { view, form: whole(form, view) }
  const state = whole(answered, view)
  return { page, assets, hydration: { loaderData: { page }, ...(state && { actionData: { page: state } }) } }
}

function lean(state: FormState, view: PageView): SeedState {
  return { ...state, version: state.version.hash === formOf(view)?.hash ? null : state.version }
}

function whole(state: SeedState | null, view: PageView): FormState | null {
  const version = state?.version ?? formOf(view)
  return state && version && { ...state, version }
}

const known = new WeakMap<PageView, string>()

/** The larger part of a seed, and the same for every visitor. */
function viewJson(view: PageView): string {
  const text = known.get(view) ?? scriptSafe(view)
  known.set(view, text)
  return text
}

function scriptSafe(value: object): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}
