import { plainWords, withTargets } from '#engine/core/definition/links.ts'
import { forLocale } from '#engine/core/definition/locale-tree.ts'
import type { FormDefinition } from '#schemas/generated/form.ts'
import type { PageDefinition } from '#schemas/generated/page.ts'
import { linkTarget } from '../form-version.ts'
import type { Library } from '../sources/source.ts'
import { translated } from '../words/translated.ts'
import { localePath, pagePath } from './paths.ts'

/** A page in one language; a form without a page has one of its own at /forms/<id>. */
export interface PageAt {
  id: string
  locale: string
  page: PageDefinition
}

/** Every address with its page: a form's own at /forms/<id>, then the pages. */
export function pathTable(library: Library): Map<string, PageAt> {
  const site = library.site.value
  const ofForms = [...library.forms].flatMap(([id, { value }]) => {
    if (value.draft) return []
    return value.locales.map((locale) => ({ id: `form:${id}`, locale, page: ownPage(library, id, locale) }))
  })
  const ofPages = publicPages(library).flatMap(([id, { value }]) =>
    value.locales.map((locale) => {
      const words = translated(library, 'pages', id, locale) as PageDefinition
      const page = withTargets(forLocale(words, locale), linkTarget(library, locale))
      return { id, locale, page: { ...page, locales: value.locales } }
    }),
  )
  return new Map([...ofForms, ...ofPages].map((at) => [pagePath(site, at.page, at.locale), at]))
}

/** Addresses that pages had before → the present one in the same language. */
export function formerPaths(library: Library): Map<string, string> {
  const site = library.site.value
  const moved = publicPages(library).flatMap(([, { value }]) =>
    (value.formerPaths ?? []).flatMap((former) =>
      value.locales.map((locale) => [localePath(site, former, locale), pagePath(site, value, locale)] as const),
    ),
  )
  return new Map(moved)
}

function publicPages({ pages }: Library) {
  return [...pages].filter(([, { value }]) => !value.draft)
}

/** The page of a form without one: it borrows the form's title and description. */
function ownPage(library: Library, id: string, locale: string): PageDefinition {
  const { locales, title, description, noindex } = translated(library, 'forms', id, locale) as FormDefinition
  return {
    locales,
    path: `/forms/${id}`,
    title,
    description: plainWords(description ?? title),
    ...(noindex !== undefined && { noindex }),
    sections: { form: { kind: 'form', form: id } },
  }
}
