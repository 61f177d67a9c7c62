import { isTree, mergePatch, type Tree, withRemovals } from '#engine/form/model'
import { memoizeByInput } from '#engine/form/values'
import type { BlockDefinition } from '#schemas/generated/block.ts'
import type { FormDefinition } from '#schemas/generated/form.ts'
import type { DefinitionProblem } from './definition-problem.ts'
import { didYouMean } from './did-you-mean.ts'
import { folders } from './folders.ts'
import type { ShapeCheck } from './shape.ts'
import type { Definitions, Entry, Library } from './source.ts'

const keptVariants = memoizeByInput<object>()

/** Containers of entries under ids: what an entry is called, and what a new one cannot do without. */
const entries: Readonly<Record<string, { what: string; needs: readonly string[]; sentence: string }>> = {
  steps: { what: 'step', needs: ['fields', 'use'], sentence: 'A new one needs "fields", or "use" of a group.' },
  fields: {
    what: 'field',
    needs: ['kind', 'options', 'optionList', 'type'],
    sentence: 'A new one needs a "kind", "options" or a "type".',
  },
  sections: { what: 'section', needs: ['kind'], sentence: 'A new one needs a "kind".' },
}

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
function blocksOf(page: object, blocks: Readonly<Record<string, string>>): Record<string, string> {
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

const kept = memoizeByInput<object>()

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

/** A place in a file. */
export interface Place {
  file: string
  path: readonly string[]
}

/**
 * A patch changes and removes what is there. A misspelt id would silently leave the entry as it is, or make a second
 * beside it that nobody meant.
 */
export function checkPatch(base: Tree, patch: Tree, { file, path }: Place): DefinitionProblem[] {
  // What stands in a section is another's: the steps of one that tells how it works are no form's.
  const container = path[0] === 'sections' && path.length > 1 ? undefined : entries[path.at(-1) ?? '']
  return Object.entries(patch).flatMap(([id, value]): DefinitionProblem[] => {
    const at = { file, path: [...path, id] }
    if (Object.hasOwn(base, id)) return isTree(value) ? checkPatch(subtree(base[id]), value, at) : []
    const others = Object.keys(base).filter((other) => !Object.hasOwn(patch, other))
    const say = (message: string) => [{ ...at, on: 'key' as const, message }]
    if (value === null)
      return say(
        `There is ${container ? `no ${container.what}` : 'nothing'} "${id}" to take out.${didYouMean(id, others)}`,
      )
    if (!container || !isTree(value)) return []
    if (container.needs.some((key) => (value[key] ?? null) !== null)) return []
    return say(`There is no ${container.what} "${id}" to change.${didYouMean(id, others)} ${container.sentence}`)
  })
}

function subtree(value: unknown): Tree {
  return isTree(value) ? value : {}
}

/** A form with the fields of its groups in place, as far as a patch can reach them. */
export function withGroups(form: FormDefinition, patch: Tree, { groups }: Library): Tree {
  const steps = Object.entries(form.steps).map(([id, step]) => {
    const { use = step.use } = subtree(subtree(patch.steps)[id])
    const ofGroup = typeof use === 'string' ? groups.get(use)?.value.fields : {}
    return [id, { ...step, fields: { ...ofGroup, ...step.fields } }]
  })
  return { ...form, steps: Object.fromEntries(steps) }
}

interface Variant {
  variantOf: string
}

/** Replaces every variant in a folder by its base with the variant's patch applied, and checks what comes of it. */
export function applyVariants(
  folder: keyof Definitions,
  entries: Map<string, Entry<object>>,
  broken: Set<string>,
  check: ShapeCheck,
): DefinitionProblem[] {
  const bases = new Map([...entries].filter(([, { value }]) => !('variantOf' in value)))
  return [...entries].flatMap(([id, entry]) => {
    const { file, area, value } = entry
    if (!('variantOf' in value)) return []
    const patch = value as Variant
    const base = bases.get(patch.variantOf)
    const beneath = base && cleared(base.value, Object.keys(entry.blocks ?? {}))
    const whole = beneath && keptVariants(patch, [base.value], () => patched(beneath, patch))
    // A form's steps use groups, which are not known here: its patch is checked with the form.
    const misplaced = beneath && folder === 'pages' ? checkPatch({ ...beneath }, { ...patch }, { file, path: [] }) : []
    const problems = misplaced.length > 0 ? misplaced : whole && check(folders[folder].schema, file, whole)
    if (whole && problems?.length === 0) {
      const blocks = blocksOf(whole, { ...base?.blocks, ...entry.blocks })
      entries.set(id, { file, area, value: whole, own: entry.own ?? value, variantOf: patch.variantOf, blocks })
      return []
    }
    entries.delete(id)
    broken.add(`${folder}/${id}`)
    if (problems) return problems
    const isBaseBroken = broken.has(`${folder}/${patch.variantOf}`)
    return isBaseBroken ? [] : [unknownBase(folder, file, patch.variantOf, entries, [...bases.keys()])]
  })
}

/** A definition with the patch of a variant. Addresses are not inherited: no two pages share one. */
export function patched<T extends object>(base: T, { variantOf: _, ...own }: Variant): T {
  const { paths, formerPaths, ...inherited } = base as { paths?: unknown; formerPaths?: unknown }
  return withRemovals(mergePatch(inherited, own) as T, own)
}

function unknownBase(
  folder: string,
  file: string,
  base: string,
  entries: ReadonlyMap<string, unknown>,
  known: readonly string[],
): DefinitionProblem {
  const what = folder.slice(0, -1)
  const message = entries.has(base)
    ? `"${base}" is a variant itself. Name the ${what} that it is a variant of.`
    : `There is no ${what} "${base}".${didYouMean(base, known)}`
  return { file, path: ['variantOf'], on: 'value', message }
}
