import { parseJson } from '#engine/node'
import { hostsOf, localePath, type Site } from '#engine/site'
import type { Deed as AuditDeed } from '#server/audit'
import { contentSecurityPolicy } from '#server/http'
import { may } from '#server/people'
import { previewPass, previewPath, previewTime } from '#server/previews'
import {
  type Difference,
  detailsOf,
  differences,
  type Edit,
  type EntryList,
  edited,
  formFrom,
  keysOf,
  mergeTexts,
  moved,
  newEntry,
  type Part,
  type PartDetails,
  type Property,
  partsOf,
  placeOfId,
  propertyValue,
  type RefusedFile,
  type Released,
  readTexts,
  type Stale,
  type StudioDeed,
  type StudioForm,
  templates,
  textAt,
  type Verdict,
  valueAt,
  versionOf,
  writeTexts,
} from '#server/studio'
import { conditionInputs, conditionSentence, placeOf, postedCondition, questionsOf } from './conditions.ts'
import { journeyDrawing, journeyList } from './journey.ts'
import { type Desk, type Html, html, posted, problem, table, type Visit, type Words } from './page.ts'
import { beginnings, discussion, effects, exchange, otherPublisher, planFields, planned, seenOf } from './review.ts'

/** What a new form, group or page may be called. */
const newFileId = /^[a-z][a-z0-9_-]{0,99}$/

