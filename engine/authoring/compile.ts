import { isTree } from '#engine/form/model/merge-patch.ts'
import { oncePerValue } from '#engine/form/values/once-per-value.ts'
import { whileSame } from '#engine/form/values/while-same.ts'
import type { MarketPatch } from '#schemas/generated/site.ts'
import { checkMarkets } from '../library/check-market.ts'
import { reference } from '../library/check-references.ts'
import type { DefinitionProblem, Outcome } from '../library/definition-problem.ts'
import { withDrafts } from '../library/drafts.ts'
import { sortSources } from '../library/library.ts'
import { mailsOf } from '../library/mails-of.ts'
import { type Schemas, shapeCheck } from '../library/shape.ts'
import { type Definitions, type Library, type SourceFile, wordFile } from '../library/source.ts'
import { isWhole } from '../library/written-fields.ts'
import { formerPaths, pathTable, placedPages } from '../site/addresses/path-table.ts'
import { localePath, pagePath } from '../site/addresses/paths.ts'
import { articleIn, articlesIn } from '../site/blog/article.ts'
import { blogPage, fallbackLocale } from '../site/blog/article-paths.ts'
import { relatedTo } from '../site/blog/related.ts'
import { brandTable } from '../site/brand-table.ts'
import type { Catalog } from '../site/catalog.ts'
import type { ConsentWords } from '../site/consent-words.ts'
import { catalogDeals } from '../site/deals/catalog-deals.ts'
import { drawingsOf } from '../site/deals/drawings.ts'
import { inMarketsOf, withFactLimits } from '../site/facts/in-markets.ts'
import { withFacts } from '../site/facts/with-facts.ts'
import { formSources } from '../site/form-sources.ts'
import { type FormVersion, type Hash, resolveVersion } from '../site/form-version.ts'
import { shareImage } from '../site/heads/share-image.ts'
import { allTranslated } from '../site/i18n/translated.ts'
import { inLanguage } from '../site/in-language.ts'
import { shownForms } from '../site/shown-forms.ts'
import { atBlocks, idleBlocks } from './blocks/block-problems.ts'
import { checkArticles } from './checks/check-articles.ts'
import { checkBrands } from './checks/check-brands.ts'
import { checkColours } from './checks/check-colours.ts'
import { checkCompanies } from './checks/check-companies.ts'
import { checkCookies } from './checks/check-cookies.ts'
import { checkCountryLanguages } from './checks/check-country-languages.ts'
import { checkDeals } from './checks/check-deals.ts'
import { checkFactLimits } from './checks/check-fact-limits.ts'
import { checkFactWords } from './checks/check-fact-words.ts'
import { checkFacts } from './checks/check-facts.ts'
import { checkFileNames } from './checks/check-file-names.ts'
import { checkHeads } from './checks/check-heads.ts'
import { checkLabels } from './checks/check-labels.ts'
import { checkRootRedirect } from './checks/check-languages.ts'
import { checkLayout } from './checks/check-layout.ts'
import { checkLinks } from './checks/check-links.ts'
import { checkMails } from './checks/check-mails.ts'
import { checkMenu } from './checks/check-menu.ts'
import { checkPage } from './checks/check-page.ts'
import { checkPartner } from './checks/check-partner.ts'
import { checkPaths } from './checks/check-paths.ts'
import { checkPlaceholders } from './checks/check-placeholders.ts'
import { checkScripts } from './checks/check-scripts.ts'
import { checkTranslations, untranslatedDrafts } from './checks/check-translations.ts'
import { checkWords } from './checks/check-words.ts'
import { anywhere } from './checks/form/anywhere.ts'
import { checkForm, checkGroup } from './checks/form/check-form.ts'
import { checkPatterns, type PatternJudge } from './checks/form/check-patterns.ts'
import { idleFacts } from './checks/idle-facts.ts'
import { withoutInherited } from './checks/inherited-problems.ts'
import { unnamedPartners } from './unnamed-partners.ts'

/**
 * The sources as a catalog, or all their problems that can be known at once: what is wrong with one definition hides
 * nothing of another, and nothing is said of what merely refers to it.
 * @param leftOut definitions that are there and not among the sources, because they cannot be used
 */
export function buildCatalog(
  sources: readonly SourceFile[],
  schemas: Schemas,
  hash: Hash,
  judge: PatternJudge,
  leftOut?: ReadonlySet<string>,
): Outcome<Catalog> {
  const { library, problems } = sortSources(sources, shapeCheck(schemas), leftOut)
  if (library) problems.push(...crossChecks(library, schemas, judge))
  // What a file says that cannot be read, nobody knows: its own mistakes are told by whoever read it.
  const isRead = sources.every(({ isUnreadable }) => !isUnreadable)
  if (problems.length > 0 || !library || !isRead) return { ok: false, problems: unique(problems) }
  const found = {
    hash: contentOf(sources, hash),
    untranslated: untranslatedDrafts(library, schemas),
    remarks: [...idleFacts(library), ...unnamedPartners(library), ...idleBlocks(library)],
  }
  return { ok: true, value: freezeCatalog(library, found, hash) }
}

