import type { FastifyReply } from 'fastify'
import { htmlText as html } from '#engine/form/values'
import {
  type Catalog,
  type ErrorKind,
  type ErrorPage,
  errorKind,
  errorPageId,
  errorView,
  homePath,
  localeAt,
  thirdParties,
  waysOn,
} from '#engine/site'
import { type Asked, type ErrorRenderer, pagePolicy, pathOf } from '#server/http'
import { type Body, quickBody, sendBody } from './body.ts'
import { framedAt, frameErrorPage } from './frame-errors.ts'
import type { Renderer } from './renderer.ts'

const plainWords: ChromeWords = {
  errorPageFailed: 'An error occurred while showing the error page',
  toHome: 'To the home page',
}

/** @param catalog the one that is live */
export function errorPages(catalog: () => Catalog, web: Renderer): ErrorRenderer {
  // Of every catalog its own, so that what was rendered from a former one is never sent.
  const known = new WeakMap<Catalog, Map<string, Promise<Body>>>()

  const pageOf = ({ method, url, host }: Asked, status: number): ErrorPage => {
    const current = catalog()
    const posted = method === 'POST'
    return {
      catalog: current,
      brand: current.brandAt(host),
      locale: localeAt(current, pathOf(url)),
      error: errorKind(status, posted),
      posted,
    }
  }

  const bodies = (page: ErrorPage): Promise<Body> => {
    const key = [page.brand.id, page.locale, page.error, page.posted].join(' ')
    const ofCatalog = known.get(page.catalog) ?? new Map<string, Promise<Body>>()
    known.set(page.catalog, ofCatalog)
    const body = ofCatalog.get(key) ?? rendered(page)
    ofCatalog.set(key, body)
    // What failed may succeed the next time.
    body.catch(() => ofCatalog.delete(key))
    return body
  }

  const rendered = async (page: ErrorPage): Promise<Body> => {
    const { html } = await web.show({ status: 200, view: errorView(page) })
    return quickBody(html)
  }

  const plain = (asked: Asked, status: number, hasFailed = false): string => {
    const page = pageOf(asked, status)
    const framed = framedAt(page.catalog, page.brand.id, asked.url)
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
        if (framedAt(page.catalog, page.brand.id, request.url)) return sendPlain(request, reply, status)
        const body = await bodies(page)
        const policy = pagePolicy(thirdParties(page.catalog, page.brand, errorPageId))
        return sendBody(request, head(reply, status).header('content-security-policy', policy), body)
      } catch (error) {
        request.log.error({ err: error }, 'error page not rendered')
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
