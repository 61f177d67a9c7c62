import type { TextTask } from '#engine/authoring'
import { plainWords } from '#engine/form/model'
import { parseJson } from '#engine/node'
import {
  mergeTexts,
  type Part,
  partsOf,
  type StudioForm,
  type TextRow,
  type TextsFound,
  type Translated,
  textAt,
} from '#server/studio'
import { done, languageOf, refusal, undoForm, unknown } from './draft-side.ts'
import { type Desk, type Html, html, posted, said, type Visit, type Words } from './page.ts'

/** A text and its translations. */
interface Line {
  /** Its definition and its keys. */
  id: string
  key: string
  source: string
  /** What the writing guide says of the source. */
  advice: readonly TextTask[]
  cells: readonly { locale: string; row: TextRow; advice: readonly TextTask[] }[]
}

/** What is shown of the list, as its address has it. */
interface Asked {
  /** A language, or all of them. */
  language: string
  show: 'open' | 'all'
}

/** A line as somebody wrote it, and why it was not saved. */
interface Given {
  id: string
  fields: URLSearchParams
  why: Html
  /** What others saved meanwhile, by language. */
  theirs: ReadonlyMap<string, string>
}

/** How many lines a page has. */
const mostLines = 40

const needsWork = ({ advice, cells }: Line) =>
  advice.length > 0 || cells.some((cell) => cell.row.state !== 'confirmed' || cell.advice.length > 0)

function linesOf({ rows, advice }: TextsFound, { language }: Asked, own: string): Line[] {
  const of = (file: string, key: string) => advice.filter((each) => each.file === file && each.path === key)
  const shown = Object.entries(rows).filter(([locale]) => language === 'all' || language === locale)
  const all = shown.flatMap(([locale, texts]) => texts.map((row) => ({ locale, row, advice: of(row.file, row.key) })))
  // A text that a language has otherwise is a line of its own.
  return [...Map.groupBy(all, ({ row }) => `${row.place} ${row.key} ${row.source}`).values()].flatMap((cells) => {
    const [first] = cells
    if (!first) return []
    const { place, key, source } = first.row
    return { id: `${place} ${key}`, key, source, advice: of(own, key), cells }
  })
}

function askedIn(fields: (name: string) => string, { locales }: StudioForm): Asked | null {
  const language = fields('language') || (locales[1] ?? '')
  if (language !== 'all' && !locales.slice(1).includes(language)) return null
  return { language, show: fields('show') === 'all' ? 'all' : 'open' }
}

const ownFile = ({ names, locales }: StudioForm) => names[locales[0] ?? ''] ?? ''

const placeOf = ({ id }: StudioForm, { language, show }: Asked, more: Record<string, string> = {}) =>
  `/studio/${id}/translate?${new URLSearchParams({ language, show, ...more })}`

