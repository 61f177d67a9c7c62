import { buildCatalog, type Catalog } from '#engine/catalog/catalog.ts'
import type { PatternJudge } from '#engine/catalog/check-patterns.ts'
import type { SourceFile } from '#engine/catalog/source.ts'
import { contentHash } from './hash.ts'
import { patternJudge } from './pattern-judge.ts'
import type { Parsed, Position } from './positions.ts'
import { type Folders, type ParsedFile, readSources } from './read-sources.ts'
import { readSchemas } from './schemas.ts'
import { SourceCache } from './source-cache.ts'

/** A mistake with its place, ready to print: file:line:column message. */
export interface LocatedProblem extends Position {
  file: string
  message: string
}

export type Loaded = { ok: true; catalog: Catalog } | { ok: false; problems: LocatedProblem[] }

/**
 * Reads the folders and makes a catalog of them, or says everything that is wrong, in order of place.
 * @param cache of the last load of the same folders, so that only what changed is read again
 */
export async function loadCatalog(folders: Folders, cache = new SourceCache()): Promise<Loaded> {
  const files = await readSources(folders, cache)
  return catalogOf(files, await judgeOf(files))
}

/** A judge of the patterns that the files set. */
export function judgeOf(files: readonly ParsedFile[]): Promise<PatternJudge> {
  return patternJudge(files.filter(({ locale }) => locale === null).map(({ parsed }) => parsed.value))
}

/** The catalog of files that were read, or all that is wrong with them. */
export function catalogOf(files: readonly ParsedFile[], judge: PatternJudge): Loaded {
  const { sources, byName, mistakes } = sourcesOf(files)
  // A file that cannot be parsed says nothing, so what refers to it cannot be judged either.
  if (mistakes.length > 0) return { ok: false, problems: mistakes }
  const built = buildCatalog(sources, readSchemas(), contentHash, judge)
  if (built.ok) return { ok: true, catalog: built.value }
  const located = built.problems.map(({ file, message, ...place }) => ({
    file,
    ...positionIn(byName.get(file), place),
    message,
  }))
  return { ok: false, problems: located.sort(byPlace) }
}

/** The files of both folders, parsed: what they say, their places, and their syntax mistakes. */
export async function parseSources(folders: Folders, cache = new SourceCache()) {
  return sourcesOf(await readSources(folders, cache))
}

function sourcesOf(files: readonly ParsedFile[]) {
  return {
    sources: files.map(
      ({ file, locale, folder, id, parsed }): SourceFile => ({ file, locale, folder, id, value: parsed.value }),
    ),
    byName: new Map(files.map(({ file, parsed }) => [file, parsed])),
    mistakes: files.flatMap(({ file, parsed }): LocatedProblem[] =>
      parsed.mistakes.map(({ position, message }) => ({ file, ...position, message })),
    ),
  }
}

export function problemLine({ file, line, column, message }: LocatedProblem): string {
  return `${file}:${line}:${column} ${message}`
}

function positionIn(parsed: Parsed | undefined, place: Parameters<Parsed['locate']>[0]): Position {
  return parsed?.locate(place) ?? { line: 1, column: 1 }
}

function byPlace(a: LocatedProblem, b: LocatedProblem): number {
  return a.file.localeCompare(b.file) || a.line - b.line || a.column - b.column
}
