import { presetAnswers } from '#engine/form/journey'
import type { Answers } from '#engine/form/model'
import { languagesOf, reference } from '#engine/library'
import type { FormSection } from '#schemas/generated/sections/form.ts'
import type { FormVersion } from '../form-version.ts'
import type { SectionKind } from '../section-kind.ts'

/** A form, shown step by step. */
export const form = {
  check(section, { page, library, ...place }) {
    const at = { ...place, path: [...place.path, 'form'], on: 'value' as const }
    const definition = library.forms.get(section.form)
    if (definition?.value.draft && !page.draft) {
      const message = `The form "${section.form}" is a draft, so this page would show nothing here. Publish the form, or make the page a draft too.`
      return [{ ...at, message }]
    }
    const lacking = languagesOf(section, page, library).filter(
      (locale) => definition && !definition.value.locales.includes(locale),
    )
    const message = `The form "${section.form}" is not offered in ${lacking.join(', ')}, but this page is. Add the language to the form or take it from the page.`
    return [...reference(library, 'forms', section.form, at), ...(lacking.length > 0 ? [{ ...at, message }] : [])]
  },

  view({ form: id, main, preset }, { catalog, page, locale }) {
    const version = catalog.forms.version(id, locale, page)
    if (!version) return null
    const chosen = preset && { preset: presetAnswers(version.form, preset) }
    return { kind: 'form', ...(main !== undefined && { main }), ...chosen, ...version }
  },
} satisfies SectionKind<FormSection, Pick<FormSection, 'kind' | 'main'> & { preset?: Answers } & FormVersion>
