import { kinds } from '#engine/form/model'
import { parseJson } from '#engine/node'
import { hostsOf, localePath } from '#engine/site'
import type { Deed as AuditDeed } from '#server/audit'
import { contentSecurityPolicy } from '#server/http'
import { may } from '#server/people'
import { previewPass, previewPath, previewTime } from '#server/previews'
import {
  type Difference,
  detailsOf,
  differences,
  type Edit,
  edited,
  keysOf,
  moved,
  type PartDetails,
  partsOf,
  type RefusedFile,
  type Released,
  type Stale,
  type StudioDeed,
  type StudioForm,
  textAt,
  type Verdict,
  valueAt,
  versionOf,
} from '#server/studio'
import { type Desk, type Html, html, posted, problem, table, type Visit, type Words } from './page.ts'
import { discussion, effects, otherPublisher, planFields, planned, seenOf } from './review.ts'

/** The studio: forms as outlines that are edited as drafts, with what the check and the proof find, and put live. */
export function studioPages(desk: Desk): void {
  const { open, studio } = desk

  open('GET', '/studio', 'definitions', async ({ page, words }) => {
    const { word, time } = words
    const names = await namesOf(desk)
    const rows = studio
      .list()
      .map(({ id, title, locales, draft }) => [
        html`<a href="/studio/${id}">${title}</a> ${title !== id && html`<span class="quiet">${id}</span>`}`,
        locales.join(', ') || '–',
        draft ? html`${draft.authors.map(names).join(', ')}, ${time(draft.changedAt)}` : '–',
      ])
    const head = ['form', 'languages', 'draft'].map((name) => word(`studio.${name}`))
    return page(
      word('nav.studio'),
      html`<p class="lead">${word('studio.about')}</p>${table(word('studio.forms'), head, rows)}`,
    )
  })

  const about = ({ form = '' }: Record<string, string>) => ({ object: `form ${form}` })

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
    return reply.redirect(`/studio/${id}?done=discarded`, 303)
  })
  openForm('POST', '/publish', (visit, form) => publish(desk, visit, form), 'publish')
  openForm('POST', '/take-back', (visit, form) => takeBack(desk, visit, form), 'publish')
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
  openForm('GET', '/see', async ({ reply, request }, { id }) => {
    const site = await studio.site(id)
    if (site) keepSite(desk, id, site)
    return reply.redirect(
      publicOrigin(desk, request) + previewPath(desk.hash, 'form', id, desk.now() + previewTime, true),
      303,
    )
  })
}

/** Makes the entry of a deed of the studio. */
export function recordStudio(audit: Desk['audit'], deed: StudioDeed): Promise<void> {
  return audit.record(studioDeed(deed))
}

