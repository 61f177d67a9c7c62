import type { ConsentDefinition } from '#schemas/generated/consent.ts'
import type { FormDefinition, StepDefinition } from '#schemas/generated/form.ts'
import type { GroupDefinition } from '#schemas/generated/group.ts'
import type { Market } from '#schemas/generated/site.ts'
import { consentField, type KindWords, resolveField } from './field.ts'
import type { ResolvedConsent, ResolvedField, ResolvedForm, ResolvedStep } from './form.ts'
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
 * A form in one language. Order: a group beneath the step that uses it, then the translation on top.
 * Pure; the references must have been checked before.
 * @param translation the words of the form's translation, mirroring its tree; {} in the source language
 */
export function resolveForm(id: string, form: FormDefinition, translation: object, around: Surroundings): ResolvedForm {
  const { locale, market } = around
  const whole = mergePatch(inlineGroups(form, around.groups), translation) as FormDefinition
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
