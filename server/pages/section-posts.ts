import type { FastifyRequest } from 'fastify'
import { plainWords } from '#engine/form/model'
import { htmlText as html } from '#engine/form/values'
import type { PageDefinition } from '#schemas/generated/page.ts'
import type { Section } from '#schemas/generated/section.ts'

/** What was posted to a page. */
export interface PagePost {
  request: FastifyRequest
  /** The brand whose host it came to, by id. */
  brand: string
  locale: string
  query: URLSearchParams
  body: URLSearchParams
  /** The section, with its words in the language. */
  section: Section
}

/** An answer for programs, in place of the page. */
export interface ShortAnswer {
  status: number
  title: string
  text: string
}

/**
 * Does what a section's button is for, and gives the state that the page then tells at `?state=`, or the whole answer; null
 * where the post is not its own. Rejects with StorageUnavailable.
 */
export type SectionPost = (post: PagePost) => Promise<string | ShortAnswer | null>

/** By kind of section, for the kinds with a button that is no form's. */
export type SectionPosts = Readonly<Record<string, SectionPost>>

/** What came of a post to the sections of a page; null where it was for none of them. */
export async function outcomeOf(
  posts: SectionPosts,
  { sections }: PageDefinition,
  post: Omit<PagePost, 'section'>,
): Promise<string | ShortAnswer | null> {
  for (const section of Object.values(sections)) {
    const outcome = (await posts[section.kind]?.({ ...post, section })) ?? null
    if (outcome !== null) return outcome
  }
  return null
}

/** A page with nothing but a heading and a sentence. */
export function shortPage({ title, text }: ShortAnswer, locale: string): string {
  return [
    `<!doctype html><html lang="${html(locale)}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">',
    `<title>${html(title)}</title></head><body><h1>${html(title)}</h1><p>${html(plainWords(text))}</p></body></html>`,
  ].join('')
}
