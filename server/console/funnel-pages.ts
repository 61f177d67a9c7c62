import { fieldPlace, type ResolvedForm, templateId } from '#engine/form/model'
import type { Site } from '#engine/site'
import {
  type Dimension,
  dimensions,
  type FunnelQuery,
  funnelChoices,
  funnelFigures,
  type StepFigures,
} from '#server/funnel'
import { type LeadOutcomes, leadOutcomes } from '#server/leads'
import { countedAside, type Desk, figuresOf, type Html, html, table, type Words } from './page.ts'

/** How many days a period may have. The second is the default. */
const periods = [7, 30, 90] as const

const dayMs = 24 * 60 * 60 * 1000

/** What the address asks for: what it does not say, or says wrongly, is left out. */
interface Asked {
  form: string
  days: number
  filters: Partial<Record<Dimension, string>>
}

/** The page about forms: where visits go on, where they end, and what they come to. */
export function funnelPages({ open, live, storage, now }: Desk): void {
  const figures = countedAside(
    (period: FunnelQuery, before: FunnelQuery) =>
      Promise.all([
        ...[funnelFigures(storage, period), funnelFigures(storage, before)],
        ...[funnelChoices(storage, period), leadOutcomes(storage, period), leadOutcomes(storage, before)],
      ] as const),
    now,
  )
  open('GET', '/funnel', 'figures', async (visit) => {
    const { page, request, words } = visit
    const { word } = words
    const site = live.current()
    const asked = askedOf(site, request.query as Record<string, unknown>)
    const since = (days: number) => new Date(now() - days * dayMs).toISOString().slice(0, 10)
    const period: FunnelQuery = { form: asked.form, ...asked.filters, since: since(asked.days - 1), until: since(0) }
    const before: FunnelQuery = { ...period, since: since(2 * asked.days - 1), until: since(asked.days) }
    const form = formOf(site, asked, words)
    const { date } = words
    const said = {
      ...{ since: date(period.since), until: date(period.until) },
      ...{ beforeSince: date(before.since), beforeUntil: date(before.until) },
    }
    const content = figuresOf(
      visit,
      await figures(period, before),
      ([steps, earlier, choices, outcome, outcomeBefore]) => {
        const rows = rowsOf(form, steps, earlier, words)
        return html`${filterForm(site, asked, choices, words)}<p class="quiet">${word('funnel.period', said)}</p>
<h2>${word('funnel.steps')}</h2>
${
  rows.some(({ now, before }) => now + before > 0)
    ? html`${chart(rows, words)}<details><summary>${word('funnel.table')}</summary>
${figuresTable(rows, form, words)}<p class="quiet">${word('funnel.left-about')}</p></details>`
    : html`<p>${word('funnel.no-visits')}</p>`
}
<h2>${word('funnel.outcome')}</h2>
${outcomeTable({ visits: visitsIn(steps), ...outcome }, { visits: visitsIn(earlier), ...outcomeBefore }, words)}
${(asked.filters.device ?? asked.filters.source) !== undefined && html`<p class="quiet">${word('funnel.by-lead')}</p>`}`
      },
    )
    return page(word('nav.funnel'), content)
  })
}

function askedOf({ forms }: Site, query: Record<string, unknown>): Asked {
  const said = (name: string) => (typeof query[name] === 'string' ? query[name] : undefined)
  const filters = dimensions.flatMap((name): [Dimension, string][] => {
    const value = said(name)
    // A filter for what is not known has a value, too.
    return value !== undefined && /^[\w.:-]{1,100}$/.test(value) ? [[name, value === unknown ? '' : value]] : []
  })
  return {
    form: forms.ids.find((id) => id === said('form')) ?? forms.ids[0] ?? '',
    days: periods.find((days) => String(days) === said('days')) ?? 30,
    filters: Object.fromEntries(filters),
  }
}

/** How addresses write a value that is empty: '' means all in them. */
const unknown = '-'

