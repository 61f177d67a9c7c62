import { type Desk, type Html, html, said, type Visit } from './page.ts'

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

/** The tour: pages of text, so that it is read without JavaScript, too. */
export function tourPages({ open, studio }: Desk): void {
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
