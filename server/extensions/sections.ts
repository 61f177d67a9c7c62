import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { brotliCompressSync } from 'node:zlib'
import { wordParts } from '#engine/form/model'
import { shapeCheck } from '#engine/library'
import { addSchemas, readSchemas } from '#engine/node'
import type { addSectionKind } from '#engine/site'
import { hashOf, noVite, packageVersion, type Vite, viteOf, writeAsset } from './build.ts'
import { blocked, checked, checkKeys, type Keys, placed, Refused, refused, sentenceOn, wrongIn } from './checked.ts'
import type { Section, SectionProps } from './define.ts'

/** Where the build of a repository is written: what the server runs, and what browsers load. */
const output = 'dist/sections'

/** The most that browsers load of one kind of section, its script and styles, in bytes as they are sent. */
const mostBytes = 10_000

/** What was built of a section: file names in `code` and `assets`. */
interface Built {
  code: string
  island: string | null
  styles: string | null
}

/** What was built, and of what. */
interface Build {
  /** The package's version: another one builds again. */
  version: string
  /** The files of sections, by id. */
  files: Readonly<Record<string, string>>
  /** File → the hash of its text. */
  sources: Readonly<Record<string, string>>
  sections: Readonly<Record<string, Built>>
}

type Draw = Parameters<typeof addSectionKind>[1]['draw']

/** A section that is ready to be drawn. */
export interface LoadedSection {
  definition: Section
  /** What is inside it, as HTML; or what is wrong with that, with its place. */
  draw: Draw
  /** The addresses of its script and style sheet. */
  island: string | null
  styles: string | null
}

const sectionKeys: Keys = {
  schema: { type: 'object', needed: true },
  component: { type: 'function', needed: true },
  island: { type: 'string' },
  words: { type: 'object' },
}

/** The folder of what browsers load. */
export function sectionAssets(folder: string): string {
  return resolve(folder, output, 'assets')
}

/**
 * Loads the sections of a repository, which are built unless the last build is of the same files and version.
 * @param files by id
 * @param config the file that an error is placed in which has no other place
 * @param into the folder of the build
 * @throws Refused
 */
export async function loadSections(
  folder: string,
  files: Readonly<Record<string, string>>,
  config: string,
  into = resolve(folder, output),
): Promise<Record<string, LoadedSection>> {
  const { react, jsx, renderToStaticMarkup } = await drawing()
  ;(globalThis as { leadwright?: object }).leadwright = { react, jsx: checkedJsx(jsx) }
  const known = lastBuild(folder, files, into)
  const sections = known ?? (await build(folder, files, config, { into, reactNames: Object.keys(react) }))
  const loaded = Object.entries(files).map(async ([id, file]) => {
    const built = sections[id] as Built
    const definition = await definitionOf(file, config, join(into, 'code', built.code))
    const address = (name: string | null) => (name === null ? null : `/assets/${name}`)
    const draw: Draw = (keys, { locale, market, pathOf }) => {
      const { country, currency, timeZone } = market
      const linked: SectionProps['linked'] = (text) =>
        wordParts(text).map((part, index) =>
          typeof part === 'string' ? part : react.createElement('a', { key: index, href: part.target }, part.label),
        )
      const words = definition.words?.[locale] ?? {}
      const shown = { section: keys, locale, market: { country, currency, timeZone }, words, pathOf, linked }
      try {
        const element = react.createElement(definition.component, shown satisfies SectionProps<typeof keys>)
        const html = renderToStaticMarkup(element, { identifierPrefix: `${keys.id}-` })
        const [tag = ''] = blocked.exec(html) ?? []
        return tag === '' ? { html } : { problem: refused(file, 'component', sentenceOn(tag, 'section')).message }
      } catch (error) {
        return { problem: placed(file, config, error) }
      }
    }
    return [id, { definition, draw, island: address(built.island), styles: address(built.styles) }] as const
  })
  return Object.fromEntries(await Promise.all(loaded))
}

