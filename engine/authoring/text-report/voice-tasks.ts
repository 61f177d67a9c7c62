import { plainWords } from '#engine/form/model'
import { type Library, type Schemas, type SourceFile, shapeCheck, sortSources } from '#engine/library'
import { allTranslated, defaultLocale, formSpokenOf, isIndexed, messages, type Said } from '#engine/site'
import type { Briefs } from '#schemas/generated/briefs.ts'
import type { FormDefinition } from '#schemas/generated/form.ts'
import type { PageDefinition } from '#schemas/generated/page.ts'
import type { HeroSection } from '#schemas/generated/sections/hero.ts'
import type { Statements } from '#schemas/generated/statements.ts'
import type { AllowedText, Voice } from '#schemas/generated/voice.ts'
import type { TextTask } from './text-report.ts'

/** How one language is written: its rules, what its pages are written from, and what they say of law and market. */
export interface Voicing {
  locale: string
  /** The file of the rules. */
  file: string
  voice: Voice
  briefs: Briefs['pages']
  statements: Statements['statements']
}

type Rule = NonNullable<AllowedText['rule']>

/** Something that is not written as its language's rules have it. */
interface Slip {
  rule: Rule
  /** The file without language and ending, and the keys: pages/finance/loan sections.promise.title. */
  place: string
  file: string
  path: string
  text: string
  advice: string
  pattern?: string
}

/** What a headline, a subline, a figure, a tick and the whole first screen may hold at most. */
const hero = { titleSigns: 60, textWords: 20, figureWords: 12, tickWords: 5, words: 60 }

const head = { titleSigns: 60, leastDescription: 120, mostDescription: 155 }

/** From so many words on a sentence says enough to be somebody's own. */
const sentenceOfNote = 8

/** On so many pages a sentence belongs in a block. */
const repeatedOn = 3

/**
 * What readers of a language would stumble at, but for what its file allows; and what is allowed and nobody does any
 * more. null when the definitions have no usable site.json.
 */
export function voiceTasks(
  sources: readonly SourceFile[],
  schemas: Schemas,
  voicings: readonly Voicing[],
): TextTask[] | null {
  const { library } = sortSources(sources, shapeCheck(schemas))
  if (!library) return null
  const said = messages(library, schemas)
  return voicings.flatMap((voicing) => {
    const { locale, file, voice } = voicing
    const own = said.filter((text) => text.locale === locale)
    const slips = [
      ...banned(own, voice),
      ...lengths(own, voice),
      ...repeated(own, library),
      ...landingPages(library, voicing),
      ...buttons(library, voicing),
      ...stated(own, voicing),
    ]
    const needed = new Set<AllowedText>()
    const left = slips.filter((slip) => {
      const allowed = (voice.allowed ?? []).filter((each) => covers(each, slip))
      for (const each of allowed) needed.add(each)
      return allowed.length === 0
    })
    const idle = (voice.allowed ?? []).flatMap((each, index): TextTask[] => {
      const advice = 'Nothing breaks a rule there any more. Take this exception out.'
      return needed.has(each)
        ? []
        : [{ locale, state: 'unused', file, path: `allowed.${index}`, text: each.places[0] ?? '', advice }]
    })
    return [
      ...left.map(({ file, path, text, advice }): TextTask => ({ locale, state: 'voice', file, path, text, advice })),
      ...idle,
    ]
  })
}

function covers({ places, pattern, rule }: AllowedText, slip: Slip): boolean {
  return (
    places.some((place) => slip.place.startsWith(place)) &&
    (pattern === undefined || pattern === slip.pattern) &&
    (rule === undefined || rule === slip.rule)
  )
}

