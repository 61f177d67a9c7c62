import { takesFrom } from '#engine/form/lead'
import { figureText, isTree } from '#engine/form/model'
import { listText, sameSpaces } from '#engine/form/values'
import type { PageDefinition } from '#schemas/generated/page.ts'
import type { Market } from '#schemas/generated/site.ts'
import type { Site } from './site.ts'

/** A place where leads come from: a form on a page, as partners' filters look at it. */
export interface LeadSource {
  form: string
  locale: string
  brand: string
  /** The page's id. */
  page: string
}

/** The partners that take leads of any of these forms, each by id. Whether a single lead is taken may depend on its answers too. */
export function partnersOf({ partners }: Pick<Site, 'partners'>, sources: readonly LeadSource[]) {
  return Object.values(partners.all).filter(({ filters }) =>
    filters.some((filter) => sources.some((source) => takesFrom(filter, source))),
  )
}

/**
 * Who gets the answers of a form, by name, as a text with links: each partner that takes them, with its privacy policy.
 * Where none does, the company that operates the site.
 */
export function recipientsText(site: Pick<Site, 'partners' | 'texts'>, source: LeadSource): string {
  const { locale } = source
  const named = partnersOf(site, [source])
    .map(({ name, disclosure }) => (disclosure ? `[${disclosure.name}](${disclosure.privacy})` : name))
    .sort(new Intl.Collator(locale).compare)
  const own = site.texts.company(locale)?.name ?? ''
  return listText(named.length > 0 ? named : [own], locale, 'and')
}

/** The form that a page's placeholders speak of: its first. */
export function formSpokenOf({ sections }: Pick<PageDefinition, 'sections'>): string | null {
  const forms = Object.values(sections).flatMap((section) => (section.kind === 'form' ? [section] : []))
  return (forms.find(({ main }) => main) ?? forms[0])?.form ?? null
}

/** A range that no line break parts: "17–22" with word joiners around its dash. */
function together(range: string): string {
  return range.replaceAll('–', '\u2060–\u2060')
}

const pattern = /\{(recipients|questions|keptFrom|keptTo|company)\}/

/** How many days the answers of a form are kept, of each form of a language; without an end where it says none. */
export function keptDays({ forms }: Pick<Site, 'forms'>, locale: string) {
  return forms.ids.flatMap((id) => {
    const { title, saveAndResume } = forms.version(id, locale)?.form ?? {}
    if (title === undefined) return []
    return [
      { title, days: forms.retention.get(id) ?? Number.POSITIVE_INFINITY, savedDays: saveAndResume?.days ?? null },
    ]
  })
}

/** Days in words; years where they are whole, which are a day longer at times, never shorter. */
export function retentionText(days: number, locale: string): string {
  const [count, unit] = days % 365 === 0 ? [days / 365, 'year'] : [days, 'day']
  return sameSpaces(new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count))
}

/** The shortest and the longest time that answers are kept; null where one is without an end. */
function keptRange(site: Pick<Site, 'forms'>, locale: string): Record<'keptFrom' | 'keptTo', string | null> {
  const days = keptDays(site, locale).flatMap((form) => [form.days, form.savedDays ?? []].flat())
  const isEndless = days.length === 0 || days.includes(Number.POSITIVE_INFINITY)
  const said = (count: number) => (isEndless ? null : retentionText(count, locale))
  return { keptFrom: said(Math.min(...days)), keptTo: said(Math.max(...days)) }
}

/**
 * The texts of a page's sections with {recipients}, {questions}, {keptFrom}, {keptTo} and {company} filled in: who gets the
 * answers of the page's form, how many questions it asks, for how long answers are kept, and who runs the site. What is not
 * known is left out, with the sentence that says so.
 */
export function withPlaceholders<T>(
  sections: T,
  page: PageDefinition,
  { site, market, ...source }: Omit<LeadSource, 'form'> & { site: Site; market: Market },
): T {
  const form = formSpokenOf(page)
  const { locale } = source
  /** Each found only where it is said: how long answers are kept is in all forms. */
  const values: Values = {
    keptFrom: () => keptRange(site, locale).keptFrom,
    keptTo: () => keptRange(site, locale).keptTo,
    company: () => site.texts.company(locale)?.name ?? null,
    recipients: () =>
      form === null ? (site.texts.company(locale)?.name ?? null) : recipientsText(site, { ...source, form }),
    questions() {
      const version = form === null ? null : site.forms.version(form, locale, source.page)
      const range = version && site.forms.questions(version.form)
      const ends = range && (range.from === range.to ? ([range.from] as const) : ([range.from, range.to] as const))
      return ends && together(figureText({ unit: 'count', ends }, { locale, market }, String))
    },
  }
  const filled = (value: unknown): unknown => {
    if (typeof value === 'string') {
      if (!pattern.test(value)) return value
      return sentences(value)
        .flatMap((sentence) => fillIn(sentence, values))
        .join('')
        .trim()
    }
    if (Array.isArray(value)) return value.map(filled)
    if (!isTree(value)) return value
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, filled(inner)]))
  }
  return pattern.test(JSON.stringify(page.sections)) ? (filled(sections) as T) : sections
}

/** What each placeholder says; null where that is not known. */
type Values = Readonly<Record<string, () => string | null>>

/** A sentence with what it refers to; none where that is not known. */
function fillIn(sentence: string, values: Values): string[] {
  const said = new Map(
    [...sentence.matchAll(new RegExp(pattern, 'g'))].map(([, name = '']) => [name, values[name]?.()]),
  )
  if ([...said.values()].some((text) => text == null)) return []
  return [sentence.replaceAll(new RegExp(pattern, 'g'), (_, name: string) => said.get(name) ?? '')]
}

/** The sentences of a text, with the spaces that follow each. */
function sentences(text: string): string[] {
  return text.split(/(?<=[.!?:;]\s)/)
}