/** A section's file as it was built, and what is wrong with what it exports. */
async function definitionOf(file: string, config: string, code: string): Promise<Section> {
  const { default: exported } = await import(pathToFileURL(code).href).catch((error: unknown) => {
    throw new Refused(placed(file, config, error))
  })
  const section = checked<Section>(file, exported, sectionKeys)
  checkKeys(file, section.schema.properties)
  for (const key of ['kind', 'id', 'locales', 'after'])
    if (Object.hasOwn(section.schema.properties, key))
      throw refused(file, key, `Every section has "${key}". Remove it from "properties".`)
  if (section.island !== undefined && !existsSync(resolve(file, '..', section.island)))
    throw refused(file, section.island, `"island" names a file that is not there: ${section.island}.`)
  return section
}

/** Builds one section elsewhere and draws it, for a test. */
export async function drawnAlone(
  file: string,
  keys: Readonly<Record<string, unknown>>,
  { locale, id }: { locale: string; id: string },
): Promise<{ html: string; problems: string[] }> {
  const into = mkdtempSync(join(tmpdir(), 'leadwright-section-'))
  const source = resolve(file)
  try {
    const { [id]: loaded } = await loadSections(resolve('.'), { [id]: source }, source, into)
    if (!loaded) return { html: '', problems: [] }
    const { definition, draw } = loaded
    const kind = basename(into).toLowerCase()
    addSchemas('section', `sections/${kind}`, kind, definition.schema)
    const wrong = shapeCheck(readSchemas())(`sections/${kind}.schema.json`, file, { kind, ...keys })
    if (wrong.length > 0)
      return {
        html: '',
        problems: wrong.map(({ path, message }) => [path.join('/'), message].filter(Boolean).join(' ')),
      }
    const market = { country: 'GB', currency: 'GBP', timeZone: 'Europe/London' } as Parameters<Draw>[1]['market']
    const drawn = draw({ ...keys, id }, { locale, market, pathOf: (page) => `/${page}` })
    return 'problem' in drawn ? { html: '', problems: [drawn.problem] } : { html: drawn.html, problems: [] }
  } catch (error) {
    if (error instanceof Refused) return { html: '', problems: [error.message] }
    throw error
  } finally {
    rmSync(into, { recursive: true, force: true })
  }
}

function lastBuild(folder: string, files: Readonly<Record<string, string>>, into: string): Build['sections'] | null {
  const file = join(into, 'build.json')
  const known: Build | null = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
  const isFresh =
    known !== null &&
    known.version === packageVersion() &&
    JSON.stringify(known.files) === JSON.stringify(relativeTo(folder, files)) &&
    Object.entries(known.sources).every(([source, hash]) => hashOf(resolve(folder, source)) === hash)
  return isFresh ? known.sections : null
}

function relativeTo(folder: string, files: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).map(([id, file]) => [id, relative(folder, file)]))
}

