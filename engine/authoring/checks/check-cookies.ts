import {
  type DefinitionProblem,
  didYouMean,
  knownLocales,
  type Library,
  lackingBrand,
  type ProblemIn,
  reference,
} from '#engine/library'
import { languageDays, languageKey } from '#engine/site'
import type { BrandDefinition } from '#schemas/generated/brand.ts'

/** What is kept in browsers: by a script that there is, under its category, and as the site itself keeps it. */
export function checkCookies(library: Library): DefinitionProblem[] {
  return [...ofScripts(library), ...ofLanguage(library), ...ofDrafts(library)]
}

/** The definition that visitors read of the cookie of the language says what is so. */
function ofLanguage({ cookies, site }: Library): DefinitionProblem[] {
  const told = cookies.get('language')
  if (!told) return []
  const right = { name: languageKey(site.value), period: `${languageDays(site.value)}d` }
  return (['name', 'period'] as const).flatMap((key) => {
    if (told.value[key] === right[key]) return []
    const message = `"languageCookie" in site.json makes this "${right[key]}". Write that here, or change it there.`
    return [{ file: told.file, path: [key], on: 'value' as const, message }]
  })
}

/** What forms leave on devices is told to visitors, and for how long. */
function ofDrafts({ cookies, forms }: Library): DefinitionProblem[] {
  const told = [...cookies.values()].find(
    ({ value: { name, where } }) => where === 'localStorage' && (name === 'draft *' || name === 'draft*'),
  )
  return [...forms.values()].flatMap(({ file, value: { keepAnswers } }) => {
    if (!keepAnswers || (told && daysOf(told.value.period) >= keepAnswers.days)) return []
    const message = told
      ? `Visitors read in ${told.file} that answers stay on their device for "${told.value.period}". Write fewer days here, or more there.`
      : 'Answers stay on the visitor’s device, and no file in cookies/ lists them. Add one with "name": "draft *" and "where": "localStorage".'
    return [{ file, path: ['keepAnswers', 'days'], on: 'value' as const, message }]
  })
}

function daysOf(period: string): number {
  const days = { d: 1, m: 30, y: 365 }[period.slice(-1)]
  if (days === undefined || !/^\d/.test(period)) return period === 'unlimited' ? Number.POSITIVE_INFINITY : 0
  return Number.parseInt(period, 10) * days
}

function ofScripts(library: Library): DefinitionProblem[] {
  const scripts = [...library.brands.values()].flatMap(({ value }) => Object.entries(value.scripts ?? {}))
  // A brand with a mistake may have the script.
  const isKnown = [...library.broken].every((key) => !key.startsWith('brands/'))
  return [...library.cookies.values()].flatMap(({ file, value: { locales, script, category } }) => {
    const found = knownLocales(library, locales, { file, path: ['locales'] })
    if (script === undefined) return found
    const ids = scripts.map(([id]) => id)
    if (!ids.includes(script)) {
      const hint = ids.length === 0 ? ' No brand declares any yet.' : didYouMean(script, [...new Set(ids)])
      const message = `No brand has a script "${script}".${hint}`
      return isKnown ? [...found, { file, path: ['script'], on: 'value' as const, message }] : found
    }
    const other = scripts.find(([id, each]) => id === script && each.category !== category)?.[1].category
    if (other === undefined) return found
    const message = `The script "${script}" is of the category "${other}", so what it keeps is too. Write "${other}".`
    return [...found, { file, path: ['category'], on: 'value' as const, message }]
  })
}

/** What brands load from others: each from a host it names, on pages that there are, and analytics with a property. */
export function checkScripts(library: Library): DefinitionProblem[] {
  return [...library.brands].flatMap(([brand, { file, value }]) =>
    Object.entries(value.scripts ?? {}).flatMap(([id, script]) => {
      const path = ['scripts', id]
      const ofPages = (script.pages ?? []).flatMap((page, index) => {
        const at = { file, path: [...path, 'pages', String(index)], on: 'value' as const }
        const target = library.pages.get(page)?.value
        const message = target ? lackingBrand(page, target, [brand], library) : null
        return message === null ? reference(library, 'pages', page, at) : [{ ...at, message }]
      })
      const own = [...checkSource(script), ...checkProperty(script, value, library), ...checkChat(id, value)]
      return [...own.map((problem) => ({ file, ...problem, path: [...path, ...problem.path] })), ...ofPages]
    }),
  )
}

type Script = NonNullable<BrandDefinition['scripts']>[string]

function checkSource({ src, hosts }: Script): ProblemIn[] {
  const origin = src.match(/^https?:\/\/[^/]+/)?.[0] ?? ''
  if (hosts.script.includes(origin)) return []
  const message = `The script comes from ${origin}, which its "hosts" do not name, so no page would load it. Add it to "script".`
  return [{ path: ['hosts', 'script'], on: 'value', message }]
}

function checkProperty({ purpose }: Script, { analytics }: BrandDefinition, { site }: Library): ProblemIn[] {
  if (purpose !== 'analytics' || analytics || site.value.analytics) return []
  const message =
    'Page views have no property to be counted in. Add "analytics": { "propertyId": … } here or in site.json.'
  return [{ path: ['purpose'], on: 'value', message }]
}

/** A page has one place for a chat. */
function checkChat(id: string, { scripts = {} }: BrandDefinition): ProblemIn[] {
  const chats = Object.keys(scripts).filter((each) => scripts[each]?.purpose === 'chat')
  if (!chats.includes(id) || chats[0] === id) return []
  return [
    { path: ['purpose'], on: 'value', message: `The chat of this brand is "${chats[0]}" already. Keep one of them.` },
  ]
}
