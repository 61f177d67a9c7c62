import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { contentSecurityPolicy } from '#server/http'
import { type Difference, differences, type RefusedFile, type StudioForm, type Verdict, valueAt } from '#server/studio'
import { questionsOf } from './conditions.ts'
import { type Desk, type Html, html, problem, said, studioScripts, table, type Visit, type Words } from './page.ts'
import { seenOf } from './review.ts'

export function unknown({ page, words }: Visit, id: string) {
  return page(words.word('unknown.title'), problem(words, 'unknown.text', `/studio/${id}`), 404)
}

/** How people are called, by their ids. */
export async function namesOf({ people }: Desk): Promise<(id: string) => string> {
  const names = new Map((await people.list()).map(({ id, name, email }) => [id, name || email]))
  return (id) => names.get(id) ?? id
}

/** A page of a form, next to what is found of it and how it looks. @param at the part that it is about */
export async function withSide(
  desk: Desk,
  visit: Visit,
  form: StudioForm,
  { title, content, status = 200, at = '' }: { title: string; content: Html; status?: number; at?: string },
) {
  const { word } = visit.words
  const judging = desk.studio.judge(form.id)
  // Of a large repository the check takes longer than a page may: the page's script, or another load, shows what it finds.
  const isLarge = desk.live.current().forms.ids.length > largeFrom
  const verdict = isLarge ? await Promise.race([judging, sleep(longestWait, 'late' as const)]) : await judging
  const isShown = verdict === 'late' || (verdict !== null && verdict.problems.length === 0)
  const nonce = randomUUID()
  // Styles of the editor are added by its script. Nothing else that is inline is let in.
  const policy = contentSecurityPolicy.replace(/style-src [^;]+/, `$& 'nonce-${nonce}'`)
  visit.reply.header('content-security-policy', `${policy}; frame-src 'self'`)
  return visit.page(
    title,
    html`${done(visit)}${overtaken(form, visit.words)}<div class="studio"><div>${content}</div>
<aside aria-label="${word('studio.side')}"><h2 id="findings">${word('studio.findings')}</h2>
<div data-findings aria-live="polite"${verdict === 'late' && html` data-late`}>${verdict === 'late' ? html`<p>${word('studio.judging')}</p>` : findings(verdict, form, visit.words)}</div>
<h2>${word('studio.preview')}</h2>${
      isShown ? look(desk, visit.words, form, at) : html`<p>${word('studio.no-preview')}</p>`
    }</aside></div>${studioScripts.map((path) => html`<script src="${path}" nonce="${nonce}" defer></script>`)}`,
    status,
  )
}

/** From how many forms on a repository is large, and how long its check is then waited for, in ms. */
const [largeFrom, longestWait] = [300, 300]

/** The preview, and how it is to be shown. Width and colours are the work of the style sheet: they need no script. */
function look({ live }: Desk, words: Words, { id, locales, value }: StudioForm, at: string): Html {
  const { word } = words
  const own = valueAt(value, ['brands'])
  const brands = live.current().brands.all.filter((brand) => !Array.isArray(own) || own.includes(brand.id))
  const choice = (name: string, options: readonly (readonly [string, string])[]) =>
    options.length > 1 &&
    html`<label>${word(`look.${name}`)}<select name="${name}">${options.map(([value, label]) => html`<option value="${value}">${label}</option>`)}</select></label>`
  const named = (name: string, values: readonly string[]) =>
    choice(
      name,
      values.map((each) => [each, word(`look.${name}-${each}`)]),
    )
  return html`<div class="see"><form method="get" action="/studio/${id}/show" target="preview" class="fields" data-look><input type="hidden" name="at" value="${at}">
${choice(
  'language',
  locales.map((locale) => [locale, languageOf(words, locale)]),
)}${choice(
  'brand',
  brands.map((brand) => [brand.id, brand.name]),
)}<button class="plain">${word('look.show')}</button>
${named('width', ['narrow', 'medium', 'wide'])}${named('colours', ['own', 'light', 'dark'])}</form>
<iframe name="preview" src="/studio/${id}/show?at=${encodeURIComponent(at)}" title="${word('studio.preview-title')}" sandbox="allow-forms allow-same-origin"></iframe></div>
<p><a href="/studio/${id}/see" target="_blank" rel="noopener">${word('studio.open')}</a></p>`
}

export function languageOf({ language }: Words, locale: string): string {
  return new Intl.DisplayNames([language], { type: 'language' }).of(locale) ?? locale
}

/** What has just been done, said once. */
export function done(visit: Visit): Html | null {
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

export function findings(verdict: Verdict | null, { id, texts }: StudioForm, { word }: Words, typed = ''): Html {
  if (verdict === null) return html`<p class="note error">${word('studio.not-judged')}</p>`
  const all = [
    ...verdict.problems.map((each) => ({ ...each, languages: [], everywhere: true, answers: [], at: -1 })),
    ...verdict.findings.map((each, at) => ({ ...each, at: each.filled ? at : -1 })),
  ]
  if (all.length === 0) return html`<p class="note done">${word('studio.proven')}</p>`
  return html`<ul class="findings">${all.map(({ file, line, message, languages, everywhere, answers, at }) => {
    const place = `${file}:${line}`
    return html`<li data-file="${file}" data-line="${line}" data-message="${message}">${
      texts.has(file)
        ? html`<a href="/studio/${id}/file?name=${encodeURIComponent(file)}">${place}</a>`
        : html`<span class="quiet">${place}</span>`
    } ${message}${!everywhere && html` (${languages.join(', ')})`}
${answers.length > 0 && html`<p>${word('studio.answers')}</p><ul>${answers.map(({ question, answer }) => html`<li>${question} <strong>${answer}</strong></li>`)}</ul>`}${at >= 0 && html`<p><a href="/studio/${id}/fill?finding=${at}${typed}" target="preview">${word('studio.fill', { number: at + 1 })}</a></p>`}</li>`
  })}</ul>`
}

/** A table of what differs between two versions of a file. */
export function differing(
  found: Difference[] | null,
  name: string,
  before: string,
  after: string,
  word: Words['word'],
): Html {
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

export function refusal({ name, reason, detail = '' }: RefusedFile, { word }: Pick<Words, 'word'>): Html {
  return html`<p class="note error" role="alert">${word(`refusal.${reason}`, { name, detail })}</p>`
}

/** The button that undoes the last edit of a draft. */
export async function undoForm(desk: Desk, { words }: Visit, id: string): Promise<Html | null> {
  const last = desk.studio.lastEdit(id)
  if (!last) return null
  const names = await namesOf(desk)
  return html`<form method="post" action="/studio/${id}/undo" class="undo"><input type="hidden" name="count" value="${last.count}"><button class="plain">${words.word('studio.undo')}</button> <span class="quiet">${names(last.who)}, ${words.time(last.at)}</span></form>`
}

/** The questions of a form as its draft has them; while it has mistakes, as they are live. */
export async function questionsIn({ studio, live }: Desk, form: StudioForm) {
  const { id, locales, value } = form
  const saved = live.current().authoring.withDrafts()
  const site = form.draft ? ((await studio.site(form)) ?? saved) : saved
  return questionsOf(
    value,
    locales.flatMap((locale) => site.forms.version(id, locale)?.form ?? []),
  )
}
