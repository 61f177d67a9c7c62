import { isTree, mergePatch, type Tree } from '#engine/form/model'
import { whileSame } from '#engine/form/values'
import type { BlockDefinition } from '#schemas/generated/block.ts'
import { checkPatch } from './check-patches.ts'
import type { DefinitionProblem } from './definition-problem.ts'
import { didYouMean } from './did-you-mean.ts'
import type { ShapeCheck } from './shape.ts'
import type { Entry } from './source.ts'

type Blocks = ReadonlyMap<string, Entry<BlockDefinition>>

/** Puts blocks in the place of the sections that use them, in pages and in the patches of variants, and checks what comes of it. */
export function applyBlocks(
  pages: Map<string, Entry<object>>,
  blocks: Blocks,
  broken: Set<string>,
  check: ShapeCheck,
): DefinitionProblem[] {
  return [...pages].flatMap(([id, entry]) => {
    const used = blocksUsed(entry.value)
    if (Object.keys(used).length === 0) return []
    const isBroken = Object.values(used).some((block) => broken.has(`blocks/${block}`))
    const value = placedOnce(entry.value, used, blocks)
    const problems = Object.entries(used).flatMap(([section, block]) =>
      broken.has(`blocks/${block}`) ? [] : checkUse(entry, value, section, blocks, check),
    )
    if (isBroken || problems.length > 0) {
      pages.delete(id)
      broken.add(`pages/${id}`)
    } else pages.set(id, { ...entry, value, own: entry.value, blocks: used })
    return problems
  })
}

/** The sections of a page or of a patch on one that use a block, and which. */
export function blocksUsed(page: object): Record<string, string> {
  const used = Object.entries(sectionsOf(page)).flatMap(([id, section]) =>
    isTree(section) && typeof section.use === 'string' ? [[id, section.use] as const] : [],
  )
  return Object.fromEntries(used)
}

/** A page, or a patch on one, with its blocks in place and what it changes in them. */
export function withBlocks<T extends object>(page: T, blockOf: (id: string) => BlockDefinition | null): T {
  const used = blocksUsed(page)
  if (Object.keys(used).length === 0) return page
  const sections = Object.entries(sectionsOf(page)).map(([id, section]) => {
    const block = used[id] === undefined ? null : blockOf(used[id])
    return [id, block && isTree(section) ? sectionOf(block, section) : section]
  })
  return { ...page, sections: Object.fromEntries(sections) }
}

/** A page without what stands in some of its sections: a patch puts blocks there instead. */
export function cleared<T extends object>(page: T, ids: readonly string[]): T {
  const sections = sectionsOf(page)
  const empty = ids.filter((id) => Object.hasOwn(sections, id)).map((id) => [id, {}])
  return empty.length === 0 ? page : { ...page, sections: { ...sections, ...Object.fromEntries(empty) } }
}

/** Of sections that are made of blocks those that a page has. */
export function blocksOf(page: object, blocks: Readonly<Record<string, string>>): Record<string, string> {
  const sections = sectionsOf(page)
  return Object.fromEntries(Object.entries(blocks).filter(([id]) => Object.hasOwn(sections, id)))
}

function sectionsOf(page: object): Tree {
  return 'sections' in page && isTree(page.sections) ? page.sections : {}
}

function sectionOf(block: BlockDefinition, { use: _, ...patch }: Tree): unknown {
  const { $schema, ...section } = block as BlockDefinition & { $schema?: string }
  return mergePatch(section, patch)
}

const kept = whileSame<object>()

/** The same object for the same page and blocks, so that what was found out about it need not be found out again. */
function placedOnce(page: object, used: Record<string, string>, blocks: Blocks): object {
  const of = Object.values(used).map((block) => blocks.get(block)?.value)
  return kept(page, of, () => withBlocks(page, (block) => blocks.get(block)?.value ?? null))
}

function checkUse(
  { file, value: page }: Entry<object>,
  whole: object,
  section: string,
  blocks: Blocks,
  check: ShapeCheck,
): DefinitionProblem[] {
  const path = ['sections', section]
  const { use, ...patch } = sectionsOf(page)[section] as Tree
  const block = blocks.get(String(use))?.value
  if (!block) {
    const known = [...blocks.keys()]
    const hint = known.length === 0 ? ' There is none yet: write it in blocks/.' : didYouMean(String(use), known)
    return [{ file, path: [...path, 'use'], on: 'value', message: `There is no block "${use}".${hint}` }]
  }
  if (Object.hasOwn(patch, 'kind')) {
    const message = `A section that uses a block is of the block's kind, "${block.kind}". Remove "kind", or write the section without "use".`
    return [{ file, path: [...path, 'kind'], on: 'key', message }]
  }
  const misplaced = checkPatch(block as unknown as Tree, patch, { file, path })
  if (misplaced.length > 0 || Object.keys(patch).length === 0) return misplaced
  return check('section.schema.json', file, sectionsOf(whole)[section]).map((problem) => ({
    ...problem,
    path: [...path, ...problem.path],
  }))
}