/** What is missing, outdated, written otherwise elsewhere or against the guide, next to its source, to be written and confirmed. */
export async function translatePage(desk: Desk, visit: Visit, form: StudioForm, given?: Given) {
  const { words, page } = visit
  const { word } = words
  const asked = askedIn((name) => given?.fields.get(name) ?? said(visit, name), form)
  if (!asked) return unknown(visit, form.id)
  const title = word('translate.title', { title: textAt(form.value, 'title') || form.id })
  const found = await desk.studio.guidedTexts(form.id)
  const back = html`<p><a href="/studio/${form.id}">${word('studio.to-outline')}</a></p>`
  if (!found) return page(title, html`${back}<p class="note error">${word('translate.unread')}</p>`)
  const all = linesOf(found, asked, ownFile(form))
  const at = given?.id ?? said(visit, 'at')
  // What was refused is shown again, whatever became of it meanwhile.
  const lines = all.filter((line) => asked.show === 'all' || needsWork(line) || line.id === given?.id)
  const place = Math.max(
    0,
    lines.findIndex(({ id }) => id === at),
  )
  const from = Math.floor((at === '' ? Number(said(visit, 'from')) || 0 : place) / mostLines) * mostLines
  const shown = lines.slice(from, from + mostLines)
  const current = shown.find(({ id }) => id === at) ?? shown[0]
  const link = (label: string | Html, to: Asked, isHere: boolean) =>
    html`<li><a href="${placeOf(form, to)}"${isHere && html` aria-current="page"`}>${label}</a></li>`
  const parts = partsOf(form.value ?? {})
  const turns = [
    ...(from > 0 ? [['earlier', from - mostLines] as const] : []),
    ...(from + mostLines < lines.length ? [['later', from + mostLines] as const] : []),
  ]
  const content = html`${back}${given ? null : done(visit)}${await undoForm(desk, visit, form.id)}
<nav aria-label="${word('translate.languages')}"><ul class="turn plain">${[
    ...form.locales.slice(1),
    ...(form.locales.length > 2 ? ['all'] : []),
  ].map((language) =>
    link(
      language === 'all' ? word('translate.all-languages') : languageOf(words, language),
      { ...asked, language },
      language === asked.language,
    ),
  )}</ul><ul class="turn plain">${link(word('translate.open', { count: all.filter(needsWork).length }), { ...asked, show: 'open' }, asked.show === 'open')}${link(word('translate.all', { count: all.length }), { ...asked, show: 'all' }, asked.show === 'all')}</ul></nav>
<p>${summary(all, words)}</p><p class="quiet">${word('translate.about')}</p>
${asked.language !== 'all' && html`<p>${word('texts.title')}: <a href="/studio/${form.id}/texts?language=${asked.language}&amp;format=xliff">XLIFF</a>, <a href="/studio/${form.id}/texts?language=${asked.language}&amp;format=csv">CSV</a>, <a href="/studio/${form.id}#texts">${word('texts.import')}</a></p>`}
${lines.length === 0 ? html`<p class="note done">${word('translate.none')}</p>` : html`<ol class="lines plain" start="${from + 1}">${shown.map((line) => lineForm(form, line, asked, words, { ...{ source: found.source, parts }, isCurrent: line === current, given: given?.id === line.id ? given : undefined, next: following(lines, line)?.id ?? '' }))}</ol>`}
<p class="turn">${turns.map(([name, to]) => html`<a href="${placeOf(form, asked, { from: `${to}` })}">${word(`translate.${name}`)}</a>`)}</p>`
  return page(title, content, given ? (given.theirs.size > 0 ? 409 : 400) : 200)
}

/** The next line with something to do, after the last the first. */
function following(lines: readonly Line[], line: Line): Line | undefined {
  const at = lines.findIndex(({ id }) => id === line.id)
  const others = [...lines.slice(at + 1), ...lines.slice(0, Math.max(0, at))]
  return others.find(needsWork) ?? others[0]
}

const states = ['missing', 'stale', 'unconfirmed', 'differs', 'guide'] as const

/** What there is to do in a translation. */
function statesOf({ row, advice }: Line['cells'][number]): (typeof states)[number][] {
  const [own] = states.filter((state) => state === row.state)
  return [
    ...(own ? [own] : []),
    ...(advice.some(({ state }) => state === 'differs') ? (['differs'] as const) : []),
    ...(advice.some(({ state }) => state !== 'differs') ? (['guide'] as const) : []),
  ]
}

function summary(lines: readonly Line[], { word }: Words): string {
  const all = lines.flatMap(({ cells }) => cells.flatMap(statesOf))
  const counted = states.map((state) => [state, all.filter((each) => each === state).length] as const)
  const said = counted.filter(([, count]) => count > 0)
  return said.map(([state, count]) => `${word(`translate.${state}`)}: ${count}`).join(' · ')
}