/** A place without language and ending: definitions/pages/finance/loan.json and locales/de/pages/finance/loan.json are one. */
function placeOf(file: string, path: readonly string[]): string {
  const name = file.replace(/^.*?(?:definitions|locales\/[a-z]{2})\//, '').replace(/\.(?:json|md)$/, '')
  return `${name} ${path.join('.')}`
}

function slip(
  rule: Rule,
  { file, path, text }: Pick<Said, 'file' | 'path' | 'text'>,
  advice: string,
  pattern?: string,
) {
  return {
    ...{ rule, place: placeOf(file, path), file, path: path.join('.'), text, advice },
    ...(pattern !== undefined && { pattern }),
  } satisfies Slip
}

/** As visitors read it: links are their words, and what is filled in is a figure. */
function read(text: string): string {
  return plainWords(text).replace(/\{\{?[^{}]*\}?\}/g, '10')
}

function wordsOf(text: string): string[] {
  return read(text).match(/[\p{L}\p{N}]+(?:[’'.,/-][\p{L}\p{N}]+)*/gu) ?? []
}

function sentencesOf(text: string): string[] {
  return read(text).split(/(?<=[.!?:;])\s+/)
}

/** A boundary of words in any script: \b of regular expressions knows Latin letters without accents only. */
const boundary = '(?:(?<=[\\p{L}\\p{N}])(?![\\p{L}\\p{N}])|(?<![\\p{L}\\p{N}])(?=[\\p{L}\\p{N}]))'

function banned(said: readonly Said[], { banned: rules }: Voice): Slip[] {
  return rules.flatMap(({ pattern, use, keys, exact }) => {
    const expression = new RegExp(pattern.replaceAll('\\b', boundary), exact ? 'u' : 'iu')
    return said.flatMap((text) => {
      if (keys && !keys.includes(text.path.at(-1) ?? '')) return []
      const found = expression.exec(read(text.text))
      return found ? [slip('banned', text, `Not “${found[0]}”: ${use}.`, pattern)] : []
    })
  })
}

/** Sentences and headings of pages. Legal clauses may need longer ones. */
function lengths(said: readonly Said[], { sentenceWords = 22, headingWords = 9 }: Voice): Slip[] {
  return said
    .filter(({ folder, path }) => (folder === 'pages' || folder === 'blocks') && !path.includes('clauses'))
    .flatMap((text) => {
      const [key, , ...inner] = text.path
      const isHeading =
        text.path.at(-1) === 'title' && (text.folder === 'blocks' || (key === 'sections' && inner.length > 0))
      if (isHeading && wordsOf(text.text).length > headingWords)
        return [slip('heading', text, `A heading has ${headingWords} words at most.`)]
      const long = sentencesOf(text.text).find((sentence) => wordsOf(sentence).length > sentenceWords)
      return long ? [slip('sentence', text, `A sentence has ${sentenceWords} words at most: “${long}”`)] : []
    })
}

/** What several pages say belongs in a block, or is said in each page's own words. First screens, heads and legal clauses may say the same. */
function repeated(said: readonly Said[], { pages }: Library): Slip[] {
  const where = new Map<string, Said[]>()
  for (const text of said)
    if (text.folder === 'pages' && isProse(text))
      for (const sentence of new Set(sentencesOf(text.text)))
        if (wordsOf(sentence).length >= sentenceOfNote) {
          const key = sentence.toLowerCase()
          where.set(key, [...(where.get(key) ?? []), text])
        }
  function isProse({ id, path }: Said): boolean {
    const [key, section = ''] = path
    if (key !== 'sections' || path.includes('clauses') || path.at(-1) === 'empty') return false
    return pages.get(id)?.value.sections[section]?.kind !== 'hero'
  }

  return [...where.values()].flatMap((all) => {
    const files = new Set(all.map(({ file }) => file))
    const [first] = all
    if (!first || files.size < repeatedOn) return []
    return [slip('repeated', first, `${files.size} pages say so. Say it in a block, or in each page's own words.`)]
  })
}

/** The first screen of each page with a form under its heading, and what it was written from. */
function landingPages(library: Library, { locale, briefs, file: voiceFile }: Voicing): Slip[] {
  const source = defaultLocale(library.site.value)
  return Object.entries(allTranslated(library, 'pages', locale)).flatMap(([id, page]) => {
    const entry = library.pages.get(id)
    const promise = heroOf(page)
    if (!entry || page.draft || !page.locales.includes(locale) || !promise || formSpokenOf(page) === null) return []
    const place = `pages/${entry.area ? `${entry.area}/` : ''}${id}`
    const file = locale === source ? entry.file : `locales/${locale}/${place}.json`
    const at = (path: string, text: string | undefined, rule: Rule, advice: string): Slip[] => [
      { rule, place: `${place} ${path}`, file, path, text: text ?? '', advice },
    ]
    const [key, section] = promise
    const found = heroSlips(section).flatMap(([path, text, advice]) =>
      at(`sections.${key}.${path}`, text, 'hero', advice),
    )
    if (isIndexed(page, locale))
      found.push(...headSlips(page).flatMap(([path, text, advice]) => at(path, text, 'hero', advice)))
    const brief = briefs[id]
    if (!brief)
      return [...found, ...at('', id, 'brief', `Write its brief first: ${voiceFile.replace('/voice/', '/briefs/')}.`)]
    // Where a long word may break is no part of it.
    const words = (text = '') => new Set(wordsOf(text.toLowerCase().replaceAll('\u00ad', '')))
    for (const [path, text] of [
      ['title', page.title],
      [`sections.${key}.title`, section.title],
    ] as const) {
      const lacking = wordsOf(brief.search.toLowerCase()).filter((word) => !words(text).has(word))
      if (lacking.length > 0)
        found.push(...at(path, text, 'brief', `People search “${brief.search}”: say ${lacking.join(', ')} too.`))
    }
    return found
  })
}

function heroOf({ sections }: PageDefinition): [string, HeroSection] | null {
  for (const [key, section] of Object.entries(sections)) if (section.kind === 'hero') return [key, section]
  return null
}

function heroSlips({ title, text = '', figures = {}, facts = {}, note = '' }: HeroSection): [string, string, string][] {
  const said = Object.entries(figures).map(
    ([key, { figure, condition }]) => [`figures.${key}`, `${figure} ${condition}`] as const,
  )
  const ticks = Object.entries(facts).map(([key, tick]) => [`facts.${key}`, tick] as const)
  const all = [title, text, note, ...said.map(([, words]) => words), ...ticks.map(([, tick]) => tick)]
  const count = all.reduce((sum, each) => sum + wordsOf(each).length, 0)
  const found: [string, string, string][] = []
  if (read(title).length > hero.titleSigns)
    found.push(['title', title, `A headline has ${hero.titleSigns} characters at most.`])
  if (wordsOf(text).length > hero.textWords)
    found.push(['text', text, `The line under it has ${hero.textWords} words at most.`])
  if (said.length > 1)
    found.push(['figures', said.map(([, words]) => words).join('; '), 'Show one figure with its condition.'])
  for (const [path, words] of said)
    if (wordsOf(words).length > hero.figureWords)
      found.push([path, words, `A figure and its condition have ${hero.figureWords} words at most.`])
  if (ticks.length !== 3) found.push(['facts', ticks.map(([, tick]) => tick).join('; '), 'Three ticks belong here.'])
  for (const [path, tick] of ticks)
    if (wordsOf(tick).length > hero.tickWords) found.push([path, tick, `A tick has ${hero.tickWords} words at most.`])
  for (const name of ['{recipients}', '{questions}'])
    if (!note.includes(name))
      found.push(['note', note, `Say it with ${name}: who gets the answers, and how many questions there are.`])
  if (count > hero.words) found.push(['', title, `The first screen has ${count} words; ${hero.words} are enough.`])
  return found
}

function headSlips({ title = '', description = '' }: PageDefinition): [string, string, string][] {
  const [titleLength, length] = [read(title).length, read(description).length]
  return [
    ...(titleLength > head.titleSigns
      ? [
          ['title', title, `Search results show ${head.titleSigns} characters; these are ${titleLength}.`] as [
            string,
            string,
            string,
          ],
        ]
      : []),
    ...(length < head.leastDescription || length > head.mostDescription
      ? [
          [
            'description',
            description,
            `A description has ${head.leastDescription} to ${head.mostDescription} characters; these are ${length}.`,
          ] as [string, string, string],
        ]
      : []),
  ]
}

/** What the last button of a form begins with, and that of a first screen: a verb that says what happens. */
function buttons(library: Library, { locale, voice }: Voicing): Slip[] {
  const source = defaultLocale(library.site.value)
  const begins = (text: string) => voice.buttons.some((verb) => text === verb || text.startsWith(`${verb} `))
  const advice = `A button begins with one of: ${voice.buttons.join(', ')}.`
  const forms = Object.entries(allTranslated(library, 'forms', locale)).flatMap(
    ([id, form]: [string, FormDefinition]) => {
      const file = locale === source ? (library.forms.get(id)?.file ?? '') : `locales/${locale}/forms/${id}.json`
      const { submitLabel } = form
      if (submitLabel === undefined || form.draft || !form.locales.includes(locale) || begins(submitLabel)) return []
      return [
        {
          rule: 'button' as const,
          place: `forms/${id} submitLabel`,
          file,
          path: 'submitLabel',
          text: submitLabel,
          advice,
        },
      ]
    },
  )
  return forms
}

/** Statements of law and market stand where their list says. */
function stated(said: readonly Said[], { locale, statements, file, briefs }: Voicing): Slip[] {
  const places = said.map(({ file, path }) => placeOf(file, path))
  const list = file.replace('/voice/', '/statements/')
  const lost = Object.entries(statements).flatMap(([id, { places: named, says }]) =>
    named
      .filter((place) => !places.some((each) => each === place || each.startsWith(`${place}.`)))
      .map((place): Slip => {
        const advice = `No text of "${locale}" is at ${place}. Correct the place, or take it out.`
        return { rule: 'brief', place, file: list, path: `statements.${id}`, text: says, advice }
      }),
  )
  const unknown = Object.entries(briefs).flatMap(([page, { law = [] }]) =>
    law
      .filter((id) => !Object.hasOwn(statements, id))
      .map((id): Slip => {
        const briefFile = file.replace('/voice/', '/briefs/')
        const advice = `There is no statement "${id}" in ${list}.`
        return { rule: 'brief', place: `briefs ${page}`, file: briefFile, path: `pages.${page}.law`, text: id, advice }
      }),
  )
  return [...lost, ...unknown]
}
