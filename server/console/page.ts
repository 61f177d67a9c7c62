import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { LightMyRequestResponse as Asked, FastifyReply, FastifyRequest, InjectOptions } from 'fastify'
import { htmlText } from '#engine/form/values'
import type { LiveSite } from '#engine/node'
import type { Site } from '#engine/site'
import type { Audit } from '#server/audit'
import type { Config } from '#server/config'
import { visitors } from '#server/leads'
import { may, type People, type Person, type Right } from '#server/people'
import type { KeyedHash, Storage } from '#server/storage'
import type { Camera, Plans, Studio, StudioForm } from '#server/studio'

/** Markup that is safe as it is. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Insert = Html | URLSearchParams | string | number | null | undefined | false | readonly Insert[]

function inserted(value: Insert): string {
  if (value === null || value === undefined || value === false) return ''
  if (value instanceof Html) return value.text
  if (value instanceof URLSearchParams) return htmlText(value.toString())
  if (typeof value === 'object') return value.map(inserted).join('')
  return htmlText(String(value))
}

/** Markup with values in it: text is escaped, lists are joined, and null, undefined and false are left out. */
export function html(parts: TemplateStringsArray, ...values: readonly Insert[]): Html {
  return new Html(parts.reduce((all, part, at) => all + inserted(values[at - 1]) + part))
}

/** The languages of the console. The first is the default. */
const languages = ['en', 'de'] as const

type Language = (typeof languages)[number]

const isLanguage = (text: string) => languages.some((each) => each === text)

const root = join(import.meta.dirname, '../..')

const texts = Object.fromEntries(
  languages.map((language) => [
    language,
    JSON.parse(readFileSync(join(root, `locales/console/${language}.json`), 'utf8')) as Record<string, string>,
  ]),
) as Record<Language, Record<string, string>>

/** How the console speaks to one reader. */
export interface Words {
  language: Language
  /** A text by its key, with values for the names in braces. */
  word(key: string, values?: Readonly<Record<string, string | number>>): string
  /** A text by a key that depends on data, such as a state; the data itself where there is none. */
  named(group: string, name: string): string
  /** A time, given as ISO 8601 or in milliseconds since the epoch. */
  time(at: string | number): Html
  /** The same to the second. */
  moment(at: string | number): Html
  /** A day in UTC, given in the same ways. */
  date(at: string | number): string
  /** A month, given as YYYY-MM. */
  month(month: string): string
  number(value: number): string
  /** A share, given from 0 to 1. */
  share(value: number): string
  /** An amount in hundredths of a currency's unit. */
  money(hundredths: number, currency: string): string
  /** What people call what the definitions have an id for; the id itself where they have it no more. */
  form(id: string): string
  partner(id: string): string
  brand(id: string): string
  locale(id: string): string
}

/** @param accepted the header Accept-Language: browsers list what their reader prefers first */
export function wordsFor(accepted: string | undefined, { forms, partners, brands, definition }: Site): Words {
  const ranges = accepted?.split(',').map((range) => range.split(';')[0]?.trim() ?? '') ?? []
  const chosen = ranges.find((range) => isLanguage(range.slice(0, 2)) && /^[a-z]{2}(?:-[A-Z]{2})?$/.test(range))
  const language = languages.find((each) => chosen?.startsWith(each)) ?? languages[0]
  const locale = chosen ?? language
  const dated = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
    return (at: string | number) => format.format(new Date(at))
  }
  const timed = (timeStyle: 'short' | 'medium') => {
    const format = dated({ dateStyle: 'medium', timeStyle })
    return (at: string | number) => html`<time datetime="${new Date(at).toISOString()}">${format(at)} UTC</time>`
  }
  const numbers = new Intl.NumberFormat(locale)
  const shares = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })
  const languageNames = new Intl.DisplayNames(locale, { type: 'language', fallback: 'code' })
  const word: Words['word'] = (key, values = {}) =>
    (texts[language][key] ?? key).replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole))
  const titleOf = (id: string) =>
    [language, ...Object.keys(definition.locales)].flatMap((each) => forms.versions(id, each))[0]?.form.title ?? id
  return {
    language,
    word,
    named: (group, name) => texts[language][`${group}.${name}`] ?? name,
    ...{ time: timed('short'), moment: timed('medium'), date: dated({ dateStyle: 'medium' }) },
    month: dated({ year: 'numeric', month: 'long' }),
    number: (value) => numbers.format(value),
    share: (value) => shares.format(value),
    money: (hundredths, currency) =>
      new Intl.NumberFormat(locale, { style: 'currency', currency }).format(hundredths / 100),
    form: titleOf,
    partner(id) {
      if (id === visitors) return word('delivery.visitors')
      return (Object.hasOwn(partners.all, id) && partners.all[id]?.name) || id
    },
    brand: (id) => brands.all.find((each) => each.id === id)?.name ?? id,
    locale: (id) => (/^[a-z]{2}(?:-[A-Z]{2})?$/.test(id) ? (languageNames.of(id) ?? id) : id),
  }
}

