import { type PatternJudge, type PatternVerdict, patternsIn } from '#engine/authoring'
import { heardFrom } from './heard-from.ts'

/** What has been found out, by pattern; the one found first goes first. */
const verdicts = new Map<string, PatternVerdict>()
const capacity = 1000

/**
 * A judge of all patterns in the definitions given. New ones are thought about in a thread of their own, because that
 * may take seconds, in which a running server has visitors to serve.
 * @param timeout how long each is thought about at most, in ms
 * @param isThread whether this thread serves no visitors: it can think itself, and need not begin another each time
 */
export async function patternJudge(
  definitions: readonly unknown[],
  { timeout = 10_000, isThread = false } = {},
): Promise<PatternJudge> {
  const patterns = new Set(definitions.flatMap((value) => patternsIn(value).map(({ pattern }) => pattern)))
  const open = [...patterns].filter((pattern) => !verdicts.has(pattern))
  const found =
    open.length === 0 ? new Map<string, PatternVerdict>() : await (isThread ? thinkHere : think)(open, timeout)
  for (const pattern of open) remember(pattern, found.get(pattern) ?? { kind: 'unknown' })
  return (pattern) => found.get(pattern) ?? verdicts.get(pattern) ?? { kind: 'unknown' }
}

function remember(pattern: string, verdict: PatternVerdict): void {
  verdicts.set(pattern, verdict)
  const [oldest] = verdicts.keys()
  if (verdicts.size > capacity && oldest !== undefined) verdicts.delete(oldest)
}

async function thinkHere(patterns: readonly string[], timeout: number): Promise<Map<string, PatternVerdict>> {
  process.env.RECHECK_SYNC_BACKEND = pure.RECHECK_SYNC_BACKEND
  const { verdictOn } = await import('./pattern-verdict.ts')
  return new Map(patterns.map((pattern) => [pattern, verdictOn(pattern, timeout)]))
}

/** recheck would look for Java and for a binary otherwise; its JavaScript finds the same. */
const pure = { RECHECK_SYNC_BACKEND: 'pure' }

/** The verdicts that were found in time. */
async function think(patterns: readonly string[], timeout: number): Promise<Map<string, PatternVerdict>> {
  const found = new Map<string, PatternVerdict>()
  // It keeps time itself.
  const times = { first: timeout + 10_000, next: timeout + 10_000 }
  await heardFrom('pattern-worker', { workerData: { patterns, timeout }, env: pure }, times, hear)
  return found

  function hear({ pattern, verdict }: { pattern: string; verdict: PatternVerdict }): void {
    found.set(pattern, verdict)
  }
}
