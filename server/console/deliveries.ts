import { randomUUID } from 'node:crypto'
import { contentHash } from '#engine/node'
import { handLeadOver, rewrittenPayload } from '#server/distribution'
import {
  backlog,
  countFinished,
  type DeliveryQuery,
  type FailureCause,
  failedStates,
  failureCauses,
  findDelivery,
  findLead,
  isDueAt,
  type ListedDelivery,
  listDeliveries,
  listLeads,
  type PartnerHealth,
  partnerHealth,
  type ReplayQuery,
  replay,
  retryNow,
  sendRewritten,
  visitors,
} from '#server/leads'
import { may } from '#server/people'
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
} from './page.ts'

/** The pages about deliveries: what waits, failed or was rejected, and how each partner has been. */
export function deliveryRoutes(desk: Desk): void {
  listPage(desk)
  sendRoutes(desk)
  healthPage(desk)
  testRoutes(desk)
}

/** Deliveries on a page. */
const pageSize = 50

const states = [...failedStates, 'pending'] as const

type ListedState = (typeof states)[number]

/** Which deliveries are meant. What a partner said may be personal data, so an address has the hash of it alone. */
interface Chosen {
  state: ListedState
  partner: string | null
  /** The hash of the last error. */
  cause: string | null
}

const causeOf = (error: string) => contentHash(error).slice(0, 12)

function chosenIn(fields: URLSearchParams): Chosen {
  const state = states.find((each) => each === fields.get('state')) ?? 'dead'
  const partner = fields.get('partner') ?? ''
  const cause = fields.get('cause') ?? ''
  return {
    state,
    partner: /^[@\w-]{1,100}$/.test(partner) ? partner : null,
    cause: /^[\w-]{12}$/.test(cause) ? cause : null,
  }
}

function addressOf({ state, partner, cause }: Chosen): URLSearchParams {
  const fields = new URLSearchParams({ state })
  if (partner !== null) fields.set('partner', partner)
  if (cause !== null) fields.set('cause', cause)
  return fields
}

const queryOf = ({ request }: Visit) => new URL(request.url, 'http://console').searchParams

/** The last error that a hash means; undefined where none was chosen, null where it is not among the newest. */
function errorOf({ state, partner, cause }: Chosen, causes: readonly FailureCause[]): string | null | undefined {
  if (cause === null) return undefined
  const found = causes.find(
    (each) => each.state === state && (partner === null || each.partner === partner) && causeOf(each.error) === cause,
  )
  return found?.error ?? null
}

function listPage({ open, storage, now }: Desk): void {
  const figures = countedAside(() => Promise.all([failureCauses(storage), backlog(storage)]), now)
  open('GET', '/deliveries', 'leads', async (visit) => {
    const { page, words } = visit
    const { word } = words
    const fields = queryOf(visit)
    const chosen = chosenIn(fields)
    const counted = await figures()
    // Those that wait are found by their partner.
    const isListed = chosen.state !== 'pending' || chosen.partner !== null
    const error = errorOf(chosen, counted?.figures[0] ?? [])
    const before = fields.get('before') ?? ''
    const query: DeliveryQuery = {
      ...{ state: chosen.state, limit: pageSize, newestFirst: true },
      ...(chosen.partner !== null && { partner: chosen.partner }),
      ...(error !== undefined && error !== null && { error }),
      ...(/^[0-9a-f-]{36}$/.test(before) && { before }),
    }
    const listed = counted && isListed && error !== null ? await listDeliveries(storage, query) : []
    const further = addressOf(chosen)
    if (listed.length === pageSize) further.set('before', listed.at(-1)?.id ?? '')
    return page(
      word('nav.deliveries'),
      figuresOf(
        visit,
        counted,
        ([causes, { waiting }]) => html`<h2>${word('delivery.causes')}</h2>${causeTable(causes, words)}
<h2>${word('delivery.waiting')}</h2>${waitingTable(waiting, words)}
<h2>${word(`delivery-list.${chosen.state}`)}${chosen.partner !== null && html`: ${words.partner(chosen.partner)}`}</h2>
${filterForm(chosen, words, [...new Set([...causes, ...waiting].map(({ partner }) => partner))].sort())}
${chosen.cause !== null && html`<p>${word('delivery.only-cause')} <q>${error ?? '–'}</q> <a href="/deliveries?${addressOf({ ...chosen, cause: null })}">${word('delivery.all-causes')}</a></p>`}
${listed.length > 0 ? list(listed, chosen, words) : html`<p>${word(isListed ? 'delivery.none' : 'delivery.choose')}</p>`}
${listed.length === pageSize && html`<p><a href="/deliveries?${further}" rel="next">${word('delivery.older')}</a></p>`}`,
      ),
    )
  })
}

