import type { Deed as AuditDeed } from '#server/audit'
import { may } from '#server/people'
import { previewPath, previewTime } from '#server/previews'
import {
  detailsOf,
  differences,
  edited,
  hintsAt,
  isConfirmedName,
  keysOf,
  mergeTexts,
  type Part,
  partsOf,
  placeOfId,
  type Released,
  readTexts,
  type Stale,
  type StudioDeed,
  type StudioForm,
  textAt,
  writeTexts,
} from '#server/studio'
import { beginPages, newFileId, tourOffer } from './begin.ts'
import { conditionSentence, placeOf } from './conditions.ts'
import {
  differing,
  done,
  findings,
  languageOf,
  namesOf,
  questionsIn,
  refusal,
  undoForm,
  unknown,
  withSide,
} from './draft-side.ts'
import { filePage, saveFile } from './file.ts'
import { journeyDrawing, journeyList } from './journey.ts'
import { choosePicture, mediaPage } from './media.ts'
import { type Desk, type Html, html, posted, problem, said, table, type Visit, type Words } from './page.ts'
import { editPart, partPage, typePart, valuesOf } from './part.ts'
import { partnerView, testDelivery } from './partner-view.ts'
import { picture, pictures } from './pictures.ts'
import { asTyped, fill, keepSite, preview, publicOrigin, show, shownOf } from './preview.ts'
import {
  conflicts,
  discussion,
  effects,
  exchange,
  hasVariants,
  otherPublisher,
  planFields,
  planned,
  seenOf,
} from './review.ts'
import { translateLine, translatePage } from './translate.ts'

