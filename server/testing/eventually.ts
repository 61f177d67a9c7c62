import { vi } from 'vitest'

/** Repeats the expectation until it holds; on a busy machine that may take a while. */
export function eventually(expectation: () => void | Promise<void>): Promise<void> {
  return vi.waitFor(expectation, { timeout: 25_000, interval: 10 })
}
