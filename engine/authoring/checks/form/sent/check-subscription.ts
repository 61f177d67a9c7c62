import { mergePatch } from '#engine/form/model/merge-patch.ts'
import type { FormDefinition } from '#schemas/generated/form.ts'
import { reference } from '../../../../library/check-references.ts'
import type { DefinitionProblem } from '../../../../library/definition-problem.ts'
import { brandsOf } from '../../../../library/page-brands.ts'
import type { Entry, Library } from '../../../../library/source.ts'
import { writtenFields } from '../../../../library/written-fields.ts'

/** Who subscribes has an address, and the mail that asks to confirm is one, with the button for it and a page behind that. */
export function checkSubscription(form: Entry<FormDefinition>, library: Library): DefinitionProblem[] {
  const { file, value } = form
  const rules = Object.entries(value.localeRules ?? {})
  const own = { value, written: value.subscription, path: ['subscription'] }
  const ruled = rules.map(([locale, rule]) => ({
    value: mergePatch(value, rule) as FormDefinition,
    written: rule.subscription,
    path: ['localeRules', locale, 'subscription'],
  }))
  return [own, ...ruled].flatMap(({ value, written, path }): DefinitionProblem[] => {
    if (!written) return []
    if (!writtenFields({ ...form, value }, library).some(({ field }) => field.kind === 'email')) {
      const message = `The form asks for no e-mail address, so nobody can subscribe with it. Add a field of the kind "email", or take the subscription out.`
      return [{ file, path, on: 'key', message }]
    }
    const { confirm } = written
    if (typeof confirm !== 'string') return []
    const at = { file, path: [...path, 'confirm'] }
    const mail = checkMail(confirm, library, at)
    return mail.length > 0 || value.draft ? mail : checkPage(value, library, at)
  })
}

interface At {
  file: string
  path: readonly string[]
}

function checkMail(id: string, library: Library, at: At): DefinitionProblem[] {
  const blocks = Object.values(library.mails.get(id)?.value.blocks ?? {})
  if (blocks.length === 0 || blocks.some((block) => 'to' in block && block.to === 'confirm'))
    return reference(library, 'mails', id, { ...at, on: 'value' })
  const message = `The mail "${id}" has no button to confirm, so nobody could subscribe. Give it a block { "kind": "button", "label": "…", "to": "confirm" }.`
  return [{ ...at, on: 'value', message }]
}

/** Every brand may show every form at /forms/<id>. */
function checkPage({ locales }: FormDefinition, library: Library, at: At): DefinitionProblem[] {
  const places = [...library.pages.values()].flatMap(({ value: page }) =>
    Object.values(page.sections)
      .filter(({ kind }) => kind === 'confirmation' && !page.draft)
      .map((section) => ({ brands: brandsOf(page, library), locales: section.locales ?? page.locales })),
  )
  const lacking = [...library.brands.keys()].flatMap((brand) => {
    const covered = places.filter(({ brands }) => brands.includes(brand)).flatMap((place) => place.locales)
    const open = locales.filter((locale) => !covered.includes(locale))
    return open.length > 0 ? [{ brand, open }] : []
  })[0]
  if (!lacking) return []
  const message = `Nobody could confirm: the brand ${lacking.brand} has no page with a section of the kind "confirmation" in ${lacking.open.join(', ')}. Add one.`
  return [{ ...at, on: 'value', message }]
}