function crossChecks(library: Library, schemas: Schemas, judge: PatternJudge): DefinitionProblem[] {
  const { site } = library
  const ofFacts = checkFacts(library)
  const ofForms = [
    ...[...withFactLimits(library, anywhere.market.country).groups.values()].flatMap(checkGroup),
    ...[...library.forms].flatMap(([id, form]) => [
      ...(ofFacts.length > 0 ? [] : checkFactLimits(id, form, library)),
      ...inMarketsOf(id, library).flatMap((filled) =>
        checkForm(id, filled.forms.get(id) ?? form, filled).map((problem) => ({ ...problem, of: [`forms/${id}`] })),
      ),
    ]),
    ...checkWords(library),
    ...checkLabels(library),
    ...checkPatterns(library, judge),
  ]
  const ofPages = atBlocks(
    [
      ...[...library.pages.values()].flatMap((page) => checkPage(page, library)),
      ...checkPaths(library),
      ...[...library.layouts.values()].flatMap((layout) => checkLayout(layout, library)),
      ...[...library.menus.values()].flatMap((menu) => checkMenu(menu, library)),
      ...checkBrands(library),
      ...checkCompanies(library),
      ...checkColours(library),
      ...checkRootRedirect(library),
      ...checkHeads(library),
      ...checkScripts(library),
      ...checkCookies(library),
      ...checkMarkets(library),
      ...checkCountryLanguages(library),
      ...checkMails(library, schemas),
      ...checkDeals(library),
      ...checkArticles(library),
    ],
    library,
  )
  const mistaken = new Set([...ofForms, ...ofPages].map(({ file }) => file))
  const unclear = [...library.forms.values()].filter((form) => !isWhole(form, library)).map(({ file }) => file)
  return [
    ...withoutInherited([...ofForms, ...ofPages], library),
    ...checkFileNames(library),
    ...reference(library, 'brands', site.value.brand, { file: site.file, path: ['brand'], on: 'value' }),
    ...[...library.partners.values()].flatMap((partner) =>
      checkPartner(partner, library, new Set([...mistaken, ...unclear])),
    ),
    ...checkTranslations(library, schemas, mistaken),
    ...checkLinks(library, schemas),
    ...checkPlaceholders(library, schemas),
    // What names a fact that is wrong itself is no second mistake.
    ...(ofFacts.length > 0 ? ofFacts : checkFactWords(library, schemas)),
  ]
}

/**
 * A group that several forms use has its mistakes once, and what else is said of a place is mostly a consequence. What is
 * wrong with a group alone is no form's fault.
 */
function unique(problems: readonly DefinitionProblem[]): DefinitionProblem[] {
  const same = Map.groupBy(problems, ({ file, path, on }) => JSON.stringify([file, path, on]))
  return [...same.values()].flatMap((found) => {
    const [{ of: _, ...first }] = found as [DefinitionProblem]
    const of = found.some((problem) => problem.of === undefined) ? [] : found.flatMap((problem) => problem.of ?? [])
    return [{ ...first, ...(of.length > 0 && { of: [...new Set(of)] }) }]
  })
}

type Found = Pick<Catalog, 'hash' | 'untranslated' | 'remarks'>

