import { existsSync, readFileSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type ConfirmedOf, confirmedFolder, type NewlyConfirmed } from '#engine/authoring'

/** Reads what translators have confirmed, from beside the translations in a folder of locales. */
export function confirmedIn(locales: string): ConfirmedOf {
  return (locale, place) => {
    const file = join(locales, locale, confirmedFolder, `${place}.json`)
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
  }
}

/** Writes down what is confirmed of a language now, and nothing else is any more. Returns the number of files. */
export async function writeConfirmed(locales: string, locale: string, all: readonly NewlyConfirmed[]): Promise<number> {
  const folder = join(locales, locale, confirmedFolder)
  await rm(folder, { recursive: true, force: true })
  const said = all.filter(({ confirmed }) => Object.keys(confirmed).length > 0)
  for (const { place, confirmed } of said) {
    const file = join(folder, `${place}.json`)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, `${JSON.stringify(confirmed, null, 2)}\n`)
  }
  return said.length
}
