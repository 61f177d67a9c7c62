import { htmlText as html } from '#engine/form/values/html-text.ts'
import { homePath } from '#engine/site/addresses/shown-paths.ts'
import type { ErrorKind } from '#engine/site/errors/error-kind.ts'
import { type ErrorPage, waysOn } from '#engine/site/errors/error-view.ts'
import type { Renderer } from './renderer.ts'

/** What stands in locales/<lng>/error-pages.json. */
type ErrorWords = Record<ErrorKind, { title: string; heading?: string; text: string }> & {
  answersKept: string
  goOn: string
}

/** What of locales/<lng>/chrome.json is said here. */
interface ChromeWords {
  errorPageFailed: string
  toHome: string
}

/**
 * The page of an error as plain HTML, put together without the renderer: for when that fails, when there is no time for
 * it, and for what never becomes a request.
 * @param hasFailed whether the page that belongs here could not be rendered, which it then says
 */
export function plainErrorPage(
  { catalog, brand, locale, error, posted }: ErrorPage,
  { styleSheet, icon }: Renderer['assets'],
  hasFailed = false,
): string {
  // A folder of translations elsewhere may be older than these words; nothing may fail here.
  const { errorPages, chrome } = catalog.errorWords(locale)
  const words = errorPages as Partial<ErrorWords>
  const { toHome, errorPageFailed } = { ...plainWords, ...(chrome as Partial<ChromeWords>) }
  const { title, heading = title, text } = words[error] ?? { title: brand.name, text: '' }
  // Whatever else is wrong, this leads somewhere.
  const home = homePath(catalog, brand.id, locale) ?? (hasFailed ? catalog.homeOf(locale) : null)
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
    `<body><main class="lw-plain"><p>${html(brand.name)}</p><h1 class="lw-heading">${html(heading)}</h1>`,
    `<p class="lw-lead">${html(text)}</p>`,
    posted ? `<p>${html(words.answersKept ?? '')}</p>` : '',
    hasFailed ? `<p>${html(errorPageFailed)}</p>` : '',
    home === null ? '' : `<p><a href="${html(home)}">${html(toHome)}</a></p>`,
    links.length > 0 ? `<h2>${html(words.goOn ?? '')}</h2><ul>${links.join('')}</ul>` : '',
    '</main></body></html>',
  ].join('')
}

const plainWords: ChromeWords = {
  errorPageFailed: 'An error occurred while showing the error page',
  toHome: 'To the home page',
}