/** A file that pages load, under its hash. */
export interface Asset {
  path: string
  type: string
  body: Buffer
}

function asset(name: string, type: string, ...bodies: readonly (Buffer | string)[]): Asset {
  const body = Buffer.concat(bodies.map((each) => Buffer.from(each)))
  const hash = createHash('sha256').update(body).digest('hex').slice(0, 10)
  return { path: `/assets/${name.replace('.', `.${hash}.`)}`, type, body }
}

const read = (file: string) => readFileSync(join(root, file))
const face = asset('atkinson.woff2', 'font/woff2', read('web/assets/atkinson.woff2'))
const figures = asset('figures.woff2', 'font/woff2', read('web/assets/schibsted-grotesk-figures.woff2'))
const faces = `@font-face{font-family:'Atkinson Next';font-display:optional;font-weight:400 750;src:url('${face.path}') format('woff2')}
@font-face{font-family:'Figures';font-display:optional;font-weight:400 900;size-adjust:96%;unicode-range:U+25,U+30-39,U+A3,U+20AC;src:url('${figures.path}') format('woff2')}
`
const styles = asset(
  'console.css',
  'text/css; charset=utf-8',
  faces,
  read('engine/react/theme.css'),
  read('server/console/assets/console.css'),
)
const javascript = 'text/javascript; charset=utf-8'
const script = asset('console.js', javascript, read('server/console/assets/console.js'))
const passkeyScript = asset(
  'webauthn.js',
  javascript,
  readFileSync(new URL('../dist/bundle/index.umd.min.js', import.meta.resolve('@simplewebauthn/browser'))),
)
const studioFile = asset('studio.js', javascript, read('server/console/assets/studio.js'))
// Where the web build was not made, a file is edited as plain text.
const editorBuilt = join(root, 'web/dist/console/editor.js')
const editorFile = existsSync(editorBuilt) ? asset('editor.js', javascript, readFileSync(editorBuilt)) : null
const icon = asset('icon.svg', 'image/svg+xml', read('web/assets/favicon.svg'))

/** All files that pages load. */
export const assets: readonly Asset[] = [
  ...[face, figures, styles, script, passkeyScript, studioFile, icon],
  ...(editorFile ? [editorFile] : []),
]

/** The scripts of a page on which a draft is edited. */
export const studioScripts = [studioFile, editorFile].flatMap((file) => file?.path ?? [])

const sections: readonly { path: string; key: string; right: Right }[] = [
  { path: '/', key: 'nav.overview', right: 'figures' },
  { path: '/leads', key: 'nav.leads', right: 'leads' },
  { path: '/deliveries', key: 'nav.deliveries', right: 'leads' },
  { path: '/funnel', key: 'nav.funnel', right: 'figures' },
  { path: '/subscriptions', key: 'nav.subscriptions', right: 'figures' },
  { path: '/partners', key: 'nav.partners', right: 'figures' },
  { path: '/definitions', key: 'nav.definitions', right: 'figures' },
  { path: '/studio', key: 'nav.studio', right: 'definitions' },
  { path: '/people', key: 'nav.people', right: 'people' },
  { path: '/audit', key: 'nav.audit', right: 'people' },
]

/** A page of the console. */
export interface ConsolePage {
  title: string
  content: Html
  words: Words
  /** Who reads it; null before they sign in. */
  person: Person | null
  /** Its path, by which the menu marks where the reader is. */
  path: string
  /** Whether it creates or uses passkeys. */
  hasPasskeys?: boolean
}

