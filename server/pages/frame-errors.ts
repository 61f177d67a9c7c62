import { htmlText as html } from '#engine/form/values'
import { askedScheme, type Catalog, type ErrorKind, type ErrorPage, homePath, localeAt } from '#engine/site'
import { pathOf } from '#server/http'
import type { Renderer } from './renderer.ts'

/** What is known of a frame by its address, whether or not there is a form for it. */
export interface Framed {
  /** The sites that may show what is answered; any where there is no such form, since nothing can be done there. */
  origins: readonly string[]
  /** The form's own page; null where there is none. */
  own: string | null
  scheme: 'light' | 'dark' | null
}

type Said = { title: string; text: string }

/** What of locales/<lng>/error-pages.json is said here. */
type FrameWords = Partial<Record<ErrorKind, Said>> & { frame?: Partial<Record<ErrorKind, Said>> & Partial<LinkWords> }

interface LinkWords {
  answersKept: string
  again: string
  elsewhere: string
  home: string
}

/** For a folder of translations that is older than these words. */
const plainWords: LinkWords = {
  answersKept: '',
  again: 'Load the form again',
  elsewhere: 'Open the form in a new window',
  home: 'Open {{site}} in a new window',
}

/** The frame whose address this is; null for all other addresses. */
export function framedAt(catalog: Catalog, brand: string, url: string): Framed | null {
  const path = pathOf(url)
  const { theme } = Object.fromEntries(new URLSearchParams(url.split('?')[1]))
  const scheme = askedScheme(theme === undefined ? {} : { theme })
  const embed = catalog.pageAt(brand, path)?.embed
  if (embed) return { ...embed, scheme }
  const [, prefix, form] = /^(\/[^/]+)?\/embed\/([^/]+)$/.exec(path) ?? []
  const isPrefixed = prefix === undefined || prefix === `/${localeAt(catalog, path)}`
  if (form === undefined || form === 'docs' || form === 'docs.css' || !isPrefixed) return null
  const own = `${prefix ?? ''}/forms/${form}`
  return { origins: ['*'], own: catalog.pageAt(brand, own) ? own : null, scheme }
}

/**
 * What a frame shows in place of its form: it speaks of that, not of the page around it, and says how high it is. It is
 * put together without the renderer, leads back by links, and nothing of the portal stands around it.
 */
export function frameErrorPage(
  { catalog, brand, locale, error, posted }: ErrorPage,
  { origins, own, scheme }: Framed,
  { styleSheet, icon, embedded }: Renderer['assets'],
): string {
  const words = catalog.errorWords(locale).errorPages as FrameWords
  const { answersKept, again, elsewhere, home } = { ...plainWords, ...words.frame }
  const { title, text } = words.frame?.[error] ?? words[error] ?? { title: brand.name, text: '' }
  const site = homePath(catalog, brand.id, locale)
  const away = own !== null ? [own, elsewhere] : site !== null ? [site, home.replace('{{site}}', brand.name)] : null
  const seed = { view: { title, embed: { origins }, sections: [] } }
  return [
    `<!doctype html><html lang="${html(locale)}" data-brand="${html(brand.id)}"`,
    scheme === null ? '>' : ` data-scheme="${scheme}" data-forced="true">`,
    '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
    `<meta name="color-scheme" content="${scheme ?? 'light dark'}"><meta name="robots" content="noindex">`,
    `<title>${html(title)} – ${html(brand.title ?? brand.name)}</title>`,
    `<link rel="icon" href="${html(icon)}" type="image/svg+xml">`,
    `<link rel="stylesheet" href="${html(styleSheet)}">`,
    brand.files ? `<link rel="stylesheet" href="${html(brand.files.css.path)}">` : '',
    `</head><body><main class="lw-plain" data-layout="embed"><h1 class="lw-heading">${html(title)}</h1>`,
    `<p class="lw-lead">${html(text)}</p>`,
    posted ? `<p>${html(answersKept)}</p>` : '',
    // The address of the frame itself, with all that it asks for; after a POST it is asked for anew.
    `<p><a href="">${html(again)}</a></p>`,
    away ? `<p><a href="${html(away[0] ?? '')}" target="_blank" rel="noopener">${html(away[1] ?? '')}</a></p>` : '',
    `</main><script id="page-seed" type="application/json">${JSON.stringify(seed).replaceAll('<', '\\u003c')}</script>`,
    `<script type="module" src="${html(embedded)}"></script></body></html>`,
  ].join('')
}
