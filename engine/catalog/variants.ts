import { mergePatch } from '#engine/core/merge-patch.ts'
import type { FormDefinition } from '#schemas/generated/form.ts'
import type { VariantDefinition } from '#schemas/generated/variant.ts'
import { didYouMean } from './did-you-mean.ts'
import type { DefinitionProblem } from './problem.ts'
import type { Entry } from './source.ts'

/** Replaces every variant among the forms by its base with the variant's patch applied. */
export function applyVariants(forms: Map<string, Entry<FormDefinition>>, broken: Set<string>): DefinitionProblem[] {
  const bases = new Map([...forms].filter(([, { value }]) => !('variantOf' in value)))
  return [...forms].flatMap(([id, { file, value }]) => {
    if (!('variantOf' in value)) return []
    const own = value as unknown as VariantDefinition
    const base = bases.get(own.variantOf)
    if (base) {
      forms.set(id, { file, value: patched(base.value, own), variant: { of: own.variantOf, own } })
      return []
    }
    forms.delete(id)
    const baseBroken = broken.has(`forms/${own.variantOf}`)
    broken.add(`forms/${id}`)
    return baseBroken ? [] : [unknownBase(file, own.variantOf, forms, [...bases.keys()])]
  })
}

/** A form with the patch of a variant. */
export function patched(base: FormDefinition, { variantOf: _, ...own }: VariantDefinition): FormDefinition {
  return mergePatch(base, own) as FormDefinition
}

function unknownBase(
  file: string,
  base: string,
  forms: ReadonlyMap<string, unknown>,
  known: readonly string[],
): DefinitionProblem {
  const message = forms.has(base)
    ? `"${base}" is a variant itself. Name the form that it is a variant of.`
    : `There is no form "${base}".${didYouMean(base, known, 'form')}`
  return { file, path: ['variantOf'], on: 'value', message }
}
