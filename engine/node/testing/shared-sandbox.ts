import { afterAll, afterEach } from 'vitest'
import { SourceCache } from '../source-cache.ts'
import { type Sandbox, sandbox } from './sandbox.ts'

/** One sandbox for all tests of a file, as it was before each of them; what stays the same is read once. */
export async function sharedSandbox(): Promise<{ box: Sandbox; cache: SourceCache }> {
  const box = await sandbox()
  afterEach(() => box.restore())
  afterAll(() => box.remove())
  return { box, cache: new SourceCache() }
}
