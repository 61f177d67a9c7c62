import { isTree, type Tree } from '#engine/core/definition/merge-patch.ts'
import { oncePerValue } from '#engine/core/values/once-per-value.ts'

/** What stands before a text that is still to be translated: until it is gone, the text counts as missing. */
export const untranslatedMark = 'TODO: '

const keptWords = oncePerValue<Tree>()

/** The words that are translated: without blank texts and those that are still marked. The same tree if all are. */
export function translatedWords(words: Tree): Tree {
  return keptWords(words, '', () => {
    const entries = Object.entries(words).flatMap(([key, value]): [string, unknown][] => {
      if (isTree(value)) return [[key, translatedWords(value)]]
      return typeof value === 'string' && isUntranslated(value) ? [] : [[key, value]]
    })
    const isSame = entries.length === Object.keys(words).length && entries.every(([key, value]) => words[key] === value)
    return isSame ? words : Object.fromEntries(entries)
  })
}

function isUntranslated(text: string): boolean {
  return text.trim() === '' || text.startsWith(untranslatedMark.trim())
}
