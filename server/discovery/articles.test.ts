import { beforeAll, expect, test } from 'vitest'
import { repositoryLive } from '../../engine/node/testing/repository.ts'
import { textsOf } from '../../engine/node/testing/site-texts.ts'
import type { Article } from '../../engine/site/blog/article.ts'
import { articleTexts } from '../../engine/site/blog/reading-time.ts'
import type { Site } from '../../engine/site/site.ts'
import { temporaryStorage } from '../storage/testing/temporary-storage.ts'
import { appOn } from '../testing/app-on-storage.ts'
import { englishSlugs } from './testing/slugs.ts'
import { toldFigures } from './testing/told-figures.ts'

let site: Site
beforeAll(async () => {
  site = (await repositoryLive()).current()
})

/** Asks a server of this test for addresses of the default brand. */
async function asking() {
  const { app } = await appOn(await temporaryStorage())
  return (url: string) => app.inject({ url, headers: { host: 'leadwright.example' } })
}

const languages = ['en', 'es', 'de', 'fr']
const articlesOf = (locale: string) => site.blog.articles(locale).filter((article) => article.locale === locale)
const plain = (text: string) => text.replaceAll('\u00a0', ' ')
const saidIn = ({ text }: Article) => plain([text.title, text.heading, ...articleTexts(text)].join('\n'))

test('the English articles stand at the slugs of the specification, the newest first', () => {
  expect(articlesOf('en').map(({ path }) => path)).toEqual(englishSlugs.map((slug) => `/blog/${slug}`))
  expect(articlesOf('en').map(({ id }) => id)).toEqual(Array.from({ length: 19 }, (_, index) => `blog${18 - index}`))
})

test('there are as many articles as there must be, of the days that are said', () => {
  expect(articlesOf('es')).toHaveLength(19)
  expect(articlesOf('de').length).toBeGreaterThanOrEqual(8)
  expect(articlesOf('fr').length).toBeGreaterThanOrEqual(8)
  expect(articlesOf('es').map(({ day }) => day)).toEqual(
    Array.from({ length: 19 }, (_, index) => `2025-04-${String(24 - index).padStart(2, '0')}`),
  )
  const spanish = articlesOf('es').map(({ path }) => path.replace('/es/blog/', ''))
  expect(spanish.filter((slug) => (englishSlugs as readonly string[]).includes(slug))).toEqual([])
})

test('each slug answers with its article in its language, and any other is not found', async () => {
  const get = await asking()
  for (const article of languages.flatMap(articlesOf)) {
    const { statusCode, body } = await get(article.path)
    expect([article.path, statusCode]).toEqual([article.path, 200])
    expect(body).toContain(`<html lang="${article.locale}"`)
    expect(body).toContain(`<title>${article.text.title.replaceAll("'", '&#x27;')}`)
  }
  for (const path of ['/blog/none', '/es/blog/electricity-tariffs', '/blog/electricity-tariffs/more', '/de/blog/x'])
    expect([path, (await get(path)).statusCode]).toEqual([path, 404])
})

test('where there are no articles, the list is English, marked as such, and English addresses lead to the article', async () => {
  const get = await asking()
  for (const locale of ['it', 'nl']) {
    const { body } = await get(`/${locale}/blog`)
    expect(body).toMatch(/<h2[^>]* lang="en"[^>]*><a href="\/blog\/[\w-]+" hrefLang="en">/i)
    const moved = await get(`/${locale}/blog/electricity-tariffs`)
    expect([moved.statusCode, moved.headers.location]).toEqual([301, '/blog/electricity-tariffs'])
  }
})

