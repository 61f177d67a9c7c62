import { leadContent, mapLead, nestAnswers, nobody, route } from '#engine/form/lead'
import { answerWords, findField } from '#engine/form/model'
import { contentHash } from '#engine/node'
import { previewPass, previewTime } from '#server/previews'
import type { StudioForm } from '#server/studio'
import { unknown, withSide } from './draft-side.ts'
import { type Desk, html, posted, said, table, type Visit } from './page.ts'
import { brandOf, keepSite } from './preview.ts'

/** The site with a draft, and the answers that are looked at, numbered from 0. */
async function looked(desk: Desk, form: StudioForm, number: string) {
  const [verdict, site] = [await desk.studio.judge(form.id), await desk.studio.site(form.id)]
  const ways = verdict?.ways ?? []
  const at = Math.min(Math.max(Math.trunc(Number(number)) || 0, 0), Math.max(ways.length - 1, 0))
  const way = ways[at]
  const resolved = way && site?.forms.version(way.form, way.locale)?.form
  return site && way && resolved ? { site, ways, at, way, resolved } : null
}

/** What each partner would get for answers of the proof, next to its map. */
export async function partnerView(desk: Desk, visit: Visit, form: StudioForm) {
  const { word } = visit.words
  const found = await looked(desk, form, said(visit, 'way'))
  const back = html`<p><a href="/studio/${form.id}">${word('studio.to-outline')}</a></p>`
  if (!found)
    return withSide(desk, visit, form, {
      title: word('partner-view.title'),
      content: html`${back}<p>${word('partner-view.none')}</p>`,
    })
  const { site, ways, at, way, resolved } = found
  const { id: brand } = brandOf(desk, form)
  const receivedAt = new Date(desk.now()).toISOString()
  const about = { id: word('partner-view.id'), form: way.form, locale: way.locale, brand, page: null, test: false }
  const all = site.partners.all
  const decisions = route(
    all,
    { ...about, suspicion: null, answers: way.answers, receivedAt: desk.now() },
    { takenOn: () => 0, hasContact: () => false, asked: nobody },
    contentHash,
  )
  const { answers, consents } = leadContent(resolved, way.answers)
  const given = consents.map(({ id, purpose, text, granted }) => ({
    ...{ id, purpose, text, granted, textHash: contentHash(text), givenAt: receivedAt },
  }))
  const written = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
  const partners = decisions.map(({ partner: id, taken, detail }) => {
    const partner = all[id]
    const lead = mapLead(partner?.map, { ...about, receivedAt, answers, attribution: {}, consents: given })
    const head = html`<h3>${partner?.name ?? id}</h3><p>${word(taken ? 'partner-view.gets' : 'partner-view.gets-not')}${!taken && html` <span lang="en">${detail}</span>`}</p>`
    const rows = Object.entries(partner?.map ?? lead).map(([name, source]) => [
      html`<code>${name}</code>`,
      partner?.map ? html`<code>${written(source)}</code>` : '–',
      lead[name] === undefined ? '–' : written(lead[name]),
    ])
    const columns = ['name', 'map', 'value'].map((each) => word(`partner-view.${each}`))
    return html`${head}${taken && table(partner?.name ?? id, columns, rows)}`
  })
  const asked = Object.entries(way.answers).flatMap(([id, answer]) => {
    const field = findField(resolved, id)?.field
    return field && answer !== undefined ? [[field.words.title ?? id, answerWords(field, answer, resolved)]] : []
  })
  const choices = ways.map(
    (_, each) =>
      html`<option value="${each}"${each === at && html` selected`}>${word('partner-view.way', { number: each + 1 })}</option>`,
  )
  const content = html`${back}<p class="quiet">${word('partner-view.about')}</p>
<form method="get" action="/studio/${form.id}/partners" class="turn"><label>${word('partner-view.ways')}<select name="way">${choices}</select></label><button class="plain">${word('partner-view.show')}</button></form>
${table(word('partner-view.answers'), [word('partner-view.question'), word('partner-view.answer')], asked)}<h2>${word('partner-view.title')}</h2>
${partners.length > 0 ? partners : html`<p>${word('partner-view.no-partner')}</p>`}
<form method="post" action="/studio/${form.id}/partners"><input type="hidden" name="way" value="${at}"><p><button>${word('partner-view.test')}</button> <span class="quiet">${word('partner-view.test-about')}</span></p></form>`
  return withSide(desk, visit, form, { title: word('partner-view.title'), content })
}

/** Sends answers of the proof as a test lead, as the preview does: partners that accept test leads get it. */
export async function testDelivery(desk: Desk, visit: Visit, form: StudioForm) {
  const { word } = visit.words
  const found = await looked(desk, form, posted(visit).get('way') ?? '')
  if (!found) return unknown(visit, form.id)
  const { site, way, resolved } = found
  keepSite(desk, form.id, site)
  const sent = await desk.ask({
    ...{ method: 'POST', url: '/api/v1/submissions' },
    headers: {
      host: brandOf(desk, form).host,
      cookie: `preview=${previewPass(desk.hash, desk.now() + previewTime, form.id)}`,
      'sec-fetch-site': 'same-origin',
    },
    payload: { form: way.form, locale: way.locale, answers: nestAnswers(resolved, way.answers) },
  })
  const { id, detail = '' } = JSON.parse(sent.payload) as { id?: string; detail?: string }
  const back = html`<p><a href="/studio/${form.id}/partners">${word('back')}</a></p>`
  const content =
    sent.statusCode === 201
      ? html`<p class="note done" role="status">${word('partner-view.sent')} <a href="/leads/${id}">${id}</a></p>`
      : html`<p class="note error" role="alert">${word('partner-view.not-sent')} <span lang="en">${detail}</span></p>`
  return visit.page(word('partner-view.test'), html`${content}${back}`, sent.statusCode === 201 ? 200 : 409)
}
