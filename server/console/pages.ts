import { dirname, relative } from 'node:path'
import { dayOf, leadReference } from '#engine/form/lead'
import { quarantineLine } from '#engine/node'
import { listAudit, verifyAudit } from '#server/audit'
import {
  backlog,
  consentTotals,
  listDeliveries,
  listSubscriptions,
  partnerFigures,
  partnerHealth,
  reportOf,
  subscriptionTotals,
  supersededVersions,
  toCsv,
} from '#server/leads'
import { isRevokedAt, listKeys, revokeKey } from '#server/partner-api'
import { may, type Person, type Role, roles } from '#server/people'
import { savedFormTotals } from '#server/saved-forms'
import { deliveryRoutes } from './deliveries.ts'
import { leadRoutes, leadSearch } from './leads.ts'
import {
  countedAside,
  type Desk,
  figuresOf,
  type Html,
  html,
  posted,
  problem,
  table,
  type Visit,
  type Words,
  whoDid,
} from './page.ts'

/** The pages about the installation: what is wrong now, its partners and definitions, who may sign in, and who did what. */
export function pageRoutes(desk: Desk): void {
  overviewPage(desk)
  leadRoutes(desk)
  deliveryRoutes(desk)
  subscriptionsPage(desk)
  partnerPages(desk)
  keyRoutes(desk)
  definitionsPage(desk)
  peoplePages(desk)
  auditPage(desk)
}

function overviewPage({ open, live, storage, notices, now }: Desk): void {
  const figures = countedAside(() => backlog(storage), now)

  function backlogTable({ waiting, dead }: Awaited<ReturnType<typeof backlog>>, words: Words): Html {
    const { word, number, time } = words
    const partners = [...new Set([...waiting, ...dead].map(({ partner }) => partner))].sort()
    const rows = partners.map((partner) => {
      const open = waiting.find((each) => each.partner === partner)
      return [
        html`<a href="/deliveries/health/${partner}">${words.partner(partner)}</a>`,
        ...[number(open?.count ?? 0), open ? time(open.due) : '–'],
        number(dead.find((each) => each.partner === partner)?.count ?? 0),
      ]
    })
    if (rows.length === 0) return html`<p>${word('overview.no-deliveries')}</p>`
    const head = ['partner', 'waiting', 'due', 'dead'].map((name) => word(`overview.${name}`))
    return table(word('overview.deliveries-about'), head, rows)
  }

  open('GET', '/', 'figures', async (visit) => {
    const { page, words } = visit
    const { word, number } = words
    const counted = await figures()
    const byHand = counted?.figures.byHand ?? 0
    const quarantined = live.quarantined()
    const all = [...notices(), ...(byHand > 0 ? [word('overview.by-hand', { count: number(byHand) })] : [])]
    return page(
      word('nav.overview'),
      html`<h2>${word('overview.notices')}</h2>${lines(all, word('overview.no-notices'))}
<h2>${word('overview.definitions')}</h2>
${lines(quarantined.map(quarantineLine), word('overview.all-live'))}
<p><a href="/definitions">${word('overview.about-definitions')}</a></p>
<h2>${word('overview.deliveries')}</h2>
${figuresOf(visit, counted, (found) => backlogTable(found, words))}`,
    )
  })
}

function lines(all: readonly string[], none: string): Html {
  return all.length === 0 ? html`<p>${none}</p>` : html`<ul>${all.map((line) => html`<li lang="en">${line}</li>`)}</ul>`
}

/** Subscriptions on a page. */
const listedSubscriptions = 25

