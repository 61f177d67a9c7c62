import { isTree, type Tree } from '#engine/form/model'
import { oncePerValue } from '#engine/form/values'

/** What stands before a text that is still to be translated: until it is gone, the text counts as missing. */
export const untranslatedMark = 'TODO: '

const kept = oncePerValue<Tree>()

/** The words that are translated: without blank texts and those that are still marked. The same tree if all are. */
export function translatedWords(words: Tree): Tree {
  return kept(words, '', () => (isTranslated(words) ? words : withoutUntranslated(words)))
}

function isTranslated(value: unknown): boolean {
  if (typeof value === 'string') return !isUntranslated(value)
  return !isTree(value) || Object.values(value).every(isTranslated)
}

function withoutUntranslated(words: Tree): Tree {
  const entries = Object.entries(words).flatMap(([key, value]): [string, unknown][] => {
    if (isTree(value)) return [[key, withoutUntranslated(value)]]
    return isTranslated(value) ? [[key, value]] : []
  })
  return Object.fromEntries(entries)
}

function isUntranslated(text: string): boolean {
  return text.trim() === '' || text.startsWith(untranslatedMark.trim())
}
