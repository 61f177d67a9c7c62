import { quarantineLine } from '#engine/node'
import { listAudit, verifyAudit } from '#server/audit'
import { backlog, visitors } from '#server/leads'
import { type Person, type Role, roles } from '#server/people'
import { deliveryRoutes } from './deliveries.ts'
import { leadRoutes } from './leads.ts'
import { type Desk, type Html, html, posted, problem, table, type Visit, type Words } from './page.ts'

/** The pages about the installation: what is wrong now, who may sign in, and who did what. */
export function pageRoutes(desk: Desk): void {
  overviewPage(desk)
  leadRoutes(desk)
  deliveryRoutes(desk)
  peoplePages(desk)
  auditPage(desk)
}

function overviewPage({ open, live, storage, notices }: Desk): void {
  open('GET', '/', 'figures', async ({ page, words }) => {
    const { word, number, time } = words
    const { waiting, dead, byHand } = await backlog(storage)
    const quarantined = live.quarantined()
    const partners = [...new Set([...waiting, ...dead].map(({ partner }) => partner))].sort()
    const rows = partners.map((partner) => {
      const open = waiting.find((each) => each.partner === partner)
      return [
        html`<a href="/deliveries/health/${partner}">${partner === visitors ? word('delivery.visitors') : partner}</a>`,
        ...[number(open?.count ?? 0), open ? time(open.due) : '–'],
        number(dead.find((each) => each.partner === partner)?.count ?? 0),
      ]
    })
    const head = ['partner', 'waiting', 'due', 'dead'].map((name) => word(`overview.${name}`))
    const all = [...notices(), ...(byHand > 0 ? [word('overview.by-hand', { count: number(byHand) })] : [])]
    return page(
      word('nav.overview'),
      html`<h2>${word('overview.notices')}</h2>${lines(all, word('overview.no-notices'))}
<h2>${word('overview.definitions')}</h2>
${lines(quarantined.map(quarantineLine), word('overview.all-live'))}
<h2>${word('overview.deliveries')}</h2>
${rows.length > 0 ? table(word('overview.deliveries-about'), head, rows) : html`<p>${word('overview.no-deliveries')}</p>`}`,
    )
  })
}

function lines(all: readonly string[], none: string): Html {
  return all.length === 0 ? html`<p>${none}</p>` : html`<ul>${all.map((line) => html`<li>${line}</li>`)}</ul>`
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
    const nameOf = (id: string) => names.get(id) ?? (id === 'command line' ? word('audit.command-line') : id)
    const rows = entries.map(({ number: at, at: when, who, action, content }) => [
      ...[number(at), time(when), nameOf(who), named('action', action)],
      content === null ? word('audit.erased') : content.object.replace(/^person (.*)$/, (_, id: string) => nameOf(id)),
      content?.detail ?? '',
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