/** Counts, without personal data. Those who see leads see subscriptions one by one too, and end them. */
function subscriptionsPage({ open, storage, now }: Desk): void {
  const totals = countedAside(
    () => Promise.all([subscriptionTotals(storage), consentTotals(storage), savedFormTotals(storage, now())]),
    now,
  )
  open('GET', '/subscriptions', 'figures', async (visit) => {
    const { page, person, words } = visit
    const { word, number } = words
    const listed = (name: string, head: readonly string[], rows: readonly (readonly string[])[]) => html`
<h2>${word(`subscriptions.${name}`)}</h2><p>${word(`subscriptions.${name}-about`)}</p>
${
  rows.length > 0
    ? table(
        word(`subscriptions.${name}`),
        head.map((each) => word(`subscriptions.${each}`)),
        rows,
      )
    : html`<p>${word('subscriptions.none')}</p>`
}`
    const newest = may(person.roles, 'leads') ? await newestSubscriptions(storage, visit) : null
    const figures = await totals()
    return page(
      word('nav.subscriptions'),
      html`${newest}${figuresOf(visit, figures, ([subscriptions, consents, saved]) => {
        const signUps = subscriptions
          .toSorted((one, other) => (one.form < other.form ? -1 : 1))
          .map(({ form, signedUp, confirmed, unsubscribed }) => [
            words.form(form),
            ...[signedUp, confirmed, unsubscribed].map(number),
          ])
        const given = consents.map(({ purpose, given, notGiven }) => [purpose, number(given), number(notGiven)])
        const open = saved.map(({ form, count }) => [words.form(form), number(count)])
        return html`${listed('sign-ups', ['form', 'signed-up', 'confirmed', 'unsubscribed'], signUps)}
${listed('consents', ['purpose', 'given', 'not-given'], given)}${listed('saved', ['form', 'open'], open)}`
      })}`,
    )
  })
}

async function newestSubscriptions(storage: Desk['storage'], { request, words }: Visit): Promise<Html> {
  const { word, named, time } = words
  const { before = '' } = request.query as { before?: string }
  const from = /^[0-9a-f-]{36}$/.test(before) ? { before } : {}
  const found = await listSubscriptions(storage, { limit: listedSubscriptions, ...from })
  const rows = found.map(({ lead, signedUpAt, form, brand, locale, state }) => [
    html`<a href="/leads/${lead}">${time(signedUpAt)}</a>`,
    ...[words.form(form), words.brand(brand), words.locale(locale), named('subscription-state', state)],
    (state === 'pending' || state === 'confirmed') &&
      html`<a href="/leads/${lead}/unsubscribe">${word('subscriptions.end')}</a>`,
  ])
  const head = ['time', 'form', 'brand', 'locale', 'state', 'deed'].map((name) => word(`subscriptions.${name}`))
  return html`${leadSearch(words)}<h2>${word('subscriptions.newest')}</h2>
${rows.length > 0 ? table(word('subscriptions.newest-about'), head, rows) : html`<p>${word('subscriptions.none')}</p>`}
${found.length === listedSubscriptions && html`<p><a href="/subscriptions?before=${found.at(-1)?.lead}" rel="next">${word('older')}</a></p>`}`
}

const day = 24 * 60 * 60 * 1000

/** Months that a report can be read of. */
const reportedMonths = 24

