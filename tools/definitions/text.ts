import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Command } from 'commander'
import {
  confirmedFolder,
  confirmedNow,
  indexedTexts,
  ownWords,
  readingTasks,
  type Skeleton,
  skeletons,
  type TextTask,
  textTasks,
  typedFigures,
  voiceTasks,
} from '#engine/authoring'
import { untranslatedMark } from '#engine/library'
import {
  confirmedIn,
  contentHash,
  figuresAllowedIn,
  loadGood,
  parseSources,
  problemLine,
  readSchemas,
  textsAllowedIn,
  voicingsIn,
  writeConfirmed,
} from '#engine/node'
import { type FolderOptions, withFolders } from '../terminal/folders.ts'

interface TextOptions extends FolderOptions {
  locale?: string
  confirm: boolean
  write: boolean
  json: boolean
  unique?: string | true
}

export function textCommand(text: Command): void {
  withFolders(text)
    .option('--locale <language>', 'only this language')
    .option('--write', 'write missing texts into the translations, marked for translation', false)
    .option('--confirm', 'confirm that every translation matches the current source text', false)
    .option('--json', 'print one JSON object per line', false)
    .option('--unique [page]', 'instead, print how many words of each page are unique to it; for one page also which')
    .action(async ({ locale, confirm, write, json, unique, ...folders }: TextOptions) => {
      if (unique) return printOwnWords(folders, unique === true ? undefined : unique, locale)
      const { sources, mistakes } = await parseSources(folders)
      const schemas = readSchemas()
      const tasks = textTasks(sources, schemas, contentHash, confirmedIn(folders.locales))
      const allowed = textsAllowedIn(folders.locales)
      const { voicings, mistakes: unvoiced } = voicingsIn(folders.locales)
      const wrong = [...mistakes, ...allowed.mistakes, ...unvoiced]
      if (wrong.length > 0 || !tasks) {
        console.error([...wrong.map(problemLine), 'Correct the definitions first: npx leadwright check'].join('\n'))
        process.exitCode = 1
        return
      }
      const figures = typedFigures(sources, schemas, figuresAllowedIn(folders.locales)) ?? []
      const reading = readingTasks(sources, schemas, allowed) ?? []
      const voice = voiceTasks(sources, schemas, voicings) ?? []
      // Elsewhere the product's words cannot be edited.
      const isOwn = ({ file, locale: of }: TextTask) =>
        basename(dirname(file)) !== of || existsSync(join(folders.locales, of, basename(file)))
      const isAsked = (task: TextTask) => (locale === undefined || task.locale === locale) && isOwn(task)
      if (write) return writeSkeletons(skeletons(sources, schemas) ?? [], folders.locales, locale)
      if (!confirm) return list([...tasks, ...figures, ...reading, ...voice].filter(isAsked), json)
      for (const language of new Set(tasks.filter(isAsked).map((task) => task.locale))) {
        const confirmed = confirmedNow(sources, schemas, contentHash, language)
        const written = await writeConfirmed(folders.locales, language, confirmed)
        console.log(`${join(folders.locales, language, confirmedFolder)}: ${written} written`)
      }
    })
}

/** Notes of translations that come with their source texts that they match. */
export async function confirmTexts(folders: FolderOptions, languages: readonly string[]): Promise<void> {
  const { sources } = await parseSources(folders)
  for (const language of languages)
    await writeConfirmed(folders.locales, language, confirmedNow(sources, readSchemas(), contentHash, language))
}

async function writeSkeletons(all: readonly Skeleton[], locales: string, only: string | undefined): Promise<void> {
  const asked = all.filter(({ locale }) => only === undefined || locale === only)
  for (const { locale, place, value, missing } of asked) {
    const file = join(locales, locale, `${place}.json`)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, `${JSON.stringify(value, null, 2)}\n`)
    console.log(`${file} written, with ${missing} ${missing === 1 ? 'text' : 'texts'} to translate`)
  }
  if (asked.length === 0) console.log('No texts were added: every missing text is already marked in its file.')
  else
    console.log(
      `Translate the texts marked "${untranslatedMark.trim()}" and remove the mark. Until then they count as missing.`,
    )
}

function list(tasks: readonly TextTask[], json: boolean): void {
  if (json) for (const task of tasks) console.log(JSON.stringify(task))
  else for (const line of lines(tasks)) console.log(line)
  const ofDrafts = tasks.filter(({ isDraft }) => isDraft).length
  if (tasks.length > ofDrafts) process.exitCode = 1
  else if (!json && tasks.length === 0) console.log('No text is missing, unused or outdated, and no rule is violated.')
  else if (!json) console.log(`All of these ${ofDrafts} are in drafts, so you can translate them when you publish.`)
}

/** A line for each text, but for those that nobody has confirmed: of a fresh translation these are all. */
function lines(tasks: readonly TextTask[]): string[] {
  const single = tasks.filter(({ state }) => state !== 'unconfirmed')
  const unconfirmed = Map.groupBy(
    tasks.filter((task) => !single.includes(task)),
    ({ locale }) => locale,
  )
  const missing = single.some(({ state }) => state === 'missing')
  const stale = [...new Set(single.flatMap(({ state, locale }) => (state === 'stale' ? [locale] : [])))]
  const figures = single.some(({ state }) => state === 'figure')
  return [
    ...single.map(({ state, locale, file, path, text, advice }) =>
      [locale, state.padEnd(7), file, path, `“${text}”`, ...(advice ? [advice] : [])].join('  '),
    ),
    ...[...unconfirmed].map(([locale, { length }]) => {
      const are = length === 1 ? 'translation is' : 'translations are'
      return `${locale}  ${length} ${are} not confirmed yet. If they match their sources, run: npx leadwright text --locale ${locale} --confirm`
    }),
    ...(figures
      ? ['Put figures in facts (site.json), and use {fact:name} in texts; list exceptions in allowed/figures.json.']
      : []),
    ...stale.map(
      (locale) =>
        `If the outdated translations match their sources again, run: npx leadwright text --locale ${locale} --confirm`,
    ),
    ...(missing ? ['To add the missing texts to the files, marked, run: npx leadwright text --write'] : []),
  ]
}

/**
 * Prints how many words of each page stand on no other page of its language; of the one that is named also which do.
 * @param page its id
 * @param locale only this language
 */
async function printOwnWords(folders: FolderOptions, page?: string, locale?: string): Promise<void> {
  const good = await loadGood(folders)
  if (!good.ok) {
    console.error(good.problems.map(problemLine).join('\n'))
    process.exitCode = 1
    return
  }
  for (const { problems } of good.quarantined) console.error(problems.map(problemLine).join('\n'))
  const site = good.value
  const all = ownWords(indexedTexts(site, readSchemas(), site.definition.brand))
  const asked = all.filter((one) => (!page || one.id === page) && (!locale || one.locale === locale))
  if (asked.length === 0) console.log('No page with this id may be indexed by search engines.')
  for (const { path, own, words, shared } of asked) {
    console.log(`${String(own).padStart(5)} of ${String(words).padStart(4)} words are unique to the page  ${path}`)
    if (page) for (const { text, on } of shared) console.log(`        “${text}”: ${on.slice(0, 3).join(', ')}`)
  }
}