test('every article has three to ten minutes, ten sections at most, a picture that is described, and no empty alt text', () => {
  for (const { id, locale, minutes, words, text } of languages.flatMap(articlesOf)) {
    const place = `${id} ${locale}`
    expect([place, minutes >= 3 && minutes <= 10]).toEqual([place, true])
    expect([place, words >= 600 && words <= 1500]).toEqual([place, true])
    expect([place, text.sections.length <= 10]).toEqual([place, true])
    const pictures = text.sections.flatMap(({ blocks }) => blocks.filter((block) => 'picture' in block))
    expect([place, pictures.length > 0 && pictures.every(({ shows }) => shows.length > 10)]).toEqual([place, true])
    expect([place, text.cover.length > 10]).toEqual([place, true])
  }
})

test('each editorial figure stands in the article that it belongs to, in each of its languages', () => {
  const lacking = toldFigures.flatMap(({ article: id, about, says }) =>
    Object.entries(says).flatMap(([locale, figures]) => {
      const article = site.blog.article(id, locale)
      const text = article ? saidIn(article) : ''
      const missing = figures.filter((figure) => !text.includes(figure))
      return missing.length === 0 ? [] : [`${id} ${locale}: ${about} (${missing.join(', ')})`]
    }),
  )
  expect(lacking).toEqual([])
  // A language that an article is added in is asked for its figures too.
  const asked = new Map(toldFigures.map(({ article, says }) => [article, Object.keys(says).sort().join()]))
  for (const [id, locales] of asked)
    expect([id, locales]).toEqual([
      id,
      languages
        .filter((locale) => site.blog.article(id, locale))
        .sort()
        .join(),
    ])
})

/** Where buttons lead, by what stands before the query. */
const targets: Readonly<Record<string, string>> = {
  'debt-reunification_2': '/es/finanzas/reunificaciondeudas_2',
  lso: '/es/finanzas/lso',
  energy: '/es/electricity-gas/energy',
  energy_2: '/es/electricity-gas/energy_2',
}

test('buttons say what they must and lead where they must, with the parameters of the campaign', async () => {
  const get = await asking()
  const labels = { en: 'Start saving now!', es: '¡Empiece a ahorrar ya!' } as const
  for (const [locale, label] of Object.entries(labels))
    for (const article of articlesOf(locale)) {
      // Articles about debts offer advice rather than savings. The specification sets the Spanish label for all.
      const isDebt = article.category === 'finance' && locale === 'en'
      expect(article.text.action).toBe(isDebt ? 'Get free advice' : label)
      expect(Object.keys(article.action?.query ?? {})).toEqual([
        ...['utm_source', 'utm_medium', 'utm_campaign', 'utm_id', 'sid', 'ssid'],
      ])
    }
  for (const { path, action } of articlesOf('es')) {
    const { body } = await get(path)
    const href = /<a class="lw-button[^"]*" href="([^"?]+)\?utm_source=blog&amp;/.exec(body)?.[1]
    expect([path, href]).toEqual([path, targets[action?.page ?? '']])
  }
})

test('conclusions lead to the brand’s social networks, to the blog, and to the simulation or free advice', async () => {
  const get = await asking()
  for (const { path, locale, text } of languages.flatMap(articlesOf)) {
    const end = JSON.stringify(text.conclusion)
    for (const network of ['facebook', 'instagram', 'tiktok'])
      expect([path, end]).toEqual([path, expect.stringContaining(`(social:${network})`)])
    expect([path, end]).toEqual([path, expect.stringContaining(`(${site.pages.pathOf('blog', locale)})`)])
    const offers = ['energy', 'energy_2', 'lso', 'debt-reunification_2'].map(
      (page) => `(${site.pages.pathOf(page, locale)})`,
    )
    expect([path, offers.some((offer) => end.includes(offer))]).toEqual([path, true])
    const { body } = await get(path)
    expect(body).toContain('href="https://www.tiktok.com/')
    expect(body).not.toContain('(social:')
  }
})

test('the labels of the blog are those of the specification', () => {
  const words = (locale: string) => site.texts.wordsFor(['blog'], locale).blog
  expect(words('es')).toMatchObject({
    ...{ cat1: 'Todo', cat2: 'Energía', cat3: 'Finanzas', cat4: 'Empresas colaboradoras', readmore: 'Leer más' },
    ...{ title: 'Blog', sharehead: 'Compartir artículo', relatedhead: 'Artículos relacionados' },
  })
  expect(words('en')).toMatchObject({
    ...{ title: 'Blog', sharehead: 'Share Article', relatedhead: 'Related Articles' },
    relatedmess: 'Check out our similar articles.',
  })
  const keys = [
    'category',
    'cat1',
    'cat2',
    'cat3',
    'cat4',
    'readmore',
    'title',
    'subtitle',
    'relatedhead',
    'relatedmess',
  ]
  for (const locale of Object.keys(site.definition.locales))
    expect(Object.keys(words(locale) ?? {})).toEqual(
      expect.arrayContaining([...keys, 'sharehead', 'sharemess', 'minread']),
    )
})

test('readers choose by category and page; what there is none of is said kindly', async () => {
  const get = await asking()
  const linked = (body: string) =>
    [...body.matchAll(/<h2[^>]*><a href="\/blog\/([\w-]+)"/g)].map(([, slug = '']) => slug)
  const all = [...linked((await get('/blog')).body), ...linked((await get('/blog?page=2')).body)]
  expect(all).toEqual([...englishSlugs])
  const finance = linked((await get('/blog?category=finance')).body)
  expect(finance).toEqual(
    articlesOf('en').flatMap(({ category, path }) => (category === 'finance' ? path.slice(6) : [])),
  )
  expect(linked((await get('/blog?category=all')).body)).toEqual(englishSlugs.slice(0, 10))
  const unknown = await get('/blog?category=cars')
  expect(unknown.statusCode).toBe(200)
  expect(unknown.body).toContain(textsOf('en', 'blog').unknown)
  expect(linked(unknown.body)).toEqual(englishSlugs.slice(0, 10))
  expect((await get('/fr/blog?category=partnerships')).body).toMatch(/class="[^"]*said|<h2/)
  expect(linked((await get('/blog?page=99')).body)).toEqual(englishSlugs.slice(10))
})

