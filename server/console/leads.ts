import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { copyOfAnswers } from '#engine/form/journey'
import { flatAnswers, leadReference } from '#engine/form/lead'
import type { NestedAnswers, ResolvedForm } from '#engine/form/model'
import { internationalPhone } from '#engine/form/values'
import { listAudit } from '#server/audit'
import { approveLead, handLeadOver, otherPartners } from '#server/distribution'
import {
  type BrowsedLead,
  type BrowseQuery,
  browseLeads,
  createTable,
  type Evidence,
  evidenceIn,
  findLead,
  formTable,
  idsThatBegin,
  isErasedAt,
  isKept,
  isUnsubscribedAt,
  type LeadFilter,
  type LeadRecord,
  type LeadState,
  leadContact,
  leadContacts,
  leadKinds,
  leadStates,
  leadsOfEmail,
  listLeads,
  pagesOfExport,
  properties,
  recipientsOf,
  standaloneMailsTo,
  storedForm,
  storedForms,
  suppressionsOf,
  triesOf,
  type UndoableDeed,
  undo,
  undoable,
  unsubscribe,
  visitors,
} from '#server/leads'
import { resultsOf } from '#server/offers'
import { erasureFile, openErasures, personData } from '#server/privacy'
import { savedFormsOf } from '#server/saved-forms'
import type { Row } from '#server/storage'
import { noticesBy } from '#server/subscriptions'
import { openUploads } from '#server/uploads'
import { type Desk, type Html, html, posted, problem, table, type Visit, type Words, whoDid } from './page.ts'

const isId = (text: string) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

/** The pages about leads: who came, what they said, who got it, and what can be done about it. */
export function leadRoutes(desk: Desk): void {
  listPage(desk)
  searchRoute(desk)
  exportRoute(desk)
  leadPage(desk)
  leadDeeds(desk)
}

/** Leads on a page. */
const pageSize = 50

/** What the table can show of a lead besides its time. `contact` is personal data. */
const columns = ['form', 'locale', 'brand', 'state', 'partners', 'contact', 'source', 'page', 'via'] as const

type Column = (typeof columns)[number]

const usual: readonly Column[] = ['form', 'locale', 'brand', 'state', 'partners']

/** What a list is narrowed down to, as its address says it. Whatever makes no sense is left out. */
interface Narrowed {
  query: Omit<BrowseQuery, 'limit' | 'before'>
  columns: readonly Column[]
  before: string | null
  /** The fields as they were filled in. */
  fields: URLSearchParams
}

const day = 24 * 60 * 60 * 1000

function narrowed({ request }: Visit): Narrowed {
  const asked = new URL(request.url, 'http://console').searchParams
  const fields = new URLSearchParams()
  const text = (name: string, isRight: (value: string) => boolean = (value) => value !== '' && value.length <= 200) => {
    const value = asked.get(name) ?? ''
    if (!isRight(value)) return undefined
    fields.set(name, value)
    return value
  }
  const dayOf = (name: string) => {
    const value = text(name, (each) => /^\d{4}-\d{2}-\d{2}$/.test(each) && !Number.isNaN(Date.parse(each)))
    return value === undefined ? undefined : Date.parse(value)
  }
  const state = text('state', (value) => Object.hasOwn(leadStates, value)) as LeadState | undefined
  const contacts = text('contact', (value) => /^[\w-]{22}(?:,[\w-]{22}){0,30}$/.test(value))?.split(',')
  const [form, locale, brand, partner] = ['form', 'locale', 'brand', 'partner'].map((name) => text(name))
  const [from, until] = [dayOf('from'), dayOf('until')]
  const shown = columns.filter((column) => asked.getAll('column').includes(column))
  for (const column of shown) fields.append('column', column)
  const before = asked.get('before') ?? ''
  return {
    query: {
      ...(contacts && { contacts }),
      ...(state && { state }),
      ...(form && { form }),
      ...(locale && { locale }),
      ...(brand && { brand }),
      ...(partner && { partner }),
      ...(from !== undefined && { from }),
      ...(until !== undefined && { to: until + day }),
    },
    columns: shown.length > 0 ? shown : usual,
    before: isId(before) ? before : null,
    fields,
  }
}