function causeTable(causes: readonly FailureCause[], words: Words): Html {
  const { word, named, number } = words
  if (causes.length === 0) return html`<p>${word('delivery.no-failures')}</p>`
  const rows = causes.slice(0, 30).map(({ partner, state, error, count }) => {
    const address = addressOf({ state, partner, cause: causeOf(error) })
    return [
      html`<a href="/deliveries?${address}">${words.partner(partner)}</a>`,
      ...[named('delivery-state', state), error || '–', number(count)],
      html`<a href="/deliveries/health/${partner}">${word('delivery.health')}</a>`,
    ]
  })
  const head = ['partner', 'state', 'cause', 'count', 'health'].map((name) => word(`delivery.${name}`))
  return table(word('delivery.causes-about'), head, rows)
}

function waitingTable(waiting: Awaited<ReturnType<typeof backlog>>['waiting'], words: Words): Html {
  const { word, number, time } = words
  if (waiting.length === 0) return html`<p>${word('delivery.none-waits')}</p>`
  const rows = waiting.map(({ partner, count, due }) => [
    html`<a href="/deliveries?${addressOf({ state: 'pending', partner, cause: null })}">${words.partner(partner)}</a>`,
    ...[number(count), time(due)],
    html`<a href="/deliveries/health/${partner}">${word('delivery.health')}</a>`,
  ])
  const head = ['partner', 'count', 'due', 'health'].map((name) => word(`delivery.${name}`))
  return table(word('delivery.waiting-about'), head, rows)
}

function filterForm(chosen: Chosen, words: Words, partners: readonly string[]): Html {
  const { word, named } = words
  const all = chosen.partner === null || partners.includes(chosen.partner) ? partners : [...partners, chosen.partner]
  return html`<form method="get" action="/deliveries"><div class="fields"><label>${word('delivery.state')}<select name="state">${states.map(
    (state) =>
      html`<option value="${state}"${state === chosen.state && html` selected`}>${named('delivery-state', state)}</option>`,
  )}</select></label><label>${word('delivery.partner')}<select name="partner"><option value="">${word('leads.any')}</option>${all.map(
    (partner) =>
      html`<option value="${partner}"${partner === chosen.partner && html` selected`}>${words.partner(partner)}</option>`,
  )}</select></label><button>${word('leads.filter')}</button></div></form>`
}

const canBeSentAgain = (state: string) => state === 'dead' || state === 'bounced'