/** The form whose order of steps is shown: of the version asked for, or as it is now. */
function formOf({ forms, definition: site }: Site, { form, filters }: Asked, { language }: Words): ResolvedForm | null {
  const locales = filters.locale === undefined ? [language, ...Object.keys(site.locales)] : [filters.locale]
  const versions = locales.flatMap((locale) => forms.versions(form, locale))
  return (versions.find(({ hash }) => hash === filters.definition) ?? versions[0])?.form ?? null
}

/** Characters of a version's hash that tell it apart. */
const shownOfHash = 8

function filterForm(site: Site, asked: Asked, choices: Record<Dimension, string[]>, words: Words): Html {
  const { word, named, number } = words
  const option = (value: string, label: string, chosen: string) =>
    html`<option value="${value}"${value === chosen && html` selected`}>${label}</option>`
  const select = (name: string, options: readonly Html[]) =>
    html`<label>${word(`funnel.${name}`)}<select name="${name}">${options}</select></label>`
  const live = new Set(
    Object.keys(site.definition.locales).flatMap((locale) =>
      site.forms.versions(asked.form, locale).map(({ hash }) => hash),
    ),
  )
  const labelOf = (name: Dimension, value: string) => {
    if (value === '') return word(name === 'source' ? 'funnel.none' : 'funnel.unknown')
    if (name === 'device') return named('device', value)
    if (name === 'locale' || name === 'brand') return words[name](value)
    if (name !== 'definition') return value
    const version = value.slice(0, shownOfHash)
    return live.has(value) ? word('funnel.current', { version }) : version
  }
  return html`<form method="get" action="/funnel"><div class="fields">
${select(
  'form',
  site.forms.ids.map((id) => option(id, words.form(id), asked.form)),
)}${select(
  'days',
  periods.map((days) => option(String(days), number(days), String(asked.days))),
)}${dimensions.map((name) => {
  const chosen = asked.filters[name]
  const values = [...new Set([...choices[name], ...(chosen === undefined ? [] : [chosen])])]
  return select(name, [
    option('', word('funnel.all'), chosen === undefined ? '' : unknown),
    ...values.map((value) => option(value || unknown, labelOf(name, value), chosen === '' ? unknown : (chosen ?? ''))),
  ])
})}<button>${word('funnel.show')}</button></div></form>`
}

/** A step with its figures, in the order of the form; steps that it has no more come last. */
interface StepRow {
  id: string
  title: string
  now: number
  before: number
  figures: StepFigures | undefined
}

function rowsOf(
  form: ResolvedForm | null,
  steps: ReadonlyMap<string, StepFigures>,
  earlier: ReadonlyMap<string, StepFigures>,
  { word }: Words,
): StepRow[] {
  const own = form?.steps.map(({ id }) => id) ?? []
  const others = [...new Set([...steps.keys(), ...earlier.keys()])].filter((id) => id !== '' && !own.includes(id))
  const titleOf = (id: string) => form?.steps.find((step) => step.id === id)?.title ?? id
  // The screens of a step share its title.
  const named = (title: string, id: string) => {
    const screens = own.filter((each) => titleOf(each) === title)
    return screens.length > 1 ? `${title} (${screens.indexOf(id) + 1}/${screens.length})` : title
  }
  return [...own, ...others, ''].map((id) => ({
    id,
    title: id === '' ? word('funnel.sent') : named(titleOf(id), id),
    now: steps.get(id)?.seen ?? 0,
    before: earlier.get(id)?.seen ?? 0,
    figures: steps.get(id),
  }))
}

/** Of a form whose first step depends on the visit, what most have seen. */
function visitsIn(steps: ReadonlyMap<string, StepFigures>): number {
  return Math.max(0, ...[...steps.values()].map(({ seen }) => seen))
}

/** Height of a step in the drawing, in pixels, and the longest title, in characters. */
const [height, longest] = [58, 44]