/** Builds all sections: their code for the server first, which names the scripts for browsers. */
async function build(
  folder: string,
  files: Readonly<Record<string, string>>,
  config: string,
  { into, reactNames }: { into: string; reactNames: readonly string[] },
): Promise<Build['sections']> {
  const vite = await viteOf(folder)
  if (vite === null) throw refused(config, 'sections', noVite)
  const [codeFolder, assets] = [join(into, 'code'), join(into, 'assets')]
  const code = await bundle(vite, folder, config, files, {
    plugins: [reactOfServer(reactNames)],
    ssr: { noExternal: true },
    build: { ssr: true, ssrEmitAssets: true, minify: false, sourcemap: true, target: 'node24', outDir: codeFolder },
    names: '[name]-[hash].mjs',
  })
  for (const { fileName, content } of code.outputs)
    writeAsset(isAsset(fileName) ? assets : codeFolder, fileName, content)
  const islands: Record<string, string> = {}
  for (const [id, file] of Object.entries(files)) {
    const { island } = await definitionOf(file, config, join(codeFolder, code.entries[id]?.file ?? ''))
    if (island !== undefined) islands[id] = resolve(file, '..', island)
  }
  const scripts = await bundle(vite, folder, config, islands, {
    build: { modulePreload: false },
    names: '[name]-[hash].js',
  })
  for (const { fileName, content } of scripts.outputs) writeAsset(assets, fileName, content)
  const sections: Record<string, Built> = {}
  for (const [id, file] of Object.entries(files)) {
    const island = scripts.entries[id]
    const sheets = [...new Set([...(code.entries[id]?.css ?? []), ...(island?.css ?? [])])]
    const css = sheets.map((sheet) => readFileSync(join(assets, sheet), 'utf8')).join('')
    const styles = css === '' ? null : `${id}-${createHash('sha256').update(css).digest('hex').slice(0, 12)}.css`
    if (styles !== null) writeAsset(assets, styles, css)
    const loads = [...(island?.loads ?? []), ...(styles === null ? [] : [styles])]
    const size = loads.reduce((sum, name) => sum + brotliCompressSync(readFileSync(join(assets, name))).length, 0)
    if (size > mostBytes) {
      const message = `Browsers would load ${size} bytes of this section's script and styles. At most ${mostBytes} are allowed.`
      throw refused(file, 'island', message)
    }
    sections[id] = { code: code.entries[id]?.file ?? '', island: island?.file ?? null, styles }
  }
  const read = [...code.sources, ...scripts.sources]
  const sources = Object.fromEntries(read.map((source) => [relative(folder, source), hashOf(source)]))
  const built: Build = { version: packageVersion(), files: relativeTo(folder, files), sources, sections }
  const manifest = join(into, 'build.json')
  writeFileSync(`${manifest}.${process.pid}`, `${JSON.stringify(built, null, 2)}\n`)
  renameSync(`${manifest}.${process.pid}`, manifest)
  const outputs = [...code.outputs, ...scripts.outputs].map(({ fileName }) => fileName)
  const kept = new Set(outputs.filter((name) => !name.endsWith('.css')))
  for (const { styles } of Object.values(sections)) if (styles !== null) kept.add(styles)
  for (const place of [codeFolder, assets])
    for (const name of existsSync(place) ? readdirSync(place) : [])
      if (!kept.has(name.replace(/\.(br|gz)$/, ''))) rmSync(join(place, name))
  return sections
}

function isAsset(fileName: string): boolean {
  return !/\.mjs(\.map)?$/.test(fileName)
}

interface Bundled {
  /** Of each entry its file, its style sheets, and all that is loaded with it. */
  entries: Record<string, { file: string; css: readonly string[]; loads: readonly string[] }>
  outputs: { fileName: string; content: string | Uint8Array }[]
  sources: string[]
}

