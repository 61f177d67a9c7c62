import { expect, test } from 'vitest'
import { indexedTexts, type OwnWords, ownWords, pageTexts } from '../authoring/text-report/text-report.ts'
import type { PageAt } from '../site/addresses/path-table.ts'
import { readSchemas } from './schemas.ts'
import { repositoryLive, repositorySite } from './testing/repository.ts'

const schemas = readSchemas()

/** What a page says that no other one does, at the least, in words. */
const wanted = 150

function lacking({ path, own, shared }: OwnWords): string {
  const elsewhere = [...new Set(shared.flatMap(({ on }) => on))].slice(0, 6)
  const rest = elsewhere.length > 0 ? `; the rest stands on ${elsewhere.join(', ')}` : ''
  return `${path} has ${own} words of its own, ${wanted} are wanted${rest}`
}

/** Short on purpose: what the law wants said of a company or a partner, and no more. */
const wantedOfLegal = 100
const isLegal = (id: string) => /^(?:af|dl)-|imprint$|privacy$/.test(id)

test('every page that search engines may list says something that no other page says, in every language', async () => {
  const site = await repositorySite()
  const pages = ownWords(indexedTexts(site, schemas, site.definition.brand))
  const poor = pages.filter(({ id, own }) => own < (isLegal(id) ? wantedOfLegal : wanted))
  expect(poor.map(lacking)).toEqual([])
})

/** Of a page's words, without forms, calculators and what the law requires, at most a quarter is read elsewhere too. */
test('at most a quarter of the words of a page appears on other pages', async () => {
  const site = await repositorySite()
  const pages = ownWords(indexedTexts(site, schemas, site.definition.brand))
  const alike = pages.filter(({ own, words }) => own < words * 0.75)
  expect(alike.map(({ path, own, words }) => `${path}: ${words - own} of ${words} words`)).toEqual([])
})

test('every variant of a page has its own title, heading, first paragraph and order in every language', async () => {
  const site = await repositorySite()
  const sources = (await repositoryLive()).files()
  const bases = new Map(
    sources.flatMap(({ folder, id, locale, value }) => {
      const { variantOf } = (value ?? {}) as { variantOf?: string }
      return folder === 'pages' && locale === null && variantOf ? [[id, variantOf]] : []
    }),
  )
  const read = (id: string, locale: string) => {
    const at = site.pages.all.find((page) => page.id === id && page.locale === locale)
    if (!at) return null
    const { texts } = pageTexts(site, schemas, { ...at, page: withoutNotices(at.page) })
    const [heading] = texts
    const paragraph = texts.find((text) => text.split(/\s+/).length >= 8 && text !== heading)
    return { title: at.page.title, heading, paragraph, order: Object.keys(at.page.sections).join() }
  }
  const same = [...bases].flatMap(([id, base]) =>
    Object.keys(site.definition.locales).flatMap((locale) => {
      const own = read(id, locale)
      const its = read(base, locale)
      if (!own || !its) return []
      const keys = (['title', 'heading', 'paragraph', 'order'] as const).filter((key) => own[key] === its[key])
      return keys.map((key) => `${locale} ${id} has the ${key} of ${base}: “${own[key]}”`)
    }),
  )
  expect(same).toEqual([])
})

/** What the law wants said stands above the heading, and is the same on each page. */
function withoutNotices({ sections, ...page }: PageAt['page']): PageAt['page'] {
  const own = Object.entries(sections).filter(([, section]) => !('notice' in section && section.notice))
  return { ...page, sections: Object.fromEntries(own) }
}
