import { productWords } from '../../library/definition-key.ts'
import type { Schemas } from '../../library/shape.ts'
import { type Library, wordFile } from '../../library/source.ts'
import { defaultLocale } from '../../site/addresses/paths.ts'
import { type Said, sayings } from '../../site/i18n/sayings.ts'
import { translations } from '../../site/i18n/translations.ts'
import { leaves, type Word } from '../../site/i18n/words.ts'

/** A text as it is written in one file, and what it is the translation of, where it is one. */
export interface WrittenText extends Said {
  source?: string
  isDraft?: boolean
}

/** Every text that visitors read, of the definitions, their translations and the product itself. */
export function writtenTexts(library: Library, schemas: Schemas): WrittenText[] {
  const drafts = new Set<string>()
  const sources = productSources(library)
  for (const { folder, id, locale, isDraft, file, target, offered } of translations(library, schemas)) {
    sources.set(`${locale}/${folder}/${id}`, byPath(offered()))
    if (isDraft) drafts.add(file).add(target)
  }
  return sayings(library, schemas).map((said) => {
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