/** The document of a page. It works without JavaScript, but for passkeys, which have no other way. */
export function document({ title, content, words, person, path, hasPasskeys = false }: ConsolePage): string {
  const { word, language } = words
  const isHere = (section: string) => (section === '/' ? path === '/' : path.startsWith(section))
  const menu = sections.filter(({ right }) => person && may(person.roles, right))
  return html`<!doctype html><html lang="${language}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<title>${title} – Leadwright</title><link rel="icon" href="${icon.path}">
${[face, figures].map(({ path }) => html`<link rel="preload" as="font" type="font/woff2" crossorigin href="${path}">`)}<link rel="stylesheet" href="${styles.path}">
${hasPasskeys && html`<script src="${passkeyScript.path}" defer></script>`}<script src="${script.path}" defer></script></head>
<body><a class="skip" href="#main">${word('skip')}</a>
<header class="bar"><a class="home" href="/">Leadwright</a>
${
  person &&
  html`<nav aria-label="${word('nav.label')}"><ul>${menu.map(
    (each) =>
      html`<li><a href="${each.path}"${isHere(each.path) && html` aria-current="page"`}>${word(each.key)}</a></li>`,
  )}</ul></nav>
<form class="leave" method="post" action="/sign-out"><span class="who">${person.name || person.email}</span>
<button class="plain">${word('sign-out')}</button></form>`
}</header>
<main id="main" tabindex="-1"${person && html` data-lost="${word('lost')}" data-signed-out="${word('lost.signed-out')}"`}><h1>${title}</h1>
${content}</main>
${
  person &&
  html`<dialog id="keys" aria-labelledby="keys-title"><h2 id="keys-title">${word('keys.title')}</h2>
<dl><dt><kbd>/</kbd></dt><dd>${word('keys.search')}</dd><dt><kbd>j</kbd> <kbd>k</kbd></dt><dd>${word('keys.rows')}</dd>
<dt><kbd>?</kbd></dt><dd>${word('keys.help')}</dd></dl><form method="dialog"><button>${word('keys.close')}</button></form></dialog>`
}
</body></html>`.text
}

/** Who did something, as the audit has them: by name, where they are known. */
export function whoDid(who: string, names: ReadonlyMap<string, string>, { word }: Words): string {
  const [, user = null] = /^command line ?(.*)$/.exec(who) ?? []
  if (user === null) return names.get(who) ?? who
  return user === '' ? word('audit.command-line') : `${user} (${word('audit.command-line')})`
}

