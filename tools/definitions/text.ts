import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
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
import { edited, mergeTexts, openFiles, type RefusedRow, readTexts, textRows, writeTexts } from '#server/studio'
import { type FolderOptions, withFolders } from '../terminal/folders.ts'
import { fail } from '../terminal/print-lines.ts'

interface TextOptions extends FolderOptions {
  locale?: string
  confirm: boolean
  write: boolean
  json: boolean
  unique?: string | true
  export?: string
  import?: string
}

export function textCommand(text: Command): void {
  withFolders(text)
    .option('--locale <language>', 'only this language')
    .option('--write', 'write missing texts into the translations, marked for translation', false)
    .option('--confirm', 'confirm that every translation matches the current source text', false)
    .option('--json', 'print one JSON object per line', false)
    .option('--unique [page]', 'instead, print how many words of each page are unique to it; for one page also which')
    .option('--export <file>', 'write the texts of --locale for translators, as XLIFF 2.1 (.xlf) or CSV (.csv)')
    .option('--import <file>', 'take translations of --locale back from such a file, and say what is refused')
    .action(async ({ locale, confirm, write, json, unique, export: to, import: from, ...folders }: TextOptions) => {
      if (to !== undefined || from !== undefined) return exchange(folders, { locale, to, from })
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

/** Writes the texts of a language for translators, or takes them back. */
async function exchange(
  folders: FolderOptions,
  { locale, to, from }: { locale: string | undefined; to: string | undefined; from: string | undefined },
): Promise<void> {
  const { sources, mistakes } = await parseSources(folders)
  const schemas = readSchemas()
  if (mistakes.length > 0)
    return fail([...mistakes.map(problemLine), 'Correct the definitions first: npx leadwright check'].join('\n'))
  if (locale === undefined) return fail('Add --locale with the language of the translations.')
  const about = { schemas, hash: contentHash, confirmedOf: confirmedIn(folders.locales), locale }
  const { source, rows } = textRows(sources, about) ?? { source: '', rows: [] }
  if (rows.length === 0) return fail(`No definition is translated into "${locale}".`)
  if (to !== undefined) {
    if (!/\.(xlf|xliff|csv)$/.test(to)) return fail(`"${to}" must end with .xlf or .csv.`)
    const format = to.endsWith('.csv') ? 'csv' : 'xliff'
    await writeFile(to, writeTexts(rows, { format, source, locale }))
    return console.log(`${to} written, with ${rows.length} texts.`)
  }
  const returned = readTexts(await readFile(from ?? '', 'utf8').catch((error: Error) => error.message))
  if (!returned.ok) return fail(`${from}: ${unreadable[returned.reason](returned.detail)} Nothing was changed.`)
  if (returned.locale !== null && returned.locale !== locale)
    return fail(`${from} has translations into "${returned.locale}", not "${locale}". Nothing was changed.`)
  const { changes, refused, same, empty } = mergeTexts(rows, returned.texts)
  const files = openFiles(folders)
  for (const [name, changed] of Map.groupBy(changes, (each) => each.file)) {
    const there = files.read(name)
    const text = there.ok ? there.file.text : '{}\n'
    const after = edited(
      text,
      changed.map(({ path, text }) => ({ path, value: text })),
    )
    const saved = await files.save([{ name, text: after, version: there.ok ? there.file.version : null }])
    if (!saved.ok) return fail(`${name} could not be written: ${saved.reason}. Import the file again.`)
  }
  for (const row of refused) console.error(`${row.place}  ${row.key}  ${refusals[row.reason](row.detail)}`)
  console.log(`${changes.length} taken, ${same} as they were, ${empty} left empty, ${refused.length} refused.`)
  if (refused.length > 0) process.exitCode = 1
}

const unreadable = {
  xml: (detail: string) => `This is not XML that can be read (${detail}).`,
  xliff: () => 'This is not XLIFF 2.',
  csv: (detail: string) =>
    `A column or a closing quote is missing: ${detail}. Export the file again to see its columns.`,
  large: () => 'This file is too large.',
} as const

const refusals: Readonly<Record<RefusedRow['reason'], (detail: string) => string>> = {
  unknown: () => 'There is no such text any more.',
  stale: (source) => `The source has changed since, to “${source}”. Export it again and translate this.`,
  twice: () => 'This text is in the file twice. The first was taken.',
  placeholders: (needed) =>
    needed === '' ? 'The source has no placeholders. Remove them.' : `Keep the placeholders of the source: ${needed}`,
  marks: () => 'It has marks of a translation program that mean nothing here. Remove them.',
  control: () => 'It has control characters. Remove them.',
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