function listPage({ open, storage, live, audit }: Desk): void {
  open('GET', '/leads', 'leads', async (visit) => {
    const { page, words, person } = visit
    const { word } = words
    const { query, columns: shown, before, fields } = narrowed(visit)
    const [kinds, { leads, next }] = await Promise.all([
      leadKinds(storage),
      browseLeads(storage, { ...query, limit: pageSize, ...(before !== null && { before }) }),
    ])
    if (shown.includes('contact') && leads.length > 0) {
      const detail = `contacts of ${leads.length}, ${leads.at(-1)?.id} to ${leads[0]?.id}`
      await audit.record({ who: person.id, action: 'lead.list', object: 'leads', detail })
    }
    const rows = leads.map((lead) => [
      html`<a href="/leads/${lead.id}">${words.time(lead.receivedAt)}</a>${lead.test && html` <span class="mark">${word('leads.test')}</span>`}`,
      ...shown.map((column) => cell(column, lead, words)),
    ])
    const further = new URLSearchParams(fields)
    if (next !== null) further.set('before', next)
    const first = new URLSearchParams(fields)
    const options = { ...kinds, partner: Object.keys(live.current().partners.all).sort() }
    return page(
      word('nav.leads'),
      html`${leadSearch(words)}
${filterForm(words, fields, shown, options)}
${
  leads.length > 0
    ? table(word('leads.about'), [word('leads.time'), ...shown.map((column) => word(`leads.${column}`))], rows)
    : html`<p>${word(next === null ? 'leads.none' : 'leads.none-yet')}</p>`
}
<p class="turn">${before !== null && html`<a href="/leads?${first}">${word('leads.newest')}</a>`}
${next !== null && html`<a href="/leads?${further}" rel="next">${word(leads.length < pageSize ? 'leads.look-on' : 'leads.older')}</a>`}</p>
${
  !query.contacts &&
  html`<form method="get" action="/leads/export">${[...fields].map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<p><button class="plain">${word('leads.export')}</button></p></form>`
}`,
    )
  })
}

/** The field that finds leads by an address, a number or an id. */
export function leadSearch({ word }: Words): Html {
  return html`<form class="fields" method="post" action="/leads/search" role="search"><label>${word('leads.search')}
<input type="search" name="search" required autocomplete="off" maxlength="254"></label><button class="plain">${word('leads.find')}</button></form>`
}

function filterForm(
  { word, named, form, locale, brand, partner }: Words,
  fields: URLSearchParams,
  shown: readonly Column[],
  options: Record<'form' | 'locale' | 'brand' | 'partner', readonly string[]>,
): Html {
  const choice = (name: string, values: readonly string[], text: (value: string) => string) => {
    const chosen = fields.get(name)
    const all = chosen === null || values.includes(chosen) ? values : [...values, chosen]
    return html`<label>${word(`leads.${name}`)}<select name="${name}"><option value="">${word('leads.any')}</option>${all.map(
      (value) => html`<option value="${value}"${value === chosen && html` selected`}>${text(value)}</option>`,
    )}</select></label>`
  }
  const date = (name: string) =>
    html`<label>${word(`leads.${name}`)}<input type="date" name="${name}" value="${fields.get(name) ?? ''}"></label>`
  const contact = fields.get('contact')
  return html`<form method="get" action="/leads"><div class="fields">
${contact !== null && html`<label class="check"><input type="checkbox" name="contact" value="${contact}" checked> ${word('leads.only-found')}</label>`}
${choice('form', options.form, form)}${choice('locale', options.locale, locale)}${choice('brand', options.brand, brand)}
${choice('partner', options.partner, partner)}${choice('state', Object.keys(leadStates), (state) => named('lead-state', state))}
${date('from')}${date('until')}<button>${word('leads.filter')}</button></div>
<details><summary>${word('leads.columns')}</summary><fieldset><legend class="quiet">${word('leads.columns-about')}</legend>${columns.map(
    (column) =>
      html`<label class="check"><input type="checkbox" name="column" value="${column}"${shown.includes(column) && html` checked`}>
${word(`leads.${column}`)}</label>`,
  )}</fieldset></details></form>`
}

function cell(column: Column, lead: BrowsedLead, words: Words): string {
  const { named } = words
  if (column === 'state') return named('lead-state', lead.state)
  if (column === 'via') return named('via', lead.via)
  if (column === 'partners')
    return [...Map.groupBy(lead.deliveries, ({ state }) => state)]
      .map(
        ([state, of]) =>
          `${named('delivery-state', state)}: ${of.map(({ partner }) => words.partner(partner)).join(', ')}`,
      )
      .join('; ')
  if (column === 'contact') return contactsOf(lead.answers).join(', ')
  if (column === 'source')
    return Object.entries(lead.attribution)
      .map(([name, value]) => `${name}: ${value}`)
      .join(', ')
  return column === 'page' ? (lead.page ?? '') : words[column](lead[column])
}

/** The e-mail addresses and phone numbers in answers. */
function contactsOf(answers: object): string[] {
  const all = properties(answers).map(([, text]) => text)
  return [...new Set(all.filter((text) => /^(?:[^\s@]+@[^\s@]+|\+\d{6,15})$/.test(text)))]
}

/** What is searched for comes in a form, and goes on as a keyed hash: no address has a person's data in it. */
function searchRoute({ open, storage, hash, live, audit }: Desk): void {
  open('POST', '/leads/search', 'leads', async (visit) => {
    const { reply, person, page, words } = visit
    const search = (posted(visit).get('search') ?? '').trim().slice(0, 254)
    await audit.record({ who: person.id, action: 'lead.search', object: 'leads' })
    const contacts = search.includes('@') ? [search] : phonesIn(search, countriesOf(live.current()))
    if (contacts.length > 0) {
      const hashes = [...new Set(contacts.map((contact) => leadContact(hash, contact)))]
      return reply.redirect(`/leads?contact=${hashes.join(',')}`, 303)
    }
    const ids = search.length < 4 ? [] : await idsThatBegin(storage, 'leads', search)
    const [id, ...others] = ids
    if (id !== undefined && others.length === 0) return reply.redirect(`/leads/${id}`, 303)
    const links = html`<ul>${ids.map((each) => html`<li><a href="/leads/${each}">${each}</a></li>`)}</ul>`
    return page(
      words.word('leads.search-title'),
      ids.length > 0
        ? html`<p>${words.word('leads.several')}</p>${links}<p><a href="/leads">${words.word('back')}</a></p>`
        : problem(words, 'leads.not-found', '/leads'),
      ids.length > 0 ? 200 : 404,
    )
  })
}

/** The countries in which a number without a country code may be one. */
function countriesOf({ definition: { locales, countries = {} } }: ReturnType<Desk['live']['current']>): string[] {
  const ofMarkets = Object.values(locales).map(({ phoneRegion, country }) => phoneRegion ?? country)
  return [...new Set([...ofMarkets, ...Object.keys(countries)])].slice(0, 30)
}

function phonesIn(text: string, countries: readonly string[]): string[] {
  if (!/^\+?[\d\s()./-]{6,40}$/.test(text) || isId(text)) return []
  const all = (text.startsWith('+') ? [''] : countries).map((country) => internationalPhone(text, country))
  return [...new Set(all.filter((number) => number !== null))]
}

/** How far a download has come. */
interface Download {
  /** Leads that were looked at for the head of the table, and those that were written. */
  seen: number
  written: number
  state: 'reads' | 'writes' | 'done' | 'ended'
}

/** Downloads that are remembered. */
const mostDownloads = 100

/** All leads of a filter as a table, oldest first, as `leads export` writes it: page by page, so that it may be long. */
function exportRoute({ open, storage, audit, now }: Desk): void {
  const downloads = new Map<string, Download>()
  const downloadOf = ({ person, request }: Visit) => {
    const { download = '' } = request.query as { download?: unknown }
    return { id: String(download), key: `${person.id} ${download}` }
  }

  open('GET', '/leads/export', 'leads', async (visit) => {
    const { reply, words, page } = visit
    const { word, number } = words
    const { fields } = narrowed(visit)
    const { id, key } = downloadOf(visit)
    const address = (path: string, download: string) =>
      `${path}?${new URLSearchParams([...fields, ['download', download]])}`
    if (!isId(id)) return reply.redirect(address('/leads/export', randomUUID()), 303)
    const { seen = 0, written = 0, state } = downloads.get(key) ?? {}
    // Works without a script, too.
    if (state === 'reads' || state === 'writes') reply.header('refresh', '2')
    const counts = { seen: number(seen), written: number(written) }
    const total = Math.max(1, seen)
    return page(
      word('leads.export'),
      html`<p>${word('export.about')}</p>
${
  state === undefined
    ? html`<p><a class="button" data-download href="${address('/leads.csv', id)}">${word('export.download')}</a></p>
<p><a href="${address('/leads/export', id)}">${word('export.look')}</a></p>`
    : html`<p role="status">${word(`export.${state}`, counts)}</p>
${state !== 'reads' && html`<p><progress max="${total}" value="${written}" aria-label="${word('export.progress')}"></progress></p>`}`
}
<p><a href="/leads?${fields}">${word('back')}</a></p>`,
    )
  })

  open('GET', '/leads.csv', 'leads', async (visit) => {
    const { reply, person, words, page } = visit
    const { query, fields } = narrowed(visit)
    const { contacts, from, to, ...rest } = query
    const filter: LeadFilter = {
      ...{ ...rest, kept: true },
      ...(from !== undefined && { since: new Date(from).toISOString() }),
      ...(to !== undefined && { until: new Date(to).toISOString() }),
    }
    const [newest] = await listLeads(storage, { ...filter, limit: 1 })
    if (!newest || contacts) return page(words.word('nav.leads'), problem(words, 'leads.none', '/leads'), 404)
    const own = new URLSearchParams([...fields].filter(([name]) => name !== 'column'))
    await audit.record({ who: person.id, action: 'lead.export-all', object: 'leads', detail: own.toString() })
    const written = query.form === undefined ? createTable() : formTable(await storedForms(storage, query.form))
    const download: Download = { seen: 0, written: 0, state: 'reads' }
    for (const old of [...downloads.keys()].slice(0, -mostDownloads)) downloads.delete(old)
    downloads.set(downloadOf(visit).key, download)
    async function* lines() {
      try {
        for await (const leads of pagesOfExport(storage, filter, String(newest?.id))) {
          if (reply.raw.destroyed) return
          written.see(leads)
          download.seen += leads.length
        }
        download.state = 'writes'
        yield written.head()
        for await (const leads of pagesOfExport(storage, filter, String(newest?.id))) {
          yield written.rows(leads)
          download.written += leads.length
        }
        download.state = 'done'
      } finally {
        if (download.state !== 'done') download.state = 'ended'
      }
    }
    const name = `leads-${new Date(now()).toISOString().slice(0, 10)}.csv`
    return attached(reply, name, 'text/csv; charset=utf-8', Readable.from(lines()))
  })
}

function attached(reply: FastifyReply, name: string, type: string, body: Readable | string): FastifyReply {
  return reply.header('content-disposition', `attachment; filename="${name}"`).type(type).send(body)
}

/** What a route about a lead is about. Nothing else of an address is written down, whatever a person typed there. */
const aboutLead = ({ id = '' }: Record<string, string>) =>
  isId(id) ? { object: `lead ${id}`, subject: id } : { object: 'lead' }

const idIn = ({ request }: Visit) => (request.params as { id: string }).id

function leadPage({ open, storage, hash, audit, people }: Desk): void {
  open(
    'GET',
    '/leads/:id',
    'leads',
    async (visit) => {
      const { page, words, person, request } = visit
      const { word } = words
      const id = idIn(visit)
      const missing = () => page(word('unknown.title'), problem(words, 'unknown.text', '/leads'), 404)
      if (!isId(id)) return missing()
      const [known] = await Promise.all([
        findLead(storage, id),
        audit.record({ ...{ who: person.id, action: 'lead.read', when: isKept(id) }, ...aboutLead({ id }) }),
      ])
      if (!known) return missing()
      // What is shown is read after that entry: who erases the lead just then erases both.
      const [found, form, last, entries, all] = await Promise.all([
        ...([findLead(storage, id), storedForm(storage, String(known.lead.definition))] as const),
        ...([undoable(storage, id), listAudit(storage, { limit: 200, subject: id }), people.list()] as const),
      ])
      if (!found) return missing()
      const names = new Map(all.map(({ id: each, name, email }) => [each, name || email]))
      const { done } = request.query as { done?: string }
      const contacts = leadContacts(hash, JSON.parse(String(found.lead.answers)))
      return page(
        word('lead.title', { reference: leadReference(id) }),
        html`${done !== undefined && deeds.some((deed) => deed === done) && html`<p class="note done" role="status">${word(`lead-done.${done}`)}</p>`}
${actions(found, last, words)}
<h2>${word('lead.about')}</h2>${facts(found, words)}
${contacts.length > 0 && html`<p><a href="/leads?contact=${contacts.slice(0, 30).join(',')}">${word('lead.same-person')}</a></p>`}
<h2>${word('lead.answers')}</h2>${answersIn(found, form, words)}
<h2>${word('lead.consents')}</h2>${consents(evidenceIn(found, form), words)}
<h2>${word('lead.attribution')}</h2>${list(properties(JSON.parse(String(found.lead.attribution))), word('lead.no-attribution'))}
<h2>${word('lead.routing')}</h2>${routing(found, words)}
<h2>${word('lead.deliveries')}</h2>${deliveries(
          found.deliveries.filter(({ partner }) => partner !== visitors),
          words,
          word('lead.deliveries-about'),
        )}
<h2>${word('lead.mails')}</h2>${deliveries(
          found.deliveries.filter(({ partner }) => partner === visitors),
          words,
          word('lead.mails-about'),
        )}
<h2>${word('lead.timeline')}</h2>${timeline(found, entries, names, words)}
<p><a href="/leads">${word('back')}</a></p>`,
      )
    },
    aboutLead,
  )
}

function list(pairs: readonly (readonly [string | Html, string | Html])[], none: string): Html {
  if (pairs.length === 0) return html`<p>${none}</p>`
  return html`<dl>${pairs.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`
}

function facts({ lead, subscription }: LeadRecord, words: Words): Html {
  const { word, named, time } = words
  const optional = (name: string, value: unknown): [string, string][] =>
    value === null || value === undefined || value === '' ? [] : [[word(`leads.${name}`), String(value)]]
  const pairs: [string, string | Html][] = [
    [word('leads.id'), html`<code>${lead.id}</code>`],
    [word('leads.time'), time(String(lead.received_at))],
    [word('leads.state'), named('lead-state', String(lead.state))],
    ...optional('suspicion', lead.suspicion),
    ...optional('form', words.form(String(lead.form))),
    ...optional('locale', words.locale(String(lead.locale))),
    ...optional('brand', words.brand(String(lead.brand))),
    ...optional('page', lead.page),
    ...optional('via', named('via', String(lead.via))),
    ...optional('version', lead.definition),
  ]
  if (lead.test === 1) pairs.push([word('leads.test'), word('lead.is-test')])
  if (subscription) pairs.push([word('lead.subscription'), named('subscription-state', String(subscription.state))])
  return list(pairs, '')
}

/** The answers under their questions, and beneath them what no question asked. */
function answersIn({ lead }: LeadRecord, form: ResolvedForm | null, { word }: Words): Html {
  if (lead.erased_at !== null) return html`<p>${word('lead.erased')}</p>`
  const stored = JSON.parse(String(lead.answers)) as NestedAnswers
  if (!form) return list(properties(stored), word('lead.no-answers'))
  const { answers } = flatAnswers(form, stored)
  const { groups } = copyOfAnswers(form, answers, String(lead.received_at))
  const unasked = [...(form.hidden ?? []), ...(form.computed ?? [])].flatMap(({ id, words }): [string, string][] => {
    const answer = answers[id]
    return answer === undefined ? [] : [[words?.title || id, String(answer)]]
  })
  return html`<div lang="${form.locale}">${groups.map(
    ({ title, items }) =>
      html`${title !== '' && html`<h3>${title}</h3>`}${list(
        items.map(({ question, answer }) => [question, answer]),
        '',
      )}`,
  )}</div>${unasked.length > 0 && html`<h3>${word('lead.unasked')}</h3>${list(unasked, '')}`}`
}

function consents(all: readonly Evidence[], { word, time }: Words): Html {
  if (all.length === 0) return html`<p>${word('lead.no-consents')}</p>`
  return html`${all.map(
    (
      one,
    ) => html`<section class="consent"><h3>${word(one.granted ? 'lead.granted' : 'lead.not-granted')}: ${one.consent}${one.purpose !== one.consent && ` (${one.purpose})`}</h3>
<blockquote lang="${one.locale}">${one.text}</blockquote>
<dl><dt>${word('leads.time')}</dt><dd>${time(one.givenAt)}</dd><dt>${word('leads.page')}</dt><dd>${one.page ?? '–'}</dd>
<dt>${word('lead.address')}</dt><dd>${one.ip ?? '–'}</dd><dt>${word('lead.browser')}</dt><dd>${one.userAgent ?? '–'}</dd>
${one.confirmation !== undefined && html`<dt>${word('lead.confirmed')}</dt><dd>${one.confirmation ? time(one.confirmation.at) : word('lead.not-confirmed')}</dd>`}
<dt>${word('lead.verified')}</dt><dd>${one.doubts.length === 0 ? word('lead.verified-text') : one.doubts.join(' ')}</dd></dl></section>`,
  )}`
}

function routing({ routings }: LeadRecord, { word, named, money, partner: nameOf }: Words): Html {
  if (routings.length === 0) return html`<p>${word('lead.no-routing')}</p>`
  const rows = routings.map(({ partner, taken, reason, detail, price, currency }) => [
    nameOf(String(partner)),
    word(taken === 1 ? 'lead.got-it' : 'lead.did-not'),
    named('reason', String(reason)),
    html`<span lang="en">${String(detail)}</span>`,
    price === null || price === undefined ? '' : money(Number(price), String(currency)),
  ])
  const head = ['partner', 'decision', 'reason', 'detail', 'price'].map((name) => word(`lead.${name}`))
  return table(word('lead.routing-about'), head, rows)
}

function deliveries(rows: readonly Row[], words: Words, caption: string): Html {
  const { word, named, time, moment } = words
  if (rows.length === 0) return html`<p>${word('lead.nothing-sent')}</p>`
  const cells = rows.map((row) => {
    const tries = triesOf(String(row.tries))
    const due = row.state === 'pending' || row.state === 'scheduled'
    return [
      html`${String(row.partner) === visitors ? named('topic', String(row.topic)) : html`<a href="/deliveries?partner=${row.partner}">${words.partner(String(row.partner))}</a>`}`,
      html`${row.delivery}${row.topic !== 'lead' && String(row.partner) !== visitors && html` (${named('topic', String(row.topic))})`}`,
      html`${named('delivery-state', String(row.state))}${row.state === 'cancelled' && html`: ${named('cancelled', String(row.cancel_reason))}`}
${due && row.kind !== 'pull' && html`<br>${word('lead.due', { time: '' })} ${time(Number(row.due_at))}`}`,
      tries.length === 0
        ? html`${row.delivered_at ? time(String(row.delivered_at)) : word('lead.no-tries')}${row.last_error && html`<br>${row.last_error}`}`
        : html`<ol class="tries">${tries.map(({ at, state, said }) => html`<li>${moment(at)}: ${named('try', state)}${said !== '' && html` <q>${said}</q>`}</li>`)}</ol>`,
      row.external_id === null ? '' : String(row.external_id),
      sendLinks(row, words),
    ]
  })
  const head = ['partner', 'delivery', 'state', 'tries', 'external', 'deed'].map((name) => word(`lead.${name}`))
  return table(caption, head, cells)
}

/** What can be done about a delivery. */
function sendLinks({ id, state, kind }: Row, { word }: Words): Html {
  if (kind === 'pull' || kind === 'manual') return html``
  if (state === 'pending') return html`<a href="/deliveries/${id}/now">${word('delivery.now')}</a>`
  const isOver = state === 'dead' || state === 'delivered' || state === 'bounced'
  return html`${isOver && html`<a href="/deliveries/${id}/again">${word('delivery.again')}</a>`}`
}

function timeline(
  { lead, consents: given, deliveries: sent, subscription }: LeadRecord,
  entries: Awaited<ReturnType<typeof listAudit>>,
  names: ReadonlyMap<string, string>,
  words: Words,
): Html {
  const { word, named, moment } = words
  const at = (when: unknown, text: string): [number, string][] =>
    when === null || when === undefined ? [] : [[Date.parse(String(when)), text]]
  const moments = [
    ...at(lead.received_at, word('timeline.received')),
    ...given.flatMap((one) => (one.given_at === lead.received_at ? [] : at(one.given_at, word('timeline.consent')))),
    ...sent.flatMap((row) => {
      const name =
        String(row.partner) === visitors ? named('topic', String(row.topic)) : words.partner(String(row.partner))
      const tries = triesOf(String(row.tries))
      return [
        ...tries.flatMap(({ at: when, state }) => at(when, `${name}: ${named('try', state)}`)),
        ...(tries.length === 0 ? at(row.delivered_at, `${name}: ${named('try', 'delivered')}`) : []),
      ]
    }),
    ...(subscription ? at(subscription.confirmed_at, word('timeline.confirmed')) : []),
    ...(subscription ? at(subscription.unsubscribed_at, word('timeline.unsubscribed')) : []),
    ...entries.flatMap(({ at: when, who, action, content }) => {
      const name = whoDid(who, names, words)
      return at(when, `${name}: ${named('action', action)}${content?.detail ? ` (${content.detail})` : ''}`)
    }),
    ...at(lead.erased_at, word('timeline.erased')),
  ].sort(([one], [other]) => one - other)
  return html`<ol class="timeline">${moments.map(([when, text]) => html`<li>${moment(when)} ${text}</li>`)}</ol>`
}

/** For how long a release or a handover waits to be undone before anything is sent, in ms. The words say so too. */
const undoTime = 10_000

/** What can be done about a lead. */
const deeds = [
  'undo',
  'release',
  'hand-over',
  'unsubscribe',
  'erase',
  'erase-person',
  'export',
  'export-person',
] as const

type LeadDeed = (typeof deeds)[number]

/** Those that a lead is open for. @param last what can be taken back */
function deedsFor({ lead, subscription }: LeadRecord, last: UndoableDeed | null): LeadDeed[] {
  if (lead.erased_at !== null) return []
  const isMailed = emailIn(lead) !== null
  return [
    ...(last === null ? [] : (['undo'] as const)),
    ...(lead.state === 'awaitingReview' ? (['release'] as const) : []),
    ...(lead.state === 'active' ? (['hand-over'] as const) : []),
    ...(subscription?.state === 'pending' || subscription?.state === 'confirmed' ? (['unsubscribe'] as const) : []),
    'export',
    ...(isMailed ? (['export-person'] as const) : []),
    'erase',
    ...(isMailed ? (['erase-person'] as const) : []),
  ]
}

function emailIn(lead: Row): string | null {
  return contactsOf(JSON.parse(String(lead.answers))).find((text) => text.includes('@')) ?? null
}

function actions(found: LeadRecord, last: UndoableDeed | null, { word, named }: Words): Html {
  const open = deedsFor(found, last)
  if (open.length === 0) return html``
  return html`<nav class="deeds" aria-label="${word('lead.deeds')}"><ul>${open.map(
    (deed) =>
      html`<li><a href="/leads/${found.lead.id}/${deed}">${deed === 'undo' ? named('lead-undo', last ?? '') : word(`lead-deed.${deed}`)}</a></li>`,
  )}</ul></nav>`
}

/** Each deed asks once: its page says what it will do, and has the button. */
function leadDeeds(desk: Desk): void {
  const { open, storage, live, hash, now, audit, onDue, config } = desk

  const erasures = (deed: Parameters<typeof audit.recording>[0]) =>
    openErasures(audit.recording(deed), hash, erasureFile(config.dataDir), noticesBy(live.current))

  async function swept(visit: Visit): Promise<void> {
    onDue()
    const log = visit.request.log
    await openUploads({ config, storage, hash, now, log })
      .sweep(false)
      .catch((err) => log.error({ err }, 'Failed to erase uploaded files; will retry in an hour'))
  }

  /** What a deed does, and where it leads; a key of a sentence where it was not done. */
  const acts: Record<LeadDeed, (visit: Visit, id: string, found: LeadRecord) => Promise<string | FastifyReply | null>> =
    {
      async undo({ person }, id) {
        const last = await undoable(storage, id)
        if (last === null) return 'lead-refused.late'
        const deed = { who: person.id, action: 'lead.undo', detail: last, ...aboutLead({ id }) }
        return (await undo(audit.recording(deed), id, last)) ? null : 'lead-refused.late'
      },
      async release({ person }, id, { lead }) {
        const deed = { who: person.id, action: 'lead.release', before: lead.suspicion, ...aboutLead({ id }) }
        const moment = { hash, now: now(), wait: undoTime }
        const approved = await approveLead(audit.recording(deed), live.current(), id, moment)
        if (approved.ok) onDue()
        return approved.ok ? null : `lead-refused.${approved.reason}`
      },
      async 'hand-over'(visit, id) {
        const partner = posted(visit).get('partner') ?? ''
        if (!Object.hasOwn(live.current().partners.all, partner)) return 'lead-refused.unwanted'
        const deed = { who: visit.person.id, action: 'lead.hand-over', detail: partner, ...aboutLead({ id }) }
        const moment = { hash, now: now(), wait: undoTime }
        const handed = await handLeadOver(audit.recording(deed), live.current(), id, partner, moment)
        if (handed.ok) onDue()
        return handed.ok ? null : `lead-refused.${handed.reason}`
      },
      async unsubscribe({ person }, id) {
        const moment = now()
        const deed = {
          who: person.id,
          action: 'subscription.end',
          ...aboutLead({ id }),
          done: isUnsubscribedAt(id, moment),
        }
        const withdrawing = { storage: audit.recording(deed), hash, now: moment, describe: noticesBy(live.current) }
        const ended = await unsubscribe(withdrawing, { lead: id }, 'operator')
        if (!ended || ended.length === 0) return 'lead-refused.unsubscribed'
        onDue()
        return null
      },
      async erase(visit, id) {
        const moment = now()
        const deed = { who: visit.person.id, action: 'lead.erase', object: `lead ${id}`, done: isErasedAt(id, moment) }
        const erased = await erasures(deed).lead(id, moment)
        if (erased.length === 0) return 'lead-refused.erased'
        await swept(visit)
        return null
      },
      async 'erase-person'(visit, id, { lead }) {
        const email = emailIn(lead)
        if (email === null) return 'lead-refused.erased'
        const moment = now()
        const deed = {
          who: visit.person.id,
          action: 'person.erase',
          object: `lead ${id}`,
          done: isErasedAt(id, moment),
        }
        await erasures(deed).email(email, moment)
        await swept(visit)
        return null
      },
      async export({ person, reply }, id, found) {
        await audit.record({ who: person.id, action: 'lead.export', when: isKept(id), ...aboutLead({ id }) })
        const data = JSON.stringify(personData(found, await resultsOf(storage, id)), null, 2)
        return attached(reply, `lead-${id}.json`, 'application/json; charset=utf-8', data)
      },
      async 'export-person'({ person, reply }, id, { lead }) {
        const email = emailIn(lead)
        if (email === null) return 'lead-refused.erased'
        await audit.record({ who: person.id, action: 'person.export', when: isKept(id), ...aboutLead({ id }) })
        const leads = []
        for (const each of await leadsOfEmail(storage, email)) {
          const record = await findLead(storage, each)
          if (record) leads.push(personData(record, await resultsOf(storage, each)))
        }
        const data = {
          leads,
          mails: await standaloneMailsTo(storage, email),
          suppressions: await suppressionsOf(storage, hash, email),
          savedForms: await savedFormsOf(storage, hash, email),
        }
        return attached(reply, `person-${id}.json`, 'application/json; charset=utf-8', JSON.stringify(data, null, 2))
      },
    }

  for (const deed of deeds) {
    const path = `/leads/:id/${deed}`
    const isHarmful = deed === 'erase' || deed === 'erase-person'
    open(
      'GET',
      path,
      'leads',
      async (visit) => {
        const { page, words } = visit
        const { word } = words
        const id = idIn(visit)
        const found = isId(id) ? await findLead(storage, id) : null
        if (!found) return page(word('unknown.title'), problem(words, 'unknown.text', '/leads'), 404)
        const title = word(`lead-deed.${deed}`)
        if (!deedsFor(found, await undoable(storage, id)).includes(deed))
          return page(
            title,
            problem(words, deed === 'undo' ? 'lead-refused.late' : 'lead-refused.closed', `/leads/${id}`),
            409,
          )
        const recipients = isHarmful ? await recipientsOf(storage, [id]) : []
        const others =
          deed === 'hand-over' ? await otherPartners(storage, live.current(), id, { hash, now: now() }) : null
        const isPossible = !others || others.some(({ refusal }) => !refusal)
        return page(
          title,
          html`<p>${word(`lead-about.${deed}`)}</p>
${recipients.length > 0 && html`<ul>${recipients.map(({ partner, notice }) => html`<li>${word('lead.recipient', { partner: words.partner(partner) })} ${word(`notice.${notice === 'by hand' ? 'hand' : (notice ?? 'none')}`)}</li>`)}</ul>`}
<form method="post" action="/leads/${id}/${deed}">${others && partnerChoice(others, words)}
${isPossible ? html`<button${isHarmful && html` class="harmful"`}>${word(`lead-now.${deed}`)}</button>` : html`<p>${word('lead.no-partner')}</p>`}</form>
<p><a href="/leads/${id}">${word('back')}</a></p>`,
        )
      },
      aboutLead,
    )
    open(
      'POST',
      path,
      'leads',
      async (visit) => {
        const { page, words, reply } = visit
        const id = idIn(visit)
        const found = isId(id) ? await findLead(storage, id) : null
        if (!found) return page(words.word('unknown.title'), problem(words, 'unknown.text', '/leads'), 404)
        const outcome = await acts[deed](visit, id, found)
        if (outcome === null) return reply.redirect(`/leads/${id}?done=${deed}`, 303)
        if (typeof outcome !== 'string') return outcome
        return page(words.word(`lead-deed.${deed}`), problem(words, outcome, `/leads/${id}`), 409)
      },
      aboutLead,
    )
  }
}

function partnerChoice(all: Awaited<ReturnType<typeof otherPartners>>, { word, named, partner: nameOf }: Words): Html {
  const why = (refusal: NonNullable<(typeof all)[number]['refusal']>) =>
    refusal.reason === 'unwanted' ? named('reason', refusal.decision.reason) : word(`lead-refused.${refusal.reason}`)
  return html`<fieldset><legend>${word('lead.partner')}</legend>${all.map(
    ({ partner, refusal }) =>
      html`<p><label class="check"><input type="radio" name="partner" value="${partner}" required${refusal && html` disabled`}> ${nameOf(partner)}</label>
${refusal && html`<span class="quiet">${why(refusal)}</span>`}</p>`,
  )}</fieldset>`
}
