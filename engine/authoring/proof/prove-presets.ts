import type { Answers } from '#engine/form/journey/answers.ts'
import { presetAnswers } from '#engine/form/journey/preset.ts'
import type { ResolvedForm } from '#engine/form/model/form.ts'
import type { ProofProblem } from '#engine/form/proof/proof-problem.ts'
import type { ProofOptions } from '#engine/form/proof/prove.ts'
import { provePreset } from '#engine/form/proof/prove-preset.ts'
import type { Catalog } from '../../site/catalog.ts'

/** A form as a page begins it, with answers chosen beforehand. */
export interface PresetForm {
  page: string
  section: string
  preset: Answers
}

/** The pages that begin a form with answers chosen beforehand, in its language and market. */
export function presetsOf(catalog: Catalog, form: ResolvedForm): PresetForm[] {
  const market = JSON.stringify(form.market)
  return catalog.pages.flatMap(({ id: page, locale, page: { sections } }) => {
    if (locale !== form.locale) return []
    return Object.entries(sections).flatMap(([id, section]) => {
      if (section.kind !== 'form' || section.form !== form.id || !section.preset) return []
      const shown = catalog.form(form.id, locale, page)?.form
      const isSame = shown && JSON.stringify(shown.market) === market
      return isSame ? [{ page, section: id, preset: presetAnswers(form, section.preset) }] : []
    })
  })
}

/** What is wrong with a form where pages begin it with answers chosen beforehand. */
export function provePresets(catalog: Catalog, form: ResolvedForm, options: ProofOptions): ProofProblem[] {
  return presetsOf(catalog, form).flatMap(({ page, section, preset }) =>
    provePreset(form, preset, options).problems.map(({ field, message }) => ({
      message,
      page,
      path: ['sections', section, 'preset', ...(field === null ? [] : [field])],
      answers: preset,
    })),
  )
}
