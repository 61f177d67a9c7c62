import { isTree } from '#engine/form/model'
import type { ProofProblem } from '#engine/form/proof'
import type { Position } from '../positions.ts'
import type { ParsedFile } from '../read-sources.ts'

/**
 * Where a proof's finding stands: in the file of the partner or the page, or the form's own, in that beneath a variant, or in
 * the group that a step uses. Whatever says most of the path is meant.
 * @param form the form's id
 */
export function proofPlace(
  { path, partner, page }: Pick<ProofProblem, 'path' | 'partner' | 'page'>,
  { form, locale }: { form: string; locale: string },
  files: readonly ParsedFile[],
): Position & { file: string } {
  const definition = (folder: string, id: unknown) =>
    files.find((file) => file.locale === null && file.folder === folder && file.id === id)
  const folder = page === undefined ? 'forms' : 'pages'
  const own = partner === undefined ? definition(folder, page ?? form) : definition('partners', partner)
  if (!own) return { file: form, line: 1, column: 1 }
  const base = definition(folder, valueAt(own.value, ['variantOf']))
  const use = [own, base].map((file) => valueAt(file?.value, [...path.slice(0, 2), 'use'])).find(Boolean)
  const group = path[0] === 'steps' ? definition('groups', use) : undefined
  const candidates = [
    { source: own, path: ['localeRules', locale, ...path], skipped: 2 },
    { source: own, path, skipped: 0 },
    { source: base, path, skipped: 0 },
    // A group's fields stand at its top.
    { source: group, path: path.slice(2), skipped: -2 },
  ]
  let best = { source: own, path, depth: -1 }
  for (const { source, path: keys, skipped } of candidates) {
    const depth = source ? depthOf(source.value, keys) - skipped : -1
    if (source && depth > best.depth) best = { source, path: keys, depth }
  }
  return { file: best.source.file, ...best.source.parsed.locate({ path: best.path, on: 'key' }) }
}

/** How many of the keys stand in a value. */
function depthOf(value: unknown, keys: readonly string[]): number {
  const found = keys.findIndex((_, index) => valueAt(value, keys.slice(0, index + 1)) === undefined)
  return found === -1 ? keys.length : found
}

function valueAt(value: unknown, keys: readonly string[]): unknown {
  return keys.reduce<unknown>((at, key) => {
    if (Array.isArray(at)) return at[Number(key)]
    return isTree(at) && Object.hasOwn(at, key) ? at[key] : undefined
  }, value)
}
