import { checkSync } from 'recheck'
import type { PatternVerdict } from '#engine/authoring'

/** Whether a pattern can keep a server busy. @param timeout how long it is thought about at most, in ms */
export function verdictOn(pattern: string, timeout: number): PatternVerdict {
  // As validators match it.
  const found = checkSync(pattern, 'u', { timeout })
  if (found.status === 'vulnerable') return { kind: 'dangerous', attack: found.attack.pattern }
  return { kind: found.status }
}
