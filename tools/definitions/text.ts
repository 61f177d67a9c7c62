import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
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
    .option('--locale <language>', 'only one language')
    .option('--write', 'writes the missing texts into the translations, marked, to be written over', false)
    .option('--confirm', 'writes down that every translation fits its source as it is now', false)
    .option('--json', 'one object a line', false)
    .option(
      '--unique [page]',
      'in place of all that, how many words of each page stand on no other; of one page also which',
    )
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
      const isAsked = (task: TextTask) => locale === undefined || task.locale === locale
      if (write) return writeSkeletons(skeletons(sources, schemas) ?? [], folders.locales, locale)
      if (!confirm) return list([...tasks, ...figures, ...reading, ...voice].filter(isAsked), json)
      for (const language of new Set(tasks.filter(isAsked).map((task) => task.locale))) {
        const confirmed = confirmedNow(sources, schemas, contentHash, language)
        const written = await writeConfirmed(folders.locales, language, confirmed)
        console.log(`${join(folders.locales, language, confirmedFolder)}: ${written} written`)
      }
    })
}

async function writeSkeletons(all: readonly Skeleton[], locales: string, only: string | undefined): Promise<void> {
  const asked = all.filter(({ locale }) => only === undefined || locale === only)
  for (const { locale, place, value, missing } of asked) {
    const file = join(locales, locale, `${place}.json`)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, `${JSON.stringify(value, null, 2)}\n`)
    console.log(`${file} written, with ${missing} ${missing === 1 ? 'text' : 'texts'} to translate`)
  }
  if (asked.length === 0) console.log('Nothing is missing that does not stand in its file already.')
  else console.log(`Translate what follows "${untranslatedMark.trim()}". Until that is gone, a text counts as missing.`)
}

function list(tasks: readonly TextTask[], json: boolean): void {
  if (json) for (const task of tasks) console.log(JSON.stringify(task))
  else for (const line of lines(tasks)) console.log(line)
  const ofDrafts = tasks.filter(({ isDraft }) => isDraft).length
  if (tasks.length > ofDrafts) process.exitCode = 1
  else if (!json && tasks.length === 0) console.log('Nothing is missing, unused or stale, and nothing reads wrong.')
  else if (!json) console.log(`All of these ${ofDrafts} are in drafts, and can wait until those are published.`)
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
      return `${locale}  ${length} ${are} not confirmed yet. When they say what their sources say: npx leadwright text --locale ${locale} --confirm`
    }),
    ...(figures
      ? [
          'Figures belong in facts (site.json), and words say {fact:name}; what may stay stands in allowed/figures.json.',
        ]
      : []),
    ...stale.map(
      (locale) =>
        `When the stale translations say what their sources say now: npx leadwright text --locale ${locale} --confirm`,
    ),
    ...(missing ? ['To get the missing texts into the files, marked: npx leadwright text --write'] : []),
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
  if (asked.length === 0) console.log('No page that search engines may list is called that.')
  for (const { path, own, words, shared } of asked) {
    console.log(`${String(own).padStart(5)} of ${String(words).padStart(4)} words stand on no other page  ${path}`)
    if (page) for (const { text, on } of shared) console.log(`        “${text}”: ${on.slice(0, 3).join(', ')}`)
  }
}
