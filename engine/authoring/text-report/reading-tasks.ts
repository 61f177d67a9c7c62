import type { AllowedTexts } from '#schemas/generated/allowed-texts.ts'
import { sortSources } from '../../library/library.ts'
import { type Schemas, shapeCheck } from '../../library/shape.ts'
import type { SourceFile } from '../../library/source.ts'
import type { TextTask } from './text-report.ts'
import { typographySlips } from './typography.ts'
import { type WrittenText, writtenTexts } from './written-texts.ts'

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
  const translated = texts.filter(({ source = '{{' }) => !source.includes('{{'))
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
