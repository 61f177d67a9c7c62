import { type Quarantined, type Settled, settleSources } from '#engine/authoring'
import type { Site } from '#engine/site'
import type { Folders } from './disk-files.ts'
import { byPlace, type FoundProblem, judged, judgeOf, problemLine } from './load.ts'
import { type ParsedFile, readSources } from './read-sources.ts'
import { SourceCache } from './source-cache.ts'

/** A definition that is not live as its files have it, and why, with places. */
export type QuarantinedDefinition = Quarantined<FoundProblem>

/** What the files make that is good, and what of them is quarantined; not even a site without a usable site.json. */
export type GoodSite = Settled<Site, ParsedFile, FoundProblem>

/** Finds what keeps visitors from finishing the forms of a site that is right otherwise, made of the files given. */
export type ProveForms = (site: Site, files: readonly ParsedFile[]) => Promise<FoundProblem[]>

/** The site of all that is good in the files, with the last good version of what is not. */
export async function goodSite(
  present: readonly ParsedFile[],
  lastGood: readonly ParsedFile[] = [],
  prove: ProveForms = async () => [],
): Promise<GoodSite> {
  const texts = new Map(present.map(({ file, text }) => [file, text]))
  const judge = await judgeOf([...present, ...lastGood.filter(({ file, text }) => text !== texts.get(file))])
  return settleSources(present, lastGood, async (files, leftOut) => {
    const built = judged(files, judge, leftOut)
    if (!built.ok) return built
    const problems = await prove(built.value, files)
    return problems.length > 0 ? { ok: false, problems } : built
  })
}

/** What is good in the folders as they are now, by themselves. */
export async function loadGood(folders: Folders): Promise<GoodSite> {
  return goodSite(await readSources(folders, new SourceCache()))
}

/** A definition that is quarantined, and those it waits for. Nothing when it is not quarantined. */
export function quarantinedBecauseOf(
  definition: string,
  quarantined: readonly QuarantinedDefinition[],
): QuarantinedDefinition[] {
  const own = quarantined.find((one) => one.definition === definition)
  return own ? [own, ...own.needs.flatMap((need) => quarantinedBecauseOf(need, quarantined))] : []
}

/** The problems of what is quarantined, each once, in order of place. */
export function problemsOf(quarantined: readonly QuarantinedDefinition[]): FoundProblem[] {
  return [...new Set(quarantined.flatMap(({ problems }) => problems))].sort(byPlace)
}

/** Whether all that the folders hold is or would be live as it is written: the one verdict of `check`, the log and /readyz. @param quarantined null where not even a site can be served */
export function wouldGoLiveOf(quarantined: readonly QuarantinedDefinition[] | null): 'yes' | 'no' {
  return quarantined?.length === 0 ? 'yes' : 'no'
}

/** What is quarantined as a line to print: what visitors have instead, and every reason with its place. */
export function quarantineLine({ definition, live, needs, problems }: QuarantinedDefinition): string {
  const instead = live === 'absent' ? 'is left out' : 'stays as it last was'
  const because = needs.length > 0 ? `, because it needs ${needs.join(', ')}` : ''
  return [`${definition} ${instead}${because}.`, ...problems.map(problemLine)].join(' ')
}
