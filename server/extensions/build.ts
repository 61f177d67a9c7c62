import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { createContext, runInContext } from 'node:vm'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { OwnKind, WidgetParts } from '#engine/form/model'
import { wrongIn } from './checked.ts'

/** Where the build is written. The server serves its folder `assets`. */
const output = 'dist'

/** The most that browsers load of own kinds, in bytes as they are sent. A form loads some 100 kB. */
const mostBytes = 10_000

/** What was built, and of what. */
interface Build {
  /** The package's version: another one builds again. */
  version: string
  /** The name of the script in `assets`. */
  script: string
  /** File → the hash of its text. */
  sources: Readonly<Record<string, string>>
  /** Field kinds, by id. */
  kinds: Readonly<Record<string, string>>
}

/** The script that browsers load of a repository's own kinds, and its folder; or what is wrong with it. */
export type OwnScript = { ok: true; folder: string; name: string } | { ok: false; message: string }

/**
 * Builds the script that browsers load, unless the last build is of the same files and version.
 * @param folder of the repository
 * @param kinds files by id
 * @param placed a sentence with the place that it is about; null for the config
 */
export async function buildScript(
  folder: string,
  kinds: Readonly<Record<string, string>>,
  placed: (file: string | null, sentence: string) => string,
): Promise<OwnScript> {
  const version = packageVersion()
  const assets = resolve(folder, output, 'assets')
  const file = resolve(folder, output, 'leadwright.json')
  const known: Build | null = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
  const isFresh =
    known !== null &&
    known.version === version &&
    JSON.stringify(known.kinds) === JSON.stringify(kinds) &&
    existsSync(join(assets, known.script)) &&
    Object.entries(known.sources).every(([source, hash]) => hashOf(resolve(folder, source)) === hash)
  if (isFresh) return { ok: true, folder: assets, name: known.script }
  const built = await bundle(folder, kinds)
  if (!built.ok) return { ok: false, message: placed(null, built.message) }
  for (const source of Object.values(kinds)) {
    const [difference] = await differences(folder, source)
    if (difference !== undefined) return { ok: false, message: placed(source, difference) }
  }
  const { code, sources } = built
  const size = brotliCompressSync(code).length
  if (size > mostBytes)
    return {
      ok: false,
      message: placed(null, `Browsers would load ${size} bytes of own kinds. At most ${mostBytes} are allowed.`),
    }
  const name = `own-${createHash('sha256').update(code).digest('hex').slice(0, 12)}.js`
  rmSync(assets, { recursive: true, force: true })
  mkdirSync(assets, { recursive: true })
  writeAsset(assets, name, code)
  const hashes = Object.fromEntries(sources.map((source) => [relative(folder, source), hashOf(source)]))
  const build: Build = { version, script: name, sources: hashes, kinds }
  writeFileSync(file, `${JSON.stringify(build, null, 2)}\n`)
  return { ok: true, folder: assets, name }
}

/** Writes a file with its compressed forms, once: its name has its hash. */
export function writeAsset(folder: string, name: string, content: string | Uint8Array): void {
  const path = join(folder, name)
  if (existsSync(path)) return
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
  if (!/\.(js|css|svg)$/.test(name)) return
  writeFileSync(`${path}.br`, brotliCompressSync(content))
  writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }))
}

/** The version of this package. */
export function packageVersion(): string {
  return JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')).version
}

/** The beginning of a file's hash; nothing where there is no file. */
export function hashOf(file: string): string {
  return existsSync(file) ? createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 16) : ''
}

/** A kind as it judges in a browser: its built code, in a context that has what the language has and nothing of Node. */
async function browserKind(folder: string, file: string): Promise<OwnKind> {
  const built = await bundle(folder, { kind: file }, 'iife')
  if (!built.ok) throw new Error(built.message)
  const context = createContext({})
  runInContext(`const window = globalThis, self = globalThis, document = {}, navigator = {};${built.code}`, context)
  return runInContext('own.kinds.kind', context)
}

type Bundle = { ok: true; code: string; sources: string[] } | { ok: false; message: string }

/** The part of Vite that is used. It is the repository's own: who has no kinds needs none. */
export interface Vite {
  build(options: object): Promise<ViteOutput | ViteOutput[]>
}

interface ViteOutput {
  output: readonly {
    fileName: string
    name?: string
    isEntry?: boolean
    code?: string
    source?: string | Uint8Array
    imports?: readonly string[]
    moduleIds?: readonly string[]
    viteMetadata?: { importedCss: ReadonlySet<string> }
  }[]
}

