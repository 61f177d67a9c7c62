import { begunAt } from '#engine/catalog/page-key.ts'

/** Nobody reads and fills even the shortest form in this time, in ms. */
const leastTime = 2000

/**
 * Why a page's form looks filled by a program; null when it does not. The lead is stored all the same and delivered to
 * nobody, because a password manager may fill what people do not see.
 * @param key the form's key, which says when it was begun; a form without one is not judged by time
 */
export function suspicionOf({ key, trap, now }: { key: string | null; trap: string; now: number }): string | null {
  if (trap !== '') return 'The field that people do not see was filled.'
  const begun = key === null ? null : begunAt(key)
  if (begun === null || now - begun >= leastTime || begun > now) return null
  return `The form was sent ${now - begun} ms after it was begun.`
}
