import { compile, type PatternJudge } from '#engine/authoring'
import { type DefinitionProblem, definitionKey } from '#engine/library'
import type { Site } from '#engine/site'
import type { Folders } from './disk-files.ts'
import type { Position } from './positions.ts'
import { patternJudge } from './proof/pattern-judge.ts'
import { type ParsedFile, readSources } from './read-sources.ts'
import { readSchemas } from './schemas.ts'
import { SourceCache } from './source-cache.ts'
import { contentHash } from './validators.ts'

/** A mistake with its place, ready to print: file:line:column message. */
export interface LocatedProblem extends Position {
  file: string
  message: string
}

/** A mistake and the definitions it was found in, by key. */
export interface FoundProblem extends LocatedProblem {
  of: readonly string[]
  with?: readonly string[]
}

export type Loaded =
  /** The remarks are mistakes too, but none that a visitor meets. */
  { ok: true; site: Site; remarks: LocatedProblem[] } | { ok: false; problems: LocatedProblem[] }

/**
 * Reads the folders and makes a site of them, or says everything that is wrong, in order of place.
 * @param cache of the last load of the same folders, so that only what changed is read again
 */
export async function loadSite(folders: Folders, cache = new SourceCache()): Promise<Loaded> {
  const files = await readSources(folders, cache)
  return siteOf(files, await judgeOf(files))
}

/** A judge of the patterns that the files set. @param isThread whether this thread serves no visitors */
export function judgeOf(files: readonly ParsedFile[], isThread = false): Promise<PatternJudge> {
  const definitions = files.filter(({ locale }) => locale === null).map(({ value }) => value)
  return patternJudge(definitions, { isThread })
}

/** The site of files that were read, or all that is wrong with them. */
export function siteOf(files: readonly ParsedFile[], judge: PatternJudge): Loaded {
  const built = judged(files, judge)
  if (!built.ok) return { ok: false, problems: built.problems.map(bare) }
  return { ok: true, site: built.value, remarks: remarksOf(built.value, files) }
}

/** The mistakes of a site made of these files that no visitor meets. */
export function remarksOf({ authoring: { remarks } }: Site, files: readonly ParsedFile[]): LocatedProblem[] {
  return located(remarks, files).sort(byPlace).map(bare)
}

/** A mistake without the definitions it was found in. */
export function bare({ of: _, with: __, ...problem }: FoundProblem): LocatedProblem {
  return problem
}

/**
 * The same with the definitions that each mistake was found in.
 * @param leftOut definitions that are there and not among the files, because they cannot be used
 */
export function judged(
  files: readonly ParsedFile[],
  judge: PatternJudge,
  leftOut?: ReadonlySet<string>,
): { ok: true; value: Site } | { ok: false; problems: FoundProblem[] } {
  const mistakes = mistakesOf(files)
  const built = compile(files, readSchemas(), contentHash, judge, leftOut)
  if (built.ok && mistakes.length === 0) return built
  const problems = built.ok ? [] : located(built.problems, files)
  return { ok: false, problems: [...mistakes, ...problems].sort(byPlace) }
}

function located(problems: readonly DefinitionProblem[], files: readonly ParsedFile[]): FoundProblem[] {
  const byName = new Map(files.map((file) => [file.file, file]))
  return problems.map(({ file, message, of, with: other, path, on }) => {
    const source = byName.get(file)
    const position = source?.parsed.locate({ path, on }) ?? { line: 1, column: 1 }
    const found = of ?? [source ? definitionKey(source) : file.replace(/\.json$/, '')]
    return { file, ...position, message, of: found, ...(other && { with: other }) }
  })
}

/** What keeps files from being understood at all. */
function mistakesOf(files: readonly ParsedFile[]): FoundProblem[] {
  return files.flatMap((source) =>
    source.parsed.mistakes.map(({ position, message }) => ({
      file: source.file,
      ...position,
      message,
      of: [definitionKey(source)],
    })),
  )
}

/** The files of both folders, parsed: what they say, their places, and their syntax mistakes. */
export async function parseSources(folders: Folders, cache = new SourceCache()) {
  const sources = await readSources(folders, cache)
  return { sources, mistakes: mistakesOf(sources) }
}

export function problemLine({ file, line, column, message }: LocatedProblem): string {
  return `${file}:${line}:${column} ${message}`
}

/** The order of files, and of places within each. */
export function byPlace(a: LocatedProblem, b: LocatedProblem): number {
  return a.file.localeCompare(b.file) || a.line - b.line || a.column - b.column
}