/** What is said where Vite is not installed. */
export const noVite = 'Vite builds what browsers load. Run `npm install --save-dev vite`, then try again.'

async function bundle(folder: string, kinds: Readonly<Record<string, string>>, format = 'es'): Promise<Bundle> {
  const vite = await viteOf(folder)
  if (vite === null) return { ok: false, message: noVite }
  const entry = 'leadwright:own'
  const code = [
    ...Object.values(kinds).map((file, index) => `import k${index} from ${JSON.stringify(resolve(folder, file))}`),
    `export const kinds = { ${Object.keys(kinds).map((id, index) => `${JSON.stringify(id)}: k${index}`)} }`,
  ].join('\n')
  try {
    const built = await vite.build({
      ...{ root: folder, configFile: false, logLevel: 'silent', publicDir: false },
      plugins: [
        {
          name: 'leadwright-own-kinds',
          enforce: 'pre',
          resolveId: (id: string) => (id.endsWith(entry) ? `\0${entry}` : null),
          load: (id: string) => (id === `\0${entry}` ? code : null),
        },
      ],
      build: { write: false, lib: { entry, formats: [format], name: 'own', fileName: 'own' }, minify: format === 'es' },
    })
    const [chunk] = [built].flat()[0]?.output ?? []
    const sources = (chunk?.moduleIds ?? []).filter((id) => existsSync(id) && !id.includes('node_modules'))
    return { ok: true, code: chunk?.code ?? '', sources }
  } catch (error) {
    return { ok: false, message: builtWrong(error) }
  }
}

/** What Vite says of a build that failed, in a line and without colours. */
function builtWrong(error: unknown): string {
  const message = stripVTControlCharacters(error instanceof Error ? error.message : String(error))
  const [, ...lines] = message.split('\n').filter((line) => line.trim() !== '')
  return `Vite failed to build the kinds: ${lines[0] ?? message}`
}

/** The repository's own Vite; null where there is none. */
export async function viteOf(folder: string): Promise<Vite | null> {
  try {
    const found = createRequire(join(resolve(folder), 'package.json')).resolve('vite/package.json')
    return await import(pathToFileURL(join(found, '../dist/node/index.js')).href)
  } catch {
    return null
  }
}

/** How many texts are judged on both sides. */
const trials = 2000

/**
 * Judges the same texts with a kind as Node runs it and as browsers do.
 * @param folder of the repository
 * @param file of the kind
 * @returns a sentence for each way in which they differ, or in which the kind contradicts itself
 */
export async function differences(folder: string, file: string): Promise<string[]> {
  const here: OwnKind = (await import(pathToFileURL(resolve(folder, file)).href)).default
  const there = await browserKind(folder, file)
  const shown = { locale: 'en', market: { country: 'GB', currency: 'GBP', timeZone: 'Europe/London' } } as never
  const problems = new Map<string, string>()
  const samples = here.samples ?? []
  const outcome = (judge: () => unknown): string => {
    try {
      return JSON.stringify(judge()) ?? 'nothing'
    } catch (error) {
      return `an error (${error instanceof Error || hasMessage(error) ? error.message : error})`
    }
  }
  const compare = (what: string, text: string, of: (kind: OwnKind) => unknown) => {
    const [server, again, browser] = [outcome(() => of(here)), outcome(() => of(here)), outcome(() => of(there))]
    if (problems.has(what)) return
    if (server !== browser)
      problems.set(what, `${what} of ${JSON.stringify(text)} is ${server} on the server and ${browser} in a browser.`)
    else if (server !== again)
      problems.set(
        what,
        `${what} of ${JSON.stringify(text)} is ${server}, and then ${again}. Give one answer to one text.`,
      )
    else if (server.startsWith('an error')) problems.set(what, `${what} of ${JSON.stringify(text)} is ${server}.`)
  }
  for (const text of [...samples, ...textsLike(samples)]) {
    if (here.isRight) compare('isRight', text, ({ isRight }) => isRight?.(text))
    if (here.read) compare('read', text, ({ read }) => read?.(text, shown))
    if (here.parts) compare('parts.split', text, ({ parts }) => parts?.split(text))
    if (here.widget) compare('widget.draw', text, (kind) => drawnBy(kind, text))
  }
  for (const sample of samples) {
    const right = outcome(() => here.isRight?.(sample) ?? true)
    if (right !== 'true') problems.set(sample, `isRight of the sample ${JSON.stringify(sample)} is ${right}.`)
    if (here.say) compare('say', sample, ({ say, read }) => say?.((read?.(sample, shown) ?? sample) as string, shown))
  }
  if (problems.size === 0 && here.widget) for (const problem of widgetProblems(here)) problems.set(problem, problem)
  return [...problems.values()]
}