/** The studio: forms as outlines that are edited as drafts, with what the check and the proof find, and put live. */
export function studioPages(desk: Desk): void {
  const { open, studio } = desk

  beginPages(desk)
  open('GET', '/studio', 'definitions', async (visit) => {
    const { page, words } = visit
    return page(
      words.word('nav.studio'),
      html`${done(visit)}${tourOffer(desk, visit)}${listOfAll(desk, words, await namesOf(desk))}`,
    )
  })
  const about = ({ form = '' }: Record<string, string>) => ({ object: objectOf(form) })

  /** Adds a route about one form. */
  const openForm = (
    method: 'GET' | 'POST',
    path: string,
    act: (visit: Visit, form: StudioForm) => Promise<unknown>,
    right: 'definitions' | 'publish' = 'definitions',
  ) =>
    open(
      method,
      `/studio/:form${path}`,
      right,
      async (visit) => {
        const { form: id } = visit.request.params as { form: string }
        await studio.follow(id)
        const form = studio.form(id)
        const { word } = visit.words
        if (!form) return visit.page(word('unknown.title'), problem(visit.words, 'unknown.text', '/studio'), 404)
        return act(visit, form)
      },
      about,
    )

  openForm('GET', '', (visit, form) => overview(desk, visit, form))
  openForm('GET', '/edit', async (visit, form) => {
    const at = said(visit, 'at')
    const details = form.value && detailsOf(form.value, at)
    if (!details) return unknown(visit, form.id)
    return partPage(desk, visit, form, { details, values: valuesOf(form, details) })
  })
  openForm('POST', '/edit', (visit, form) => editPart(desk, visit, form))
  openForm('GET', '/file', async (visit, form) => {
    const name = said(visit, 'name') || (form.names[form.locales[0] ?? ''] ?? '')
    if (!form.texts.has(name)) return unknown(visit, form.id)
    return filePage(desk, visit, form, { name, text: form.texts.get(name) ?? '' })
  })
  openForm('POST', '/file', async (visit, form) => saveFile(desk, visit, form))
  openForm('POST', '/accept', async (visit, { id }) => {
    const { reply } = visit
    const accepted = await studio.accept(id, posted(visit).get('review') ?? '')
    if (!accepted.ok) return decideAgain(desk, visit, id, accepted)
    return reply.redirect(`/studio/${id}?done=accepted`, 303)
  })
  openForm('POST', '/discard', async (visit, { id }) => {
    const { person, reply } = visit
    const discarded = await studio.discard(id, { who: person.id, review: posted(visit).get('review') ?? '' })
    if (!discarded.ok) return decideAgain(desk, visit, id, discarded)
    desk.drafts.delete(id)
    return reply.redirect(`/studio${studio.form(id) ? `/${id}` : ''}?done=discarded`, 303)
  })
  openForm('POST', '/publish', (visit, form) => publish(desk, visit, form), 'publish')
  openForm('POST', '/take-back', (visit, form) => takeBack(desk, visit, form), 'publish')
  openForm('POST', '/variant', async (visit, { id, folder, value }) => {
    const { words, person, page, reply } = visit
    const fields = posted(visit)
    const [name, title] = [fields.get('id')?.trim() ?? '', fields.get('title')?.trim() ?? '']
    // Two pages have no address in common.
    const path = folder === 'pages' ? { path: `/${name}` } : {}
    const text = `${JSON.stringify({ variantOf: placeOfId(id).name, ...path, title }, null, 2)}\n`
    const made = folder === 'forms' ? name : `${folder}.${name}`
    const isNamed = newFileId.test(name) && title !== '' && hasVariants({ folder, value })
    const created = isNamed ? studio.create(made, person.id, text) : null
    if (created?.ok) return reply.redirect(`/studio/${made}?done=saved`, 303)
    const why = created ? refusal(created, words) : problem(words, 'template.wrong', `/studio/${id}`)
    return page(words.word('variant.title'), why, 400)
  })
  openForm('GET', '/texts', async (visit, { id, locales }) => {
    const [locale, format] = [
      said(visit, 'language'),
      said(visit, 'format') === 'csv' ? ('csv' as const) : ('xliff' as const),
    ]
    const texts = locales.slice(1).includes(locale) ? studio.texts(id, locale) : null
    if (!texts) return unknown(visit, id)
    const file = `${id}.${locale}.${format === 'csv' ? 'csv' : 'xlf'}`
    return visit.reply
      .header('content-disposition', `attachment; filename="${file}"`)
      .type(format === 'csv' ? 'text/csv; charset=utf-8' : 'application/xliff+xml; charset=utf-8')
      .send(writeTexts(texts.rows, { format, source: texts.source, locale }))
  })
  openForm('POST', '/texts', (visit, form) => takeTexts(desk, visit, form))
  openForm('GET', '/translate', (visit, form) => translatePage(desk, visit, form))
  openForm('POST', '/translate', (visit, form) => translateLine(desk, visit, form))
  openForm('GET', '/media', (visit, form) => mediaPage(desk, visit, form))
  openForm('POST', '/media', (visit, form) => choosePicture(desk, visit, form))
  openForm('POST', '/remark', (visit, form) => remark(desk, visit, form))
  openForm('POST', '/plan', (visit, form) => plan(desk, visit, form), 'publish')
  openForm(
    'POST',
    '/cancel',
    async (visit, { id }) => {
      const isCancelled = await desk.plans.cancel(posted(visit).get('plan') ?? '', visit.person.id)
      if (isCancelled) return visit.reply.redirect(`/studio/${id}?done=cancelled`, 303)
      const { word } = visit.words
      return visit.page(word('plan.title'), problem(visit.words, 'plan.late', `/studio/${id}`), 409)
    },
    'publish',
  )
  for (const method of ['GET', 'POST'] as const)
    for (const path of ['see', 'typed'])
      openForm(method, `/${path}/*`, (visit, form) => preview(desk, visit, form, path === 'typed'))
  openForm('GET', '/show', (visit, form) => show(desk, visit, form))
  openForm('POST', '/typed', (visit, form) => typePart(desk, visit, form))
  openForm('POST', '/hint', async (visit, form) => {
    const fields = posted(visit)
    const isOwn = fields.get('name') === form.names[form.locales[0] ?? '']
    const hints = isOwn ? hintsAt(fields.get('text') ?? '', Number(fields.get('at')) || 0) : null
    return visit.reply.send(hints ?? { from: 0, to: 0, options: [], meaning: '' })
  })
  openForm('GET', '/findings', async (visit, form) => {
    const typed = asTyped(desk, visit, form)
    const verdict = await desk.studio.judge(typed ?? form.id)
    const found = findings(verdict, typed ?? form, visit.words, typed ? '&typed=1' : '')
    return visit.reply.type('text/html; charset=utf-8').send(found.text)
  })
  openForm('GET', '/fill', (visit, form) => fill(desk, visit, form))
  openForm('GET', '/partners', (visit, form) => partnerView(desk, visit, form))
  openForm('POST', '/partners', (visit, form) => testDelivery(desk, visit, form))
  openForm('GET', '/picture', (visit, form) => picture(desk, visit, form))
  openForm('GET', '/journey', (visit, form) => journeyPage(desk, visit, form))
  openForm('POST', '/undo', async (visit, { id }) => {
    const { person, reply, page, words } = visit
    const undone = studio.undo(id, person.id, Number(posted(visit).get('count')))
    if (undone.ok) return reply.redirect(`/studio${studio.form(id) ? `/${id}` : ''}?done=undone`, 303)
    if (undone.reason === 'stale') return decideAgain(desk, visit, id, undone)
    return page(
      words.word('nav.studio'),
      html`${refusal(undone, words)}<p><a href="/studio/${id}">${words.word('back')}</a></p>`,
      409,
    )
  })
  openForm('GET', '/see', async ({ reply, request }, form) => {
    const { id } = form
    const site = (await studio.site(id)) ?? desk.live.current().authoring.withDrafts()
    keepSite(desk, id, site)
    return reply.redirect(
      publicOrigin(desk, request) + previewPath(desk.hash, ...shownOf(desk.live, form), desk.now() + previewTime, id),
      303,
    )
  })
}

