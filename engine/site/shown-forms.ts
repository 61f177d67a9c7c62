import type { Library } from '#engine/library'
import type { FormDefinition } from '#schemas/generated/form.ts'
import type { PageDefinition } from '#schemas/generated/page.ts'
import { formsNamed } from './frame/frame-forms.ts'

/** The id of the layout that a page has in a language. */
export function layoutId({ layout, layouts }: Pick<PageDefinition, 'layout' | 'layouts'>, locale: string): string {
  return layouts?.[locale] ?? layout ?? 'default'
}

/** Whether a page is there for a form, which takes it over once it is begun. */
function isForForm({ sections }: Pick<PageDefinition, 'sections'>): boolean {
  return Object.values(sections).some((section) => section.kind === 'form' && section.main !== false)
}

/** Whether a page is one of the site's own for a form: search engines may list it, and it is no campaign, whose layout is its own. */
export function isOwnForForm(page: Pick<PageDefinition, 'sections' | 'layout' | 'noindex'>): boolean {
  return page.layout === undefined && !page.noindex && isForForm(page)
}

/** The ids of a form's waiting lists. */
function waitingLists({ whenClosed, localeRules = {} }: FormDefinition): string[] {
  const said = [whenClosed, ...Object.values(localeRules).map((rules) => rules.whenClosed)]
  return said.flatMap((words) => Object.values(words ?? {}).flatMap((each) => each?.waitingList ?? []))
}

/**
 * The ids of the forms that a page shows in a language: those of its sections, and of the frame around them, with the
 * waiting lists in their place.
 */
export function shownForms(
  page: PageDefinition,
  locale: string,
  { layouts, forms }: Pick<Library, 'layouts' | 'forms'>,
): string[] {
  const ofSections = Object.values(page.sections).flatMap((section) => (section.kind === 'form' ? [section.form] : []))
  const ofFrame = formsNamed(layouts.get(layoutId(page, locale))?.value).map(({ form }) => form)
  const own = [...ofSections, ...ofFrame]
  const waiting = own.flatMap((id) => {
    const form = forms.get(id)?.value
    return form ? waitingLists(form) : []
  })
  return [...own, ...waiting]
}
