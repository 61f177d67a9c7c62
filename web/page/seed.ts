import { type FormVersion, formSections, type PageView } from '#engine/site'
import { type FormState, type PageData, viewOfResults } from './page-data.ts'
import type { Assets } from './shell.ts'

/** What a form has for a filling alone. */
type Filling = { [Key in 'today' | 'groups']?: FormVersion['form'][Key] | undefined }

/** Where a form stands; its version is left out where it is the page's own, which the page holds already. */
type SeedState = Omit<FormState, 'version'> & { version: FormVersion | null } & Filling

/** What a page is drawn from beside its view: the same for nobody else. */
interface PageState extends Omit<PageData, 'view' | 'forms'> {
  forms: Readonly<Record<string, SeedState>>
  /** The section whose posted step the page answers; null for a page that was asked for. */
  answered: string | null
}

/** What stands in the page for the browser to begin with: the same data the server rendered from. */
interface PageSeed extends PageState {
  view: PageView
  assets: Assets
}

/** The element that holds the seed. */
export const seedId = 'page-seed'

/** All of a page but its view, as JSON that cannot end the script element it stands in. */
export function stateOf({ view, forms, places, acted, test, results }: PageData, answered: string | null): string {
  const lean = Object.entries(forms).map(([section, state]): [string, SeedState] => {
    const isOwn = state.version.hash === versionOf(view, section)?.hash
    return [section, { ...state, ...(isOwn ? { version: null, ...fillingOf(state.version) } : null) }]
  })
  return scriptSafe({ forms: Object.fromEntries(lean), places, acted, test, results, answered } satisfies PageState)
}

function fillingOf({ form: { today, groups } }: FormVersion): Filling {
  return { ...(today !== undefined && { today }), ...(groups && { groups }) }
}

/** The page that a view and its state make. */
export function pageFrom(view: PageView, state: string): PageData {
  return withVersions(view, JSON.parse(state) as PageState)
}

/** The seed up to where a page's state goes on, as JSON that cannot end the script element it stands in. */
export function seedBefore(view: PageView, assets: Assets): string {
  return `{"view":${scriptSafe(view)},"assets":${scriptSafe(assets)},`
}

/** What a seed says: the page, and the section whose posted step it answers. */
export function readSeed(text: string): { page: PageData; answered: string | null; assets: Assets } {
  const { view, assets, ...state } = JSON.parse(text) as PageSeed
  return { page: withVersions(view, state), answered: state.answered, assets }
}

function withVersions(view: PageView, { forms, places, acted, test, results }: PageState): PageData {
  const whole = Object.entries(forms).flatMap(([section, { today, groups, ...state }]): [string, FormState][] => {
    const version = state.version ?? versionOf(view, section, { today, groups })
    return version ? [[section, { ...state, version }]] : []
  })
  return { view: viewOfResults(view, results), forms: Object.fromEntries(whole), places, acted, test, results }
}

function versionOf(view: PageView, section: string, { today, groups }: Filling = {}): FormVersion | null {
  const own = formSections(view).find(({ id }) => id === section)
  if (!own) return null
  const { form, hash } = own
  if (today === undefined && !groups) return { form, hash }
  return { form: { ...form, ...(today !== undefined && { today }), ...(groups && { groups }) }, hash }
}

/** A value as JSON that cannot end the script element it stands in. */
export function scriptSafe(value: object): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}