function adviceOf(advice: readonly TextTask[], { word }: Words): Html | false {
  return (
    advice.length > 0 &&
    html`<ul class="findings">${advice.map(({ advice: sentence, text }) => html`<li>${sentence === undefined ? word('translate.figure', { text }) : html`<span lang="en">${sentence}</span>`}</li>`)}</ul>`
  )
}

interface LineShown {
  /** The language of the source. */
  source: string
  parts: readonly Part[]
  /** Whether typing begins here. */
  isCurrent: boolean
  given: Given | undefined
  /** The id of the next line. */
  next: string
}

function lineForm(form: StudioForm, line: Line, asked: Asked, words: Words, shown: LineShown): Html {
  const { word, named } = words
  const { given, isCurrent, source, next, parts } = shown
  const { id, key, cells } = line
  const part = parts.findLast(({ at }) => at === '' || key === at || key.startsWith(`${at}.`))
  const own = part && part.at !== '' ? key.slice(part.at.length + 1) : key
  const name = `${part && part.at !== '' ? `${part.at === 'thankYou' ? word('studio.thanks') : part.title} · ` : ''}${own.startsWith('options.') ? word('studio.option', { id: own.slice('options.'.length) }) : named('text', own)}`
  const type = typeOf(form, key)
  const drawn = (text: string, locale: string) =>
    html`<p class="phone ${type}" lang="${locale}">${plainWords(text)}</p>`
  const long = (text: string) => word('translate.characters', { count: plainWords(text).length })
  const [first] = cells
  const cell = ({ locale, row, advice }: Line['cells'][number], at: number) => {
    const text = given?.fields.get(`text ${locale}`) ?? row.target
    const isLong = Math.max(text.length, line.source.length) > 60 || text.includes('\n')
    const focus = isCurrent && at === 0 && html` autofocus`
    const theirs = given?.theirs.get(locale)
    return html`<div><label><span>${languageOf(words, locale)} ${statesOf({ locale, row, advice }).map((state) => html`<span class="mark">${word(`translate.${state}`)}</span> `)}</span>${
      isLong
        ? html`<textarea name="text ${locale}" lang="${locale}" rows="3" data-type="${type}"${focus}>\n${text}</textarea>`
        : html`<input name="text ${locale}" lang="${locale}" value="${text}" autocomplete="off" data-type="${type}"${focus}>`
    }</label><input type="hidden" name="seen ${locale}" value="${row.target}">
<p class="quiet">${long(row.target)} <span data-lines="${word('translate.lines', { language: languageOf(words, source) })}"></span></p>${
      theirs !== undefined && html`<p class="error">${word('studio.theirs')} ${theirs || '–'}</p>`
    }${adviceOf(advice, words)}</div>`
  }
  return html`<li><form class="line" method="post" action="/studio/${form.id}/translate" aria-label="${name}">
${given?.why}<div class="source"><h2><a href="/studio/${form.id}/edit?at=${encodeURIComponent(part?.at ?? '')}">${name}</a></h2>
<blockquote lang="${source}">${line.source}</blockquote><p class="quiet">${long(line.source)}</p>${adviceOf(line.advice, words)}</div>
<div>${cells.map(cell)}<p class="turn"><button name="deed" value="confirm">${word('translate.confirm')}</button><button class="plain" name="deed" value="save">${word('translate.save')}</button>${next !== '' && html`<a href="${placeOf(form, asked, { at: next })}">${word('translate.skip')}</a>`}</p>
${type !== 'unseen' && html`<details><summary>${word('translate.phone')}</summary>${drawn(line.source, source)}${cells.map(({ locale, row }) => drawn(row.target, locale))}</details>`}</div>
<input type="hidden" name="line" value="${id}"><input type="hidden" name="source" value="${first?.row.source}"><input type="hidden" name="language" value="${asked.language}"><input type="hidden" name="show" value="${asked.show}"></form></li>`
}

/** As what a text is drawn on a page. */
type TextType = 'question' | 'option' | 'button' | 'small' | 'heading' | 'first' | 'text' | 'unseen'