function list(listed: readonly ListedDelivery[], chosen: Chosen, words: Words): Html {
  const { word, time, named } = words
  const isOpen = canBeSentAgain(chosen.state)
  const rows = listed.map((each) => {
    const { id, subject, subjectId, partner, delivery, topic, attempts, dueAt, error } = each
    const what = partner === visitors ? named('topic', topic) : `${words.partner(partner)}, ${delivery}`
    return [
      subject === 'mail'
        ? html`<a href="/deliveries/${id}">${what}</a>`
        : html`<a href="/leads/${subjectId}">${what}</a>`,
      // Ids begin with their time.
      time(Number.parseInt(id.replace('-', '').slice(0, 12), 16)),
      ...[attempts, error ?? ''],
      chosen.state === 'pending'
        ? html`${dueAt !== null && time(dueAt)} <a href="/deliveries/${id}/now">${word('delivery.now')}</a>`
        : isOpen &&
          html`<label class="check"><input type="checkbox" name="id" value="${id}"> ${word('delivery.again')}</label>`,
    ]
  })
  const head = ['what', 'since', 'attempts', 'cause', 'deed'].map((name) => word(`delivery.${name}`))
  const shown = table(word(`delivery-list.${chosen.state}`), head, rows)
  if (!isOpen) return shown
  return html`<form method="post" action="/deliveries/again">${shown}${hidden(addressOf(chosen))}
<p class="fields"><button name="which" value="some">${word('delivery.again-some')}</button>
<button class="plain" name="which" value="all">${word('delivery.again-all')}</button></p></form>`
}

function hidden(fields: URLSearchParams): Html {
  return html`${[...fields].map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}`
}

/** Sending many again, as it goes on. It is gone with this process; what it has not sent is still listed. */
interface Run {
  who: string
  total: number
  seen: number
  sent: number
  left: number
  state: 'runs' | 'stopped' | 'done' | 'failed'
  back: string
}

/** Runs that are remembered. */
const mostRuns = 100