/** Figures, without personal data: who got how much, what each may still get today, and what came of it. */
function partnerPages({ open, storage, live, now }: Desk): void {
  const weekOf = countedAside(
    (partners: readonly string[], span: readonly number[]) =>
      Promise.all(partners.map((partner) => partnerHealth(storage, partner, span))),
    now,
  )
  open('GET', '/partners', 'figures', async ({ page, person, words, reply }) => {
    const { word, number, named, time } = words
    const moment = now()
    const all = Object.entries(live.current().partners.all).sort(([one], [other]) => (one < other ? -1 : 1))
    const days = all.map(([partner, definition]) => ({ partner, day: dayOf(definition, moment), cap: 0 }))
    const noContacts = { windows: [], contacts: [], receivedAt: moment }
    const today = Math.floor(moment / day) * day
    const [{ taken }, week, newest] = await Promise.all([
      partnerFigures(storage, days, noContacts),
      weekOf(
        all.map(([partner]) => partner),
        [today - 6 * day, today + day],
      ),
      Promise.all(all.map(([partner]) => listDeliveries(storage, { partner, limit: 1, newestFirst: true }))),
    ])
    const rows = all.map(([partner, { name, dailyCap }], at) => {
      const used = taken.get(partner) ?? 0
      const [last] = newest[at] ?? []
      const [figures] = week?.figures[at] ?? []
      return [
        html`<a href="/deliveries/health/${partner}">${name}</a><br><code class="quiet">${partner}</code>`,
        dailyCap === undefined
          ? word('partners.no-cap')
          : html`${word('partners.used', { taken: number(used), cap: number(dailyCap) })}${used >= dailyCap && html` <span class="mark">${word('partners.full')}</span>`}`,
        // Ids begin with their time.
        last
          ? html`${time(Number.parseInt(last.id.replace('-', '').slice(0, 12), 16))}: ${named('delivery-state', last.state)}`
          : word('partners.never'),
        ...[figures?.all, figures?.dead, figures?.rejected].map((count) => (count === undefined ? '–' : number(count))),
      ]
    })
    const head = ['partner', 'today', 'last', 'week', 'dead', 'rejected'].map((each) => word(`partners.${each}`))
    if (!week) reply.header('refresh', '2')
    return page(
      word('nav.partners'),
      html`${rows.length > 0 ? table(word('partners.about'), head, rows) : html`<p>${word('partners.none')}</p>`}
<p class="quiet">${week ? html`${word('figures.at')} ${time(week.at)}` : word('figures.counting')}</p>
<p><a href="/partners/report">${word('report.title')}</a></p>
${may(person.roles, 'people') && html`<h2>${word('keys.partners')}</h2>${keyTable(await listKeys(storage), words)}`}`,
    )
  })

  const reportIn = countedAside((month: string) => reportOf(storage, { month }), now)

  /** The months that can be chosen, and the one that an address asks for. */
  function monthsIn({ request }: Visit): { months: string[]; month: string } {
    const today = new Date(now())
    const months = Array.from({ length: reportedMonths }, (_, back) =>
      new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - back)).toISOString().slice(0, 7),
    )
    const { month } = request.query as { month?: string }
    return { months, month: months.find((each) => each === month) ?? months[0] ?? '' }
  }

  open('GET', '/partners/report', 'figures', async (visit) => {
    const { page, words } = visit
    const { word, number, money } = words
    const { months, month } = monthsIn(visit)
    const counts = ['leads', 'accepted', 'refused', 'open', 'failed'] as const
    const head = ['partner', ...counts, 'price'].map((name) => word(`report.${name}`))
    return page(
      word('report.title'),
      html`<form method="get" action="/partners/report"><div class="fields"><label>${word('report.month')}<select name="month">${months.map(
        (each) => html`<option value="${each}"${each === month && html` selected`}>${words.month(each)}</option>`,
      )}</select></label><button>${word('leads.filter')}</button></div></form>
${figuresOf(visit, await reportIn(month), (found) => {
  if (found.length === 0) return html`<p>${word('report.none')}</p>`
  const rows = found.map((one) => [
    words.partner(one.partner),
    ...counts.map((name) => number(one[name])),
    one.currency === '' ? '–' : money(Math.round(Number(one.price) * 100), one.currency),
  ])
  return html`${table(word('report.about', { month: words.month(month) }), head, rows)}
<p><a href="/partners/report.csv?month=${month}">${word('report.csv')}</a></p>`
})}
<p><a href="/partners">${word('back')}</a></p>`,
    )
  })

  open('GET', '/partners/report.csv', 'figures', async (visit) => {
    const { month } = monthsIn(visit)
    const counted = await reportIn(month)
    if (!counted) return visit.reply.redirect(`/partners/report?month=${month}`, 303)
    return visit.reply
      .header('content-disposition', `attachment; filename="partners-${month}.csv"`)
      .type('text/csv; charset=utf-8')
      .send(toCsv(counted.figures))
  })
}

function keyTable(keys: Awaited<ReturnType<typeof listKeys>>, { word, time, partner: nameOf }: Words): Html {
  if (keys.length === 0) return html`<p>${word('keys.none')}</p>`
  const rows = keys.map(({ id, partner, created_at, last_used_at, revoked_at }) => [
    ...[html`<code>${id}</code>`, nameOf(partner), time(created_at)],
    last_used_at === null ? word('keys.never') : time(last_used_at),
    revoked_at === null
      ? html`<a href="/keys/${id}/revoke">${word('keys.revoke')}</a>`
      : html`${word('keys.revoked')} ${time(revoked_at)}`,
  ])
  const head = ['id', 'partner', 'created', 'used', 'deed'].map((name) => word(`keys.${name}`))
  return html`<p>${word('keys.about')}</p>${table(word('keys.partners'), head, rows)}`
}

