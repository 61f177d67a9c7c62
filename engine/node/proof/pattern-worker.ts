import { parentPort, workerData } from 'node:worker_threads'
import { checkSync } from 'recheck'
import type { PatternVerdict } from '#engine/authoring'

/** Judges the patterns it was started with, one after the other, and tells each verdict as it is found. */
const { patterns, timeout } = workerData as { patterns: readonly string[]; timeout: number }
for (const pattern of patterns) parentPort?.postMessage({ pattern, verdict: verdictOn(pattern) })

function verdictOn(pattern: string): PatternVerdict {
  // As validators match it.
  const found = checkSync(pattern, 'u', { timeout })
  if (found.status === 'vulnerable') return { kind: 'dangerous', attack: found.attack.pattern }
  return { kind: found.status }
}