/** What can be edited, and the way to what there is not yet. */
function listOfAll({ studio }: Desk, { word, time }: Words, names: (id: string) => string): Html {
  const all = Map.groupBy(studio.list(), ({ folder }) => folder)
  const shown = folders.filter((folder) => all.has(folder))
  const tables = shown.map((folder) => {
    const rows = (all.get(folder) ?? []).map(({ id, title, locales, draft }) => [
      html`<a href="/studio/${id}">${title}</a> ${title !== placeOfId(id).name && html`<span class="quiet">${placeOfId(id).name}</span>`}`,
      locales.join(', ') || '–',
      draft ? html`${draft.authors.map(names).join(', ')}, ${time(draft.changedAt)}` : '–',
    ])
    const head = [word(`studio.one-${folder}`), word('studio.languages'), word('studio.draft')]
    return html`<div id="${folder}">${table(word(`studio.${folder}`), head, rows)}</div>`
  })
  return html`<p class="lead">${word('studio.about')}</p><p><a class="button" href="/studio/-/new">${word('template.new')}</a></p><ul class="jumps plain">${shown.map((folder) => html`<li><a href="#${folder}">${word(`studio.${folder}`)}</a></li>`)}</ul>${tables}`
}

const folders = ['forms', 'pages', 'groups', 'partners'] as const

/** What the audit calls what is edited under an id: form solar, page home. */
const objectOf = (id: string) => `${placeOfId(id).folder.slice(0, -1)} ${placeOfId(id).name}`

/** Makes the entry of a deed of the studio. */
export function recordStudio(audit: Desk['audit'], deed: StudioDeed): Promise<void> {
  return audit.record(studioDeed(deed))
}

/** A deed of the studio, as the audit has it. */
export function studioDeed({ kind, who, form, release, said }: StudioDeed): AuditDeed {
  const files = release?.files ?? []
  const [before, after] = [files.map((file) => file.before), files.map((file) => file.after)]
  return {
    ...{ who, action: `definitions.${kind}`, object: objectOf(form) },
    ...(kind === 'publish' && { before, after }),
    ...(kind === 'take-back' && { before: after, after: before }),
    ...(release && { detail: `${release.number}: ${files.map(({ name }) => name).join(', ')}` }),
    ...(said !== undefined && { detail: said }),
  }
}

/** The page on which a person decided, as it is by now. */
async function decideAgain(desk: Desk, visit: Visit, id: string, { names }: Stale) {
  const form = desk.studio.form(id)
  if (!form) return unknown(visit, id)
  return overview(desk, visit, form, visit.words.word('studio.stale', { names: names.join(', ') }))
}

