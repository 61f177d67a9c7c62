import type { ErrorKind } from '#engine/catalog/portal/error-kind.ts'
import { type ErrorPage, waysOn } from '#engine/catalog/portal/error-view.ts'
import { htmlText as html } from '#engine/core/values/html-text.ts'
import type { Renderer } from './renderer.ts'

/** What stands in locales/<lng>/error-pages.json. */
type ErrorWords = Record<ErrorKind, { title: string; text: string }> & { answersKept: string; goOn: string }

/**
 * The page of an error as plain HTML, put together without the renderer: for when that fails, when there is no time for
 * it, and for what never becomes a request.
 */
export function plainErrorPage(
  { catalog, brand, locale, error, posted }: ErrorPage,
  { styleSheet, icon }: Renderer['assets'],
): string {
  // A folder of translations elsewhere may be older than these words; nothing may fail here.
  const words = catalog.errorWords(locale).errorPages as Partial<ErrorWords>
  const { title, text } = words[error] ?? { title: brand.name, text: '' }
  const links = waysOn(catalog, brand.id, locale).map(
    ({ href, title }) => `<li><a href="${html(href)}">${html(title)}</a></li>`,
  )
  return [
    `<!doctype html><html lang="${html(locale)}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark"><meta name="robots" content="noindex">',
    `<title>${html(title)} – ${html(brand.title ?? brand.name)}</title>`,
    `<link rel="icon" href="${html(icon)}" type="image/svg+xml">`,
    `<link rel="stylesheet" href="${html(styleSheet)}">`,
    brand.files ? `<link rel="stylesheet" href="${html(brand.files.css.path)}"></head>` : '</head>',
    `<body><main class="lw-plain"><p>${html(brand.name)}</p><h1 class="lw-heading">${html(title)}</h1>`,
    `<p class="lw-lead">${html(text)}</p>`,
    posted ? `<p>${html(words.answersKept ?? '')}</p>` : '',
    links.length > 0 ? `<h2>${html(words.goOn ?? '')}</h2><ul>${links.join('')}</ul>` : '',
    '</main></body></html>',
  ].join('')
}