/** Revokes a key of a partner, which leaked or is not needed any more. */
function keyRoutes({ open, storage, audit, now }: Desk): void {
  const isId = (id: string) => /^[\w-]{1,64}$/.test(id)
  const about = ({ id = '' }: Record<string, string>) => ({ object: isId(id) ? `key ${id}` : 'key' })
  const path = '/keys/:id/revoke'

  /** Adds a route about one key that is valid. */
  const openKey = (method: 'GET' | 'POST', act: (visit: Visit, id: string, partner: string) => Promise<unknown>) =>
    open(
      method,
      path,
      'people',
      async (visit) => {
        const { page, words, request } = visit
        const { id } = request.params as { id: string }
        const found = (await listKeys(storage)).find((key) => key.id === id && key.revoked_at === null)
        if (!found) return page(words.word('keys.revoke'), problem(words, 'keys.not-valid', '/partners'), 404)
        return act(visit, id, found.partner)
      },
      about,
    )

  openKey('GET', async ({ page, words: { word, partner: nameOf } }, id, partner) =>
    page(
      word('keys.revoke'),
      html`<p>${word('keys.revoke-about', { id, partner: nameOf(partner) })}</p>
<form method="post" action="/keys/${id}/revoke"><button class="harmful">${word('keys.revoke-now')}</button></form>
<p><a href="/partners">${word('back')}</a></p>`,
    ),
  )

  openKey('POST', async ({ page, person, reply, words }, id, partner) => {
    const moment = now()
    const deed = { who: person.id, action: 'key.revoke', detail: partner, done: isRevokedAt(id, moment) }
    const isDone = await revokeKey(audit.recording({ ...deed, ...about({ id }) }), id, () => moment)
    if (!isDone) return page(words.word('keys.revoke'), problem(words, 'keys.not-valid', '/partners'), 409)
    return reply.redirect('/partners', 303)
  })
}

/** Versions of forms that a page lists, and releases of the studio. */
const listedVersions = 50

/** What is not live as its files have it, with the place of each mistake, and what was put live or has changed lately. */
function definitionsPage({ open, live, storage, config, studio, people }: Desk): void {
  open('GET', '/definitions', 'figures', async ({ page, person, words }) => {
    const { word, named, time } = words
    const folder = dirname(config.definitionsDir)
    const quarantined = live.quarantined().flatMap(({ definition, live: instead, since, needs, problems }) => {
      const row = (place: string, sentence: string) => [
        ...[definition, named('instead', instead), time(since)],
        ...[place && html`<code>${place}</code>`, html`<span lang="en">${sentence}</span>`],
      ]
      const wrong = problems.map(({ file, line, column, message }) => {
        const path = relative(folder, file)
        return row(`${path.startsWith('..') ? file : path}:${line}:${column}`, message)
      })
      return needs.length === 0 ? wrong : [row('', word('definitions.needs', { names: needs.join(', ') })), ...wrong]
    })
    const changed = (await supersededVersions(storage, listedVersions)).map(({ form, locale, hash, since }) => [
      ...[time(since), words.form(form), words.locale(locale)],
      live.current().forms.ids.includes(form)
        ? html`<a href="/funnel?${new URLSearchParams({ form, definition: hash })}">${hash.slice(0, 8)}</a>`
        : hash.slice(0, 8),
    ])
    const releases = studio.releases(null, listedVersions)
    const names = new Map((await people.list()).map(({ id, name, email }) => [id, name || email]))
    const isAuthor = may(person.roles, 'definitions')
    const released = releases.map(({ number, form, at, by, note, state }) => [
      ...[time(at), isAuthor ? html`<a href="/studio/${form}">${words.form(form)}</a>` : words.form(form), number],
      ...[whoDid(by, names, words), note || '–', named('release', state)],
    ])
    const headOf = (names: readonly string[]) => names.map((name) => word(`definitions.${name}`))
    return page(
      word('nav.definitions'),
      html`<p>${word('definitions.live', { hash: live.current().hash.slice(0, 12) })} ${time(live.loadedAt())}.</p>
<h2>${word('overview.definitions')}</h2>
${quarantined.length > 0 ? table(word('definitions.about'), headOf(['definition', 'instead', 'since', 'place', 'sentence']), quarantined) : html`<p>${word('overview.all-live')}</p>`}
<h2>${word('definitions.released')}</h2>
${released.length > 0 ? table(word('definitions.released-about'), headOf(['time', 'form', 'number', 'by-whom', 'note', 'state']), released) : html`<p>${word('definitions.none-released')}</p>`}
<h2>${word('definitions.changed')}</h2>
${changed.length > 0 ? table(word('definitions.changed-about'), headOf(['replaced', 'form', 'locale', 'version']), changed) : html`<p>${word('definitions.none-changed')}</p>`}`,
    )
  })
}