function sendRoutes({ open, storage, live, hash, audit, now, onDue }: Desk): void {
  const runs = new Map<string, Run>()
  const isId = (text: string) => /^[0-9a-f-]{36}$/.test(text)
  const about = ({ id = '' }: Record<string, string>) => ({ object: isId(id) ? `delivery ${id}` : 'delivery' })

  /** Sends again what a query names; each batch with its entry. */
  async function send(
    query: ReplayQuery,
    { who, ...about }: { who: string; detail?: string; subject?: string },
    run?: Run,
  ): Promise<number> {
    const moment = now()
    const onBatch = (seen: number) => {
      if (run) run.seen = seen
      onDue()
      return run?.state !== 'stopped'
    }
    const recorded = (ids: readonly string[]) => {
      const object = ids.length === 1 ? `delivery ${ids[0]}` : `deliveries ${ids[0]} to ${ids.at(-1)}`
      return audit.recording({ who, action: 'delivery.again', object, ...about, done: isDueAt(ids, moment) })
    }
    const { sent, erased, withdrawn } = await replay(storage, query, moment, onBatch, recorded)
    if (run) Object.assign(run, { sent, left: erased + withdrawn })
    return sent
  }

  /** Sends a lead as its partner's definition now says. */
  async function rewrite(
    recorded: Desk['storage'],
    { id, topic, subjectId: lead, partner, delivery }: ListedDelivery,
    moment: number,
  ): Promise<boolean> {
    if (topic !== 'lead') return false
    const payload = await rewrittenPayload(storage, live.current(), { lead, partner, delivery }, { hash, now: moment })
    return payload !== null && (await sendRewritten(recorded, id, payload, moment))
  }

  for (const deed of ['again', 'now'] as const) {
    open(
      'GET',
      `/deliveries/:id/${deed}`,
      'leads',
      async (visit) => {
        const { page, words, request } = visit
        const { id } = request.params as { id: string }
        const found = isId(id) ? await findDelivery(storage, id) : null
        if (!found) return page(words.word('unknown.title'), problem(words, 'unknown.text', '/deliveries'), 404)
        return page(
          words.word(`delivery.${deed}`),
          html`<p>${words.word(`delivery-about.${deed}`, { partner: words.partner(found.partner) })}</p>
<form method="post" action="/deliveries/${id}/${deed}"><button>${words.word(`delivery.${deed}`)}</button></form>
${
  found.topic === 'lead' &&
  html`<h2>${words.word('delivery.rewrite')}</h2><p>${words.word('delivery.rewrite-about')}</p>
<form method="post" action="/deliveries/${id}/${deed}"><button class="plain" name="rewrite" value="1">${words.word('delivery.rewrite')}</button></form>`
}
<p><a href="${backOf(found)}">${words.word('back')}</a></p>`,
        )
      },
      about,
    )
    open(
      'POST',
      `/deliveries/:id/${deed}`,
      'leads',
      async (visit) => {
        const { page, words, request, reply, person } = visit
        const { id } = request.params as { id: string }
        const found = isId(id) ? await findDelivery(storage, id) : null
        if (!found) return page(words.word('unknown.title'), problem(words, 'unknown.text', '/deliveries'), 404)
        const moment = now()
        const about = found.subject === 'lead' ? { subject: found.subjectId } : {}
        const isRewritten = posted(visit).get('rewrite') !== null
        const recorded = audit.recording({
          ...{ who: person.id, action: isRewritten ? 'delivery.rewrite' : 'delivery.now', object: `delivery ${id}` },
          ...{ done: isDueAt([id], moment), ...about },
        })
        const isSent = isRewritten
          ? await rewrite(recorded, found, moment)
          : deed === 'now'
            ? await retryNow(recorded, id, moment)
            : (await send({ id, states: ['dead', 'delivered', 'bounced'] }, { who: person.id, ...about })) > 0
        if (isSent) onDue()
        const refused = deed === 'now' ? 'delivery-refused.now' : 'delivery-refused.again'
        if (isSent) return reply.redirect(backOf(found), 303)
        return page(words.word(`delivery.${deed}`), problem(words, refused, backOf(found)), 409)
      },
      about,
    )
  }

  open('POST', '/deliveries/again', 'leads', async (visit) => {
    const { page, words, reply, person } = visit
    const { word, number } = words
    const fields = posted(visit)
    const chosen = chosenIn(fields)
    const back = `/deliveries?${addressOf(chosen)}`
    const ids = fields.getAll('id').filter(isId).slice(0, pageSize)
    const isAll = fields.get('which') === 'all'
    const error = errorOf(chosen, await failureCauses(storage))
    if (!canBeSentAgain(chosen.state) || error === null || (!isAll && ids.length === 0))
      return page(word('delivery.again'), problem(words, 'delivery-refused.some', back), 400)
    const query: ReplayQuery = {
      ...{ states: [chosen.state], isExact: true as const },
      ...(isAll
        ? { ...(chosen.partner !== null && { partner: chosen.partner }), ...(error !== undefined && { error }) }
        : { ids }),
    }
    const total = await countFinished(storage, query)
    if (fields.get('sure') === null)
      return page(
        word('delivery.again'),
        html`<p>${word('delivery.again-about', { count: number(isAll ? total : ids.length) })}</p>
<form method="post" action="/deliveries/again">${hidden(addressOf(chosen))}<input type="hidden" name="which" value="${isAll ? 'all' : 'some'}">
<input type="hidden" name="sure" value="1">${ids.map((id) => html`<input type="hidden" name="id" value="${id}">`)}
<button>${word('delivery.again')}</button></form><p><a href="${back}">${word('back')}</a></p>`,
      )
    const run: Run = { who: person.id, total, seen: 0, sent: 0, left: 0, state: 'runs', back }
    const id = randomUUID()
    for (const old of [...runs.keys()].slice(0, -mostRuns)) runs.delete(old)
    runs.set(id, run)
    void send(query, { who: person.id, detail: addressOf({ ...chosen, cause: null }).toString() }, run).then(
      () => {
        if (run.state === 'runs') run.state = 'done'
      },
      (err) => {
        run.state = 'failed'
        visit.request.log.error({ err }, 'Failed to send deliveries again')
      },
    )
    return reply.redirect(`/deliveries/again/${id}`, 303)
  })

  open('GET', '/deliveries/again/:run', 'leads', async ({ page, words, request, reply }) => {
    const { word, number } = words
    const { run: id } = request.params as { run: string }
    const run = runs.get(id)
    if (!run) return page(word('delivery.again'), problem(words, 'delivery-refused.run', '/deliveries'), 404)
    // Works without a script, too.
    if (run.state === 'runs') reply.header('refresh', '2')
    const counts = { seen: number(run.seen), total: number(run.total), sent: number(run.sent), left: number(run.left) }
    return page(
      word('delivery.again'),
      html`<p role="status">${word(`delivery-run.${run.state}`, counts)}</p>
<p><progress max="${Math.max(1, run.total)}" value="${run.state === 'done' ? Math.max(1, run.total) : Math.min(run.seen, run.total)}" aria-label="${word('delivery.progress')}"></progress></p>
${run.state === 'runs' && html`<form method="post" action="/deliveries/again/${id}/stop"><button class="plain">${word('delivery.stop')}</button></form>`}
<p><a href="${run.back}">${word('back')}</a></p>`,
    )
  })

  open('POST', '/deliveries/again/:run/stop', 'leads', async ({ request, reply, page, words }) => {
    const { run: id } = request.params as { run: string }
    const run = runs.get(id)
    if (!run) return page(words.word('delivery.again'), problem(words, 'delivery-refused.run', '/deliveries'), 404)
    if (run.state === 'runs') run.state = 'stopped'
    return reply.redirect(`/deliveries/again/${id}`, 303)
  })
}

