import type { BlogPosting, BreadcrumbList, FAQPage, Graph, ItemList, Organization, Product, Question } from 'schema-dts'
import { plainWords } from '#engine/form/model'
import { htmlText } from '#engine/form/values'
import { alternatesOf, isIndexed, pagePath } from '../addresses/paths.ts'
import type { Brand } from '../brand-table.ts'
import type { DealCard } from '../deals/deal-card.ts'
import type { PageView } from '../page-view.ts'
import type { ArticleView } from '../sections/blog.ts'
import type { Site } from '../site.ts'

/**
 * What search engines read beside the page, in the terms of schema.org: who is behind it, where it stands, its deals, and
 * its questions with their answers. null for a page that they leave out, or that has no address they could name.
 */
export function structuredData(view: PageView): Graph | null {
  const { brand, head, noindex, sections, locale } = view
  const { origin } = brand
  if (origin === null || head === null || noindex) return null
  const organization: Organization = {
    '@type': 'Organization',
    '@id': `${origin}/#organization`,
    name: brand.name,
    url: `${origin}/`,
    logo: origin + (brand.files?.svg ?? head.image),
  }
  // Alone, a page has no place among others.
  const trail: BreadcrumbList[] =
    head.trail.length < 2
      ? []
      : [
          {
            '@type': 'BreadcrumbList',
            itemListElement: head.trail.map(({ href, title }, index) => ({
              '@type': 'ListItem',
              position: index + 1,
              name: title,
              item: origin + href,
            })),
          },
        ]
  const questions = sections.flatMap((section) => (section.kind === 'faq' ? Object.values(section.questions) : []))
  const faq: FAQPage[] =
    questions.length === 0 ? [] : [{ '@type': 'FAQPage', inLanguage: locale, mainEntity: questions.map(asQuestion) }]
  const deals = sections.flatMap((section) => (section.kind === 'deals' ? section.cards : []))
  const list: ItemList[] =
    deals.length === 0
      ? []
      : [
          {
            '@type': 'ItemList',
            itemListElement: deals.map((deal, index) => ({
              '@type': 'ListItem',
              position: index + 1,
              item: asProduct(deal, origin),
            })),
          },
        ]
  const posts = sections.flatMap((section) => (section.kind === 'article' ? asPosting(section, view, origin) : []))
  return { '@context': 'https://schema.org', '@graph': [organization, ...trail, ...list, ...faq, ...posts] }
}

/** An article, as it is told on its page. */
function asPosting(
  article: ArticleView,
  { path, locale, head, title, description }: PageView,
  origin: string,
): BlogPosting {
  const publisher = { '@id': `${origin}/#organization` }
  return {
    '@type': 'BlogPosting',
    headline: title,
    description,
    inLanguage: locale,
    datePublished: article.day,
    dateModified: article.updated?.day ?? article.day,
    wordCount: article.words,
    timeRequired: `PT${article.minutes}M`,
    articleSection: article.category,
    image: origin + (article.cover ?? head?.image ?? ''),
    author: publisher,
    publisher,
    mainEntityOfPage: origin + path,
  }
}

/** A deal that is listed can be bought: what no shop has any more leaves the feed. */
function asProduct({ title, image, shop, offer, href, end }: DealCard, origin: string): Product {
  return {
    '@type': 'Product',
    name: title,
    ...(image !== undefined && { image: origin + image }),
    offers: {
      '@type': 'Offer',
      price: offer.amount,
      priceCurrency: offer.currency,
      priceValidUntil: end,
      validThrough: end,
      availability: 'https://schema.org/InStock',
      url: href,
      seller: { '@type': 'Organization', name: shop },
    },
  }
}

function asQuestion({ question, answer }: { question: string; answer: string }): Question {
  return {
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: plainWords(answer) },
  }
}

/**
 * A brand's pages for search engines, each with its language versions (sitemaps.org 0.9). Forms' own addresses are not
 * among them: what people should find has a page.
 * @param origin what the addresses begin with
 */
export function sitemap(
  { pages: { ofBrand: placesOf }, definition: site }: Site,
  brand: Brand,
  origin: string,
): string {
  const urls = placesOf(brand.id)
    .filter(({ id, locale, written }) => isIndexed(written, locale) && !id.startsWith('form:'))
    .map(({ written: page, locale }) => ({ page, path: pagePath(site, page, locale) }))
    .filter(({ path }) => path !== '/' || !site.rootRedirect)
    .map(({ page, path }) => {
      const alternates = alternatesOf(site, page)
      const versions = [...alternates, ...alternates.slice(0, 1).map(({ path }) => ({ locale: 'x-default', path }))]
      const links = versions.map(
        (other) => `<xhtml:link rel="alternate" hreflang="${other.locale}" href="${htmlText(origin + other.path)}"/>`,
      )
      return `<url><loc>${htmlText(origin + path)}</loc>${links.join('')}</url>`
    })
  const names = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"'
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${names}>\n${urls.join('\n')}\n</urlset>\n`
}
