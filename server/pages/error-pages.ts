import type { FastifyReply } from 'fastify'
import { htmlText as html } from '#engine/form/values'
import {
  askedScheme,
  type ErrorKind,
  type ErrorPage,
  errorKind,
  errorPageId,
  errorView,
  homePath,
  localeAt,
  type Site,
  thirdParties,
  waysOn,
} from '#engine/site'
import { type ErrorRenderer, pagePolicy, pathOf, type RawRequest } from '#server/http'
import { type Body, quickBody, sendBody } from './page-cache.ts'
import type { Renderer } from './renderer.ts'

/** For a folder of translations that is older than these words. */
const plainFrameWords: LinkWords = {
  answersKept: '',
  again: 'Load the form again',
  elsewhere: 'Open the form in a new window',
  home: 'Open {{site}} in a new window',
}

const plainWords: ChromeWords = {
  errorPageFailed: 'An error occurred while showing the error page',
  toHome: 'To the home page',
}

/** @param site the one that is live */
export function errorPages(site: () => Site, web: Renderer): ErrorRenderer {
  // Of every site its own, so that what was rendered from a former one is never sent.
  const known = new WeakMap<Site, Map<string, Promise<Body>>>()

  const pageOf = ({ method, url, host }: RawRequest, status: number): ErrorPage => {
    const current = site()
    const posted = method === 'POST'
    return {
      site: current,
      brand: current.brands.at(host),
      locale: localeAt(current, pathOf(url)),
      error: errorKind(status, posted),
      posted,
    }
  }

  const bodies = (page: ErrorPage): Promise<Body> => {
    const key = [page.brand.id, page.locale, page.error, page.posted].join(' ')
    const ofSite = known.get(page.site) ?? new Map<string, Promise<Body>>()
    known.set(page.site, ofSite)
    const body = ofSite.get(key) ?? rendered(page)
    ofSite.set(key, body)
    // What failed may succeed the next time.
    body.catch(() => ofSite.delete(key))
    return body
  }

  const rendered = async (page: ErrorPage): Promise<Body> => {
    const { html } = await web.show({ status: 200, view: errorView(page) })
    return quickBody(html)
  }

  const plain = (asked: RawRequest, status: number, hasFailed = false): string => {
    const page = pageOf(asked, status)
    const framed = framedAt(page.site, page.brand.id, asked.url)
    return framed ? frameErrorPage(page, framed, web.assets) : plainErrorPage(page, web.assets, hasFailed)
  }

  const head = (reply: FastifyReply, status: number): FastifyReply =>
    reply.code(status).header('cache-control', 'no-store').type('text/html; charset=utf-8')

  const sendPlain: ErrorRenderer['sendPlain'] = (request, reply, status) =>
    head(reply, status).send(plain(request, status))

  return {
    plain,
    sendPlain,
    async send(request, reply, status) {
      try {
        const page = pageOf(request, status)
        if (framedAt(page.site, page.brand.id, request.url)) return sendPlain(request, reply, status)
        const body = await bodies(page)
        const policy = pagePolicy(thirdParties(page.site, page.brand, errorPageId))
        return sendBody(request, head(reply, status).header('content-security-policy', policy), body)
      } catch (error) {
        request.log.error({ err: error }, 'Failed to render the error page; sent a plain one')
        return head(reply, status).send(plain(request, status, true))
      }
    },
  }
}

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
function plainErrorPage(
  { site, brand, locale, error, posted }: ErrorPage,
  { styleSheet, icon }: Renderer['assets'],
  hasFailed = false,
): string {
  // A folder of translations elsewhere may be older than these words; nothing may fail here.
  const { errorPages, chrome } = site.texts.errors(locale)
  const words = errorPages as Partial<ErrorWords>
  const { toHome, errorPageFailed } = { ...plainWords, ...(chrome as Partial<ChromeWords>) }
  const { title, heading = title, text } = words[error] ?? { title: brand.name, text: '' }
  // Whatever else is wrong, this leads somewhere.
  const home = homePath(site, brand.id, locale) ?? (hasFailed ? site.pages.home(locale) : null)
  const links = waysOn(site, brand.id, locale).map(
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

/** What is known of a frame by its address, whether or not there is a form for it. */
interface Framed {
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

/** The frame whose address this is; null for all other addresses. */
export function framedAt(site: Site, brand: string, url: string): Framed | null {
  const path = pathOf(url)
  const { theme } = Object.fromEntries(new URLSearchParams(url.split('?')[1]))
  const scheme = askedScheme(theme === undefined ? {} : { theme })
  const embed = site.pages.at(brand, path)?.embed
  if (embed) return { ...embed, scheme }
  const [, prefix, form] = /^(\/[^/]+)?\/embed\/([^/]+)$/.exec(path) ?? []
  const isPrefixed = prefix === undefined || prefix === `/${localeAt(site, path)}`
  if (form === undefined || form === 'docs' || form === 'docs.css' || !isPrefixed) return null
  const own = `${prefix ?? ''}/forms/${form}`
  return { origins: ['*'], own: site.pages.at(brand, own) ? own : null, scheme }
}

/**
 * What a frame shows in place of its form: it speaks of that, not of the page around it, and says how high it is. It is
 * put together without the renderer, leads back by links, and nothing of the portal stands around it.
 */
function frameErrorPage(
  { site, brand, locale, error, posted }: ErrorPage,
  { origins, own, scheme }: Framed,
  { styleSheet, icon, embedded }: Renderer['assets'],
): string {
  const words = site.texts.errors(locale).errorPages as FrameWords
  const { answersKept, again, elsewhere, home } = { ...plainFrameWords, ...words.frame }
  const { title, text } = words.frame?.[error] ?? words[error] ?? { title: brand.name, text: '' }
  const homeAddress = homePath(site, brand.id, locale)
  const away =
    own !== null ? [own, elsewhere] : homeAddress !== null ? [homeAddress, home.replace('{{site}}', brand.name)] : null
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
