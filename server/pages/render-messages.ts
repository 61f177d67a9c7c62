import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { PageView } from '#engine/site'

/** All that a page is drawn from. */
export interface RenderInput {
  /** Path and query. */
  address: string
  view: PageView
  /** Where its forms stand, as JSON. */
  state: string
}

/** What the render thread is started with: the file of web's server entry, the manifest of its build, and the files of added kinds. */
export interface ThreadData {
  code: string
  manifest: object
  kinds: Readonly<Record<string, string>>
}

/** A message to the render thread: a page to draw, or a request to free memory. */
export type Request = PageRequest | 'release-memory'

/**
 * A page to draw. Its view, the larger part by far, is sent once and then named: both ends keep those used last, and
 * since they hear of them in the same order, always the same.
 */
export type PageRequest = Omit<RenderInput, 'view'> & { id: number; name: string; view: string | null }

/** The page as UTF-8, or why there is none. */
export type Reply = { id: number; html: Uint8Array<ArrayBuffer> } | { id: number; why: string }

/**
 * Collects this thread's garbage and returns the memory to the system, which V8 does not do on its own. Blocks the
 * thread: for about 200 ms after a site was read.
 */
export function releaseMemory(): void {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

/** Views that are kept. One is some tens of kilobytes. */
export const mostViews = 300
