import { mergePatch, withRemovals } from '#engine/form/model'
import { whileSame } from '#engine/form/values'
import { checkPatch } from './check-patches.ts'
import type { DefinitionProblem } from './definition-problem.ts'
import { didYouMean } from './did-you-mean.ts'
import { folders } from './folders.ts'
import { blocksOf, cleared } from './placed-blocks.ts'
import type { ShapeCheck } from './shape.ts'
import type { Definitions, Entry } from './source.ts'

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
    const whole = beneath && kept(patch, [base.value], () => patched(beneath, patch))
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

const kept = whileSame<object>()

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
