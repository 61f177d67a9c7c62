import type { ConsentDefinition } from '#schemas/generated/consent.ts'
import type { FormDefinition, StepDefinition } from '#schemas/generated/form.ts'
import type { GroupDefinition } from '#schemas/generated/group.ts'
import type { Market } from '#schemas/generated/site.ts'
import { consentField, type KindWords, resolveField } from './field.ts'
import type { ResolvedConsent, ResolvedField, ResolvedForm, ResolvedStep } from './form.ts'
import { forLocale } from './locale-tree.ts'
import { mergePatch } from './merge-patch.ts'

/** What a form refers to, in the language it is resolved for. */
export interface Surroundings {
  locale: string
  market: Market
  /** Groups and consents with their words already translated. */
  groups: Readonly<Record<string, GroupDefinition>>
  consents: Readonly<Record<string, ConsentDefinition>>
  kindWords: KindWords
}

/**
 * A form in one language. Its words, and those of what it refers to, are already in that language. Order of
 * resolution: groups beneath the steps that use them, then the language's own rules, then what is not offered in the
 * language drops out. Pure; references must have been checked before.
 */
export function resolveForm(id: string, form: FormDefinition, around: Surroundings): ResolvedForm {
  const { locale, market } = around
  const whole = effectiveForm(form, around.groups, locale)
  const steps = Object.entries(whole.steps).map(([stepId, step]) => resolveStep(stepId, step, around))
  const consents = Object.entries(whole.consents ?? {}).flatMap(([consentId, { optional }]) => {
    const consent = around.consents[consentId]
    return consent ? [{ id: consentId, consent, optional: optional ?? consent.optional ?? false }] : []
  })
  return {
    id,
    locale,
    market,
    title: whole.title,
    ...(whole.description !== undefined && { description: whole.description }),
    steps: withConsents(
      steps,
      consents.map(({ id, consent, optional }) => consentField(id, consent, optional)),
    ),
    consents: consents.map(
      ({ id, consent }): ResolvedConsent => ({ id, purpose: consent.purpose, text: consent.text }),
    ),
    ...(whole.thanks !== undefined && { thanks: whole.thanks }),
  }
}

/** The definition as it holds in one language: groups inlined, the language's rules applied, the rest left out. */
function effectiveForm(form: FormDefinition, groups: Surroundings['groups'], locale: string): FormDefinition {
  const { localeRules, ...base } = form
  const { locales, ...ruled } = mergePatch(inlineGroups(base, groups), localeRules?.[locale] ?? {}) as FormDefinition
  return { locales, ...forLocale(ruled, locale) }
}

/** The form with every `use` replaced by what the group says, beneath what the step says itself. */
function inlineGroups(form: FormDefinition, groups: Surroundings['groups']): FormDefinition {
  const inlined = Object.entries(form.steps).map(([id, step]) => {
    const group = step.use === undefined ? undefined : groups[step.use]
    if (!group) return [id, step]
    const { title, description, fields } = group
    return [id, mergePatch({ ...(title && { title }), ...(description && { description }), fields }, step)]
  })
  return { ...form, steps: Object.fromEntries(inlined) }
}

function resolveStep(id: string, step: StepDefinition, { market, kindWords }: Surroundings): ResolvedStep {
  const { title, description, when, fields } = step
  return {
    id,
    title: title ?? '',
    ...(description !== undefined && { description }),
    ...(when !== undefined && { when }),
    fields: Object.entries(fields ?? {}).map(([fieldId, field]) => resolveField(fieldId, field, market, kindWords)),
  }
}

function withConsents(steps: ResolvedStep[], consents: ResolvedField[]): ResolvedStep[] {
  return steps.map((step, index) =>
    index === steps.length - 1 ? { ...step, fields: [...step.fields, ...consents] } : step,
  )
}