async function overview(desk: Desk, visit: Visit, form: StudioForm, stale?: string) {
  const { studio } = desk
  const { word, time, named } = visit.words
  const names = await namesOf(desk)
  const { id, texts, live, draft, value } = form
  const changed = [...texts].filter(([name, text]) => text !== (live.get(name)?.text ?? null))
  const releases = studio.releases(id)
  const isPublisher = may(visit.person.roles, 'publish')
  const other =
    draft && isPublisher ? await otherPublisher(desk.people, visit.person, { ...draft, review: form.review }) : null
  const plan = await desk.plans.newest(id)
  const zones = Object.values(desk.live.current().definition.locales).map(({ timeZone }) => timeZone)
  const questions = await questionsIn(desk, form)
  // A kind has a title of its own for what has none.
  const titleOf = ({ at, kind, title }: Part) => {
    const named = at === 'thankYou' ? word('studio.thanks') : title
    const isUntitled = kind === 'field' && title === keysOf(at).at(-1)
    return isUntitled ? questions.find((each) => each.id.split('.').at(-1) === title)?.title || named : named
  }
  const outline = value
    ? html`<ol class="outline">${partsOf(value).map(
        (
          part,
        ) => html`<li class="${part.kind}"><a href="/studio/${id}/edit?at=${encodeURIComponent(part.at)}">${titleOf(part)}</a>
<span class="quiet">${named('part', part.kind)}${part.group !== undefined && html`, ${word('studio.group', { group: part.group })}`}${part.when !== undefined && html`, ${word('condition.shown', { sentence: conditionSentence(part.when, placeOf(questions, value, part), visit.words) })}`}</span></li>`,
      )}</ol>`
    : html`<p class="note error">${word('studio.broken')}</p>`
  return withSide(desk, visit, form, {
    title: textAt(value, 'title') || textAt(value, 'name') || id,
    status: stale === undefined ? 200 : 409,
    content: html`${stale !== undefined && html`<p class="note error" role="alert">${stale}</p>`}${conflicts(form, visit.words)}<h2>${word('studio.outline')}</h2>${outline}
<h2>${word('studio.files')}</h2><ul>${[...texts].filter(([name]) => !isConfirmedName(name)).map(([name, text]) => html`<li><a href="/studio/${id}/file?name=${encodeURIComponent(name)}">${name}</a>${text === null && html` <span class="quiet">${word('studio.absent')}</span>`}</li>`)}</ul>
${form.locales.length > 1 && html`<p><a href="/studio/${id}/translate">${word('translate.link')}</a></p>`}<p><a href="/studio/${id}/journey">${word('journey.link')}</a></p>
<p><a href="/studio/${id}/partners">${word('partner-view.link')}</a></p>
<h2>${word('studio.changes')}</h2>${await undoForm(desk, visit, id)}${
      draft
        ? html`<p>${word('studio.by')} ${draft.authors.map(names).join(', ')}, ${time(draft.changedAt)}</p>${changed.map(
            ([name, text]) => {
              if (isConfirmedName(name))
                return html`<p>${word('translate.changed', { language: languageOf(visit.words, name.split('/')[1] ?? '') })}</p>`
              const before = live.get(name)?.text ?? null
              const found = differing(differences(before, text), name, word('studio.live'), word('studio.draft'), word)
              // Of a new file all is new: its length says little.
              return before === null
                ? html`<details><summary>${word('studio.new-of', { name })}</summary>${found}</details>`
                : found
            },
          )}${effects(await studio.compare(id), visit.words)}${pictures(desk, form, visit)}${discussion(form, visit.person, names, visit.words)}${planned(
            plan,
            names,
            isPublisher,
            visit.words,
          )}${
            isPublisher && other === null
              ? html`<form method="post" action="/studio/${id}/publish">${seenOf(form)}<div class="fields"><label>${word('studio.note')}
<input name="note" maxlength="200" autocomplete="off"></label><button>${word('studio.publish')}</button></div>${plan?.state !== 'planned' && planFields(id, zones, visit.words)}</form>`
              : html`<p>${other ? word('studio.other', { name: names(other) }) : word('studio.no-publisher')}</p>`
          }<form method="post" action="/studio/${id}/discard">${seenOf(form)}<button class="harmful">${word('studio.discard')}</button></form>`
        : html`<p>${word('studio.no-draft')}</p>`
    }
${
  releases.length > 0 &&
  html`<h2>${word('studio.releases')}</h2>${table(
    word('studio.releases-about'),
    ['number', 'time', 'by-whom', 'written-by', 'note', 'state', 'commit'].map((name) => word(`studio.${name}`)),
    releases.map(({ number, at, by, authors, note, state, commit, due }) => [
      ...[number, time(at), names(by), authors.map(names).join(', '), note || '–'],
      state === 'live' && isPublisher
        ? html`<form method="post" action="/studio/${id}/take-back"><input type="hidden" name="number" value="${number}"><button class="plain">${word('studio.take-back', { number })}</button></form>`
        : named('release', state),
      commit !== undefined && commit !== ''
        ? html`<code>${commit.slice(0, 10)}</code>`
        : typeof due === 'object' && html`${word('git.due')} ${word(`git.${due.reason}`, { detail: due.detail })}`,
    ]),
  )}`
}${exchange(form, visit.words)}<p><a href="/studio">${word('back')}</a></p>`,
  })
}