function freezeCatalog(library: Library, found: Found, hash: Hash): Catalog {
  const site = library.site.value
  const versions = keptVersions(site, formSources(library), () => new Map())
  const all = placedPages(library)
  const paths = pathTable(library, all)
  const former = formerPaths(library)
  const byId = new Map(all.map((at) => [`${at.locale} ${at.id}`, at]))
  const markets = pageMarkets(library)
  const form: Catalog['form'] = (id, locale, page = '') => {
    const market = markets.get(page)
    const key = `${locale}/${id}/${market ? JSON.stringify(market) : ''}`
    const known = versions.get(key)
    if (known !== undefined) return known
    const version = resolveVersion(library, id, locale, hash, market)
    // Only real forms are remembered, so that made-up ids cannot fill the memory.
    if (version) versions.set(key, version)
    return version
  }
  const shows: Catalog['shows'] = (page, form, locale) => {
    const at = byId.get(`${locale} ${page}`)
    return at !== undefined && shownForms(at.page, locale, library).includes(form)
  }
  /** The product's own words, in the market of the language. */
  const own = (locale: string, name: string): object => {
    const words = wordFile(library.words, locale, '', name)?.value ?? {}
    const market = site.locales[locale]
    return market ? withFacts(words, library, { locale, market }) : words
  }
  const inWords = <K extends keyof Definitions>(folder: K, id: string, locale: string) =>
    inLanguage(library, folder, id, locale) as Definitions[K] | null
  const drawings = drawingsOf(library, hash)
  const words = (locale: string) =>
    keptWords(library, locale, () => ({ chrome: own(locale, 'chrome'), errors: own(locale, 'errors') }))
  let drafts: Catalog | undefined
  return Object.freeze<Catalog>({
    ...found,
    site,
    ...brandTable(library, hash),
    partners: Object.fromEntries([...library.partners].map(([id, { value }]) => [id, value])),
    sponsors: (locale) =>
      Object.values(allTranslated(library, 'sponsors', locale)).filter(({ locales }) => locales.includes(locale)),
    deals: catalogDeals(library, (picture) => drawings.find(({ id }) => id === picture)?.path ?? null),
    drawings,
    kept: [...library.cookies.values()].map(({ value }) => value),
    keptIn: (locale) =>
      [...library.cookies.keys()].flatMap((id) => {
        const cookie = inWords('cookies', id, locale)
        return cookie?.locales.includes(locale) ? [cookie] : []
      }),
    formIds: [...library.forms.keys()],
    retention: new Map(
      [...library.forms].flatMap(([id, { value }]) => (value.retentionDays ? [[id, value.retentionDays]] : [])),
    ),
    embedding: new Map(
      [...library.forms].flatMap(([id, { value }]) => (value.embed && !value.draft ? [[id, value.embed.origins]] : [])),
    ),
    mailing: [...library.forms].flatMap(([id, { value }]) => (mailsOf(value).length > 0 && !value.draft ? [id] : [])),
    mail: (id, locale) => inWords('mails', id, locale),
    layout: (id, locale) => inWords('layouts', id, locale),
    menu: (id, locale) => inWords('menus', id, locale),
    companyOf(locale) {
      const { companies = {} } = site
      return companies[site.locales[locale]?.company ?? ''] ?? Object.values(companies)[0] ?? null
    },
    homeOf: (locale) => localePath(site, '/', locale),
    pages: all.filter(({ id }) => !id.startsWith('form:')),
    form,
    versions(id, locale) {
      const elsewhere = [...markets.keys()].filter((page) => shows(page, id, locale))
      return [undefined, ...elsewhere].flatMap((page) => form(id, locale, page) ?? [])
    },
    movedTo: (brand, path) => former.get(brand)?.get(path) ?? null,
    shows,
    placesOf: (brand) => [...(paths.get(brand)?.values() ?? [])],
    shareImage: ({ page }, brand) => shareImage(page, brand, hash),
    pageAt: (brand, path) => paths.get(brand)?.get(path) ?? null,
    pathOf(id, locale) {
      const page = library.pages.get(id)?.value
      return page?.locales.includes(locale) && !page.draft ? pagePath(site, page, locale) : null
    },
    withDrafts() {
      drafts ??= freezeCatalog(withDrafts(library), { ...found, hash: hash(`${found.hash} with drafts`) }, hash)
      return drafts
    },
    words,
    wordsFor: (parts, locale) =>
      parts.length === 0
        ? words(locale)
        : keptWordsFor(library, `${locale} ${parts.join(' ')}`, () => ({
            ...words(locale),
            ...(parts.includes('deals') && { deals: own(locale, 'deal-cards') }),
            ...(parts.includes('blog') && { blog: own(locale, 'blog') }),
            ...(parts.includes('errorPages') && { errorPages: own(locale, 'error-pages') }),
            ...(parts.includes('later') && { later: own(locale, 'go-on-later') }),
          })),
    articles(locale) {
      const own = articlesIn(library, locale)
      const fallback = fallbackLocale(library)
      return own.length > 0 || fallback === null ? own : articlesIn(library, fallback)
    },
    article: (id, locale) => articleIn(library, id, locale),
    related: (article) => relatedTo(library, article),
    blog(locale) {
      const at = byId.get(`${locale} ${blogPage(library)?.id}`)
      return at ? { href: pagePath(site, at.written, locale), title: at.page.title } : null
    },
    consentWords: (locale) => own(locale, 'consent') as ConsentWords,
    mailWords: (locale) => own(locale, 'mails') as ReturnType<Catalog['mailWords']>,
    errorWords: (locale) =>
      keptErrorWords(library, locale, () => ({
        chrome: own(locale, 'chrome'),
        errors: {},
        errorPages: own(locale, 'error-pages'),
      })),
  })
}

/** The versions of forms by language, id and what differs in the market of a page; for the last catalog with the same site.json. */
const keptVersions = whileSame<Map<string, FormVersion | null>>()

const keptWords = oncePerValue<ReturnType<Catalog['words']>>()
const keptWordsFor = oncePerValue<ReturnType<Catalog['wordsFor']>>()
const keptErrorWords = oncePerValue<ReturnType<Catalog['errorWords']>>()

const keptHashes = oncePerValue<string>()

/** The hash of all files with their names, in any order. */
function contentOf(sources: readonly SourceFile[], hash: Hash): string {
  const each = sources.map(({ file, value }) => {
    const text = () => hash(JSON.stringify(value))
    return `${file} ${isTree(value) ? keptHashes(value, '', text) : text()}`
  })
  return hash(each.sort().join('\n'))
}

/** The pages with a market of their own, by id. */
function pageMarkets(library: Library): Map<string, MarketPatch> {
  return new Map([...library.pages].flatMap(([id, { value }]) => (value.market ? [[id, value.market]] : [])))
}
