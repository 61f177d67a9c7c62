import { memoizeByObject } from '#engine/form/values'
import { type DefinitionProblem, type Entry, type Library, lackingBrand, languagesOf, reference } from '#engine/library'
import type { FormDefinition } from '#schemas/generated/form.ts'
import type { PageDefinition } from '#schemas/generated/page.ts'
import type { Section } from '#schemas/generated/section.ts'

/** A form with offers has a page that shows them, and names a consent that exists. */
export function checkOffers({ file, value }: Entry<FormDefinition>, library: Library): DefinitionProblem[] {
  const { consent } = value.offers ?? {}
  const ofNames =
    consent === undefined
      ? []
      : reference(library, 'consents', consent, { file, path: ['offers', 'consent'], on: 'value' })
  const lacking = value.offers && !value.draft ? withoutPage(value, library) : []
  if (lacking.length === 0) return ofNames
  const where = new Intl.ListFormat('en-GB').format(lacking)
  const message = `There is no page with a section of the kind "offers" for visitors of ${where}, so they never see their offers. Add one.`
  return [...ofNames, { file, path: ['offers'], on: 'key', message }]
}

/** The brands without a page for offers, each with the languages: every brand may show every form. */
function withoutPage({ locales }: FormDefinition, library: Library): string[] {
  const known = locales.filter((locale) => Object.hasOwn(library.site.value.locales, locale))
  const places = [...library.pages].flatMap(([id, { value: page }]) =>
    page.draft ? [] : offersOn(page).map((section) => ({ id, page, languages: languagesOf(section, page, library) })),
  )
  return [...library.brands.keys()].flatMap((brand) => {
    const lacking = known.filter(
      (locale) =>
        !places.some(
          ({ id, page, languages }) => languages.includes(locale) && lackingBrand(id, page, [brand], library) === null,
        ),
    )
    return lacking.length === 0 ? [] : [`"${brand}" (${lacking.join(', ')})`]
  })
}

const kept = memoizeByObject<readonly Section[]>()

function offersOn(page: PageDefinition): readonly Section[] {
  return kept(page, '', () => Object.values(page.sections).filter(({ kind }) => kind === 'offers'))
}
