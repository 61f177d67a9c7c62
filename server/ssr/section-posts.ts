import type { FastifyRequest } from 'fastify'
import type { PageDefinition } from '#schemas/generated/page.ts'

/** What was posted to a page. */
export interface PagePost {
  request: FastifyRequest
  /** The brand whose host it came to, by id. */
  brand: string
  locale: string
  query: URLSearchParams
  body: URLSearchParams
}

/**
 * Does what a section's button is for, and gives the state that the page then tells at `?state=`; null where the post is
 * not its own. Rejects with StorageUnavailable.
 */
export type SectionPost = (post: PagePost) => Promise<string | null>

/** By kind of section, for the kinds with a button that is no form's. */
export type SectionPosts = Readonly<Record<string, SectionPost>>

/** What came of a post to the sections of a page; null where it was for none of them. */
export async function stateAfter(
  posts: SectionPosts,
  { sections }: PageDefinition,
  post: PagePost,
): Promise<string | null> {
  for (const { kind } of Object.values(sections)) {
    const state = (await posts[kind]?.(post)) ?? null
    if (state !== null) return state
  }
  return null
}
