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

/**
 * A page to draw. Its view, the larger part by far, is sent once and then named: both ends keep those used last, and
 * since they hear of them in the same order, always the same.
 */
export type Request = Omit<RenderInput, 'view'> & { id: number; name: string; view: string | null }

/** The page as UTF-8, or why there is none. */
export type Reply = { id: number; html: Uint8Array<ArrayBuffer> } | { id: number; why: string }

/** Views that are kept. One is some tens of kilobytes. */
export const mostViews = 300
