import { existsSync, globSync, readFileSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import type { AllowList, AllowLists, Voicing } from '#engine/authoring'
import { type ConfirmedOf, confirmedFolder, type NewlyConfirmed } from '#engine/authoring'
import { shapeCheck } from '#engine/library'
import type { AllowedTexts } from '#schemas/generated/allowed-texts.ts'
import type { Briefs } from '#schemas/generated/briefs.ts'
import type { Statements } from '#schemas/generated/statements.ts'
import type { Voice } from '#schemas/generated/voice.ts'
import { productLocales } from './disk-files.ts'
import type { LocatedProblem } from './load.ts'
import { parseJson } from './positions.ts'
import { allowedFolder } from './read-sources.ts'
import { readSchemas } from './schemas.ts'

/** Reads what translators have confirmed, from beside the translations in a folder of locales. */
export function confirmedIn(locales: string): ConfirmedOf {
  return (locale, place) => {
    const file = join(locales, locale, confirmedFolder, `${place}.json`)
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
  }
}

/** Writes down what is confirmed of a language now, and nothing else is any more. Returns the number of files that changed. */
export async function writeConfirmed(locales: string, locale: string, all: readonly NewlyConfirmed[]): Promise<number> {
  const folder = join(locales, locale, confirmedFolder)
  const said = all.filter(({ confirmed }) => Object.keys(confirmed).length > 0)
  const wanted = new Map(
    said.map(({ place, confirmed }) => [`${place}.json`, `${JSON.stringify(confirmed, null, 2)}\n`]),
  )
  const present = existsSync(folder) ? globSync('**/*.json', { cwd: folder }) : []
  const idle = present.filter((file) => !wanted.has(file))
  for (const file of idle) await rm(join(folder, file))
  const changed = [...wanted].filter(
    ([file, text]) => !present.includes(file) || readFileSync(join(folder, file), 'utf8') !== text,
  )
  for (const [place, text] of changed) {
    const file = join(folder, place)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text)
  }
  return changed.length + idle.length
}

/** Where figures may be typed: the list beside the translations, and the product's for its own words. */
export function figuresAllowedIn(locales: string): AllowLists {
  const folders = new Set([resolve(locales), resolve(productLocales)])
  return [...folders].map((folder) => {
    const file = join(folder, allowedFolder, 'figures.json')
    return { file, allowed: existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {} }
  })
}

/** How each language of a folder is written, for those that say so, and what is wrong with the files that say it. */
export function voicingsIn(locales: string): { voicings: Voicing[]; mistakes: LocatedProblem[] } {
  const mistakes: LocatedProblem[] = []
  const folder = join(locales, 'voice')
  const languages = existsSync(folder)
    ? globSync('*.json', { cwd: folder }).map((name) => name.replace('.json', ''))
    : []
  const voicings = languages.sort().flatMap((locale): Voicing[] => {
    const part = <T>(name: string, none: T): T => {
      const path = join(locales, name, `${locale}.json`)
      if (!existsSync(path)) return none
      const read = authorsFile<T>(path, locales, `${name}.schema.json`)
      mistakes.push(...read.mistakes)
      return read.value ?? none
    }
    const voice = part<Voice | null>('voice', null)
    if (!voice) return []
    const { pages: briefs } = part<Briefs>('briefs', { pages: {} })
    const { statements } = part<Statements>('statements', { statements: {} })
    return [{ locale, file: nameOf(join(folder, `${locale}.json`), locales), voice, briefs, statements }]
  })
  return { voicings, mistakes }
}

/** A file's name for people, with its folder. */
function nameOf(path: string, locales: string): string {
  return join(relative('.', dirname(locales)), relative(dirname(locales), path))
}

/** Reads a file that only authors need; null where it has mistakes. */
function authorsFile<T>(
  path: string,
  locales: string,
  schema: string,
): { value: T | null; mistakes: LocatedProblem[] } {
  const file = nameOf(path, locales)
  const { value, mistakes, locate } = parseJson(readFileSync(path, 'utf8'))
  const syntax = mistakes.map(({ position, message }) => ({ file, ...position, message }))
  if (syntax.length > 0) return { value: null, mistakes: syntax }
  const problems = shapeCheck(readSchemas())(schema, file, value)
  if (problems.length === 0) return { value: value as T, mistakes: [] }
  return { value: null, mistakes: problems.map(({ message, ...place }) => ({ file, ...locate(place), message })) }
}

/** Reads what is meant as it is written, from beside the languages of a folder; without the file nothing is. */
export function textsAllowedIn(locales: string): AllowList & { mistakes: LocatedProblem[] } {
  const path = join(locales, allowedFolder, 'texts.json')
  const none = { file: nameOf(path, locales), allowed: { translations: [], typography: [] } }
  if (!existsSync(path)) return { ...none, mistakes: [] }
  const { value, mistakes } = authorsFile<AllowedTexts>(path, locales, 'allowed-texts.schema.json')
  return value ? { ...none, allowed: value, mistakes } : { ...none, mistakes }
}