/** A deed of the studio, as the audit has it. */
export function studioDeed({ kind, who, form, release, said }: StudioDeed): AuditDeed {
  const files = release?.files ?? []
  const [before, after] = [files.map((file) => file.before), files.map((file) => file.after)]
  return {
    ...{ who, action: `definitions.${kind}`, object: `form ${form}` },
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
  const known = ['saved', 'accepted', 'discarded', 'published', 'taken-back', 'remarked', 'planned', 'cancelled']
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
    ...verdict.problems.map((each) => ({ ...each, languages: [], everywhere: true, answers: [] })),
    ...verdict.findings,
  ]
  if (all.length === 0) return html`<p class="note done">${word('studio.proven')}</p>`
  return html`<ul class="findings">${all.map(({ file, line, message, languages, everywhere, answers }) => {
    const place = `${file}:${line}`
    return html`<li>${
      texts.has(file)
        ? html`<a href="/studio/${id}/file?name=${encodeURIComponent(file)}">${place}</a>`
        : html`<span class="quiet">${place}</span>`
    } ${message}${!everywhere && html` (${languages.join(', ')})`}
${answers.length > 0 && html`<p>${word('studio.answers')}</p><ul>${answers.map(({ question, answer }) => html`<li>${question} <strong>${answer}</strong></li>`)}</ul>`}</li>`
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
  const outline = value
    ? html`<ol class="outline">${partsOf(value).map(
        (
          part,
        ) => html`<li class="${part.kind}"><a href="/studio/${id}/edit?at=${encodeURIComponent(part.at)}">${part.at === 'thankYou' ? word('studio.thanks') : part.title}</a>
<span class="quiet">${named('part', part.kind)}${part.group !== undefined && html`, ${word('studio.group', { group: part.group })}`}${part.when !== undefined && html`, ${word('studio.when')} <code>${JSON.stringify(part.when)}</code>`}</span></li>`,
      )}</ol>`
    : html`<p class="note error">${word('studio.broken')}</p>`
  return withSide(
    desk,
    visit,
    form,
    textAt(value, 'title') || id,
    html`${stale !== undefined && html`<p class="note error" role="alert">${stale}</p>`}<h2>${word('studio.outline')}</h2>${outline}
<h2>${word('studio.files')}</h2><ul>${[...texts].map(([name, text]) => html`<li><a href="/studio/${id}/file?name=${encodeURIComponent(name)}">${name}</a>${text === null && html` <span class="quiet">${word('studio.absent')}</span>`}</li>`)}</ul>
<h2>${word('studio.changes')}</h2>${
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
}<p><a href="/studio">${word('back')}</a></p>`,
    stale === undefined ? 200 : 409,
  )
}

/** The values of a part by the names of their inputs. */
type Values = Readonly<Record<string, string>>

function valuesOf(
  { locales, names, texts, value }: StudioForm,
  { part, texts: paths, isRequired }: PartDetails,
): Values {
  const files = new Map(locales.map((locale) => [locale, parseJson(texts.get(names[locale] ?? '') ?? '{}').value]))
  const own = valueAt(value, keysOf(part.at))
  const when = valueAt(own, ['when'])
  return {
    ...Object.fromEntries(
      paths.flatMap((path) => locales.map((locale) => [`${locale} ${path}`, textAt(files.get(locale), path)])),
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
  /** What was not understood: a key of words. */
  error?: string
  refused?: RefusedFile
}

function partPage(
  desk: Desk,
  visit: Visit,
  form: StudioForm,
  { details, values, theirs = {}, error, refused }: PartShown,
) {
  const { word, named } = visit.words
  const { part, texts, options, isRequired, hasWhen, canMove } = details
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
  const isOwn = (name: string) => part.kind === name
  const title = part.at === 'thankYou' ? word('studio.thanks') : part.title
  const content = html`<p><a href="/studio/${form.id}">${word('studio.to-outline')}</a></p>
${Object.keys(theirs).length > 0 && html`<p class="note error" role="alert">${word('studio.conflict')}</p>`}
${error !== undefined && html`<p class="note error" role="alert">${word(error)}</p>`}${refused && refusal(refused, visit.words)}
<form method="post" action="/studio/${form.id}/edit" class="part"><input type="hidden" name="at" value="${part.at}">
<input type="hidden" name="seen" value="${seen}"><input type="hidden" name="version" value="${versionOfPart(form, details)}"><p><button>${word('studio.save')}</button></p>
${texts.map((path) => {
  const inputs = form.locales.map((locale) => input(locale, path))
  // What it has in no language takes no room until it is asked for.
  return form.locales.some((locale) => values[`${locale} ${path}`])
    ? html`<fieldset class="texts"><legend>${labelOf(path)}</legend>${inputs}</fieldset>`
    : html`<details><summary>${labelOf(path)}</summary><fieldset class="texts"><legend>${labelOf(path)}</legend>${inputs}</fieldset></details>`
})}
${isRequired !== null && html`<p><label class="check"><input type="checkbox" name="required" value="yes"${values.required === 'yes' && html` checked`}> ${word('studio.required')}</label>${theirsOf('required')}</p>`}
${hasWhen && html`<fieldset><legend>${word('studio.condition')}</legend><label>${word('studio.condition-about')}<textarea name="when" rows="4" spellcheck="false">${values.when ?? ''}</textarea>${theirsOf('when')}</label></fieldset>`}
${
  options.length > 0 &&
  html`<fieldset><legend>${word('studio.options')}</legend><ol class="options">${options.map(
    (id, at) =>
      html`<li><code>${id}</code> ${at > 0 && deed(`option-up ${id}`, word('studio.up', { name: id }))} ${at < options.length - 1 && deed(`option-down ${id}`, word('studio.down', { name: id }))} ${deed(`option-remove ${id}`, word('studio.remove', { name: id }))}</li>`,
  )}</ol><div class="fields"><label>${word('studio.new-option')}<input name="new-option" autocomplete="off" pattern="[a-z][A-Za-z0-9_\\-]*"></label>
<label>${word('studio.new-label')}<input name="new-label" autocomplete="off"></label>${deed('option-add', word('studio.add-option'))}</div></fieldset>`
}
${
  isOwn('step') &&
  html`<fieldset><legend>${word('studio.new-field')}</legend><div class="fields"><label>${word('studio.new-id')}<input name="new-field" autocomplete="off" pattern="[a-z][A-Za-z0-9_\\-]*"></label>
<label>${word('studio.new-title')}<input name="new-title" autocomplete="off"></label>
<label>${word('studio.kind')}<select name="new-kind">${['text', ...Object.keys(kinds).filter((kind) => kind !== 'text')].map((kind) => html`<option>${kind}</option>`)}</select></label>${deed('field-add', word('studio.add-field'))}</div></fieldset>`
}
<p class="turn">${canMove.up && deed('up', word('studio.up', { name: title }))}${canMove.down && deed('down', word('studio.down', { name: title }))}${(isOwn('step') || isOwn('field')) && deed('remove', word('studio.remove', { name: title }), 'harmful')}</p></form>`
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
  const asked = (name: string) =>
    name === 'required' ? (fields.get(name) ?? '') : (fields.get(name)?.replaceAll('\r\n', '\n') ?? seen[name] ?? '')
  const given = Object.fromEntries(Object.keys(now).map((name) => [name, asked(name)]))
  const changes = Object.entries(given).filter(([name, value]) => value !== seen[name] && value !== now[name])
  const theirs = Object.fromEntries(
    changes.flatMap(([name]) => (now[name] === seen[name] ? [] : [[name, now[name] ?? '']])),
  )
  // What only the others changed is as they have it.
  const values = { ...now, ...Object.fromEntries(changes) }
  if (Object.keys(theirs).length > 0) return partPage(desk, visit, form, { details, values, theirs })

  const edits = editsOf(form, details, changes)
  if (typeof edits === 'string') return partPage(desk, visit, form, { details, values, error: edits })
  const deed = deedOf(form, details, fields)
  if (typeof deed === 'string') return partPage(desk, visit, form, { details, values, error: deed })
  // What others wrote in it meanwhile would go with it.
  if (deed.isRemoval && fields.get('version') !== versionOfPart(form, details))
    return partPage(desk, visit, form, { details, values, error: changedPart })
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
  { part }: PartDetails,
  changes: readonly [string, string][],
): Edits | string {
  const own = names[locales[0] ?? ''] ?? ''
  const edits: Edits = new Map()
  const add = (name: string, edit: Edit) => edits.set(name, [...(edits.get(name) ?? []), edit])
  const path = keysOf(part.at)
  for (const [name, value] of changes) {
    if (name === 'required') add(own, { path: [...path, 'optional'], value: value === 'yes' ? undefined : true })
    else if (name === 'when') {
      const { value: when, mistakes } = value.trim() === '' ? { value: undefined, mistakes: [] } : parseJson(value)
      if (mistakes.length > 0) return 'studio.wrong-condition'
      add(own, { path: [...path, 'when'], value: when })
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
  { part, options, canMove }: PartDetails,
  fields: URLSearchParams,
): Deed | string {
  const own = names[locales[0] ?? ''] ?? ''
  const path = keysOf(part.at)
  const none: Deed = { edits: new Map() }
  const [what = '', id = ''] = (fields.get('deed') ?? '').split(' ')
  const option = [...path, 'options', id]
  const everywhere = (at: string[]): Edits =>
    new Map(Object.values(names).map((name) => [name, [{ path: at, value: undefined }]]))
  if (what.startsWith('option-') && what !== 'option-add' && !options.includes(id)) return none
  if (what === 'option-up') return { ...none, move: { path: option, by: -1 } }
  if (what === 'option-down') return { ...none, move: { path: option, by: 1 } }
  if (what === 'option-remove') return { edits: everywhere(option), isRemoval: true }
  if (what === 'up' && canMove.up) return { ...none, move: { path, by: -1 } }
  if (what === 'down' && canMove.down) return { ...none, move: { path, by: 1 } }
  if (what === 'remove' && (part.kind === 'step' || part.kind === 'field'))
    return { edits: everywhere(path), isGone: true, isRemoval: true }
  const [name, title] = what === 'option-add' ? ['new-option', 'new-label'] : ['new-field', 'new-title']
  const [key, text] = [fields.get(name)?.trim() ?? '', fields.get(title)?.trim() ?? '']
  if (what === 'option-add') {
    if (!newId.test(key) || options.includes(key) || text === '') return 'studio.wrong-option'
    return { edits: new Map([[own, [{ path: [...path, 'options', key], value: text }]]]) }
  }
  if (what === 'field-add' && part.kind === 'step') {
    const at = [...path, 'fields', key]
    const kind = fields.get('new-kind') ?? ''
    if (!newId.test(key) || valueAt(value, at) !== undefined || !Object.hasOwn(kinds, kind)) return 'studio.wrong-field'
    const field = { kind, ...(text !== '' && { title: text }) }
    return { edits: new Map([[own, [{ path: at, value: field }]]]), next: at.join('.') }
  }
  return none
}

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

/** The public server's page with the draft in it, without its scripts. */
async function preview(desk: Desk, visit: Visit, form: StudioForm) {
  const { request, reply, words } = visit
  const { '*': rest = '' } = request.params as { '*'?: string }
  const prefix = `/studio/${form.id}/see`
  reply.headers({ 'content-security-policy': previewPolicy, 'x-frame-options': 'SAMEORIGIN' })
  const site = await desk.studio.site(form.id)
  if (!site) return visit.page(words.word('studio.preview'), html`<p>${words.word('studio.no-preview')}</p>`)
  keepSite(desk, form.id, site)
  if (form.locales.includes(rest))
    return reply.redirect(prefix + localePath(site.definition, `/forms/${form.id}`, rest), 303)
  const [host = 'localhost'] = desk.live.current().brands.all.flatMap(hostsOf)
  const search = new URL(request.url, 'http://localhost').search
  const asked = await desk.ask({
    ...{ method: request.method === 'POST' ? 'POST' : 'GET', url: `/${rest}${search}` },
    headers: {
      host,
      cookie: `preview=${previewPass(desk.hash, desk.now() + previewTime, form.id)}`,
      // That it comes from a page of its own is known by now.
      ...(request.method === 'POST' && {
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': 'same-origin',
      }),
    },
    ...(request.method === 'POST' && { payload: posted(visit).toString() }),
  })
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