function backOf({ subject, subjectId }: ListedDelivery): string {
  return subject === 'mail' ? '/deliveries' : `/leads/${subjectId}`
}

const day = 24 * 60 * 60 * 1000

/** Days that a partner's health is shown of. */
const days = 30

/** Figures, without personal data: those who see no leads see it too. */
function healthPage({ open, storage, now }: Desk): void {
  const figures = countedAside(
    (partner: string, times: readonly number[]) => partnerHealth(storage, partner, times),
    now,
  )
  open('GET', '/deliveries/health/:partner', 'figures', async (visit) => {
    const { page, person, words, request } = visit
    const { word, number } = words
    const { partner } = request.params as { partner: string }
    const today = Math.floor(now() / day) * day
    const times = Array.from({ length: days + 1 }, (_, at) => today + (at - days + 1) * day)
    const rowsOf = (health: readonly PartnerHealth[]) =>
      health
        .toReversed()
        .map(({ from, all, dead, rejected }) => [
          html`${words.date(from)}`,
          ...[number(all), number(dead), number(rejected)],
          all === 0 ? '–' : words.share((all - dead - rejected) / all),
        ])
    const head = ['day', 'all', 'dead', 'rejected', 'share'].map((name) => word(`health.${name}`))
    const name = words.partner(partner)
    return page(
      word('health.title', { partner: name }),
      html`<p>${word('health.about')}</p>${figuresOf(
        visit,
        await figures(partner.slice(0, 100), times),
        (health) => html`${chart(health, words)}
<details><summary>${word('health.table')}</summary>${table(word('health.title', { partner: name }), head, rowsOf(health))}</details>`,
      )}
${may(person.roles, 'leads') && partner !== visitors && html`<p><a href="/deliveries/test/${partner}">${word('delivery-test.title')}</a></p>`}
<p><a href="/partners">${word('back')}</a></p>`,
    )
  })
}

/** A bar for each day: what arrived or waits, and on it what was rejected and what failed. The table says the same. */
function chart(health: readonly PartnerHealth[], { word, number }: Words): Html {
  const most = Math.max(1, ...health.map(({ all }) => all))
  const [width, height, bar] = [720, 160, 720 / health.length]
  const bars = health.map(({ all, dead, rejected }, at) => {
    const scaled = (count: number) => (count / most) * height
    const x = (at * bar + 2).toFixed(1)
    const part = (kind: string, count: number, from: number) =>
      count > 0 &&
      html`<rect class="${kind}" x="${x}" y="${(height - scaled(from + count)).toFixed(1)}" width="${(bar - 4).toFixed(1)}" height="${scaled(count).toFixed(1)}"/>`
    const good = all - dead - rejected
    return html`${part('good', good, 0)}${part('rejected', rejected, good)}${part('dead', dead, good + rejected)}`
  })
  const total = (name: 'all' | 'dead' | 'rejected') => number(health.reduce((sum, one) => sum + one[name], 0))
  const said = word('health.said', {
    all: total('all'),
    dead: total('dead'),
    rejected: total('rejected'),
    most: number(most),
  })
  return html`<figure class="chart"><svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${said}" preserveAspectRatio="none">${bars}</svg>
<figcaption>${said}<ul class="key"><li class="good">${word('health.good')}</li><li class="rejected">${word('health.rejected')}</li><li class="dead">${word('health.dead')}</li></ul></figcaption></figure>`
}