function typeOf({ folder, value }: StudioForm, key: string): TextType {
  const keys = key.split('.')
  const last = keys.at(-1) ?? ''
  if (folder === 'pages') {
    // Search results show the page's own.
    if (keys[0] !== 'sections') return 'unseen'
    const isHero = textAt(value, `sections.${keys[1]}.kind`) === 'hero'
    if (keys.length === 3 && last === 'title') return isHero ? 'first' : 'heading'
    return last === 'label' ? 'button' : 'text'
  }
  if (keys.includes('options')) return 'option'
  if (keys.includes('fields') && last === 'title') return 'question'
  if (last === 'submitLabel') return 'button'
  if (['hint', 'explanation', 'description', 'submitNote'].includes(last)) return 'small'
  if (keys[0] === 'steps' && last === 'title') return 'small'
  return last === 'title' ? 'heading' : 'text'
}

/** Takes a line as it was written, and goes on to the next. */
export async function translateLine(desk: Desk, visit: Visit, form: StudioForm) {
  const { person, reply, words } = visit
  const fields = posted(visit)
  const asked = askedIn((name) => fields.get(name) ?? '', form)
  const found = asked && (await desk.studio.guidedTexts(form.id))
  if (!found) return unknown(visit, form.id)
  const lines = linesOf(found, asked, ownFile(form))
  const id = fields.get('line') ?? ''
  const [source, isConfirmed] = [(fields.get('source') ?? '').replaceAll('\r\n', '\n'), fields.get('deed') !== 'save']
  const why = (sentence: string) => html`<p class="note error" role="alert">${sentence}</p>`
  const again = (sentence: string, theirs = new Map<string, string>()) =>
    translatePage(desk, visit, form, { id, fields, why: why(sentence), theirs })
  const own = lines.filter((line) => line.id === id)
  const line = own.find((each) => each.source === source) ?? own[0]
  if (!line) {
    const gone = { id, fields, why: why(words.word('texts-not.unknown')), theirs: new Map<string, string>() }
    return visit.page(
      words.word('unknown.title'),
      html`${gone.why}<p><a href="${placeOf(form, asked)}">${words.word('back')}</a></p>`,
      409,
    )
  }
  if (line.source !== source) return again(words.word('texts-not.stale', { detail: line.source }))
  const translated: Translated[] = []
  const theirs = new Map<string, string>()
  for (const { locale, row } of line.cells) {
    const posted = fields.get(`text ${locale}`)?.replaceAll('\r\n', '\n')
    const seen = fields.get(`seen ${locale}`)?.replaceAll('\r\n', '\n')
    if (posted === undefined || (posted.trim() === '' && row.target === '')) continue
    if (seen !== row.target && posted !== row.target) theirs.set(locale, row.target)
    if (posted.trim() === '') return again(words.word('translate.empty'))
    const [refused] = mergeTexts([row], [{ ...row, target: posted }]).refused
    if (refused) return again(words.word(`texts-not.${refused.reason}`, { detail: refused.detail }))
    if (parseJson(form.texts.get(row.file) ?? '{}').mistakes.length > 0) return again(words.word('studio.broken'))
    // What nobody touched keeps what is said of it.
    if (isConfirmed || posted !== row.target) translated.push({ row, text: posted, isConfirmed })
  }
  if (theirs.size > 0) return again(words.word('studio.conflict'), theirs)
  if (translated.length === 0 && isConfirmed) return again(words.word('translate.empty'))
  const written = translated.length > 0 ? desk.studio.translate(form.id, person.id, translated) : null
  if (written && !written.ok)
    return translatePage(desk, visit, form, { id, fields, why: refusal(written, words), theirs })
  const next = following(lines, line)
  return reply.redirect(placeOf(form, asked, { done: 'saved', ...(next && { at: next.id }) }), 303)
}