function rolesIn(fields: URLSearchParams): Role[] {
  const chosen = fields.getAll('role')
  return roles.filter((role) => chosen.includes(role))
}

function rolesField({ word, named }: Words, held: readonly Role[]): Html {
  return html`<fieldset><legend>${word('people.roles')}</legend>${roles.map(
    (role) =>
      html`<label class="check"><input type="checkbox" name="role" value="${role}"${held.includes(role) && html` checked`}>
${named('role', role)}</label>`,
  )}</fieldset>`
}

function peoplePages({ open, people, originAt }: Desk): void {
  open('GET', '/people', 'people', async ({ page, words }) => {
    const { word, named, time } = words
    const rows = (await people.list()).map(({ id, name, email, roles: held, issuer, signedInAt }) => [
      html`<a href="/people/${id}">${name || email || id}</a>`,
      ...[email, held.map((role) => named('role', role)).join(', ') || word('people.no-role')],
      issuer === '' ? word('people.by-passkey') : issuer,
      signedInAt === null ? word('people.never') : time(signedInAt),
    ])
    const head = ['name', 'email', 'roles', 'by', 'signed-in'].map((key) => word(`people.${key}`))
    return page(
      word('nav.people'),
      html`${rows.length > 0 && table(word('people.about'), head, rows)}
<h2>${word('people.invite')}</h2><p>${word('people.invite-about')}</p>
<form method="post" action="/people"><div class="fields"><label>${word('people.email')}
<input type="email" name="email" required autocomplete="off"></label></div>
${rolesField(words, ['viewer'])}<button>${word('people.invite-now')}</button></form>
<h2>${word('people.what-roles')}</h2><dl>${roles.map(
        (role) => html`<dt>${named('role', role)}</dt><dd>${named('role-about', role)}</dd>`,
      )}</dl>`,
    )
  })

  open('POST', '/people', 'people', async (visit) => {
    const { page, person, request, words } = visit
    const { word } = words
    const [email, held] = [posted(visit).get('email')?.trim() ?? '', rolesIn(posted(visit))]
    if (!/^[^\s@]+@[^\s@]+$/.test(email) || held.length === 0)
      return page(word('nav.people'), problem(words, 'people.incomplete', '/people'), 400)
    const link = `${originAt(request)}/join#${await people.invite(email, held, person.id)}`
    return page(
      word('people.invited'),
      html`<p>${word('people.invited-about', { email })}</p><p><code>${link}</code></p>
<p><a href="/people">${word('back')}</a></p>`,
    )
  })

  const about = ({ id = '' }: Record<string, string>) => ({ object: `person ${id}` })

  /** Adds a route about one person. */
  const openPerson = (method: 'GET' | 'POST', path: string, act: (visit: Visit, found: Person) => Promise<unknown>) =>
    open(
      method,
      `/people/:id${path}`,
      'people',
      async (visit) => {
        const found = await people.find((visit.request.params as { id: string }).id)
        const { word } = visit.words
        if (!found) return visit.page(word('unknown.title'), problem(visit.words, 'unknown.text', '/people'), 404)
        return act(visit, found)
      },
      about,
    )

  openPerson(
    'GET',
    '',
    async ({ page, person, words }, { id, name, email, roles: held, issuer, createdAt, signedInAt }) => {
      const { word, named, time } = words
      const isOther = id !== person.id
      return page(
        name || email || id,
        html`<dl><dt>${word('people.email')}</dt><dd>${email}</dd>
<dt>${word('people.by')}</dt><dd>${issuer === '' ? word('people.by-passkey') : issuer}</dd>
<dt>${word('people.since')}</dt><dd>${time(createdAt)}</dd>
<dt>${word('people.signed-in')}</dt><dd>${signedInAt === null ? word('people.never') : time(signedInAt)}</dd></dl>
${
  issuer === '' && isOther
    ? html`<form method="post" action="/people/${id}/roles">${rolesField(words, held)}<button>${word('people.set-roles')}</button></form>`
    : html`<p>${word('people.roles')}: ${held.map((role) => named('role', role)).join(', ')}.
${word(isOther ? 'people.roles-by-provider' : 'people.own-roles')}</p>`
}
<h2>${word('people.sign-out-everywhere')}</h2><p>${word('people.sign-out-about')}</p>
<form method="post" action="/people/${id}/sign-out"><button class="plain">${word('people.sign-out-everywhere')}</button></form>
${
  isOther &&
  html`<h2>${word('people.remove')}</h2><p>${word('people.remove-about')}</p>
<form method="post" action="/people/${id}/remove"><button class="harmful">${word('people.remove-now')}</button></form>`
}
<p><a href="/people">${word('back')}</a></p>`,
      )
    },
  )

  openPerson('POST', '/roles', async (visit, { id, issuer }) => {
    const held = rolesIn(posted(visit))
    // Another owner changes an owner's roles, so that the last one cannot lock everyone out.
    if (id === visit.person.id || issuer !== '' || held.length === 0)
      return visit.page(visit.words.word('nav.people'), problem(visit.words, 'people.incomplete', `/people/${id}`), 400)
    await people.setRoles(id, held, visit.person.id)
    return visit.reply.redirect(`/people/${id}`, 303)
  })

  openPerson('POST', '/sign-out', async ({ person, reply }, { id }) => {
    await people.endAll(id, person.id)
    return reply.redirect(id === person.id ? '/sign-in' : `/people/${id}`, 303)
  })

  openPerson('POST', '/remove', async ({ page, person, reply, words }, { id }) => {
    if (id === person.id) return page(words.word('nav.people'), problem(words, 'people.own-roles', '/people'), 400)
    await people.remove(id, person.id)
    return reply.redirect('/people', 303)
  })
}