test('related articles are of the same category, the nearest first, and never the article itself', () => {
  for (const article of languages.flatMap(articlesOf)) {
    const related = site.blog.related(article)
    expect(related.length).toBeLessThanOrEqual(3)
    for (const other of related) {
      expect(other.category).toBe(article.category)
      expect(other.locale).toBe(article.locale)
      expect(other.id).not.toBe(article.id)
    }
  }
  const nearest = (id: string, locale: string) => site.blog.related(site.blog.article(id, locale) as Article)[0]?.id
  for (const locale of ['en', 'es']) {
    expect(['blog14', 'blog18']).toContain(nearest('blog17', locale))
    expect(['blog11', 'blog13']).toContain(nearest('blog12', locale))
  }
})

test('an article is told to search engines as a posting, with its languages and its feed', async () => {
  const get = await asking()
  const { body } = await get(site.blog.article('blog7', 'es')?.path ?? '')
  const [, data = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(body) ?? []
  expect(JSON.parse(data)['@graph']).toContainEqual(
    expect.objectContaining({ '@type': 'BlogPosting', datePublished: '2025-04-13', inLanguage: 'es' }),
  )
  const alternates = [...body.matchAll(/<link rel="alternate" hrefLang="([\w-]+)"/gi)].map(([, locale]) => locale)
  expect(alternates).toEqual(['en', 'es', 'x-default'])
  expect(body).toMatch(/type="application\/atom\+xml" href="https:\/\/leadwright\.example\/feeds\/es\.xml"/)
  // The menu of languages leads to the article, or to the blog of a language without it.
  expect(body).toContain('href="/blog/electricity-tariffs"')
  for (const locale of ['de', 'fr', 'it', 'nl']) expect(body).toContain(`href="/${locale}/blog"`)
})
