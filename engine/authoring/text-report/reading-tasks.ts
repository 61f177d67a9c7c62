import { plainWords } from '#engine/form/model'
import {
  type Library,
  productWords,
  type Schemas,
  type SourceFile,
  shapeCheck,
  sortSources,
  wordFile,
} from '#engine/library'
import { defaultLocale, leaves, messages, type Said, translations, type Word } from '#engine/site'
import type { AllowedTexts } from '#schemas/generated/allowed-texts.ts'
import type { TextTask } from './text-report.ts'

const everywhere: readonly Slip[] = [
  { holds: /[\u2000-\u200b\u202f\u2060]/, says: 'Use only the ordinary space and the no-break space, U+00A0.' },
  { holds: /^[ \u00a0]|[ \u00a0]$|[ \u00a0]{2}/, says: 'Take out the space that is too many.' },
  { holds: /['‘`´]/, says: 'The apostrophe is ’.' },
  { holds: /"/, says: 'Write the quotation marks of the language.' },
  { holds: /\.\.\./, says: 'Write … as one character.' },
  { holds: / -|- (?!\p{L}+)/u, says: 'Use – between spaces.' },
  { holds: /[!¡]/, says: 'We write without exclamation marks.' },
  {
    holds: /\d (?:[€£%]|°C|k?m|m²|k?W|kWh|[km]?g|[GM]B|[GM]bit\/s)(?![\p{L}\d])/u,
    says: 'Use a no-break space (U+00A0) between a figure and its unit.',
  },
]

const closeMarks: Slip = { holds: /[ \u00a0][?;:,.](?=\s|$)/, says: 'Remove the space before a punctuation mark.' }

/** The others' quotation marks, and their own where they stand the wrong way. */
const curly: Slip = { holds: /[«»„‟‹›]|(?<=\p{L})“|”(?=\p{L})/u, says: 'Quotation marks are “…”.' }

const angled: Slip = { holds: /[“”„‟‹›]|«\s|\s»/, says: 'Quotation marks are «…», without spaces within.' }

const inLanguage: Readonly<Record<string, readonly Slip[]>> = {
  en: [closeMarks, curly],
  nl: [closeMarks, curly],
  it: [closeMarks, angled],
  es: [
    closeMarks,
    angled,
    { holds: /(?:^|\?)[^¿]*\?/, says: 'A question begins with ¿.' },
    { holds: /¿[^?]*(?:$|¿)/, says: 'A question ends with ?.' },
  ],
  de: [closeMarks, { holds: /[«»”‟‹›]|(?:^|[\s(])“/, says: 'Quotation marks are „…“.' }],
  fr: [
    { holds: /(?<!\u00a0)(?:[?;]|:(?=\s|$))/, says: 'Use a no-break space (U+00A0) before ? ; and :.' },
    { holds: /(?<=\S)(?<!\u00a0)[€%]/, says: 'Use a no-break space (U+00A0) before € and %.' },
    {
      holds: /[“”„‟‹›]|«(?!\u00a0)|(?<!\u00a0)»/,
      says: 'Quotation marks are « … », with no-break spaces (U+00A0) within.',
    },
  ],
}

/** What is meant as it is written, though it looks like a slip, and the file that says so. */
export interface AllowList {
  file: string
  allowed: AllowedTexts
}

/**
 * What a reader of all texts would stumble at, but for what is meant; and what is allowed and nobody does any more.
 * null when the definitions have no usable site.json.
 */
export function readingTasks(sources: readonly SourceFile[], schemas: Schemas, list: AllowList): TextTask[] | null {
  const { library } = sortSources(sources, shapeCheck(schemas))
  if (!library) return null
  const texts = writtenTexts(library, schemas)
  const needed = new Set<object>()
  return [...differing(texts, list.allowed, needed), ...misset(texts, list.allowed, needed), ...idle(list, needed)]
}

/**
 * One source text is translated one way in each language. Where something is filled in, the words around it take their
 * grammar from that, so those are left alone.
 */
function differing(texts: readonly WrittenText[], allowed: AllowedTexts, needed: Set<object>): TextTask[] {
  // Pages and blocks are written in each language from its brief, and no translations.
  const translated = texts.filter(
    ({ folder, source = '{{' }) => !source.includes('{{') && folder !== 'pages' && folder !== 'blocks',
  )
  const bySource = Map.groupBy(translated, ({ locale, source }) => `${locale} ${source}`)
  return [...bySource.values()].flatMap((of) => {
    const byTranslation = Map.groupBy(of, ({ text }) => text)
    if (byTranslation.size === 1) return []
    const { locale, source = '' } = of[0] as WrittenText
    const meant = allowed.translations.find((each) => each.locale === locale && each.text === source)
    if (meant?.translations.every((translation) => byTranslation.has(translation))) needed.add(meant)
    const usual = meant ? [] : mostFrequent([...byTranslation.values()])
    const known = meant?.translations ?? usual.slice(0, 1).map(({ text }) => text)
    const where = usual[0] ? `, as in ${usual[0].file}` : ''
    const advice = `Elsewhere “${source}” is ${known.map((text) => `“${text}”`).join(' or ')}${where}.`
    return of.filter(({ text }) => !known.includes(text)).map((text) => taskOf('differs', text, advice))
  })
}

function mostFrequent(groups: readonly WrittenText[][]): readonly WrittenText[] {
  return groups.toSorted((a, b) => b.length - a.length)[0] ?? []
}

function misset(texts: readonly WrittenText[], allowed: AllowedTexts, needed: Set<object>): TextTask[] {
  return texts.flatMap((written) => {
    const slips = typographySlips(written.locale, written.text)
    const meant = allowed.typography.filter(
      ({ locale, text }) => slips.length > 0 && locale === written.locale && written.text.includes(text),
    )
    for (const each of meant) needed.add(each)
    const rest = meant.reduce((text, each) => text.replaceAll(each.text, '…'), written.text)
    const remaining = meant.length > 0 ? typographySlips(written.locale, rest) : slips
    return remaining.length === 0 ? [] : [taskOf('typography', written, remaining.join(' '))]
  })
}

function idle({ file, allowed }: AllowList, needed: ReadonlySet<object>): TextTask[] {
  return (['translations', 'typography'] as const).flatMap((kind) =>
    [...allowed[kind].entries()]
      .filter(([, each]) => !needed.has(each))
      .map(([index, { locale, text }]) => {
        const advice = 'No text is written so any more. Correct this exception or take it out.'
        return { locale, state: 'unused', file, path: `${kind}.${index}`, text, advice }
      }),
  )
}

function taskOf(state: TextTask['state'], { path, ...written }: WrittenText, advice: string): TextTask {
  const { locale, file, text, isDraft } = written
  return { locale, state, file, path: path.join('.'), text, advice, ...(isDraft && { isDraft }) }
}

/** A text as it is written in one file, and what it is the translation of, where it is one. */
interface WrittenText extends Said {
  source?: string
  isDraft?: boolean
}

/** Every text that visitors read, of the definitions, their translations and the product itself. */
function writtenTexts(library: Library, schemas: Schemas): WrittenText[] {
  const drafts = new Set<string>()
  const sources = productSources(library)
  for (const { folder, id, locale, isDraft, file, target, offered } of translations(library, schemas)) {
    sources.set(`${locale}/${folder}/${id}`, byPath(offered()))
    if (isDraft) drafts.add(file).add(target)
  }
  return messages(library, schemas).map((said) => {
    const source = sources.get(`${said.locale}/${said.folder}/${said.id}`)?.get(said.path.join('.'))
    return { ...said, ...(source !== undefined && { source }), ...(drafts.has(said.file) && { isDraft: true }) }
  })
}

/** The product's own words in the site's first language, for each file in each of the others. */
function productSources({ site, words }: Library): Map<string, ReadonlyMap<string, string>> {
  const first = defaultLocale(site.value)
  const others = Object.keys(site.value.locales).filter((locale) => locale !== first)
  const entries = productWords.flatMap((name) => {
    const source = byPath(leaves(wordFile(words, first, '', name)?.value))
    return others.map((locale) => [`${locale}//${name}`, source] as const)
  })
  return new Map(entries)
}

function byPath(words: readonly Word[]): ReadonlyMap<string, string> {
  return new Map(words.map(({ path, text }) => [path.join('.'), text]))
}

/** Something that a text must not hold, and what to write instead. */
interface Slip {
  holds: RegExp
  says: string
}

/**
 * What a text has against the typography of its language, as the guide in locales/README.md has it: a sentence for
 * each slip. Of a language without rules only what holds for all is judged.
 */
export function typographySlips(locale: string, text: string): string[] {
  const read = plainWords(text).replace(/\{\{.*?\}\}|\{fact:.*?\}/g, '0')
  return [...everywhere, ...(inLanguage[locale] ?? [])].filter(({ holds }) => holds.test(read)).map(({ says }) => says)
}