/** Entries of the audit on a page. */
const auditPageSize = 50

function auditPage({ open, people, storage, hash }: Desk): void {
  open('GET', '/audit', 'people', async ({ page, request, words }) => {
    const { word, named, time, number } = words
    const { before } = request.query as { before?: string }
    const from = /^\d{1,15}$/.test(before ?? '') ? { before: Number(before) } : {}
    const entries = await listAudit(storage, { limit: auditPageSize, ...from })
    const names = new Map((await people.list()).map(({ id, name, email }) => [id, name || email]))
    const nameOf = (id: string) => whoDid(id, names, words)
    const objectOf = (object: string) => {
      const [kind = '', id = ''] = object.split(/ (.*)/)
      if (kind === 'person') return nameOf(id)
      if (/^lead [0-9a-f-]{36}$/.test(object))
        return html`<a href="/leads/${id}">${word('lead.title', { reference: leadReference(id) })}</a>`
      return `${named('object', kind)} ${kind === 'partner' ? words.partner(id) : id}`
    }
    const detailOf = (action: string, detail: string) => {
      if (action.startsWith('person.')) return detail.replace(/\w+/g, (role) => named('role', role))
      return action === 'session.begin' ? named('how', detail) : detail
    }
    const rows = entries.map(({ number: at, at: when, who, action, content }) => [
      ...[number(at), time(when), nameOf(who), named('action', action)],
      content === null ? word('audit.erased') : objectOf(content.object),
      detailOf(action, content?.detail ?? ''),
    ])
    const head = ['number', 'time', 'who', 'action', 'object', 'detail'].map((name) => word(`audit.${name}`))
    const last = entries.at(-1)?.number ?? 1
    return page(
      word('nav.audit'),
      html`<p>${word('audit.about')}</p>
<form method="post" action="/audit/verify"><button class="plain">${word('audit.verify')}</button></form><p></p>
${table(word('audit.entries'), head, rows)}
${last > 1 && html`<p><a href="/audit?before=${last}" rel="next">${word('older')}</a></p>`}`,
    )
  })

  open('POST', '/audit/verify', 'people', async ({ page, words }) => {
    const { word, number } = words
    const { entries, erased, head, problems } = await verifyAudit(storage, hash)
    const counts = { entries: number(entries), erased: number(erased) }
    const result =
      problems.length === 0
        ? html`<p class="note done" role="status">${word('audit.holds', counts)}</p>`
        : html`<div class="note error" role="alert"><p>${word('audit.broken')}</p>${lines(problems, '')}</div>`
    return page(
      word('audit.verify'),
      html`${result}${head && html`<p>${word('audit.head')} <code>${head}</code></p>`}<p><a href="/audit">${word('back')}</a></p>`,
    )
  })
}
