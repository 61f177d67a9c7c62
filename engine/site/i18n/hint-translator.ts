import type { Translate } from '#engine/form/model'
import { oncePerValue } from '#engine/form/values'
import { type Library, wordFile } from '#engine/library'
import { translator } from './translator.ts'

const noWords = {}
const kept = oncePerValue<{ chrome: object; errors: object }>()

/** Translates the words that tell bounds and figures (locales/<lng>/hints.json), which only the server needs. */
export function hintTranslator({ words }: Pick<Library, 'words'>, locale: string): Translate {
  const hints = wordFile(words, locale, '', 'hints')?.value ?? noWords
  return translator(
    locale,
    kept(hints, '', () => ({ chrome: hints, errors: {} })),
  ).t
}
