import { wordParts } from '#engine/form/model'
import { htmlText } from '#engine/form/values'
import type { ArticleBlock, ArticleText } from '#schemas/generated/article-text.ts'
import type { Brand } from '../brand-table.ts'
import { isoOf } from '../heads/language-codes.ts'
import type { Site } from '../site.ts'
import type { Article } from './article.ts'
import { pictureOf } from './article-card.ts'
import { socialTarget } from './article-query.ts'

/** So many of the newest stand in a feed. */
const most = 30

/** The address of the feed of a language. */
export function feedPath(locale: string): string {
  return `/feeds/${locale}.xml`
}

/**
 * The articles in a language with their whole text (Atom, RFC 4287). What a reader shows is what the page says; facts
 * stand in it as they are now, so an article is as new as it says it is.
 * @param origin what the addresses begin with
 * @param words of blog.json
 */
export function atomFeed(
  site: Site,
  brand: Brand,
  locale: string,
  { origin, words }: { origin: string; words: FeedWords },
): string {
  const articles = site.blog.articles(locale).slice(0, most)
  const blog = site.blog.home(locale)
  const newest = articles.map(changed).sort().at(-1) ?? '2025-01-01'
  const said = (text: string) => htmlText(text)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${isoOf(site.definition, locale)}">`,
    `<id>${said(origin + feedPath(locale))}</id>`,
    `<title>${said(words.feed.replace('{{brand}}', brand.name))}</title>`,
    `<subtitle>${said(words.subtitle)}</subtitle>`,
    `<updated>${moment(newest)}</updated>`,
    `<link rel="self" type="application/atom+xml" href="${said(origin + feedPath(locale))}"/>`,
    ...(blog ? [`<link rel="alternate" type="text/html" href="${said(origin + blog.href)}"/>`] : []),
    `<author><name>${said(brand.name)}</name></author>`,
    ...articles.map((article) => entry(site, brand, article, origin)),
    '</feed>\n',
  ].join('\n')
}

/** The words that stand around a feed. */
export interface FeedWords {
  feed: string
  subtitle: string
}

function entry(site: Site, brand: Brand, article: Article, origin: string): string {
  const { path, category, text, locale, day } = article
  return [
    `<entry xml:lang="${isoOf(site.definition, locale)}">`,
    `<id>${htmlText(origin + path)}</id>`,
    `<title>${htmlText(text.title)}</title>`,
    `<link rel="alternate" type="text/html" href="${htmlText(origin + path)}"/>`,
    `<published>${moment(day)}</published>`,
    `<updated>${moment(changed(article))}</updated>`,
    `<category term="${category}"/>`,
    `<summary>${htmlText(text.description)}</summary>`,
    `<content type="html">${htmlText(articleHtml(text, { site, brand, origin }))}</content>`,
    '</entry>',
  ].join('\n')
}

function changed({ day, updated }: Article): string {
  return updated ?? day
}

/** The beginning of a day as RFC 3339 writes moments. */
function moment(day: string): string {
  return `${day}T00:00:00Z`
}

interface Setting {
  site: Site
  brand: Brand
  /** What addresses begin with: a reader of feeds knows no other. */
  origin: string
}

/** The text of an article as HTML that needs no style sheet. */
function articleHtml({ intro, sections, conclusion }: ArticleText, setting: Setting): string {
  const blocks = (each: readonly ArticleBlock[]) => each.map((block) => blockHtml(block, setting))
  const parts = sections.flatMap(({ title, blocks: own }) => [
    ...(title === undefined ? ['<hr/>'] : [`<h2>${htmlText(title)}</h2>`]),
    ...blocks(own),
  ])
  return [...blocks(intro), ...parts, ...blocks(conclusion)].join('\n')
}

function blockHtml(block: ArticleBlock, setting: Setting): string {
  const html = (text: string) => inlineHtml(text, setting)
  const items = (texts: readonly string[]) => texts.map((text) => `<li>${html(text)}</li>`).join('')
  if ('paragraph' in block) return `<p>${html(block.paragraph)}</p>`
  if ('subheading' in block) return `<h3>${html(block.subheading)}</h3>`
  if ('list' in block) return `<ul>${items(block.list)}</ul>`
  if ('steps' in block) return `<ol>${items(block.steps)}</ol>`
  if ('figure' in block) return `<p><strong>${html(block.figure)}</strong> ${html(block.condition)}</p>`
  if ('picture' in block) {
    const src = pictureOf(setting.site, block.picture)
    return src === null ? '' : `<p><img src="${htmlText(setting.origin + src)}" alt="${htmlText(block.shows)}"/></p>`
  }
  const row = (cells: readonly string[], tag: string) =>
    `<tr>${cells.map((cell) => `<${tag}>${html(cell)}</${tag}>`).join('')}</tr>`
  return `<table><thead>${row(block.head, 'th')}</thead><tbody>${block.rows.map((cells) => row(cells, 'td')).join('')}</tbody></table>`
}

function inlineHtml(text: string, { site, brand, origin }: Setting): string {
  const toSocial = socialTarget(site, brand.id)
  const linked = wordParts(text).map((part) => {
    if (typeof part === 'string') return htmlText(part)
    const [, language] = /^lang:(\w+)$/.exec(part.target) ?? []
    if (language !== undefined) return `<i lang="${language}">${htmlText(part.label)}</i>`
    const target = toSocial(part.target)
    if (target === null) return htmlText(part.label)
    const href = target.startsWith('/') ? origin + target : target
    return `<a href="${htmlText(href)}">${htmlText(part.label)}</a>`
  })
  return linked
    .join('')
    .replaceAll(/\*\*(.+?)\*\*/g, '<strong>$1</strong>')
    .replaceAll(/\*(.+?)\*/g, '<em>$1</em>')
}
