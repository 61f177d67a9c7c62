import type { PageView } from '#engine/catalog/portal/page-view.ts'
import { UnknownPart } from './unknown-part.ts'

/** What may hold a visitor on the way to a page, by the name that pages call it: nothing yet. */
const guards: ReadonlySet<string> = new Set()

/** @throws UnknownPart where a page of a newer server names a guard that this client lacks */
export function knowGuards({ guards: named = [] }: PageView & { guards?: readonly string[] }): void {
  for (const guard of named) if (!guards.has(guard)) throw new UnknownPart('guard', guard)
}
