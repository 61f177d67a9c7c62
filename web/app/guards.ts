import type { PageView } from '#engine/site/page-view.ts'
import { UnknownPart } from '../page/unknown-part.ts'

/** What may keep a visitor from a page, by the name that pages call it. */
const known: ReadonlySet<string> = new Set<PageView['guards'][number]>(['country', 'popup'])

/** @throws UnknownPart where a page of a newer server names a guard that this client lacks */
export function knowGuards({ guards }: Pick<PageView, 'guards'>): void {
  for (const guard of guards) if (!known.has(guard)) throw new UnknownPart('guard', guard)
}
