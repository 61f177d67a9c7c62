import {
  type DefinitionProblem,
  didYouMean,
  type Entry,
  knownLocales,
  type Library,
  reference,
  whichLanguage,
} from '#engine/library'
import { anchorsOf, formsNamed } from '#engine/site'
import type { LayoutDefinition } from '#schemas/generated/layout.ts'
import type { PageDefinition } from '#schemas/generated/page.ts'

/** A layout's menus, forms and pages exist, its menus and forms in all its languages. */
export function checkLayout({ file, value }: Entry<LayoutDefinition>, library: Library): DefinitionProblem[] {
  const { locales, header, footer } = value
  const { languages, menu } = header ?? {}
  return [
    ...knownLocales(library, locales, { file, path: ['locales'] }),
    ...(Array.isArray(languages) ? knownLocales(library, languages, { file, path: ['header', 'languages'] }) : []),
    ...checkMenuOf(menu, locales, library, { file, path: ['header', 'menu'] }),
    ...checkMenuOf(footer?.menu, locales, library, { file, path: ['footer', 'menu'] }),
    ...Object.entries(footer?.dialogs ?? {}).flatMap(([id, dialog]) =>
      checkPlace(dialog, library, { file, path: ['footer', 'dialogs', id] }),
    ),
    ...saidByNothing(value, file),
    ...formsNamed(value).flatMap(({ form, path }) => checkFormOf(form, locales, library, { file, path })),
  ]
}

type At = Pick<DefinitionProblem, 'file' | 'path'>

function checkMenuOf(
  id: string | undefined,
  locales: readonly string[],
  library: Library,
  at: At,
): DefinitionProblem[] {
  if (id === undefined) return []
  const menu = library.menus.get(id)?.value
  if (!menu) return reference(library, 'menus', id, { ...at, on: 'value' })
  const lacking = locales.filter((locale) => !menu.locales.includes(locale))
  if (lacking.length === 0) return []
  const message = `The menu "${id}" is not written in ${lacking.join(', ')}, but this layout is. Add the language to the menu or take it from the layout.`
  return [{ ...at, on: 'value', message, with: [`menus/${id}`] }]
}

function saidByNothing({ popup, popupAbroad }: LayoutDefinition, file: string): DefinitionProblem[] {
  if (popupAbroad === undefined || popup !== undefined) return []
  const message = 'There is no popup to say this. Name its form in "popup", or remove "popupAbroad".'
  return [{ file, path: ['popupAbroad'], on: 'key', message }]
}

function checkFormOf(id: string, locales: readonly string[], library: Library, at: At): DefinitionProblem[] {
  const form = library.forms.get(id)?.value
  if (!form) return reference(library, 'forms', id, { ...at, on: 'value' })
  const say = (message: string) => [{ ...at, on: 'value' as const, message, with: [`forms/${id}`] }]
  if (form.draft)
    return say(
      `The form "${id}" is a draft, so nothing would be shown here. Publish the form, or remove it from the layout.`,
    )
  const lacking = locales.filter((locale) => !form.locales.includes(locale))
  if (lacking.length === 0) return []
  return say(
    `The form "${id}" is not offered in ${lacking.join(', ')}, but this layout is. Add the language to the form or take it from the layout.`,
  )
}

/** A page's layouts exist in its languages. "default" need not: there is a plain one. */
export function checkLayouts({ file, value }: Entry<PageDefinition>, library: Library): DefinitionProblem[] {
  const { locales, layout, layouts = {} } = value
  const elsewhere = locales.filter((locale) => !Object.hasOwn(layouts, locale))
  const strange = Object.keys(layouts).filter((locale) => !locales.includes(locale))
  return [
    ...checkLayoutOf(layout ?? 'default', elsewhere, library, {
      file,
      path: [layout === undefined ? 'locales' : 'layout'],
    }),
    ...Object.entries(layouts).flatMap(([locale, id]) =>
      checkLayoutOf(id, [locale], library, { file, path: ['layouts', locale] }),
    ),
    ...strange.map((locale) => ({
      file,
      path: ['layouts', locale],
      on: 'key' as const,
      message: `The page is not offered in "${locale}", so nothing has this layout.${whichLanguage(locale, locales)}`,
    })),
  ]
}

function checkLayoutOf(id: string, locales: readonly string[], library: Library, at: At): DefinitionProblem[] {
  const layout = library.layouts.get(id)?.value
  if (!layout) return id === 'default' ? [] : reference(library, 'layouts', id, { ...at, on: 'value' })
  const known = Object.keys(library.site.value.locales)
  const lacking = locales.filter((locale) => known.includes(locale) && !layout.locales.includes(locale))
  if (lacking.length === 0) return []
  const message = `The layout "${id}" is not written in ${lacking.join(', ')}, but this page is. Add the language to the layout, or give the page another in "layouts".`
  return [{ ...at, on: 'value', message, with: [`layouts/${id}`] }]
}

/** A page, and perhaps a section of it, that menus and layouts lead to. Where it is not shown, the link is left out. */
export function checkPlace(
  { page: id, section }: { page: string; section?: string | undefined },
  library: Library,
  { file, path }: Pick<DefinitionProblem, 'file' | 'path'>,
): DefinitionProblem[] {
  const page = library.pages.get(id)?.value
  if (!page) return reference(library, 'pages', id, { file, path: [...path, 'page'], on: 'value' })
  const anchors = anchorsOf(page)
  if (section === undefined || anchors.includes(section)) return []
  const message = `The page "${id}" has no section "${section}".${didYouMean(section, anchors)}`
  return [{ file, path: [...path, 'section'], on: 'value', message, with: [`pages/${id}`] }]
}
