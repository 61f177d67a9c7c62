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
export function inWords(definition: object, words: object): object {
  const merged = Object.entries(words).map(([key, word]) => {
    const here = (definition as Record<string, unknown>)[key]
    return [key, typeof word === 'string' ? word : inWords(here as object, word)]
  })
  return { ...definition, ...Object.fromEntries(merged) }
}

/** The words of a definition, where a translation has some. */
export function wordsOf(definition: object, shape: object): object {
  const found = Object.entries(shape).map(([key, word]) => {
    const here = (definition as Record<string, unknown>)[key]
    return [key, typeof word === 'string' ? here : wordsOf(here as object, word)]
  })
  return Object.fromEntries(found)
}

/** The languages that templates are written in. */
const written = ['en', 'es', 'de', 'fr', 'it', 'nl']

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
  const chosen = locales.filter((locale) => written.includes(locale))
  const [source = 'en', ...others] = chosen
  const english = readTemplate(`definitions/forms/${template}`)
  const translated = (locale: string) => readTemplate(`locales/${locale}/forms/${template}`)
  const own = source === 'en' ? english : inWords(english, translated(source))
  const text = (value: object) => `${JSON.stringify(value, null, 2)}\n`
  return new Map([
    [`definitions/forms/${id}.json`, text({ ...own, locales: [source, ...others], title })],
    ...others.map((locale): [string, string] => {
      const shape = translated(locale === 'en' ? source : locale)
      return [`locales/${locale}/forms/${id}.json`, text(locale === 'en' ? wordsOf(english, shape) : shape)]
    }),
  ])
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
  for (const { options, kind } of Object.values(first?.fields ?? {}).slice(0, 4)) {
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