/** Sends the newest test lead of a partner's forms to it, to see how it answers. */
function testRoutes({ open, storage, live, hash, audit, now, onDue }: Desk): void {
  const partnerIn = ({ request }: Visit) => (request.params as { partner: string }).partner
  const about = ({ partner = '' }: Record<string, string>) =>
    Object.hasOwn(live.current().partners.all, partner) ? { object: `partner ${partner}` } : { object: 'partner' }

  /** The lead, or the key of a sentence that says why there is none. */
  async function testLeadFor(partner: string): Promise<{ id: string } | string> {
    const definition = live.current().partners.all[partner]
    if (!definition) return 'lead-refused.unknown'
    if (!definition.testLeads) return 'delivery-test.takes-none'
    const forms = [...new Set(definition.filters.map(({ form }) => form))]
    const newest = await Promise.all(
      forms.map((form) => listLeads(storage, { form, test: true, kept: true, limit: 1 })),
    )
    const [lead] = newest.flat().sort((one, other) => (one.id < other.id ? 1 : -1))
    return lead ?? 'delivery-test.none'
  }

  open(
    'GET',
    '/deliveries/test/:partner',
    'leads',
    async (visit) => {
      const { page, words } = visit
      const partner = partnerIn(visit)
      const lead = await testLeadFor(partner)
      const back = `/deliveries/health/${encodeURIComponent(partner)}`
      if (typeof lead === 'string') return page(words.word('delivery-test.title'), problem(words, lead, back), 409)
      return page(
        words.word('delivery-test.title'),
        html`<p>${words.word('delivery-test.about', { partner: words.partner(partner) })}</p>
<form method="post" action="/deliveries/test/${partner}"><button>${words.word('delivery-test.now')}</button></form>
<p><a href="${back}">${words.word('back')}</a></p>`,
      )
    },
    about,
  )

  open(
    'POST',
    '/deliveries/test/:partner',
    'leads',
    async (visit) => {
      const { page, words, reply, person } = visit
      const partner = partnerIn(visit)
      const refuse = (key: string) =>
        page(
          words.word('delivery-test.title'),
          problem(words, key, `/deliveries/health/${encodeURIComponent(partner)}`),
          409,
        )
      const lead = await testLeadFor(partner)
      if (typeof lead === 'string') return refuse(lead)
      const { id } = lead
      const found = await findLead(storage, id)
      const moment = now()
      const deed = { who: person.id, action: 'delivery.test', object: `lead ${id}`, subject: id, detail: partner }
      const own = found?.deliveries.find((row) => row.partner === partner && row.topic === 'lead')
      if (own) {
        const again = { id: String(own.id), states: ['dead', 'delivered'] as const }
        const recorded = (ids: readonly string[]) => audit.recording({ ...deed, done: isDueAt(ids, moment) })
        const { sent } = await replay(storage, again, moment, undefined, recorded)
        if (sent === 0) return refuse('delivery-refused.again')
      } else {
        const handed = await handLeadOver(audit.recording(deed), live.current(), id, partner, { hash, now: moment })
        if (!handed.ok) return refuse(`lead-refused.${handed.reason}`)
      }
      onDue()
      return reply.redirect(`/leads/${id}`, 303)
    },
    about,
  )
}
