import { type LookUp, learnTables } from '#engine/form/journey'
import { isTree, rulesText } from '#engine/form/model'
import type { QuestionRange } from '#engine/form/proof'
import { lookUpIn } from '#engine/form/tariff'
import { memoizeByInput, memoizeByObject } from '#engine/form/values'
import {
  type Checked,
  checkMarkets,
  type DefinitionProblem,
  type Definitions,
  didYouMean,
  type Entry,
  isCountry,
  isWhole,
  knownLocales,
  type Library,
  mailsOf,
  memoizeByRead,
  reference,
  type Schemas,
  type SourceFile,
  shapeCheck,
  sortSources,
  unknownCountry,
  whichLanguage,
  withDrafts,
  wordFile,
} from '#engine/library'
import {
  allTranslated,
  articleIn,
  articlesIn,
  blogPage,
  brandTable,
  type ConsentWords,
  codesOf,
  dealProblems,
  drawingsOf,
  type FormVersion,
  fallbackLocale,
  formerPaths,
  formSources,
  formTables,
  type Hash,
  hostsOf,
  inLanguage,
  inMarketsOf,
  localePath,
  longListsOf,
  pagePath,
  pathTable,
  placedPages,
  relatedTo,
  resolveVersion,
  type Site,
  shareImage,
  shownForms,
  siteDeals,
  withFactLimits,
  withFacts,
} from '#engine/site'
import type { FormDefinition } from '#schemas/generated/form.ts'
import type { MenuDefinition, MenuEntry } from '#schemas/generated/menu.ts'
import type { PageDefinition } from '#schemas/generated/page.ts'
import { checkArticles } from './checks/check-articles.ts'
import { checkBrandPages, checkColours } from './checks/check-brands.ts'
import { checkCookies, checkScripts } from './checks/check-cookies.ts'
import { checkFactLimits, checkFacts, checkFactWords, idleFacts } from './checks/check-facts.ts'
import { checkRootRedirect } from './checks/check-languages.ts'
import { checkLayout, checkPlace } from './checks/check-layout.ts'
import { checkMails } from './checks/check-mails.ts'
import { checkLinks, checkPage, checkPaths } from './checks/check-page.ts'
import { checkPartner } from './checks/check-partner.ts'
import { tariffRemarks } from './checks/check-tariff.ts'
import {
  checkFileNames,
  checkLabels,
  checkPlaceholders,
  checkTranslations,
  checkWords,
  untranslatedDrafts,
} from './checks/check-words.ts'
import { anywhere } from './checks/form/anywhere.ts'
import { checkForm, checkGroup } from './checks/form/check-form.ts'
import { checkOffered } from './checks/form/check-offered.ts'
import { checkPatterns, type PatternJudge } from './checks/form/check-patterns.ts'

const elsewhere =
  'Only the feed of an upstream says translations here. Put these words into locales/<language>/deals.json.'

/**
 * The sources as a site, or all their problems that can be known at once: what is wrong with one definition hides
 * nothing of another, and nothing is said of what merely refers to it.
 * @param leftOut definitions that are there and not among the sources, because they cannot be used
 */
export function compile(
  sources: readonly SourceFile[],
  schemas: Schemas,
  hash: Hash,
  judge: PatternJudge,
  leftOut?: ReadonlySet<string>,
): Checked<Site> {
  const { library, problems } = sortSources(sources, shapeCheck(schemas), leftOut)
  if (library) problems.push(...crossChecks(library, schemas, judge))
  // What a file says that cannot be read, nobody knows: its own mistakes are told by whoever read it.
  const isRead = sources.every(({ isUnreadable }) => !isUnreadable)
  if (problems.length > 0 || !library || !isRead) return { ok: false, problems: unique(problems) }
  const found = {
    hash: contentOf(sources, hash),
    untranslated: () => untranslatedDrafts(library, schemas),
    remarks: () => [
      ...idleFacts(library),
      ...unnamedPartners(library),
      ...idleBlocks(library),
      ...tariffRemarks(library),
    ],
  }
  return { ok: true, value: freezeSite(library, found, hash) }
}