/** An element that a widget draws. */
type WidgetElement = readonly [tag: string, attributes: Readonly<Record<string, unknown>>, inside: readonly unknown[]]

const controlName = 'root[field]'

/** What the widget of a kind draws for an answer, as data. */
function drawnBy({ widget, words }: OwnKind, value: string): unknown {
  return widget?.draw({
    h: (tag, attributes, ...inside) => [tag, attributes ?? {}, inside] satisfies WidgetElement,
    control: (position = 0) => ({ id: widget.isGroup ? `field-${position}` : 'field', name: controlName }),
    value,
    words: Object.values(words)[0] ?? {},
    locale: Object.keys(words)[0] ?? 'en',
  } satisfies WidgetParts)
}

/** What pages would block of a widget, and why visitors could not answer with it or not see their answer again. */
function widgetProblems(kind: OwnKind): string[] {
  const listed = Array.isArray(kind.schema.enum) ? kind.schema.enum.map(String) : []
  const answers = [...(kind.samples ?? []), ...listed]
  const problems = ['', ...answers].flatMap((value) => {
    const all = elementsIn(drawnBy(kind, value))
    for (const [tag, attributes] of all) {
      const problem = wrongIn(tag, attributes, 'widget') ?? keptByPage(tag, attributes)
      if (problem !== null) return [`widget: ${problem}`]
    }
    const controls = all.filter(([, { name }]) => name === controlName)
    const [first] = controls
    if (!first) return ['widget draws nothing that can be filled in. Give a control what "control()" returns.']
    const id = kind.widget?.isGroup ? 'field-0' : 'field'
    if (first[1].id !== id) return ['widget leads to no control from its question. Give one what "control()" returns.']
    if (value === '' || controls.some((control) => isAnswered(control, value))) return []
    return [`widget of ${JSON.stringify(value)} does not show it. Set "defaultValue" or "defaultChecked".`]
  })
  return [...new Set(problems)]
}

function keptByPage(tag: string, { type, value, checked }: Readonly<Record<string, unknown>>): string | null {
  const isChoice = tag === 'option' || tag === 'button' || /^(radio|checkbox|hidden)$/.test(String(type))
  if (checked !== undefined) return 'What visitors choose stays in the page. Write "defaultChecked" for "checked".'
  if (value === undefined || isChoice || !/^(input|select|textarea)$/.test(tag)) return null
  return 'What visitors type stays in the page. Write "defaultValue" for "value".'
}

function isAnswered([tag, { value, defaultValue, defaultChecked }, inside]: WidgetElement, answer: string): boolean {
  if (tag === 'select' && !elementsIn(inside).some(([, option]) => String(option.value) === answer)) return false
  return String(defaultValue) === answer || (String(value) === answer && defaultChecked === true)
}

/** All elements, from the outside in. */
function elementsIn(drawn: unknown): WidgetElement[] {
  if (!Array.isArray(drawn)) return []
  const [tag, , inside] = drawn
  const isElement = typeof tag === 'string' && drawn.length === 3 && Array.isArray(inside)
  return isElement ? [drawn as unknown as WidgetElement, ...elementsIn(inside)] : drawn.flatMap(elementsIn)
}

function hasMessage(error: unknown): error is { message: string } {
  return typeof error === 'object' && error !== null && 'message' in error
}

/** Texts like those that are right: each is one of them, changed in a few places. The same each time. */
function textsLike(samples: readonly string[]): string[] {
  let seed = 1
  const random = (below: number) => {
    seed = (seed * 48271) % 2147483647
    return seed % below
  }
  const letters = ['', ' ', '-', '.', ',', ':', '/', '0', '1', '7', '9', 'a', 'B', 'z', 'é', 'ß', '٣', '😀', '\u00a0']
  const all = [...samples, '', '0', '12:30', 'text']
  return Array.from({ length: trials }, () => {
    let text = all[random(all.length)] ?? ''
    for (let changes = random(3) + 1; changes > 0; changes -= 1) {
      const at = random(text.length + 1)
      text = text.slice(0, at) + letters[random(letters.length)] + text.slice(at + random(2))
    }
    return text
  })
}
