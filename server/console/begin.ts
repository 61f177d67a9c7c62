import { edited, formFrom, neededBy, placeOfId, templatePicture, templates } from '#server/studio'
import { languageOf, refusal } from './draft-side.ts'
import { type Desk, Html, html, posted, said, type Visit } from './page.ts'

/** What is begun without a template, and its picture. */
const others = {
  pages:
    '<rect x="8" y="9" width="144" height="38" rx="3" fill="currentColor" opacity="0.2"/><rect x="16" y="18" width="70" height="6" rx="3" fill="currentColor"/><rect x="16" y="32" width="44" height="8" rx="3" fill="currentColor"/><rect x="8" y="56" width="44" height="34" rx="3" fill="none" stroke="currentColor"/><rect x="58" y="56" width="44" height="34" rx="3" fill="none" stroke="currentColor"/><rect x="108" y="56" width="44" height="34" rx="3" fill="none" stroke="currentColor"/><rect x="8" y="102" width="112" height="4" fill="currentColor" opacity="0.55"/><rect x="8" y="114" width="132" height="4" fill="currentColor" opacity="0.55"/><rect x="8" y="126" width="90" height="4" fill="currentColor" opacity="0.55"/>',
  groups:
    '<rect x="14" y="20" width="132" height="110" rx="6" fill="none" stroke="currentColor" stroke-dasharray="5 4"/><rect x="26" y="36" width="70" height="4" fill="currentColor" opacity="0.55"/><rect x="26" y="46" width="108" height="14" rx="3" fill="none" stroke="currentColor"/><rect x="26" y="78" width="54" height="4" fill="currentColor" opacity="0.55"/><rect x="26" y="88" width="108" height="14" rx="3" fill="none" stroke="currentColor"/>',
  partners:
    '<rect x="14" y="48" width="44" height="54" rx="3" fill="none" stroke="currentColor"/><rect x="22" y="60" width="28" height="4" fill="currentColor" opacity="0.55"/><rect x="22" y="72" width="22" height="4" fill="currentColor" opacity="0.55"/><rect x="22" y="84" width="28" height="4" fill="currentColor" opacity="0.55"/><path d="M66 75h26m-8-8 8 8-8 8" fill="none" stroke="currentColor" stroke-width="2"/><path d="M102 110V64l22-16 22 16v46z" fill="none" stroke="currentColor"/><rect x="118" y="86" width="12" height="24" fill="currentColor"/>',
} as const

type Other = keyof typeof others

/** What a new form, group, page or partner may be called. */
export const newFileId = /^[a-z][a-z0-9_-]{0,99}$/

/** What the tour shows, one page after the other. */
const stops = ['begin', 'edit', 'findings', 'journey', 'review', 'live'] as const

const skip = (label: string, kind = 'plain') =>
  html`<form method="post" action="/studio/-/tour"><button class="${kind}">${label}</button></form>`

/** Offers the tour to a person who has neither taken nor skipped it. */
export function tourOffer({ studio }: Desk, { person, words: { word } }: Visit): Html | null {
  if (studio.isToured(person.id)) return null
  return html`<section class="note" aria-labelledby="tour"><h2 id="tour">${word('tour.offer')}</h2>
<p>${word('tour.about')}</p><div class="turn"><a class="button" href="/studio/-/tour">${word('tour.take')}</a>${skip(word('tour.skip'))}</div></section>`
}

/** How the studio begins: a tour of text, so that it is read without JavaScript, too, and one form for all that is new. */
export function beginPages(desk: Desk): void {
  const { open, studio } = desk
  open('GET', '/studio/-/new', 'definitions', (visit) => beginPage(desk, visit))
  open('POST', '/studio/-/new', 'definitions', (visit) => begin(desk, visit))
  open('GET', '/studio/-/tour', 'definitions', async (visit) => {
    const { word } = visit.words
    const asked = Math.trunc(Number(said(visit, 'page')))
    const at = asked > 0 && asked < stops.length ? asked : 0
    const to = (page: number) => `/studio/-/tour?page=${page}`
    const isLast = at === stops.length - 1
    const values = { number: at + 1, all: stops.length }
    return visit.page(
      word('tour.title', values),
      html`<h2>${word(`tour.${stops[at]}`)}</h2><p class="lead">${word(`tour.${stops[at]}-text`)}</p>
<div class="turn">${isLast ? skip(word('tour.end'), '') : html`<a class="button" href="${to(at + 1)}">${word('tour.next')}</a>`}${at > 0 && html`<a href="${to(at - 1)}">${word('tour.back')}</a>`}${!isLast && skip(word('tour.skip'))}</div>`,
    )
  })
  open('POST', '/studio/-/tour', 'definitions', async ({ person, reply }) => {
    studio.tour(person.id)
    return reply.redirect('/studio', 303)
  })
}

