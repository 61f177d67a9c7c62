import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The definitions and words that forms and repositories begin with, in English and five more languages. */
const folder = join(import.meta.dirname, '../../tools/init/site')

/** What a form may begin as, by id: each is proven in six languages. */
export const templates = [
  ...(['contact', 'quote', 'survey', 'newsletter', 'appointment'] as const),
  ...(['credit', 'application', 'competition', 'call-back', 'landing'] as const),
] as const

export type Template = (typeof templates)[number]

/** What each template needs besides its own files and a layout: places of the templates. */
export function needsOf(template: string): readonly string[] {
  const mails = ['mails/confirm-subscription', 'mails/unsubscribe-link', 'pages/confirm', 'pages/unsub']
  return template === 'newsletter' ? ['consents/marketing', ...mails] : ['consents/privacy']
}

/** Pages that consents lead to. */
export const legalPages = ['pages/imprint', 'pages/privacy'] as const

/** A file of the templates, such as `definitions/forms/contact`; empty where there is none. */
export function readTemplate(place: string): Record<string, unknown> {
  try {
    return JSON.parse(readFileSync(join(folder, `${place}.json`), 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
  }
}

/** A definition in the words of another language: both are trees of the same keys. */
function inWords(definition: object, words: object): object {
  const merged = Object.entries(words).map(([key, word]) => {
    const here = (definition as Record<string, unknown>)[key]
    return [key, typeof word === 'string' ? word : inWords(here as object, word)]
  })
  return { ...definition, ...Object.fromEntries(merged) }
}

/** The words of a definition, where a translation has some. */
function wordsOf(definition: object, shape: object): object {
  const found = Object.entries(shape).map(([key, word]) => {
    const here = (definition as Record<string, unknown>)[key]
    return [key, typeof word === 'string' ? here : wordsOf(here as object, word)]
  })
  return Object.fromEntries(found)
}

/** The languages that templates are written in. */
const written = ['en', 'es', 'de', 'fr', 'it', 'nl']

const textOf = (value: object) => `${JSON.stringify(value, null, 2)}\n`

/**
 * A place of the templates, such as `forms/contact`, in languages that templates are written in, the first one first.
 * @returns its definition and its words in the other languages, by path without the ending
 */
export function inLanguages(place: string, languages: readonly string[], as = place): Map<string, object> {
  const [source = 'en', ...others] = languages
  const english = readTemplate(`definitions/${place}`)
  const wordsIn = (locale: string) => readTemplate(`locales/${locale}/${place}`)
  const own = source === 'en' ? english : inWords(english, wordsIn(source))
  const translated = others.flatMap((locale) => {
    const shape = wordsIn(locale === 'en' ? source : locale)
    const words = locale === 'en' ? wordsOf(english, shape) : shape
    return Object.keys(shape).length > 0 ? [[`locales/${locale}/${as}`, words] as const] : []
  })
  const definition = 'locales' in own ? { ...own, locales: languages } : own
  return new Map([[`definitions/${as}`, definition], ...translated])
}

/** Which of these languages templates are written in; English where none is. */
function languagesOf(locales: readonly string[]): string[] {
  const chosen = locales.filter((locale) => written.includes(locale))
  return chosen.length > 0 ? chosen : ['en']
}

/**
 * The files of a form that begins as a template, in those of these languages that templates have, the first one first.
 * @param title in the first language
 */
export function formFrom(
  template: Template,
  id: string,
  title: string,
  locales: readonly string[],
): Map<string, string> {
  const files = [...inLanguages(`forms/${template}`, languagesOf(locales), `forms/${id}`)]
  return new Map(files.map(([path, value], at) => [`${path}.json`, textOf(at === 0 ? { ...value, title } : value)]))
}

/** The files that a form needs that begins as a template: what of it there is in a repository stays as it is there. */
export function neededBy(template: Template, locales: readonly string[]): Map<string, string> {
  const places = [...needsOf(template), ...legalPages]
  const files = places.flatMap((place) => [...inLanguages(place, languagesOf(locales))])
  return new Map(files.map(([path, value]) => [`${path}.json`, textOf(value)]))
}

interface Drawn {
  options?: Record<string, string>
  kind?: string
}

/** A picture of a template's first step: its questions, and how they are answered. It has no words. */
export function templatePicture(template: Template): string {
  const { steps = {} } = readTemplate(`definitions/forms/${template}`) as {
    steps?: Record<string, { fields: Record<string, Drawn> }>
  }
  const [first] = Object.values(steps)
  const shapes: string[] = []
  let y = 34
  const box = (x: number, width: number, height: number, more = '') =>
    shapes.push(`<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="3" ${more}/>`)
  for (const { options, kind } of Object.values(first?.fields ?? {})) {
    // The button still fits below.
    if (y + (kind === 'long-text' ? 50 : 40) > 148) break
    box(14, 58 + ((y * 7) % 40), 4, 'fill="currentColor" opacity="0.55"')
    y += 8
    const choices = kind === 'yes-no' ? 2 : Math.min(3, Object.keys(options ?? {}).length)
    for (let at = 0; at < choices; at++) box(14 + at * 44, 40, 12, 'fill="none" stroke="currentColor"')
    if (choices === 0) box(14, 132, kind === 'long-text' ? 22 : 12, 'fill="none" stroke="currentColor"')
    y += kind === 'long-text' ? 29 : 19
  }
  const dots = Object.keys(steps).map(
    (_, at) => `<circle cx="${18 + at * 12}" cy="22" r="3" fill="currentColor"${at > 0 ? ' opacity="0.35"' : ''}/>`,
  )
  box(14, 60, 13, 'fill="currentColor"')
  return `<svg viewBox="0 0 160 150" width="160" height="150" aria-hidden="true" focusable="false"><rect x="1" y="1" width="158" height="148" rx="6" fill="none" stroke="currentColor" opacity="0.4"/><rect x="14" y="9" width="80" height="6" rx="3" fill="currentColor"/>${dots.join('')}${shapes.join('')}</svg>`
}