/** Whether a cell holds a figure and nothing else, or a dash in place of one. */
const isFigure = (cell: Insert) =>
  typeof cell === 'number' || (typeof cell === 'string' && /^[^\p{L}]?[\d.,'\s]+[^\p{L}\d]{0,2}$|^–$/u.test(cell))

/** A table that scrolls within itself on narrow screens. @param rows cells; the first is the heading of its row */
export function table(caption: string, head: readonly Insert[], rows: readonly (readonly Insert[])[]): Html {
  const figures = head.map(
    (_, at) => rows.every((cells) => isFigure(cells[at])) && rows.some((cells) => cells[at] !== '–'),
  )
  const styled = (at: number) => figures[at] === true && html` class="figure"`
  return html`<div class="scroll" role="region" tabindex="0" aria-label="${caption}"><table><caption>${caption}</caption>
<thead><tr>${head.map((cell, at) => html`<th scope="col"${styled(at)}>${cell}</th>`)}</tr></thead>
<tbody>${rows.map(
    ([first, ...rest]) =>
      html`<tr><th scope="row"${styled(0)}>${first}</th>${rest.map((cell, at) => html`<td${styled(at + 1)}>${cell}</td>`)}</tr>\n`,
  )}</tbody></table></div>`
}

/** What the console is made of. */
export interface ConsoleParts {
  config: Config
  live: LiveSite
  storage: Storage
  /** The installation's own. */
  hash: KeyedHash
  /** Milliseconds since the epoch. */
  now: () => number
  /** Sentences for operators, as `/readyz` has them. */
  notices: () => readonly string[]
  /** Called when deliveries wait. */
  onDue: () => void
  /** Where previews find the sites of the studio's drafts, by form. */
  drafts: Map<string, Site>
  /** The SVG of each drawing that sections can have, by its name. */
  drawings: ReadonlyMap<string, string>
}

/** One who reads a page, or acts. */
export interface Visit {
  request: FastifyRequest
  reply: FastifyReply
  person: Person
  words: Words
  /** Answers with a page. */
  page(title: string, content: Html, status?: number): FastifyReply
}

/** What a person has typed of a form and not saved, and what of it is previewed. */
export interface Typed {
  form: StudioForm
  /** The last that a page could be made of. */
  site: Site | null
}

/** What pages are made with. */
export interface Desk extends ConsoleParts {
  people: People
  audit: Audit
  studio: Studio
  plans: Plans
  camera: Camera
  /** By form and person. */
  typed: Map<string, Typed>
  /** Asks the public server, as a browser would. */
  ask(request: InjectOptions): Promise<Asked>
  /** Adds a route that only those with a right reach. @param object what the route is about, for the audit of refusals */
  open(
    method: 'GET' | 'POST',
    path: string,
    right: Right,
    act: (visit: Visit) => Promise<unknown>,
    object?: (parameters: Record<string, string>) => { object: string; subject?: string },
  ): void
  /** The console's origin as this request has it. */
  originAt(request: FastifyRequest): string
}

/** The fields of a posted form. */
export function posted({ request }: Visit): URLSearchParams {
  return request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
}

const files = new WeakMap<FastifyRequest, ReadonlyMap<string, File>>()

/** Keeps the files of a posted form as they are, by their fields. */
export function keepUploads(request: FastifyRequest, uploads: ReadonlyMap<string, File>): void {
  files.set(request, uploads)
}

/** A file of a posted form; null where none was chosen. */
export function uploaded({ request }: Visit, name: string): File | null {
  const file = files.get(request)?.get(name)
  return file === undefined || (file.size === 0 && file.name === '') ? null : file
}

/** A value of the address that was asked for; an empty text where it has none. */
export function said({ request }: Visit, name: string): string {
  const value = (request.query as Record<string, unknown>)[name]
  return typeof value === 'string' ? value : ''
}

/** A sentence that says why something was not done, and the way back. */
export function problem({ word }: Words, key: string, back: string): Html {
  return html`<p class="note error" role="alert">${word(key)}</p><p><a href="${back}">${word('back')}</a></p>`
}

/** Figures, and when they were counted, in ms since the epoch. */
export interface Counted<T> {
  figures: T
  at: number
}

/** How long a page waits for figures that are not counted yet, in ms. */
const longestWait = 100

/** Figures of different kinds that are kept. */
const mostKept = 50

/** For how many times as long as it took to count them figures are shown before they are counted again. */
const keptFor = 50

/**
 * Counts what may take longer than a page does, once for all who read it. Pages show what was counted before, while it is
 * counted again.
 * @param count by what is asked for; what has equal JSON is counted once
 * @returns null while it is counted for the first time
 */
export function countedAside<A extends readonly unknown[], T>(
  count: (...asked: A) => Promise<T>,
  now: () => number,
): (...asked: A) => Promise<Counted<T> | null> {
  const all = new Map<string, () => Promise<Counted<T> | null>>()
  return (...asked) => {
    const key = JSON.stringify(asked)
    const known = all.get(key) ?? countedOnce(() => count(...asked), now)
    // The one that was read last goes last.
    all.delete(key)
    all.set(key, known)
    for (const old of [...all.keys()].slice(0, -mostKept)) all.delete(old)
    return known()
  }
}

function countedOnce<T>(count: () => Promise<T>, now: () => number): () => Promise<Counted<T> | null> {
  let counted: (Counted<T> & { until: number }) | null = null
  let counting: Promise<void> | null = null

  async function run(): Promise<void> {
    const begun = now()
    try {
      const figures = await count()
      counted = { figures, at: begun, until: now() + keptFor * (now() - begun) }
    } finally {
      counting = null
    }
  }

  return async () => {
    if (counted && now() < counted.until) return counted
    counting ??= run()
    const ended = counting
    // The next page asks again.
    ended.catch(() => {})
    await Promise.race([ended, sleep(longestWait)])
    return counted
  }
}

/** What a page says of figures that are counted aside. */
export function figuresOf<T>({ reply, words }: Visit, counted: Counted<T> | null, content: (figures: T) => Html): Html {
  const { word, time } = words
  // Works without a script, too.
  if (!counted) reply.header('refresh', '2')
  if (!counted) return html`<p role="status">${word('figures.counting')}</p>`
  return html`${content(counted.figures)}<p class="quiet">${word('figures.at')} ${time(counted.at)}</p>`
}
