import type { KindWords } from '#engine/core/field.ts'
import type { ResolvedForm } from '#engine/core/form.ts'
import { withTargets } from '#engine/core/links.ts'
import { forLocale } from '#engine/core/locale-tree.ts'
import { resolveForm } from '#engine/core/resolve.ts'
import type { BrandDefinition } from '#schemas/generated/brand.ts'
import type { FormDefinition } from '#schemas/generated/form.ts'
import type { PageDefinition } from '#schemas/generated/page.ts'
import type { PartnerDefinition } from '#schemas/generated/partner.ts'
import type { SiteDefinition } from '#schemas/generated/site.ts'
import { checkForm } from './check-form.ts'
import { checkLinks } from './check-links.ts'
import { checkPage, checkPaths } from './check-page.ts'
import { checkPartner } from './check-partner.ts'
import { reference } from './check-references.ts'
import { checkWords } from './check-words.ts'
import { sortSources } from './library.ts'
import { pagePath } from './paths.ts'
import type { DefinitionProblem, Outcome } from './problem.ts'
import { type Schemas, shapeCheck } from './shape.ts'
import { type Library, type SourceFile, wordFile } from './source.ts'
import { allTranslated, translated } from './translated.ts'

/** A form in one language, and the hash of all it says and asks. */
export interface FormVersion {
  form: ResolvedForm
  hash: string
}

/** A page in one language; a form without a page has one of its own at /forms/<id>. */
export interface PageAt {
  id: string
  locale: string
  page: PageDefinition
}

/** All definitions, checked and frozen. Forms are resolved when they are first asked for. */
export interface Catalog {
  /** Changes with any byte of any source. */
  hash: string
  site: SiteDefinition
  brand: { id: string } & BrandDefinition
  partners: Readonly<Record<string, PartnerDefinition>>
  formIds: readonly string[]
  /** The pages with an address of their own, in each of their languages. */
  pages: readonly PageAt[]
  /** null when there is no such form, it is a draft, or it is not offered in the language. */
  form: (id: string, locale: string) => FormVersion | null
  /** What stands at an address, by the path as visitors write it. */
  pageAt: (path: string) => PageAt | null
  /** The address of a page in a language; null when there is none. */
  pathOf: (page: string, locale: string) => string | null
  /** The product's own words in a language: chrome.json and errors.json. */
  words: (locale: string) => { chrome: object; errors: object }
}

/** A hash function over text; the pure rooms have none of their own. */
export type Hash = (text: string) => string

/** The sources as a catalog, or every problem they have. */
export function buildCatalog(sources: readonly SourceFile[], schemas: Schemas, hash: Hash): Outcome<Catalog> {
  const { library, problems } = sortSources(sources, shapeCheck(schemas))
  if (library) problems.push(...crossChecks(library, schemas))
  if (problems.length > 0 || !library) return { ok: false, problems: unique(problems) }
  return { ok: true, value: freezeCatalog(library, sources, hash) }
}

function crossChecks(library: Library, schemas: Schemas): DefinitionProblem[] {
  const { site } = library
  return [
    ...reference(library, 'brands', site.value.brand, { file: site.file, path: ['brand'], on: 'value' }),
    ...[...library.forms].flatMap(([id, form]) => checkForm(id, form, library)),
    ...[...library.pages.values()].flatMap((page) => checkPage(page, library)),
    ...checkPaths(library),
    ...[...library.partners.values()].flatMap((partner) => checkPartner(partner, library)),
    ...checkWords(library, schemas),
    ...checkLinks(library, schemas),
  ]
}

/** A group that several forms use has its mistakes once. */
function unique(problems: readonly DefinitionProblem[]): DefinitionProblem[] {
  return [...new Map(problems.map((problem) => [JSON.stringify(problem), problem])).values()]
}

function freezeCatalog(library: Library, sources: readonly SourceFile[], hash: Hash): Catalog {
  const site = library.site.value
  const versions = new Map<string, FormVersion | null>()
  const paths = pathTable(library)
  const brand = library.brands.get(site.brand)?.value as BrandDefinition
  return Object.freeze<Catalog>({
    hash: hash(JSON.stringify(sources)),
    site,
    brand: { id: site.brand, ...brand },
    partners: Object.fromEntries([...library.partners].map(([id, { value }]) => [id, value])),
    formIds: [...library.forms.keys()],
    pages: [...paths.values()].filter(({ id }) => library.pages.has(id)),
    form(id, locale) {
      const key = `${locale}/${id}`
      const known = versions.get(key)
      if (known !== undefined) return known
      const version = resolveVersion(library, id, locale, hash)
      // Only real forms are remembered, so that made-up ids cannot fill the memory.
      if (version) versions.set(key, version)
      return version
    },
    pageAt: (path) => paths.get(path) ?? null,
    pathOf(id, locale) {
      const page = library.pages.get(id)?.value
      return page?.locales.includes(locale) ? pagePath(site, page, locale) : null
    },
    words: (locale) => ({
      chrome: wordFile(library.words, locale, '', 'chrome')?.value ?? {},
      errors: wordFile(library.words, locale, '', 'errors')?.value ?? {},
    }),
  })
}

function resolveVersion(library: Library, id: string, locale: string, hash: Hash): FormVersion | null {
  const definition = translated(library, 'forms', id, locale)
  const market = library.site.value.locales[locale]
  if (!definition || !market || definition.draft || !definition.locales.includes(locale)) return null
  const resolved = resolveForm(id, definition, {
    locale,
    market,
    groups: allTranslated(library, 'groups', locale),
    consents: allTranslated(library, 'consents', locale),
    kindWords: (wordFile(library.words, locale, '', 'kinds')?.value ?? {}) as KindWords,
  })
  const form = withTargets(resolved, linkTarget(library, locale))
  return { form, hash: hash(JSON.stringify(form)) }
}

/** The address a link in words leads to: page:privacy → /de/privacy. Other texts that look like links stay as they are. */
function linkTarget({ pages, site }: Library, locale: string): (target: string) => string {
  return (target) => {
    const page = target.startsWith('page:') ? pages.get(target.slice('page:'.length)) : undefined
    return page ? pagePath(site.value, page.value, locale) : target
  }
}

/** Every address with its page: a form's own at /forms/<id>, then the pages. */
function pathTable(library: Library): Map<string, PageAt> {
  const site = library.site.value
  const ofForms = [...library.forms].flatMap(([id, { value }]) => {
    if (value.draft) return []
    return value.locales.map((locale) => ({ id: `form:${id}`, locale, page: ownPage(library, id, locale) }))
  })
  const ofPages = [...library.pages].flatMap(([id, { value }]) =>
    value.locales.map((locale) => {
      const words = translated(library, 'pages', id, locale) as PageDefinition
      const page = withTargets(forLocale(words, locale), linkTarget(library, locale))
      return { id, locale, page: { ...page, locales: value.locales } }
    }),
  )
  return new Map([...ofForms, ...ofPages].map((at) => [pagePath(site, at.page, at.locale), at]))
}

/** The page of a form without one: it borrows the form's title and description. */
function ownPage(library: Library, id: string, locale: string): PageDefinition {
  const { locales, title, description, noindex } = translated(library, 'forms', id, locale) as FormDefinition
  return {
    locales,
    path: `/forms/${id}`,
    title,
    description: description ?? title,
    ...(noindex !== undefined && { noindex }),
    sections: { form: { kind: 'form', form: id } },
  }
}