/** The studio: forms as outlines that are edited as drafts, with what the check and the proof find, and put live. */
export function studioPages(desk: Desk): void {
  const { open, studio } = desk

  open('GET', '/studio', 'definitions', async (visit) => {
    const { page, words } = visit
    return page(words.word('nav.studio'), html`${done(visit)}${listOfAll(desk, words, await namesOf(desk))}`)
  })
  open('POST', '/studio', 'definitions', async (visit) => {
    const { words, person, page, reply } = visit
    const fields = posted(visit)
    const said = (name: string) => fields.get(name)?.trim() ?? ''
    const [what, name, title] = [said('what'), said('id'), said('title')]
    const id = what === 'forms' ? name : `${what}.${name}`
    const made = newFile(desk, { what, title, path: said('path') })
    const isNamed = newFileId.test(name) && title !== ''
    const created = made === null || !isNamed ? null : studio.create(id, person.id, made)
    if (created?.ok) return reply.redirect(`/studio/${id}?done=saved`, 303)
    const why = created
      ? refusal(created, words)
      : html`<p class="note error" role="alert">${words.word('studio.wrong-new')}</p>`
    const again = { what, id: name, title, path: said('path') }
    return page(words.word('nav.studio'), html`${why}${listOfAll(desk, words, await namesOf(desk), again)}`, 400)
  })

  const newForm = async ({ page, words }: Visit, why: Html | null, given: Record<string, string> = {}) =>
    page(
      words.word('template.new'),
      html`${why}<form method="post" action="/studio/-/new"><div class="fields"><label>${words.word('studio.new-id')}<input name="id" value="${given.id}" required pattern="[a-z][a-z0-9_\\-]*" autocomplete="off"></label>
<label>${words.word('template.name')}<input name="title" value="${given.title}" required autocomplete="off"></label></div>${beginnings(given.template, words.word)}<p><button>${words.word('template.make')}</button></p></form>
<p><a href="/studio">${words.word('back')}</a></p>`,
      why === null ? 200 : 400,
    )
  open('GET', '/studio/-/new', 'definitions', (visit) => newForm(visit, null))
  open('POST', '/studio/-/new', 'definitions', async (visit) => {
    const fields = posted(visit)
    const given = Object.fromEntries(['id', 'title', 'template'].map((name) => [name, fields.get(name)?.trim() ?? '']))
    const { id = '', title = '' } = given
    const template = templates.find((each) => each === given.template)
    const wrong = html`<p class="note error" role="alert">${visit.words.word('template.wrong')}</p>`
    if (!newFileId.test(id) || title === '' || !template) return newForm(visit, wrong, given)
    const [[, own = ''] = [], ...translated] = formFrom(
      template,
      id,
      title,
      Object.keys(desk.live.current().definition.locales),
    )
    const created = studio.create(id, visit.person.id, own)
    const written = created.ok ? studio.write(id, visit.person.id, Object.fromEntries(translated)) : created
    if (!written.ok) return newForm(visit, refusal(written, visit.words), given)
    return visit.reply.redirect(`/studio/${id}?done=saved`, 303)
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
  openForm('POST', '/file', async (visit, form) => {
    const fields = posted(visit)
    const name = fields.get('name') ?? ''
    const now = form.texts.get(name)
    if (now === undefined) return unknown(visit, form.id)
    const text = inLinesOf(now ?? '', fields.get('text') ?? '')
    if (fields.get('version') !== versionOf(now ?? '') && text !== now)
      return filePage(desk, visit, form, { name, text, theirs: now ?? '' })
    const written = studio.write(form.id, visit.person.id, { [name]: text })
    if (!written.ok) return filePage(desk, visit, form, { name, text, refused: written })
    return visit.reply.redirect(`/studio/${form.id}/file?name=${encodeURIComponent(name)}&done=saved`, 303)
  })
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
  openForm('POST', '/variant', async (visit, { id, value }) => {
    const { words, person, page, reply } = visit
    const fields = posted(visit)
    const [name, title] = [fields.get('id')?.trim() ?? '', fields.get('title')?.trim() ?? '']
    const text = `${JSON.stringify({ variantOf: id, title }, null, 2)}\n`
    const isNamed = newFileId.test(name) && title !== '' && value?.variantOf === undefined
    const created = isNamed ? studio.create(name, person.id, text) : null
    if (created?.ok) return reply.redirect(`/studio/${name}?done=saved`, 303)
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
  for (const method of ['GET', 'POST'] as const) openForm(method, '/see/*', (visit, form) => preview(desk, visit, form))
  openForm('GET', '/fill', (visit, form) => fill(desk, visit, form))
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
  openForm('GET', '/see', async ({ reply, request }, { id }) => {
    const site = (await studio.site(id)) ?? desk.live.current().authoring.withDrafts()
    keepSite(desk, id, site)
    return reply.redirect(
      publicOrigin(desk, request) + previewPath(desk.hash, ...shownOf(desk.live, id), desk.now() + previewTime, id),
      303,
    )
  })
}

/** What can be edited, and the form for what there is not yet. */
function listOfAll(
  { studio }: Desk,
  { word, time }: Words,
  names: (id: string) => string,
  given: Readonly<Record<string, string>> = {},
): Html {
  const all = Map.groupBy(studio.list(), ({ folder }) => folder)
  const tables = folders.map((folder) => {
    const rows = (all.get(folder) ?? []).map(({ id, title, locales, draft }) => [
      html`<a href="/studio/${id}">${title}</a> ${title !== placeOfId(id).name && html`<span class="quiet">${placeOfId(id).name}</span>`}`,
      locales.join(', ') || '–',
      draft ? html`${draft.authors.map(names).join(', ')}, ${time(draft.changedAt)}` : '–',
    ])
    const head = [word(`studio.one-${folder}`), word('studio.languages'), word('studio.draft')]
    return rows.length > 0 && table(word(`studio.${folder}`), head, rows)
  })
  const input = (name: string, more: Html | null = null) =>
    html`<label>${word(`studio.new-file-${name}`)}<input name="${name}" value="${given[name]}" autocomplete="off"${more}></label>`
  return html`<p class="lead">${word('studio.about')}</p><p><a class="button" href="/studio/-/new">${word('template.new')}</a></p>${tables}<h2>${word('studio.new-file')}</h2><form method="post" action="/studio"><div class="fields">
<label>${word('studio.kind')}<select name="what">${folders.map((folder) => html`<option value="${folder}"${given.what === folder && html` selected`}>${word(`studio.one-${folder}`)}</option>`)}</select></label>
${input('id', html` required pattern="[a-z][a-z0-9_\\-]*"`)}${input('title', html` required`)}${input('path')}<button>${word('studio.create')}</button></div></form>`
}

const folders = ['forms', 'pages', 'groups'] as const

/** The file of a new form, group or page; null where it cannot be made. */
function newFile({ live }: Desk, { what, title, path }: { what: string; title: string; path: string }): string | null {
  const [locale] = Object.keys(live.current().definition.locales)
  const fields = { question: { kind: 'text', title } }
  const made =
    what === 'forms'
      ? { locales: [locale], title, steps: { first: { title, fields } } }
      : what === 'groups'
        ? { title, fields }
        : what === 'pages' && path.startsWith('/')
          ? { locales: [locale], path, title, sections: { hero: { kind: 'hero', title } } }
          : null
  return made && `${JSON.stringify(made, null, 2)}\n`
}

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

function said({ request }: Visit, name: string): string {
  const value = (request.query as Record<string, unknown>)[name]
  return typeof value === 'string' ? value : ''
}

function unknown({ page, words }: Visit, id: string) {
  return page(words.word('unknown.title'), problem(words, 'unknown.text', `/studio/${id}`), 404)
}

/** How people are called, by their ids. */
async function namesOf({ people }: Desk): Promise<(id: string) => string> {
  const names = new Map((await people.list()).map(({ id, name, email }) => [id, name || email]))
  return (id) => names.get(id) ?? id
}

/** What has just been done, said once. */
function done(visit: Visit): Html | null {
  const name = said(visit, 'done')
  const known = [
    'undone',
    'saved',
    'accepted',
    'discarded',
    'published',
    'taken-back',
    'remarked',
    'planned',
    'cancelled',
  ]
  return known.includes(name)
    ? html`<p class="note done" role="status">${visit.words.word(`studio-done.${name}`)}</p>`
    : null
}

/** A page of a form, next to what is found of it and how it looks. */
async function withSide({ studio }: Desk, visit: Visit, form: StudioForm, title: string, content: Html, status = 200) {
  const { word } = visit.words
  const verdict = await studio.judge(form.id)
  const isShown = verdict !== null && verdict.problems.length === 0
  const links = form.locales.map(
    (locale) =>
      html`<li><a href="${seenAt(form, locale)}" target="preview" lang="${locale}">${languageOf(visit.words, locale)}</a></li>`,
  )
  visit.reply.header('content-security-policy', `${contentSecurityPolicy}; frame-src 'self'`)
  return visit.page(
    title,
    html`${done(visit)}${overtaken(form, visit.words)}<div class="studio"><div>${content}</div>
<aside aria-label="${word('studio.side')}"><h2 id="findings">${word('studio.findings')}</h2>${findings(verdict, form, visit.words)}
<h2>${word('studio.preview')}</h2>${
      isShown
        ? html`<ul class="turn plain">${links}</ul>
<iframe name="preview" src="${seenAt(form, form.locales[0] ?? '')}" title="${word('studio.preview-title')}" sandbox="allow-forms allow-same-origin"></iframe>
<p><a href="/studio/${form.id}/see" target="_blank" rel="noopener">${word('studio.open')}</a></p>`
        : html`<p>${word('studio.no-preview')}</p>`
    }</aside></div>`,
    status,
  )
}

function languageOf({ language }: Words, locale: string): string {
  return new Intl.DisplayNames([language], { type: 'language' }).of(locale) ?? locale
}

/** Where the form is in the preview, in a language. */
function seenAt({ id }: StudioForm, locale: string): string {
  return `/studio/${id}/see/${locale}`
}

/** The page on which a person decided, as it is by now. */
async function decideAgain(desk: Desk, visit: Visit, id: string, { names }: Stale) {
  const form = desk.studio.form(id)
  if (!form) return unknown(visit, id)
  return overview(desk, visit, form, visit.words.word('studio.stale', { names: names.join(', ') }))
}

function overtaken(form: StudioForm, { word }: Words): Html | null {
  const { id, overtaken: names, texts, live } = form
  if (names.length === 0) return null
  return html`<section class="note error" aria-labelledby="overtaken"><h2 id="overtaken">${word('studio.overtaken')}</h2>
<p>${word('studio.overtaken-about')}</p>${names.map((name) =>
    differing(
      differences(live.get(name)?.text ?? null, texts.get(name) ?? null),
      name,
      word('studio.live'),
      word('studio.draft'),
      word,
    ),
  )}<form method="post" action="/studio/${id}/accept">${seenOf(form)}<button class="plain">${word('studio.accept')}</button></form></section>`
}

function findings(verdict: Verdict | null, { id, texts }: StudioForm, { word }: Words): Html {
  if (verdict === null) return html`<p class="note error">${word('studio.not-judged')}</p>`
  const all = [
    ...verdict.problems.map((each) => ({ ...each, languages: [], everywhere: true, answers: [], at: -1 })),
    ...verdict.findings.map((each, at) => ({ ...each, at: each.filled ? at : -1 })),
  ]
  if (all.length === 0) return html`<p class="note done">${word('studio.proven')}</p>`
  return html`<ul class="findings">${all.map(({ file, line, message, languages, everywhere, answers, at }) => {
    const place = `${file}:${line}`
    return html`<li>${
      texts.has(file)
        ? html`<a href="/studio/${id}/file?name=${encodeURIComponent(file)}">${place}</a>`
        : html`<span class="quiet">${place}</span>`
    } ${message}${!everywhere && html` (${languages.join(', ')})`}
${answers.length > 0 && html`<p>${word('studio.answers')}</p><ul>${answers.map(({ question, answer }) => html`<li>${question} <strong>${answer}</strong></li>`)}</ul>`}${at >= 0 && html`<p><a href="/studio/${id}/fill?finding=${at}" target="preview">${word('studio.fill', { number: at + 1 })}</a></p>`}</li>`
  })}</ul>`
}

/** A table of what differs between two versions of a file. */
function differing(found: Difference[] | null, name: string, before: string, after: string, word: Words['word']): Html {
  if (found === null) return html`<p>${word('studio.unreadable', { name })}</p>`
  const values = found.filter(({ path }) => path !== '')
  return html`${
    values.length > 0 &&
    table(
      name,
      [word('studio.place'), before, after],
      values.map((each) => [html`<code>${each.path}</code>`, each.before ?? '–', each.after ?? '–']),
    )
  }${values.length < found.length && html`<p>${word('studio.reordered', { name })}</p>`}`
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
  const outline = value
    ? html`<ol class="outline">${partsOf(value).map(
        (
          part,
        ) => html`<li class="${part.kind}"><a href="/studio/${id}/edit?at=${encodeURIComponent(part.at)}">${part.at === 'thankYou' ? word('studio.thanks') : part.title}</a>
<span class="quiet">${named('part', part.kind)}${part.group !== undefined && html`, ${word('studio.group', { group: part.group })}`}${part.when !== undefined && html`, ${word('condition.shown', { sentence: conditionSentence(part.when, placeOf(questions, value, part), visit.words) })}`}</span></li>`,
      )}</ol>`
    : html`<p class="note error">${word('studio.broken')}</p>`
  return withSide(
    desk,
    visit,
    form,
    textAt(value, 'title') || id,
    html`${stale !== undefined && html`<p class="note error" role="alert">${stale}</p>`}<h2>${word('studio.outline')}</h2>${outline}
<h2>${word('studio.files')}</h2><ul>${[...texts].map(([name, text]) => html`<li><a href="/studio/${id}/file?name=${encodeURIComponent(name)}">${name}</a>${text === null && html` <span class="quiet">${word('studio.absent')}</span>`}</li>`)}</ul>
<p><a href="/studio/${id}/journey">${word('journey.link')}</a></p>
<h2>${word('studio.changes')}</h2>${await undoForm(desk, visit, id)}${
      draft
        ? html`<p>${word('studio.by')} ${draft.authors.map(names).join(', ')}, ${time(draft.changedAt)}</p>${changed.map(
            ([name, text]) =>
              differing(
                differences(live.get(name)?.text ?? null, text),
                name,
                word('studio.live'),
                word('studio.draft'),
                word,
              ),
          )}${effects(await studio.compare(id), visit.words)}${discussion(form, visit.person, names, visit.words)}${planned(
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
    stale === undefined ? 200 : 409,
  )
}

/** The button that undoes the last edit of a draft. */
async function undoForm(desk: Desk, { words }: Visit, id: string): Promise<Html | null> {
  const last = desk.studio.lastEdit(id)
  if (!last) return null
  const names = await namesOf(desk)
  return html`<form method="post" action="/studio/${id}/undo" class="undo"><input type="hidden" name="count" value="${last.count}"><button class="plain">${words.word('studio.undo')}</button> <span class="quiet">${names(last.who)}, ${words.time(last.at)}</span></form>`
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
  return withSide(desk, visit, form, word('journey.title', { title: textAt(form.value, 'title') || form.id }), content)
}

/** The preview, filled with the answers that show a finding. */
async function fill(desk: Desk, visit: Visit, form: StudioForm) {
  const { reply } = visit
  const verdict = await desk.studio.judge(form.id)
  const filled = verdict?.findings[Number(said(visit, 'finding'))]?.filled
  const site = await desk.studio.site(form.id)
  if (!filled || !site) return reply.redirect(seenAt(form, form.locales[0] ?? ''), 303)
  keepSite(desk, form.id, site)
  const path = localePath(site.definition, `/forms/${filled.form}`, filled.locale)
  const shown = await askPublic(desk, form, { method: 'GET', url: path })
  // The page says which version of the form it shows.
  const held = ['section', 'definition'].flatMap((name) => {
    const [, value] = new RegExp(`name="${name}" value="([^"]*)"`).exec(shown.payload) ?? []
    return value === undefined ? [] : [[name, value] as const]
  })
  const fields = new URLSearchParams()
  for (const [name, value] of [...held, ...filled.entries]) fields.append(name, value)
  fields.set('go', `to-${filled.step}`)
  const url = `${path}?step=${encodeURIComponent(filled.step)}`
  return sendPreview(visit, form, await askPublic(desk, form, { method: 'POST', url, fields }))
}

/** The questions of a form as its draft has them; while it has mistakes, as they are live. */
async function questionsIn({ studio, live }: Desk, { id, locales, value }: StudioForm) {
  const site = (await studio.site(id)) ?? live.current().authoring.withDrafts()
  return questionsOf(
    value,
    locales.flatMap((locale) => site.forms.version(id, locale)?.form ?? []),
  )
}

/** The values of a part by the names of their inputs. */
type Values = Readonly<Record<string, string>>

/** How the inputs of properties are called. */
const propertyIn = 'property:'

function valuesOf(
  { locales, names, texts, value }: StudioForm,
  { part, texts: usual, moreTexts, properties, isRequired }: PartDetails,
): Values {
  const paths = [...usual, ...moreTexts]
  const files = new Map(locales.map((locale) => [locale, parseJson(texts.get(names[locale] ?? '') ?? '{}').value]))
  const own = valueAt(value, keysOf(part.at))
  const when = valueAt(own, ['when'])
  return {
    ...Object.fromEntries(
      paths.flatMap((path) => locales.map((locale) => [`${locale} ${path}`, textAt(files.get(locale), path)])),
    ),
    ...Object.fromEntries(
      properties.flatMap(({ name, value: said }) => (said === null ? [] : [[propertyIn + name, said]])),
    ),
    ...(isRequired !== null && { required: isRequired ? 'yes' : '' }),
    when: when === undefined ? '' : JSON.stringify(when, null, 2),
  }
}

/** A hash of all that a part holds, in every language: what goes when it is removed. */
function versionOfPart({ locales, names, texts }: StudioForm, { part }: PartDetails): string {
  const held = locales.map((locale) =>
    valueAt(parseJson(texts.get(names[locale] ?? '') ?? '{}').value, keysOf(part.at)),
  )
  return versionOf(JSON.stringify(held))
}

interface PartShown {
  details: PartDetails
  values: Values
  /** What another person saved meanwhile, by input. */
  theirs?: Values
  /** What was posted: what it says of new entries is not lost. */
  given?: URLSearchParams
  /** What was not understood: a key of words. */
  error?: string
  refused?: RefusedFile
}

async function partPage(
  desk: Desk,
  visit: Visit,
  form: StudioForm,
  { details, values, theirs = {}, error, refused, given }: PartShown,
) {
  const { word, named } = visit.words
  const { part, texts, moreTexts, properties, lists, isRequired, hasWhen, canMove } = details
  const place = placeOf(await questionsIn(desk, form), form.value, part)
  const own = form.names[form.locales[0] ?? ''] ?? ''
  const filePath = `/studio/${form.id}/file?name=${encodeURIComponent(own)}`
  const labelOf = (path: string) => {
    const own = path.slice(part.at === '' ? 0 : part.at.length + 1)
    return own.startsWith('options.') ? word('studio.option', { id: own.slice('options.'.length) }) : named('text', own)
  }
  const theirsOf = (name: string) =>
    theirs[name] !== undefined && html`<span class="error">${word('studio.theirs')} ${theirs[name] || '–'}</span>`
  const input = (locale: string, path: string) => {
    const name = `${locale} ${path}`
    const value = values[name] ?? ''
    const isLong = value.length > 60 || value.includes('\n')
    return html`<label>${languageOf(visit.words, locale)}${
      isLong
        ? html`<textarea name="${name}" lang="${locale}" rows="3">${value}</textarea>`
        : html`<input name="${name}" lang="${locale}" value="${value}" autocomplete="off">`
    }${theirsOf(name)}</label>`
  }
  const seen = JSON.stringify(valuesOf(form, details))
  const deed = (name: string, label: string, kind = 'plain') =>
    html`<button class="${kind}" name="deed" value="${name}">${label}</button>`
  const more = properties.filter(({ isUsual, value }) => !isUsual && value !== null)
  const textsOf = (path: string) => {
    const inputs = form.locales.map((locale) => input(locale, path))
    // What it has in no language takes no room until it is asked for.
    return form.locales.some((locale) => values[`${locale} ${path}`])
      ? html`<fieldset class="texts"><legend>${labelOf(path)}</legend>${inputs}</fieldset>`
      : html`<details><summary>${labelOf(path)}</summary><fieldset class="texts"><legend>${labelOf(path)}</legend>${inputs}</fieldset></details>`
  }
  const propertyOf = ({ name, kind, choices, description, value }: Property) => {
    const key = propertyIn + name
    const said = values[key] ?? ''
    const usual = { true: word('condition.true'), false: word('condition.false') }
    if (value === null)
      return html`<p><code>${name}</code> <span class="quiet">${description} ${word('studio.in-file')} <a href="${filePath}">${word('condition.in-file')}</a></span></p>`
    const control =
      kind === 'choice' || kind === 'yes-no'
        ? html`<select name="${key}" aria-describedby="${key}"><option value="">–</option>${[...choices, ...(said === '' || choices.includes(said) ? [] : [said])].map((each) => html`<option value="${each}"${each === said && html` selected`}>${kind === 'yes-no' ? usual[each as 'true' | 'false'] : each}</option>`)}</select>`
        : kind === 'list'
          ? html`<textarea name="${key}" aria-describedby="${key}" rows="${Math.min(6, said.split('\n').length + 1)}">${said}</textarea>`
          : html`<input name="${key}" aria-describedby="${key}" value="${said}"${kind === 'number' && html` inputmode="decimal"`} autocomplete="off">`
    return html`<div class="property"><label>${named('property', name)}${control}${theirsOf(key)}</label><p class="quiet" id="${key}">${description}${kind === 'list' && html` ${word('studio.one-a-line')}`}</p></div>`
  }
  const listOf = ({ name, description, ids, kinds: entryKinds }: EntryList) => {
    const shown = entryKinds.includes('text') ? ['text', ...entryKinds.filter((kind) => kind !== 'text')] : entryKinds
    const at = [...keysOf(part.at), name].join('.')
    const isPart = (id: string) => form.value !== null && partsOf(form.value).some((each) => each.at === `${at}.${id}`)
    const content = html`<p class="quiet">${description}</p>${
      ids.length > 0 &&
      html`<ol class="options">${ids.map((id, place) => {
        const said = textAt(form.value, `${at}.${id}.title`) || textAt(form.value, `${at}.${id}`)
        return html`<li>${isPart(id) ? html`<a href="/studio/${form.id}/edit?at=${encodeURIComponent(`${at}.${id}`)}">${said || id}</a>` : html`<code>${id}</code> ${said}`} ${place > 0 && deed(`entry-up ${name} ${id}`, word('studio.up', { name: said || id }))} ${place < ids.length - 1 && deed(`entry-down ${name} ${id}`, word('studio.down', { name: said || id }))} ${deed(`entry-remove ${name} ${id}`, word('studio.remove', { name: said || id }))}</li>`
      })}</ol>`
    }<div class="fields"><label>${word('studio.new-id')}<input name="new-id:${name}" value="${given?.get(`new-id:${name}`)}" autocomplete="off" pattern="[a-z][A-Za-z0-9_\\-]*"></label>
<label>${word('studio.new-text')}<input name="new-text:${name}" value="${given?.get(`new-text:${name}`)}" autocomplete="off"></label>${
      entryKinds.length > 0 &&
      html`<label>${word('studio.kind')}<select name="new-kind:${name}">${shown.map((kind) => html`<option>${kind}</option>`)}${name === 'fields' && html`<option value="">${word('studio.choice')}</option>`}</select></label>`
    }${deed(`entry-add ${name}`, word('studio.add', { name: named('list', name) }))}</div>`
    const legend = named('list', name)
    const isChoice = name === 'options' && textAt(form.value, `${part.at}.kind`) === ''
    return ids.length > 0 || isChoice || ['fields', 'steps', 'consents', 'sections'].includes(name)
      ? html`<fieldset><legend>${legend}</legend>${content}</fieldset>`
      : html`<details><summary>${legend}</summary><fieldset><legend>${legend}</legend>${content}</fieldset></details>`
  }
  const title = part.at === 'thankYou' ? word('studio.thanks') : part.title
  const content = html`<p><a href="/studio/${form.id}">${word('studio.to-outline')}</a></p>
${Object.keys(theirs).length > 0 && html`<p class="note error" role="alert">${word('studio.conflict')}</p>`}
${error !== undefined && html`<p class="note error" role="alert">${word(error)}</p>`}${refused && refusal(refused, visit.words)}
${await undoForm(desk, visit, form.id)}<form method="post" action="/studio/${form.id}/edit" class="part"><input type="hidden" name="at" value="${part.at}">
<input type="hidden" name="seen" value="${seen}"><input type="hidden" name="version" value="${versionOfPart(form, details)}"><p><button>${word('studio.save')}</button></p>
${texts.map(textsOf)}${moreTexts.length > 0 && html`<details><summary>${word('studio.more-texts')}</summary>${moreTexts.map(textsOf)}</details>`}
${isRequired !== null && html`<p><label class="check"><input type="checkbox" name="required" value="yes"${values.required === 'yes' && html` checked`}> ${word('studio.required')}</label>${theirsOf('required')}</p>`}
${hasWhen && html`<fieldset><legend>${word('studio.condition')}</legend>${conditionInputs(values.when ?? '', place, visit.words, filePath)}${theirs.when !== undefined && html`<p class="error">${word('studio.theirs')} ${theirs.when === '' ? word('condition.none') : conditionSentence(JSON.parse(theirs.when), place, visit.words)}</p>`}</fieldset>`}
${properties.length > 0 && html`<fieldset><legend>${word('studio.properties')}</legend>${properties.filter((each) => !more.includes(each)).map(propertyOf)}${more.length > 0 && html`<details><summary>${word('studio.more-properties')}</summary>${more.map(propertyOf)}</details>`}</fieldset>`}
${lists.map(listOf)}
<p class="turn">${canMove.up && deed('up', word('studio.up', { name: title }))}${canMove.down && deed('down', word('studio.down', { name: title }))}${canRemove(part) && deed('remove', word('studio.remove', { name: title }), 'harmful')}</p></form>`
  const isConflict = Object.keys(theirs).length > 0 || error === changedPart
  return withSide(desk, visit, form, title, content, isConflict ? 409 : error || refused ? 400 : 200)
}

const changedPart = 'studio.changed-part'

function refusal({ name, reason, detail = '' }: RefusedFile, { word }: Pick<Words, 'word'>): Html {
  return html`<p class="note error" role="alert">${word(`refusal.${reason}`, { name, detail })}</p>`
}

const newId = /^[a-z][A-Za-z0-9_-]{0,60}$/

/** The line ends of a file are kept: browsers post their own. */
function inLinesOf(before: string, text: string): string {
  const lines = text.replaceAll('\r\n', '\n')
  return before.includes('\r\n') ? lines.replaceAll('\n', '\r\n') : lines
}

function seenIn(fields: URLSearchParams): Values {
  try {
    const seen: unknown = JSON.parse(fields.get('seen') ?? '')
    if (typeof seen !== 'object' || seen === null) return {}
    return Object.fromEntries(Object.entries(seen).filter(([, value]) => typeof value === 'string'))
  } catch {
    return {}
  }
}

async function editPart(desk: Desk, visit: Visit, form: StudioForm) {
  const { studio } = desk
  const fields = posted(visit)
  const at = fields.get('at') ?? ''
  const details = form.value && detailsOf(form.value, at)
  if (!details) return unknown(visit, form.id)
  const now = valuesOf(form, details)
  const seen = { ...now, ...seenIn(fields) }
  // A box that is not ticked is not posted.
  const place = placeOf(await questionsIn(desk, form), form.value, details.part)
  const condition = postedCondition(fields, seen.when ?? '', place)
  const asked = (name: string) =>
    name === 'when'
      ? 'error' in condition
        ? (seen.when ?? '')
        : condition.when
      : name === 'required'
        ? (fields.get(name) ?? '')
        : (fields.get(name)?.replaceAll('\r\n', '\n') ?? seen[name] ?? '')
  const given = Object.fromEntries(Object.keys(now).map((name) => [name, asked(name)]))
  const changes = Object.entries(given).filter(([name, value]) => value !== seen[name] && value !== now[name])
  const theirs = Object.fromEntries(
    changes.flatMap(([name]) => (now[name] === seen[name] ? [] : [[name, now[name] ?? '']])),
  )
  // What only the others changed is as they have it.
  const values = { ...now, ...Object.fromEntries(changes) }
  if (Object.keys(theirs).length > 0) return partPage(desk, visit, form, { details, values, theirs, given: fields })
  if ('error' in condition)
    return partPage(desk, visit, form, { details, values, error: condition.error, given: fields })

  const edits = editsOf(form, details, changes)
  if (typeof edits === 'string') return partPage(desk, visit, form, { details, values, error: edits, given: fields })
  const deed = deedOf(form, details, fields)
  if (typeof deed === 'string') return partPage(desk, visit, form, { details, values, error: deed, given: fields })
  // What others wrote in it meanwhile would go with it.
  if (deed.isRemoval && fields.get('version') !== versionOfPart(form, details))
    return partPage(desk, visit, form, { details, values, error: changedPart, given: fields })
  // Nothing can be edited in a file that is not JSON.
  const isBroken = [...edits.keys(), ...deed.edits.keys()].some(
    (name) => parseJson(form.texts.get(name) ?? '{}').mistakes.length > 0,
  )
  if (isBroken) return partPage(desk, visit, form, { details, values, error: 'studio.broken' })
  const own = form.names[form.locales[0] ?? ''] ?? ''
  const texts = Object.fromEntries(
    Object.values(form.names).flatMap((name) => {
      const before = form.texts.get(name) ?? null
      const all = [...(edits.get(name) ?? []), ...(deed.edits.get(name) ?? [])]
      const base = before ?? '{}\n'
      const after = all.length === 0 ? before : edited(base, all)
      const turned = name === own && deed.move && after !== null ? moved(after, deed.move.path, deed.move.by) : after
      return turned === before || turned === null ? [] : [[name, turned]]
    }),
  )
  const written = Object.keys(texts).length === 0 ? null : studio.write(form.id, visit.person.id, texts)
  if (written && !written.ok) return partPage(desk, visit, form, { details, values, refused: written })
  const isGone = deed.isGone === true
  const next = `/studio/${form.id}${isGone ? '?' : `/edit?at=${encodeURIComponent(deed.next ?? at)}&`}done=saved`
  return visit.reply.redirect(next, 303)
}

/** Edits by file, or the key of what is wrong. */
type Edits = Map<string, Edit[]>

function editsOf(
  { locales, names }: StudioForm,
  { part, properties }: PartDetails,
  changes: readonly [string, string][],
): Edits | string {
  const own = names[locales[0] ?? ''] ?? ''
  const edits: Edits = new Map()
  const add = (name: string, edit: Edit) => edits.set(name, [...(edits.get(name) ?? []), edit])
  const path = keysOf(part.at)
  for (const [name, value] of changes) {
    if (name === 'required') add(own, { path: [...path, 'optional'], value: value === 'yes' ? undefined : true })
    else if (name === 'when') {
      add(own, { path: [...path, 'when'], value: value === '' ? undefined : JSON.parse(value) })
    } else if (name.startsWith(propertyIn)) {
      const property = properties.find((each) => propertyIn + each.name === name)
      const said = property && propertyValue(property, value)
      if (!property || said === null) return 'studio.wrong-value'
      add(own, { path: [...path, ...keysOf(property.name)], value: said })
    } else {
      const [locale = '', place = ''] = name.split(' ')
      add(names[locale] ?? own, { path: keysOf(place), value: value.trim() === '' ? undefined : value })
    }
  }
  return edits
}

interface Deed {
  edits: Edits
  move?: { path: string[]; by: -1 | 1 }
  /** The part to go on with. */
  next?: string
  isGone?: boolean
  /** Whether something goes with all that it holds. */
  isRemoval?: boolean
}

/** What a button of a part does besides saving; or the key of what is wrong. */
function deedOf(
  { locales, names, value }: StudioForm,
  { part, lists, canMove }: PartDetails,
  fields: URLSearchParams,
): Deed | string {
  const own = names[locales[0] ?? ''] ?? ''
  const path = keysOf(part.at)
  const none: Deed = { edits: new Map() }
  const [what = '', name = '', id = ''] = (fields.get('deed') ?? '').split(' ')
  const everywhere = (at: string[]): Edits =>
    new Map(Object.values(names).map((file) => [file, [{ path: at, value: undefined }]]))
  if (what === 'up' && canMove.up) return { ...none, move: { path, by: -1 } }
  if (what === 'down' && canMove.down) return { ...none, move: { path, by: 1 } }
  if (what === 'remove' && canRemove(part)) return { edits: everywhere(path), isGone: true, isRemoval: true }
  const list = lists.find((each) => each.name === name)
  if (!list) return none
  const entry = [...path, name, id]
  if (list.ids.includes(id)) {
    if (what === 'entry-up') return { ...none, move: { path: entry, by: -1 } }
    if (what === 'entry-down') return { ...none, move: { path: entry, by: 1 } }
    if (what === 'entry-remove') return { edits: everywhere(entry), isRemoval: true }
  }
  if (what !== 'entry-add' || !value) return none
  const said = (input: string) => fields.get(`new-${input}:${name}`)?.trim() ?? ''
  const [key, title, kind] = [said('id'), said('text'), said('kind')]
  const isNew =
    newId.test(key) &&
    !list.ids.includes(key) &&
    (list.kinds.length === 0 || list.kinds.includes(kind) || (name === 'fields' && kind === ''))
  if (!isNew || (list.holds === 'text' && title === '')) return 'studio.wrong-entry'
  const at = [...path, name, key]
  const made = newEntry(value, part.at, name, { title: title || key, kind })
  const next = list.holds === 'object' && partLists.includes(name) ? { next: at.join('.') } : {}
  return { edits: new Map([[own, [{ path: at, value: made }]]]), ...next }
}

/** Lists whose entries have pages of their own. */
const partLists = ['steps', 'fields', 'consents', 'screenOuts', 'alerts', 'sections']

const canRemove = ({ at, kind }: Part) => at !== '' && at !== 'thankYou' && kind !== 'form'

interface FileShown {
  name: string
  text: string
  /** What another person saved meanwhile. */
  theirs?: string
  refused?: RefusedFile
}

function filePage(desk: Desk, visit: Visit, form: StudioForm, { name, text, theirs, refused }: FileShown) {
  const { word } = visit.words
  const content = html`<p><a href="/studio/${form.id}">${word('studio.to-outline')}</a></p>
${refused && refusal(refused, visit.words)}${theirs !== undefined && html`<p class="note error" role="alert">${word('studio.conflict')}</p>`}
<form method="post" action="/studio/${form.id}/file" class="part"><input type="hidden" name="name" value="${name}">
<input type="hidden" name="version" value="${versionOf(form.texts.get(name) ?? '')}">
<label>${word('studio.text')}<textarea name="text" rows="30" spellcheck="false" class="code">\n${text}</textarea></label>
${theirs !== undefined && html`<label>${word('studio.theirs')}<textarea rows="30" spellcheck="false" class="code" readonly>\n${theirs}</textarea></label>`}
<p><button>${word('studio.save')}</button></p></form>`
  return withSide(desk, visit, form, name, content, theirs === undefined ? (refused ? 400 : 200) : 409)
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

/** How many drafts are previewed at a time: each holds resolved forms. */
const mostShown = 5

function keepSite({ drafts }: Desk, id: string, site: Parameters<Desk['drafts']['set']>[1]): void {
  drafts.delete(id)
  drafts.set(id, site)
  const [oldest] = drafts.keys()
  if (drafts.size > mostShown && oldest !== undefined) drafts.delete(oldest)
}

/** Where visitors are: the first brand's own address, or the console's without its name. */
function publicOrigin({ config, live, originAt }: Desk, request: Visit['request']): string {
  const own = live.current().brands.all.find(({ origin }) => origin !== undefined)?.origin
  if (config.consoleOrigin !== null && own !== undefined) return own
  return originAt(request).replace('console.', '')
}

/** What a previewed page may load and do. No script of it runs: it is shown at the console's own address. */
const previewPolicy =
  "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'self'; sandbox allow-forms allow-same-origin"

/** What is previewed of what is edited: of a group the first form that asks it. */
function shownOf(live: Desk['live'], id: string): [kind: 'form' | 'page', id: string] {
  const { folder, name } = placeOfId(id)
  if (folder === 'pages') return ['page', name]
  if (folder === 'forms') return ['form', name]
  const uses = (step: unknown) => valueAt(step, ['use']) === name
  const using = live
    .files()
    .find((file) => file.folder === 'forms' && Object.values(valueAt(file.value, ['steps']) ?? {}).some(uses))
  return ['form', using?.id ?? '']
}

/** Where it is, in a language; null where it is not. */
function pathIn(live: Desk['live'], site: Site, id: string, locale: string): string | null {
  const [kind, shown] = shownOf(live, id)
  return kind === 'page' ? site.pages.pathOf(shown, locale) : localePath(site.definition, `/forms/${shown}`, locale)
}

/** The public server's page with the draft in it, without its scripts. */
async function preview(desk: Desk, visit: Visit, form: StudioForm) {
  const { request, reply, words } = visit
  const { '*': rest = '' } = request.params as { '*'?: string }
  const prefix = `/studio/${form.id}/see`
  reply.headers({ 'content-security-policy': previewPolicy, 'x-frame-options': 'SAMEORIGIN' })
  const site = await desk.studio.site(form.id)
  if (!site) return visit.page(words.word('studio.preview'), html`<p>${words.word('studio.no-preview')}</p>`)
  keepSite(desk, form.id, site)
  if (form.locales.includes(rest)) return reply.redirect(prefix + (pathIn(desk.live, site, form.id, rest) ?? '/'), 303)
  const { search } = new URL(request.url, 'http://localhost')
  const fields = request.method === 'POST' ? posted(visit) : undefined
  const url = `/${rest}${search}`
  return sendPreview(
    visit,
    form,
    await askPublic(desk, form, { method: fields ? 'POST' : 'GET', url, ...(fields && { fields }) }),
  )
}

/** What the public server says to a browser that sees a draft. */
function askPublic(
  desk: Desk,
  form: StudioForm,
  { method, url, fields }: { method: 'GET' | 'POST'; url: string; fields?: URLSearchParams },
) {
  const brands = valueAt(form.value, ['brands'])
  const isOfBrand = ({ id }: { id: string }) => !Array.isArray(brands) || brands.includes(id)
  const [host = 'localhost'] = desk.live.current().brands.all.filter(isOfBrand).flatMap(hostsOf)
  return desk.ask({
    ...{ method, url },
    headers: {
      host,
      cookie: `preview=${previewPass(desk.hash, desk.now() + previewTime, form.id)}`,
      // That it comes from a page of its own is known by now.
      ...(fields && { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }),
    },
    ...(fields && { payload: fields.toString() }),
  })
}

/** Sends it without its scripts, at the console's address. */
function sendPreview({ reply }: Visit, form: StudioForm, asked: Awaited<ReturnType<Desk['ask']>>) {
  const prefix = `/studio/${form.id}/see`
  reply.headers({ 'content-security-policy': previewPolicy, 'x-frame-options': 'SAMEORIGIN' })
  const { location, 'content-type': type = 'text/plain' } = asked.headers
  if (typeof location === 'string') {
    const { pathname, search, hash } = new URL(location, 'http://localhost')
    return reply.redirect(prefix + pathname + search + hash, 303)
  }
  const at = (text: string) =>
    String(type).startsWith('text/html')
      ? text
          .replace(/<script\b[^>]*>[\s\S]*?<\/script>|<link rel="(?:modulepreload|preload)"[^>]*>/g, '')
          .replace(/(\s(?:href|src|action|formaction|srcset)=")\/(?!\/)/g, `$1${prefix}/`)
      : text.replace(/url\((['"]?)\/(?!\/)/g, `url($1${prefix}/`)
  const isText = /^text\/(html|css)/.test(String(type))
  return reply
    .code(asked.statusCode)
    .type(String(type))
    .send(isText ? at(asked.payload) : asked.rawPayload)
}