/** Bars are as long as a share of the drawing's width, so that its text is as large as that around it. */
function chart(rows: readonly StepRow[], { word, number }: Words): Html {
  const most = Math.max(1, ...rows.flatMap(({ now, before }) => [now, before]))
  const bar = (count: number, kind: 'now' | 'before', top: number) => {
    const long = `${Math.round((count / most) * 800) / 10}%`
    const thick = kind === 'now' ? 14 : 8
    return html`<rect class="${kind}" x="0" y="${top}" width="${long}" height="${thick}"/>
<text class="${kind}" x="${long}" y="${top + thick / 2}" dx="${count > 0 ? 6 : 0}" dominant-baseline="central">${number(count)}</text>`
  }
  const aloud = rows.map(({ title, now, before }) =>
    word('funnel.bar', { step: title, now: number(now), before: number(before) }),
  )
  return html`<p class="legend"><span class="now">${word('funnel.now')}</span> <span>${word('funnel.before')}</span></p>
<svg class="bars" role="img" aria-labelledby="chart-title chart-text" width="100%" height="${rows.length * height}">
<title id="chart-title">${word('funnel.chart')}</title><desc id="chart-text">${aloud.join(' ')}</desc>
${rows.map(({ title, now, before }, at) => {
  const top = at * height
  const short = title.length > longest ? `${title.slice(0, longest - 1)}…` : title
  return html`<text x="0" y="${top + 14}">${short}</text>
${bar(now, 'now', top + 21)}${bar(before, 'before', top + 38)}`
})}</svg>`
}

/** What was counted most, in words and with how often; a dash where there is nothing. */
function mostOf(
  counts: ReadonlyMap<string, number> | undefined,
  wordsOf: (about: string) => string,
  { number }: Words,
) {
  const [most] = [...(counts ?? [])].filter(([about]) => about !== '').sort(([, one], [, other]) => other - one)
  return most ? `${wordsOf(most[0])} (${number(most[1])})` : '–'
}

function figuresTable(rows: readonly StepRow[], form: ResolvedForm | null, words: Words): Html {
  const { word, number } = words
  const fields = form?.steps.flatMap((step) => step.fields) ?? []
  const questionOf = (id: string) => {
    const field = fields.find((each) => templateId(fieldPlace(each.id)) === id)
    return field?.words.title ?? id
  }
  const errorOf = (about: string) => {
    const [id = '', rule = ''] = about.split(' ')
    return `${questionOf(id)} – ${words.named('rule', rule)}`
  }
  const names = ['step', 'seen', 'seen-before', 'done', 'left', 'time', 'question', 'error']
  return table(
    word('funnel.steps'),
    names.map((name) => word(`funnel.${name}`)),
    rows.map(({ id, title, now, before, figures }) => {
      const left = [...(figures?.left.values() ?? [])].reduce((sum, count) => sum + count, 0)
      const seconds = figures?.medianSeconds ?? null
      if (id === '') return [title, number(now), number(before), '–', '–', '–', '–', '–']
      return [
        ...[title, number(now), number(before), number(figures?.done ?? 0), number(left)],
        seconds === null ? '–' : word('funnel.seconds', { count: number(seconds) }),
        ...[mostOf(figures?.left, questionOf, words), mostOf(figures?.errors, errorOf, words)],
      ]
    }),
  )
}

type Outcome = LeadOutcomes & { visits: number }

function outcomeTable(now: Outcome, before: Outcome, { word, number, money }: Words): Html {
  const paid = ({ revenue }: Outcome) =>
    revenue.map(({ currency, amount }) => money(amount, currency)).join(', ') || '–'
  const row = (name: string, of: (outcome: Outcome) => string) => [word(`funnel.${name}`), of(now), of(before)]
  return table(
    word('funnel.outcome'),
    [word('funnel.figure'), word('funnel.now'), word('funnel.before')],
    [
      row('visits', ({ visits }) => number(visits)),
      row('leads', ({ sent }) => number(sent)),
      row('accepted', ({ accepted }) => number(accepted)),
      row('revenue', paid),
    ],
  )
}
