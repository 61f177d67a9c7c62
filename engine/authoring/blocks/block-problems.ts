import { isTree } from '#engine/form/model'
import type { DefinitionProblem, Entry, Library } from '#engine/library'
import type { PageDefinition } from '#schemas/generated/page.ts'

/** The problems of pages, those of what a page has from a block at their place in the block, where all its pages have them. */
export function atBlocks(problems: readonly DefinitionProblem[], { pages, blocks }: Library): DefinitionProblem[] {
  const byFile = new Map([...pages].map(([id, page]) => [page.file, { id, page }]))
  return problems.map((problem) => {
    const { id, page } = byFile.get(problem.file) ?? {}
    const [, section = '', ...rest] = problem.path
    const file = problem.path[0] === 'sections' && blocks.get(page?.blocks?.[section] ?? '')?.file
    if (!page || !file || isOwn(page)) return problem
    return { ...problem, file, path: rest, of: [`pages/${id}`] }

    function isOwn({ own, variantOf }: Entry<PageDefinition>): boolean {
      return says(own, problem.path) || says(pages.get(variantOf ?? '')?.own, problem.path)
    }
  })
}

/** Blocks that no page uses. Visitors do not meet them. */
export function idleBlocks({ pages, blocks }: Library): DefinitionProblem[] {
  const used = new Set([...pages.values()].flatMap((page) => Object.values(page.blocks ?? {})))
  return [...blocks].flatMap(([id, { file }]) => {
    if (used.has(id)) return []
    const message = `No page uses the block "${id}". Name it in a section ({ "use": "${id}" }), or remove this file.`
    return [{ file, path: [], on: 'value' as const, message }]
  })
}

/** Whether a file says something at a place. */
function says(own: unknown, path: readonly string[]): boolean {
  let at = own
  for (const key of path) {
    if (!isTree(at) || !Object.hasOwn(at, key)) return false
    at = at[key]
  }
  return path.length > 0
}
