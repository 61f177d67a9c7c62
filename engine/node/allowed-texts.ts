import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { AllowList } from '#engine/authoring'
import { shapeCheck } from '#engine/library'
import type { AllowedTexts } from '#schemas/generated/allowed-texts.ts'
import type { LocatedProblem } from './load.ts'
import { parseJson } from './positions.ts'
import { allowedFolder } from './read-sources.ts'
import { readSchemas } from './schemas.ts'

/** Reads what is meant as it is written, from beside the languages of a folder; without the file nothing is. */
export function textsAllowedIn(locales: string): AllowList & { mistakes: LocatedProblem[] } {
  const path = join(locales, allowedFolder, 'texts.json')
  const file = join(relative('.', dirname(locales)), relative(dirname(locales), path))
  const none = { file, allowed: { translations: [], typography: [] } }
  if (!existsSync(path)) return { ...none, mistakes: [] }
  const { value, mistakes, locate } = parseJson(readFileSync(path, 'utf8'))
  if (mistakes.length > 0)
    return { ...none, mistakes: mistakes.map(({ position, message }) => ({ file, ...position, message })) }
  const problems = shapeCheck(readSchemas())('allowed-texts.schema.json', file, value)
  if (problems.length > 0)
    return { ...none, mistakes: problems.map(({ message, ...place }) => ({ file, ...locate(place), message })) }
  return { file, allowed: value as AllowedTexts, mistakes: [] }
}
