import { wordParts } from '#engine/form/model/links.ts'
import { htmlText } from '#engine/form/values/html-text.ts'
import type { ArticleBlock, ArticleText } from '#schemas/generated/article-text.ts'
import type { Brand } from '../brand-table.ts'
import type { Catalog } from '../catalog.ts'
import { pictureOf } from './article-card.ts'
import { socialTarget } from './social-target.ts'

interface Setting {
  catalog: Catalog
  brand: Brand
  /** What addresses begin with: a reader of feeds knows no other. */
  origin: string
}

/** The text of an article as HTML that needs no style sheet. */
export function articleHtml({ intro, sections, conclusion }: ArticleText, setting: Setting): string {
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
    const src = pictureOf(setting.catalog, block.picture)
    return src === null ? '' : `<p><img src="${htmlText(setting.origin + src)}" alt="${htmlText(block.shows)}"/></p>`
  }
  const row = (cells: readonly string[], tag: string) =>
    `<tr>${cells.map((cell) => `<${tag}>${html(cell)}</${tag}>`).join('')}</tr>`
  return `<table><thead>${row(block.head, 'th')}</thead><tbody>${block.rows.map((cells) => row(cells, 'td')).join('')}</tbody></table>`
}

function inlineHtml(text: string, { catalog, brand, origin }: Setting): string {
  const toSocial = socialTarget(catalog, brand.id)
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