/** Builds entries by Vite. */
async function bundle(
  vite: Vite,
  folder: string,
  config: string,
  input: Readonly<Record<string, string>>,
  { names, build, ...options }: { names: string; build: object; plugins?: object[]; ssr?: object },
): Promise<Bundled> {
  if (Object.keys(input).length === 0) return { entries: {}, outputs: [], sources: [] }
  const common = { root: folder, configFile: false, logLevel: 'silent', publicDir: false, mode: 'production' }
  const output = {
    ...{ entryFileNames: names, chunkFileNames: names, assetFileNames: '[name]-[hash][extname]' },
  }
  const built = await vite
    .build({
      ...{ ...common, base: '/assets/', define: { 'process.env.NODE_ENV': '"production"' }, ...options },
      build: {
        ...{ write: false, cssCodeSplit: true, assetsInlineLimit: 0, assetsDir: '', ...build },
        rolldownOptions: { input, preserveEntrySignatures: 'exports-only', output },
      },
    })
    .catch((error: unknown) => {
      throw unbuilt(error, folder, config)
    })
  const outputs = [built].flat().flatMap((each) => each.output)
  const chunkOf = (fileName: string) => outputs.find((each) => each.fileName === fileName)
  const withImports = (fileName: string): string[] => [
    fileName,
    ...(chunkOf(fileName)?.imports ?? []).flatMap((each) => (chunkOf(each) ? withImports(each) : [])),
  ]
  const entries = outputs
    .filter((each) => each.isEntry)
    .map(({ name = '', fileName }) => {
      const loads = [...new Set(withImports(fileName))]
      const css = loads.flatMap((each) => [...(chunkOf(each)?.viteMetadata?.importedCss ?? [])])
      return [name, { file: fileName, css: [...new Set(css)], loads }] as const
    })
  const sources = new Set(outputs.flatMap(({ moduleIds = [] }) => moduleIds.map((id) => id.replace(/\?.*/, ''))))
  return {
    entries: Object.fromEntries(entries),
    outputs: outputs.map(({ fileName, code, source }) => ({ fileName, content: code ?? source ?? '' })),
    sources: [...sources].filter((id) => !id.includes('node_modules') && existsSync(id)),
  }
}

/** What Vite says of a build that failed, with its place. */
function unbuilt(error: unknown, folder: string, config: string): Refused {
  const said = stripVTControlCharacters(error instanceof Error ? error.message : String(error))
  const lines = said.split('\n').filter((line) => line.trim() !== '')
  const first = (lines[1] ?? said).replace(/^Error: |\[[^\]]*\]:? ?/g, '').trim()
  const [, place, line] = /\[ (\S+):(\d+):\d+ \]/.exec(said) ?? []
  if (place !== undefined) return new Refused(`${relative('.', resolve(folder, place))}:${line} ${first}`)
  const [, name = '', importer = config] = /import "([^"]+)" from "([^"]+)"/.exec(first) ?? []
  return refused(importer, name, name === '' ? first : `Cannot find module '${name}'`)
}

/** Takes React from the server, which draws with it. */
function reactOfServer(names: readonly string[]): object {
  const exported = (from: string, all: readonly string[]) =>
    `const all = globalThis.leadwright.${from}; export default all; export const { ${all.join(', ')} } = all`
  const texts: Readonly<Record<string, string>> = {
    react: exported(
      'react',
      names.filter((name) => name !== 'default'),
    ),
    'react/jsx-runtime': exported('jsx', ['jsx', 'jsxs', 'jsxDEV', 'Fragment']),
    'react/jsx-dev-runtime': exported('jsx', ['jsx', 'jsxs', 'jsxDEV', 'Fragment']),
  }
  return {
    name: 'leadwright-react',
    enforce: 'pre',
    resolveId: (id: string) => (Object.hasOwn(texts, id) ? `\0leadwright:${id}` : null),
    load: (id: string) => (id.startsWith('\0leadwright:') ? (texts[id.slice('\0leadwright:'.length)] ?? null) : null),
  }
}

/** What web's build has to draw with. */
interface Drawing {
  react: typeof import('react')
  jsx: typeof import('react/jsx-runtime')
  renderToStaticMarkup: typeof import('react-dom/server').renderToStaticMarkup
}

function drawing(): Promise<Drawing> {
  return import(pathToFileURL(join(import.meta.dirname, '../../web/dist/server/entry-sections.js')).href)
}

/** The functions that JSX calls. They refuse what the policy of pages would block, at the line that has it. */
function checkedJsx({ jsx, jsxs, Fragment }: Drawing['jsx']): object {
  const judged =
    (make: typeof jsx): typeof jsx =>
    (type, props, key) => {
      const problem = typeof type === 'string' ? wrongIn(type, props as object, 'section') : null
      if (problem !== null) throw new Error(problem)
      return make(type, props, key)
    }
  return { jsx: judged(jsx), jsxs: judged(jsxs), jsxDEV: judged(jsx), Fragment }
}
