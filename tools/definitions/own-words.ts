import { ownWords } from '#engine/authoring/text-report/own-words.ts'
import { indexedTexts } from '#engine/authoring/text-report/page-texts.ts'
import { loadGood } from '#engine/node/good-catalog.ts'
import { problemLine } from '#engine/node/load.ts'
import { readSchemas } from '#engine/node/schemas.ts'
import type { FolderOptions } from '../terminal/folders.ts'

/**
 * Prints how many words of each page stand on no other page of its language; of the one that is named also which do.
 * @param page its id
 * @param locale only this language
 */
export async function printOwnWords(folders: FolderOptions, page?: string, locale?: string): Promise<void> {
  const good = await loadGood(folders)
  if (!good.ok) {
    console.error(good.problems.map(problemLine).join('\n'))
    process.exitCode = 1
    return
  }
  for (const { problems } of good.setAside) console.error(problems.map(problemLine).join('\n'))
  const catalog = good.value
  const all = ownWords(indexedTexts(catalog, readSchemas(), catalog.site.brand))
  const asked = all.filter((one) => (!page || one.id === page) && (!locale || one.locale === locale))
  if (asked.length === 0) console.log('No page that search engines may list is called that.')
  for (const { path, own, words, shared } of asked) {
    console.log(`${String(own).padStart(5)} of ${String(words).padStart(4)} words stand on no other page  ${path}`)
    if (page) for (const { text, on } of shared) console.log(`        “${text}”: ${on.slice(0, 3).join(', ')}`)
  }
}
