import { localePath, type Site } from '#engine/site'
import { type StudioForm, valueAt, versionOf, widths } from '#server/studio'
import { languageOf, unknown } from './draft-side.ts'
import { type Desk, type Html, html, said, type Visit } from './page.ts'
import { askPublic, keepSite, shownOf } from './preview.ts'

const sides = ['before', 'after'] as const

/** The languages whose pages a draft changes: all of them, unless only translations differ. */
function changedLocales({ locales, names, texts, live }: StudioForm): string[] {
  const differs = (locale: string) => {
    const name = names[locale] ?? ''
    return texts.get(name) !== (live.get(name)?.text ?? null)
  }
  return locales[0] !== undefined && differs(locales[0]) ? [...locales] : locales.filter(differs)
}

/** A page of its own, or that of a form. */
type Place = ReturnType<typeof shownOf>

/** At most so many pages are pictured. */
const mostPages = 10

/** Where visitors see what is edited: of a form its own page, and those that show it. */
function placesOf({ live }: Desk, form: StudioForm): Place[] {
  const own = shownOf(live, form)
  const shows = (value: unknown) =>
    Object.values(valueAt(value, ['sections']) ?? {}).some((section) => valueAt(section, ['form']) === own[1])
  const pages = live
    .files()
    .filter(({ folder, locale, value }) => folder === 'pages' && locale === null && shows(value))
  if (own[1] === '') return []
  return [own, ...(own[0] === 'form' ? pages.map(({ id }): Place => ['page', id]) : [])].slice(0, mostPages)
}

/** Where a place is in a language; null where it is not. */
function pathAt(site: Site, [kind, id]: Place, locale: string): string | null {
  if (kind === 'page') return site.pages.pathOf(id, locale)
  return site.forms.version(id, locale) ? localePath(site.definition, `/forms/${id}`, locale) : null
}

/** Pictures of each page that a draft changes, as it is live and as it would be. They are taken when they are looked at. */
export function pictures(desk: Desk, form: StudioForm, { words }: Visit): Html | null {
  const { word } = words
  const places = placesOf(desk, form)
  const locales = changedLocales(form)
  if (!form.draft || places.length === 0 || locales.length === 0) return null
  const about = html`<summary>${word('pictures.title')}</summary>`
  if (!desk.camera.isThere) return html`<details>${about}<p>${word('pictures.none')}</p></details>`
  const seen = versionOf(form.review + desk.live.current().hash)
  const isLive = (at: number, locale: string) =>
    pathAt(desk.live.current(), places[at] ?? ['form', ''], locale) !== null
  const picture = (at: number, locale: string, width: number, side: (typeof sides)[number]) => {
    const caption = word(`pictures.${side}`, { language: languageOf(words, locale), width })
    const isThere = side === 'after' || isLive(at, locale)
    const source = `/studio/${form.id}/picture?page=${at}&language=${locale}&width=${width}&side=${side}&seen=${seen}`
    return html`<figure>${
      isThere
        ? html`<a href="${source}"><img src="${source}" alt="${caption}" loading="lazy" width="${width}"></a>`
        : html`<p>${word('pictures.new')}</p>`
    }<figcaption>${caption}</figcaption></figure>`
  }
  return html`<details>${about}<p class="quiet">${word('pictures.about')}</p>${places.map(
    ([kind, id], at) =>
      html`<h3>${words.named('part', kind)} ${id}</h3>${locales
        .filter((locale) => at === 0 || isLive(at, locale))
        .map((locale) =>
          widths.map(
            (width) => html`<div class="pictures">${sides.map((side) => picture(at, locale, width, side))}</div>`,
          ),
        )}`,
  )}</details>`
}

/** One of these pictures. */
export async function picture(desk: Desk, visit: Visit, form: StudioForm) {
  const { reply } = visit
  const [locale, width] = [said(visit, 'language'), Number(said(visit, 'width'))]
  const isLive = said(visit, 'side') === 'before'
  const site = isLive ? desk.live.current() : await desk.studio.site(form.id)
  const isKnown = form.locales.includes(locale) && widths.some((each) => each === width)
  const place = placesOf(desk, form)[Number(said(visit, 'page'))]
  const path = isKnown && site && place ? pathAt(site, place, locale) : null
  if (!site || path === null) return unknown(visit, form.id)
  const of = isLive ? site.hash : JSON.stringify([desk.live.current().hash, ...form.texts])
  const png = await desk.camera.picture(of, width, path, async (url) => {
    if (!isLive) keepSite(desk, form.id, site)
    const asked = await askPublic(desk, form, { method: 'GET', url, isLive })
    const type = String(asked.headers['content-type'] ?? 'text/plain')
    return { status: asked.statusCode, type, body: asked.rawPayload }
  })
  if (png === null) return unknown(visit, form.id)
  return reply.type('image/png').header('cache-control', 'private, max-age=3600').send(png)
}