/** The form for what is new. @param why what kept it from being made */
async function beginPage(desk: Desk, visit: Visit, given = new URLSearchParams(), why: Html | null = null) {
  const { words, page } = visit
  const { word } = words
  const chosen = given.get('template') ?? 'contact'
  const said = (name: string) => given.get(name) ?? ''
  const choice = (id: string, label: string, picture: string) =>
    html`<li><label class="check">${new Html(picture)}<input type="radio" name="template" value="${id}"${chosen === id && html` checked`}> ${label}</label></li>`
  const forms = studioForms(desk).map(
    ({ id, title }) => html`<option value="${id}"${said('form') === id && html` selected`}>${title}</option>`,
  )
  const titles = localesOf(desk).map(
    (locale) =>
      html`<label>${languageOf(words, locale)}<input name="title ${locale}" lang="${locale}" value="${said(`title ${locale}`)}" autocomplete="off"></label>`,
  )
  return page(
    word('template.new'),
    html`${why}<form method="post" action="/studio/-/new" class="part begin"><fieldset><legend>${word('template.title')}</legend><ul class="templates plain">${templates.map((id) => choice(id, word(`template.${id}`), templatePicture(id)))}${Object.entries(others).map(([id, drawing]) => choice(id, word(`studio.one-${id}`), framed(drawing)))}</ul></fieldset>
<fieldset class="texts" aria-describedby="titles-about"><legend>${word('template.name')}</legend><p class="quiet" id="titles-about">${word('template.name-about')}</p>${titles}</fieldset>
<p class="of-partner"><label>${word('studio.new-file-form')}<select name="form"><option value="">–</option>${forms}</select></label></p>
<details${(why !== null || said('id') !== '') && html` open`}><summary>${word('template.more')}</summary><p class="quiet">${word('template.more-about')}</p><p><label>${word('studio.new-file-id')}<input name="id" value="${said('id')}" pattern="[a-z][a-z0-9_\\-]*" autocomplete="off"></label></p><p class="of-page"><label>${word('studio.new-file-path')}<input name="path" value="${said('path')}" autocomplete="off"></label></p></details>
<p><button>${word('studio.create')}</button></p></form><p><a href="/studio">${word('back')}</a></p>`,
    why === null ? 200 : 400,
  )
}

const framed = (drawing: string) =>
  `<svg viewBox="0 0 160 150" width="160" height="150" aria-hidden="true" focusable="false"><rect x="1" y="1" width="158" height="148" rx="6" fill="none" stroke="currentColor" opacity="0.4"/>${drawing}</svg>`

const localesOf = ({ live }: Desk) => Object.keys(live.current().definition.locales)

const studioForms = ({ studio }: Desk) => studio.list().filter(({ folder }) => folder === 'forms')

/** Makes a draft of what is asked for, and goes to it. */
async function begin(desk: Desk, visit: Visit) {
  const { studio } = desk
  const fields = posted(visit)
  const said = (name: string) => fields.get(name)?.trim() ?? ''
  const titles = Object.fromEntries(
    localesOf(desk).flatMap((locale) => (said(`title ${locale}`) ? [[locale, said(`title ${locale}`)]] : [])),
  )
  const [title = ''] = Object.values(titles)
  const template = templates.find((each) => each === said('template'))
  const folder = template ? 'forms' : said('template')
  const isTaken = (id: string) => studio.list().some((each) => each.folder === folder && placeOfId(each.id).name === id)
  const name = said('id') || idOf(title, isTaken)
  const id = folder === 'forms' ? name : `${folder}.${name}`
  const path = said('path') || `/${name}`
  const form = said('form')
  const isUsable =
    newFileId.test(name) &&
    title !== '' &&
    (template !== undefined || Object.hasOwn(others, folder)) &&
    (folder !== 'pages' || path.startsWith('/')) &&
    (folder !== 'partners' || studioForms(desk).some((each) => each.id === form))
  if (!isUsable) {
    const wrong = html`<p class="note error" role="alert">${visit.words.word('studio.wrong-new')}</p>`
    return beginPage(desk, visit, fields, wrong)
  }
  const locales = Object.keys(titles)
  const [[, own = ''] = [], ...translated] = template
    ? formFrom(template, name, title, locales)
    : filesOf(folder as Other, name, titles, { path, form })
  const created = studio.create(id, visit.person.id, own, template && neededBy(template, locales))
  const texts = translated.map(([file, text]) => {
    const title = titles[file.split('/')[1] ?? '']
    return [file, edited(text, [{ path: ['title'], value: title }])]
  })
  const written = created.ok ? studio.write(id, visit.person.id, Object.fromEntries(texts)) : created
  if (!written.ok) return beginPage(desk, visit, fields, refusal(written, visit.words))
  return visit.reply.redirect(`/studio/${id}?done=saved`, 303)
}

/** An id from a title, that nothing else has. */
function idOf(title: string, isTaken: (id: string) => boolean): string {
  const plain = title.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const id =
    plain
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^[^a-z]+/, '')
      .slice(0, 60)
      .replace(/-$/, '') || 'new'
  const also = Array.from({ length: 100 }, (_, at) => `${id}-${at + 2}`)
  return [id, ...also].find((each) => !isTaken(each)) ?? id
}

/** The files of a new page, group or partner: its own first, then its words in the other languages. */
function filesOf(
  folder: Other,
  name: string,
  titles: Readonly<Record<string, string>>,
  { path, form }: { path: string; form: string },
): [string, string][] {
  const [[first = '', title = ''] = [], ...rest] = Object.entries(titles)
  const locales = [first, ...rest.map(([locale]) => locale)]
  const own = {
    pages: { locales, path, title, sections: { hero: { kind: 'hero', title } } },
    groups: { title, fields: { question: { kind: 'text', title } } },
    partners: { name: title, filters: [{ form }], testLeads: true, deliveries: { feed: { kind: 'pull' } } },
  }[folder]
  const words = (title: string) =>
    folder === 'pages' ? { title, sections: { hero: { title } } } : { title, fields: { question: { title } } }
  const others = folder === 'partners' ? [] : rest
  const textOf = (value: object) => `${JSON.stringify(value, null, 2)}\n`
  return [
    [`definitions/${folder}/${name}.json`, textOf(own)],
    ...others.map(([locale, title]): [string, string] => [
      `locales/${locale}/${folder}/${name}.json`,
      textOf(words(title)),
    ]),
  ]
}