/** The ways through a form, drawn and as a list. */
async function journeyPage(desk: Desk, visit: Visit, form: StudioForm) {
  const { word } = visit.words
  const verdict = await desk.studio.judge(form.id)
  const routes = verdict?.routes
  const questions = await questionsIn(desk, form)
  const parts = form.value ? partsOf(form.value) : []
  const about = ({ id }: { id: string }) => {
    const [kind = '', name] = id.split(' ')
    const at =
      { step: `steps.${name}`, end: `screenOuts.${name}`, alert: `thankYou.alerts.${name}` }[kind] ?? 'thankYou'
    const part = parts.find((each) => each.at === at)
    const isShown = part?.when !== undefined && form.value
    const sentence = isShown ? conditionSentence(part.when, placeOf(questions, form.value, part), visit.words) : null
    return {
      href: part ? `/studio/${form.id}/edit?at=${encodeURIComponent(at)}` : `/studio/${routes?.form ?? form.id}`,
      when: sentence === null ? null : word('condition.shown', { sentence }),
    }
  }
  const content = html`<p><a href="/studio/${form.id}">${word('studio.to-outline')}</a></p><p class="quiet">${word('journey.about')}</p>${
    routes
      ? html`${journeyDrawing(routes, visit.words)}<h2>${word('journey.list')}</h2>${journeyList(routes, visit.words, about)}`
      : html`<p class="note error">${word('journey.none')}</p>`
  }`
  return withSide(desk, visit, form, {
    title: word('journey.title', { title: textAt(form.value, 'title') || form.id }),
    content,
  })
}

/** What keeps a release from being made, with the way on. */
function notReleased(released: Extract<Released, { ok: false }>, { word }: Words, id: string, other = ''): Html {
  const { reason } = released
  const back = html`<p><a href="/studio/${id}">${word('back')}</a></p>`
  if (reason === 'changed')
    return html`<p class="note error" role="alert">${word('studio-not.changed', { names: released.now.map(({ name }) => name).join(', ') })}</p>${back}`
  if (reason === 'author')
    return html`<p class="note error" role="alert">${word('studio.other', { name: other })}</p>${back}`
  if (reason === 'git')
    return html`<p class="note error" role="alert">${word(`git.${released.obstacle.reason}`, { detail: released.obstacle.detail })} ${word('git.nothing')}</p>${back}`
  if ('name' in released) return html`${refusal(released, { word })}${back}`
  return html`<p class="note error" role="alert">${word(`studio-not.${reason}`)}</p>${back}`
}

async function publish(desk: Desk, visit: Visit, { id }: StudioForm) {
  const { words, person, page, reply } = visit
  const title = words.word('studio.publish')
  const fields = posted(visit)
  let other: string | null = null
  const released = await desk.studio.release(id, {
    ...{ who: person.id, note: (fields.get('note') ?? '').trim().slice(0, 200), review: fields.get('review') ?? '' },
    async isBarred(authors) {
      const now = desk.studio.form(id)
      other = await otherPublisher(desk.people, person, {
        ...{ authors, remarks: now?.draft?.remarks, review: now?.review ?? '' },
      })
      return other !== null
    },
  })
  if (!released.ok && released.reason === 'stale') return decideAgain(desk, visit, id, released)
  if (!released.ok) {
    const names = await namesOf(desk)
    return page(title, notReleased(released, words, id, other === null ? '' : names(other)), 409)
  }
  desk.drafts.delete(id)
  return reply.redirect(`/studio/${id}?done=published`, 303)
}