/**
 * The site of sources that were compiled without a problem elsewhere, such as in a thread: unchecked, in a tenth of the time.
 * null where they are no library at all.
 */
export function assemble(sources: readonly SourceFile[], schemas: Schemas, hash: Hash): Site | null {
  const { library } = sortSources(sources, shapeCheck(schemas))
  return (
    library && freezeSite(library, { hash: contentOf(sources, hash), untranslated: () => 0, remarks: () => [] }, hash)
  )
}

const keptProblems = memoizeByRead<readonly DefinitionProblem[]>()

function crossChecks(library: Library, schemas: Schemas, judge: PatternJudge): DefinitionProblem[] {
  const { site } = library
  const ofFacts = checkFacts(library)
  const ofForms = [
    ...[...withFactLimits(library, anywhere.market.country).groups.values()].flatMap(checkGroup),
    ...[...library.forms].flatMap(([id, form]) => [
      ...(ofFacts.length > 0 ? [] : checkFactLimits(id, form, library)),
      ...inMarketsOf(id, library).flatMap((filled) => {
        const found = checkForm(id, filled.forms.get(id) ?? form, filled)
        return found.map((problem) => ({ ...problem, of: [`forms/${id}`] }))
      }),
    ]),
    ...checkWords(library),
    ...checkLabels(library),
    ...checkPatterns(library, judge),
  ]
  const ofPages = atBlocks(
    [
      ...[...library.pages.values()].flatMap((page) =>
        keptProblems(page.value, '', library, (of) => checkPage(page, of)),
      ),
      ...checkPaths(library),
      ...[...library.layouts.values()].flatMap((layout) => checkLayout(layout, library)),
      ...[...library.menus.values()].flatMap((menu) => checkMenu(menu, library)),
      ...checkBrands(library),
      ...checkCompanies(library),
      ...checkColours(library),
      ...checkBrandPages(library),
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
  const unknown = new Set([...mistaken, ...unclear])
  return [
    ...withoutInherited([...ofForms, ...ofPages], library),
    ...checkFileNames(library),
    ...reference(library, 'brands', site.value.brand, { file: site.file, path: ['brand'], on: 'value' }),
    ...[...library.partners.values()].flatMap((partner) =>
      keptProblems(partner.value, [...unknown].join(), library, (of) => checkPartner(partner, of, schemas, unknown)),
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

/** What is found out about the sources. A server never asks for remarks and texts that are missing: both are found on request. */
interface Found {
  hash: string
  remarks: () => Site['authoring']['remarks']
  untranslated: () => number
}

function freezeSite(library: Library, found: Found, hash: Hash): Site {
  const site = library.site.value
  const versions = keptVersions(site, formSources(library), () => new Map())
  const all = placedPages(library)
  const paths = pathTable(library, all)
  const former = formerPaths(library)
  const byId = new Map(all.map((at) => [`${at.locale} ${at.id}`, at]))
  const pages = pagesWithOwnForms(library)
  const version: Site['forms']['version'] = (id, locale, page = '') => {
    const { market, screens } = pages.get(page) ?? {}
    const own = { market, screens: screens?.get(id) }
    const isUsual = own.market === undefined && own.screens === undefined
    const key = `${locale}/${id}/${isUsual ? '' : JSON.stringify(own)}`
    const known = versions.get(key)
    if (known !== undefined) return known
    const version = resolveVersion(library, id, locale, hash, own)
    // Only real forms are remembered, so that made-up ids cannot fill the memory.
    if (version) versions.set(key, version)
    return version
  }
  const isShown: Site['forms']['isShown'] = (page, form, locale) => {
    const at = byId.get(`${locale} ${page}`)
    return at !== undefined && shownForms(at.page, locale, library).includes(form)
  }
  /** Where pages change the forms that they show. */
  const whereShown = JSON.stringify(
    [...pages].map(([page, { market, screens }]) => {
      const forms = Object.keys(site.locales).map((locale) =>
        [...library.forms.keys()].filter((id) => isShown(page, id, locale)),
      )
      return [page, market, [...screens], forms]
    }),
  )
  const counted = questionsCounted(library)
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
  const tables = formTables(library, hash)
  learnTables(new Map([...tables].map(([version, table]) => [version, keptLookUps(table, '', () => lookUpIn(table))])))
  let drafts: Site | undefined
  return Object.freeze<Site>({
    hash: found.hash,
    definition: site,
    brands: brandTable(library, hash),
    pages: {
      all: all.filter(({ id }) => !id.startsWith('form:')),
      at: (brand, path) => paths.get(brand)?.get(path) ?? null,
      ofBrand: (brand) => [...(paths.get(brand)?.values() ?? [])],
      pathOf(id, locale) {
        const page = library.pages.get(id)?.value
        return page?.locales.includes(locale) && !page.draft ? pagePath(site, page, locale) : null
      },
      movedTo: (brand, path) => former.get(brand)?.get(path) ?? null,
      home: (locale) => localePath(site, '/', locale),
      layout: (id, locale) => inWords('layouts', id, locale),
      menu: (id, locale) => inWords('menus', id, locale),
      shareImage: ({ page }, brand) => shareImage(page, brand, hash),
    },
    forms: {
      ids: [...library.forms.keys()],
      tables,
      retention: new Map(
        [...library.forms].flatMap(([id, { value }]) => (value.retentionDays ? [[id, value.retentionDays]] : [])),
      ),
      embedding: new Map(
        [...library.forms].flatMap(([id, { value }]) =>
          value.embed && !value.draft ? [[id, value.embed.origins]] : [],
        ),
      ),
      closing: [...library.forms].flatMap(([id, { value }]) => (mayClose(value) && !value.draft ? [id] : [])),
      mailing: [...library.forms].flatMap(([id, { value }]) => (mailsOf(value).length > 0 && !value.draft ? [id] : [])),
      version,
      ...longListsOf(library, hash),
      versions(id, locale) {
        const elsewhere = [...pages.keys()].filter((page) => isShown(page, id, locale))
        return [undefined, ...elsewhere].flatMap((page) => version(id, locale, page) ?? [])
      },
      identity: keptIdentities(versions, [whereShown], () => ({})),
      questions: (form) => counted.get(keptRules(form, '', () => hash(rulesText(form)))) ?? null,
      learnQuestions: (rules, range) => void counted.set(rules, range),
      isShown,
    },
    partners: {
      all: Object.fromEntries([...library.partners].map(([id, { value }]) => [id, value])),
      tariffs: new Map([...library.tariffs].map(([id, { value }]) => [id, value])),
      sponsors: (locale) =>
        Object.values(allTranslated(library, 'sponsors', locale)).filter(({ locales }) => locales.includes(locale)),
    },
    mails: {
      mail: (id, locale) => inWords('mails', id, locale),
      words: (locale) => own(locale, 'mails') as ReturnType<Site['mails']['words']>,
    },
    deals: {
      get all() {
        return siteDeals(library, (picture) => drawings.find(({ id }) => id === picture)?.path ?? null)
      },
      drawings,
    },
    blog: {
      articles(locale) {
        const own = articlesIn(library, locale)
        const fallback = fallbackLocale(library)
        return own.length > 0 || fallback === null ? own : articlesIn(library, fallback)
      },
      article: (id, locale) => articleIn(library, id, locale),
      related: (article) => relatedTo(library, article),
      home(locale) {
        const at = byId.get(`${locale} ${blogPage(library)?.id}`)
        return at ? { href: pagePath(site, at.written, locale), title: at.page.title } : null
      },
    },
    cookies: {
      all: [...library.cookies.values()].map(({ value }) => value),
      listed: (locale) =>
        [...library.cookies.keys()].flatMap((id) => {
          const cookie = inWords('cookies', id, locale)
          return cookie?.locales.includes(locale) ? [cookie] : []
        }),
    },
    texts: {
      words,
      wordsFor: (parts, locale) =>
        parts.length === 0
          ? words(locale)
          : keptWordsFor(library, `${locale} ${parts.join(' ')}`, () => ({
              ...words(locale),
              ...(parts.includes('deals') && { deals: own(locale, 'deal-cards') }),
              ...(parts.includes('blog') && { blog: own(locale, 'blog') }),
              ...(parts.includes('offers') && { offers: own(locale, 'offers') }),
              ...(parts.includes('errorPages') && { errorPages: own(locale, 'error-pages') }),
              ...(parts.includes('later') && { later: own(locale, 'go-on-later') }),
            })),
      closedForms: (locale) => own(locale, 'closed-forms') as ReturnType<Site['texts']['closedForms']>,
      consent: (locale) => own(locale, 'consent') as ConsentWords,
      errors: (locale) =>
        keptErrorWords(library, locale, () => ({
          chrome: own(locale, 'chrome'),
          errors: {},
          errorPages: own(locale, 'error-pages'),
        })),
      company(locale) {
        const { companies = {} } = site
        return companies[site.locales[locale]?.company ?? ''] ?? Object.values(companies)[0] ?? null
      },
    },
    authoring: {
      get remarks() {
        return found.remarks()
      },
      get untranslated() {
        return found.untranslated()
      },
      withDrafts() {
        drafts ??= freezeSite(withDrafts(library), { ...found, hash: hash(`${found.hash} with drafts`) }, hash)
        return drafts
      },
    },
  })
}

const keptLookUps = memoizeByObject<LookUp>()

/** The versions of forms by language, id and what differs in the market of a page; for the last site with the same site.json. */
const keptVersions = memoizeByInput<Map<string, FormVersion | null>>()

const keptIdentities = memoizeByInput<object>()

const keptWords = memoizeByObject<ReturnType<Site['texts']['words']>>()
const keptWordsFor = memoizeByObject<ReturnType<Site['texts']['wordsFor']>>()
const keptErrorWords = memoizeByObject<ReturnType<Site['texts']['errors']>>()

const keptHashes = memoizeByObject<string>()

const keptRules = memoizeByObject<string>()

/** How many questions forms ask, by the hash of their rules, as questions.json has it. */
function questionsCounted({ questions }: Library): Map<string, QuestionRange> {
  return new Map([...questions.values()].flatMap(({ value }) => Object.values(value.forms).flatMap(Object.entries)))
}

/** Whether a form opens, closes or takes so many leads only, in any language. */
function mayClose(form: FormDefinition): boolean {
  return [form, ...Object.values(form.localeRules ?? {})].some(
    ({ opens, closes, maxLeads }) => opens ?? closes ?? maxLeads,
  )
}

/** The hash of all files with their names, in any order. */
function contentOf(sources: readonly SourceFile[], hash: Hash): string {
  const each = sources.map(({ file, value }) => {
    const text = () => hash(JSON.stringify(value))
    return `${file} ${isTree(value) ? keptHashes(value, '', text) : text()}`
  })
  return hash(each.sort().join('\n'))
}

/** The pages that change the forms on them, by id: their market, or how their steps are shown. */
function pagesWithOwnForms(library: Library) {
  const pages = [...library.pages].map(([id, { value }]) => {
    const { market, sections } = value
    const ways = Object.values(sections).flatMap((section) =>
      section.kind === 'form' && section.screens ? [[section.form, section.screens] as const] : [],
    )
    return [id, { market, screens: new Map(ways) }] as const
  })
  return new Map(pages.filter(([, { market, screens }]) => market || screens.size > 0))
}

/** Languages name companies that there are. */
function checkCompanies({ site: { file, value } }: Library): DefinitionProblem[] {
  const known = Object.keys(value.companies ?? {})
  return Object.entries(value.locales).flatMap(([locale, { company }]) => {
    if (company === undefined || known.includes(company)) return []
    const message = `There is no company "${company}".${didYouMean(company, known)} Companies are declared in "companies".`
    return [{ file, path: ['locales', locale, 'company'], on: 'value' as const, message }]
  })
}

/** The countries that the site adds exist, and lead to a language that it has. */
function checkCountryLanguages({ site: { file, value } }: Library): DefinitionProblem[] {
  const known = Object.keys(value.locales)
  return Object.entries(value.countries ?? {}).flatMap(([country, locale]): DefinitionProblem[] => {
    const at = { file, path: ['countries', country] }
    if (!isCountry(country)) return [{ ...at, on: 'key', message: unknownCountry(country) }]
    if (known.includes(locale)) return []
    return [{ ...at, on: 'value', message: `The site has no language "${locale}".${whichLanguage(locale, known)}` }]
  })
}

/** A host is one brand's. */
function checkBrands({ brands }: Library): DefinitionProblem[] {
  const taken = new Map<string, { id: string; file: string }>()
  return [...brands].flatMap(([id, { file, value }]) =>
    hostsOf(value).flatMap((host) => {
      const first = taken.get(host)
      taken.set(host, first ?? { id, file })
      if (!first) return []
      const index = value.hosts?.indexOf(host) ?? -1
      const path = index < 0 ? ['origin'] : ['hosts', String(index)]
      const message =
        first.id === id
          ? `The host ${host} is the origin's already. Take it out of "hosts".`
          : `The host ${host} is taken by ${first.file}. A host is one brand's: give it to one of the two.`
      return [{ file, path, on: 'value' as const, message, with: [`brands/${first.id}`] }]
    }),
  )
}

/** Tags of other languages than theirs, and titles for languages that a page does not have. */
function checkHeads(library: Library): DefinitionProblem[] {
  const { site, pages } = library
  const tags = Object.entries(site.value.locales).flatMap(([locale, { iso, country }]): DefinitionProblem[] => {
    if (iso === undefined || iso.startsWith(`${locale}-`)) return []
    const message = `"${iso}" is another language than "${locale}". Write "${locale}-${country}", or the country where it is written so.`
    return [{ file: site.file, path: ['locales', locale, 'iso'], on: 'value', message }]
  })
  return [...tags, ...[...pages.values()].flatMap((page) => strayCodes(page, library))]
}

function strayCodes({ file, value }: Entry<PageDefinition>, { site }: Library): DefinitionProblem[] {
  const known = new Set(value.locales.flatMap((locale) => codesOf(site.value, locale)))
  return (['titles', 'descriptions'] as const).flatMap((key) =>
    Object.keys(value[key] ?? {}).flatMap((code): DefinitionProblem[] => {
      if (known.has(code)) return []
      const message = `The page has no language "${code}" or of that country, so this is never shown. Known: ${[...known].sort().join(', ')}.`
      return [{ file, path: [key, code], on: 'key', message }]
    }),
  )
}

/** The problems without those that variants only have because the definitions beneath them have: they are said once. */
function withoutInherited(problems: readonly DefinitionProblem[], { forms, pages }: Library): DefinitionProblem[] {
  const bases = new Map(
    [forms, pages].flatMap((entries) =>
      [...entries.values()].flatMap(({ file, variantOf }): [string, string][] => {
        const base = entries.get(variantOf ?? '')?.file
        return base === undefined ? [] : [[file, base]]
      }),
    ),
  )
  const places = new Set(problems.map(placeOf))
  return problems.filter((problem) => {
    const base = bases.get(problem.file)
    return base === undefined || !places.has(placeOf({ ...problem, file: base }))
  })
}

function placeOf({ file, path, on }: DefinitionProblem): string {
  return JSON.stringify([file, path, on])
}

/** The deals of deals.json: moments in order, prices that are lower, drawings that there are. */
function checkDeals(library: Library): DefinitionProblem[] {
  return [...library.deals.values()].flatMap(({ file, value: { locales, deals } }) => [
    ...knownLocales(library, locales, { file, path: ['locales'] }),
    ...Object.entries(deals).flatMap(([id, deal]) => {
      const at = { file, path: ['deals', id, 'picture'], on: 'value' as const }
      return [
        ...dealProblems(deal, library.site.value).map((problem) => ({
          ...problem,
          file,
          path: ['deals', id, ...problem.path],
        })),
        ...(deal.translations
          ? [{ file, path: ['deals', id, 'translations'], on: 'key' as const, message: elsewhere }]
          : []),
        ...(deal.picture === undefined ? [] : reference(library, 'media', deal.picture, at, 'drawing')),
      ]
    }),
  ])
}

/** Partners that a page lists and that do not say how they are named there: they are listed by their name alone. */
function unnamedPartners(library: Library): DefinitionProblem[] {
  const lists = [...library.pages].flatMap(([id, { value }]) =>
    Object.values(value.sections).flatMap((section) =>
      section.kind === 'partners' ? [{ id, of: section.of ?? id }] : [],
    ),
  )
  return [...library.partners.values()].flatMap(({ file, value }) => {
    if (value.disclosure) return []
    const problems = value.filters.flatMap(({ form, pages }, index) => {
      const list = lists.find(({ of }) =>
        formsOf(library, of).some(({ page, form: shown }) => shown === form && (pages?.includes(page) ?? true)),
      )
      if (!list) return []
      const message = `The page "${list.id}" lists who takes leads of "${form}". Say how this partner is named there: "disclosure", with "name", "address" and "privacy".`
      return [{ file, path: ['filters', String(index), 'form'], on: 'value' as const, message }]
    })
    return problems.slice(0, 1)
  })
}

/** The forms of a page and its variants, each with the page that shows it. */
function formsOf({ pages }: Library, of: string): { page: string; form: string }[] {
  return [...pages].flatMap(([page, { value, variantOf }]) => {
    if (page !== of && variantOf !== of) return []
    return Object.values(value.sections).flatMap((section) =>
      section.kind === 'form' ? [{ page, form: section.form }] : [],
    )
  })
}

/** Entries lead to pages, or open others, and never both. */
function checkMenu(menu: Entry<MenuDefinition>, library: Library): DefinitionProblem[] {
  const { file, value } = menu
  return [
    ...knownLocales(library, value.locales, { file, path: ['locales'] }),
    ...checkOffered('menu', menu),
    ...Object.entries(value.entries).flatMap(([id, entry]) =>
      checkEntry(entry, library, { file, path: ['entries', id] }),
    ),
  ]
}

function checkEntry(
  { page, section, entries }: MenuEntry,
  library: Library,
  at: Pick<DefinitionProblem, 'file' | 'path'>,
): DefinitionProblem[] {
  if (page === undefined && !entries) {
    const message = 'This entry leads nowhere. Add "page" with the id of a page, or "entries" for it to open.'
    return [{ ...at, on: 'key', message }]
  }
  if (page !== undefined && entries) {
    const message = 'An entry leads to a page or opens others: remove "page" or "entries".'
    return [{ ...at, path: [...at.path, 'page'], on: 'key', message }]
  }
  return [
    ...(page === undefined ? [] : checkPlace({ page, section }, library, at)),
    ...Object.entries(entries ?? {}).flatMap(([id, item]) =>
      checkPlace(item, library, { ...at, path: [...at.path, 'entries', id] }),
    ),
  ]
}

/** The problems of pages, those of what a page has from a block at their place in the block, where all its pages have them. */
function atBlocks(problems: readonly DefinitionProblem[], { pages, blocks }: Library): DefinitionProblem[] {
  const byFile = new Map([...pages].map(([id, page]) => [page.file, { id, page }]))
  return problems.map((problem) => {
    const { id, page } = byFile.get(problem.file) ?? {}
    const [, section = '', ...rest] = problem.path
    const file = problem.path[0] === 'sections' && blocks.get(page?.blocks?.[section] ?? '')?.file
    if (!page || !file || isOwn(page)) return problem
    return { ...problem, file, path: rest, of: [`pages/${id}`] }

    function isOwn({ own, variantOf }: Entry<PageDefinition>): boolean {
      return says(own, problem.path) || says(pages.get(variantOf ?? '')?.own, problem.path)
    }
  })
}

/** Blocks that no page uses. Visitors do not meet them. */
function idleBlocks({ pages, blocks }: Library): DefinitionProblem[] {
  const used = new Set([...pages.values()].flatMap((page) => Object.values(page.blocks ?? {})))
  return [...blocks].flatMap(([id, { file }]) => {
    if (used.has(id)) return []
    const message = `No page uses the block "${id}". Name it in a section ({ "use": "${id}" }), or remove this file.`
    return [{ file, path: [], on: 'value' as const, message }]
  })
}

/** Whether a file says something at a place. */
function says(own: unknown, path: readonly string[]): boolean {
  let at = own
  for (const key of path) {
    if (!isTree(at) || !Object.hasOwn(at, key)) return false
    at = at[key]
  }
  return path.length > 0
}