/** Takes translations back from a file, and says of each row that it refuses why. */
async function takeTexts({ studio }: Desk, visit: Visit, { id, locales, texts }: StudioForm) {
  const { words, person, page, reply } = visit
  const { word } = words
  const fields = posted(visit)
  const locale = fields.get('language') ?? ''
  const known = locales.slice(1).includes(locale) ? studio.texts(id, locale) : null
  if (!known) return unknown(visit, id)
  const refused = (content: Html, status: number) =>
    page(word('texts.title'), html`${content}<p><a href="/studio/${id}">${word('back')}</a></p>`, status)
  const returned = readTexts(fields.get('file') ?? '')
  if (!returned.ok)
    return refused(
      html`<p class="note error" role="alert">${word(`texts.${returned.reason}`, { detail: returned.detail })}</p>`,
      400,
    )
  if (returned.locale !== null && returned.locale !== locale)
    return refused(
      html`<p class="note error" role="alert">${word('texts.language', { language: returned.locale })}</p>`,
      400,
    )
  const merged = mergeTexts(known.rows, returned.texts)
  const changed = [...Map.groupBy(merged.changes, ({ file }) => file)].map(([name, rows]) => [
    name,
    edited(
      texts.get(name) ?? '{}\n',
      rows.map(({ path, text }) => ({ path, value: text })),
    ),
  ])
  const written = changed.length === 0 ? null : studio.write(id, person.id, Object.fromEntries(changed))
  if (written && !written.ok) return refused(refusal(written, words), 400)
  if (merged.refused.length === 0) return reply.redirect(`/studio/${id}?done=saved`, 303)
  const rows = merged.refused.map(({ place, key, reason, detail }) => [
    html`${place} <code>${key}</code>`,
    word(`texts-not.${reason}`, { detail }),
  ])
  return refused(
    html`<p class="note" role="status">${word('texts.taken', { taken: merged.changes.length, refused: rows.length })}</p>${table(word('texts.refused'), [word('studio.place'), word('texts.why')], rows)}`,
    409,
  )
}

async function remark(desk: Desk, visit: Visit, { id }: StudioForm) {
  const { words, person, page, reply } = visit
  const fields = posted(visit)
  const [said, text] = [fields.get('kind') ?? '', (fields.get('text') ?? '').trim().slice(0, 2000)]
  const kind = said === 'changes' || said === 'approve' ? said : 'comment'
  const isAllowed = kind === 'approve' ? may(person.roles, 'publish') : text !== ''
  if (!isAllowed) return page(words.word('review.title'), problem(words, 'review.say', `/studio/${id}`), 400)
  const made = await desk.studio.remark(id, { who: person.id, kind, text, review: fields.get('review') ?? '' })
  if (made.ok) return reply.redirect(`/studio/${id}?done=remarked#review`, 303)
  if (made.reason === 'stale') return decideAgain(desk, visit, id, made)
  return page(words.word('review.title'), problem(words, `review-not.${made.reason}`, `/studio/${id}`), 409)
}

/** Approves a draft for a time. Whether it may go live is asked now, and again by then. */
async function plan(desk: Desk, visit: Visit, { id, draft, review }: StudioForm) {
  const { words, person, page, reply } = visit
  const fields = posted(visit)
  const refused = (key: string, values = {}) =>
    page(
      words.word('plan.title'),
      html`<p class="note error" role="alert">${words.word(key, values)}</p><p><a href="/studio/${id}">${words.word('back')}</a></p>`,
      409,
    )
  if (fields.get('review') !== review) return decideAgain(desk, visit, id, { ok: false, reason: 'stale', names: [id] })
  const verdict = await desk.studio.judge(id)
  if (verdict === null) return refused('studio-not.unjudged')
  if (verdict.problems.length + verdict.findings.length > 0) return refused('studio-not.mistaken')
  const other = await otherPublisher(desk.people, person, { authors: [], ...draft, review })
  if (other !== null) return refused('studio.other', { name: (await namesOf(desk))(other) })
  const made = await desk.plans.plan(id, {
    ...{ who: person.id, note: (fields.get('note') ?? '').trim().slice(0, 200), review },
    ...{ written: fields.get('at') ?? '', zone: fields.get('zone') ?? '' },
  })
  if (!made.ok) return refused(`plan-not.${made.reason}`)
  return reply.redirect(`/studio/${id}?done=planned`, 303)
}

async function takeBack(desk: Desk, visit: Visit, { id }: StudioForm) {
  const { words, person, page, reply } = visit
  const number = Number(posted(visit).get('number'))
  const isOfForm = desk.studio.releases(id).some((release) => release.number === number)
  const released = await desk.studio.takeBack(isOfForm ? number : -1, person.id)
  if (!released.ok) return page(words.word('studio.releases'), notReleased(released, words, id), 409)
  return reply.redirect(`/studio/${id}?done=taken-back`, 303)
}
