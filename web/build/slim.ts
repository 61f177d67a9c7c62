import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { type Plugin, parseAst } from 'vite'
import { type Kind, kinds } from '#engine/form/model'
import type { PhoneRules } from '#web/shims'

/** The markets nearby, each with the countries that share its calling code: their numbers look alike. */
const countries = ['AT', 'BE', 'CH', 'DE', 'ES', 'FR', 'GB', 'GG', 'IE', 'IM', 'IT', 'JE', 'LU', 'NL', 'PT', 'VA']

const name = 'virtual:phone-metadata'

const here = join(import.meta.dirname, '../shims')

/**
 * What the language cannot say need not be shipped: its steps are flat schemas without references, allOf or lists of
 * objects, and `leadwright check` refuses everything else. So parts of rjsf and its libraries are replaced by
 * files of web/shims. Each key is the end of an import; the value stands in for it, for that importer only if named. Of
 * i18next a page needs the little that a test holds against the library itself. It is drawn for one route at every address,
 * so React Router comes to a browser once the page is at work.
 */
const replacements: readonly { what: RegExp; by: string; importer?: RegExp }[] = [
  { what: /\/getUiOptions\.js$/, by: join(here, 'ui-options.ts') },
  { what: /\/optionsList\.js$/, by: join(here, 'options-list.ts') },
  { what: /\/SchemaField\.js$/, by: join(here, 'schema-field.ts') },
  { what: /\/(Boolean|String)Field\.js$/, by: join(here, 'widget-field.ts') },
  { what: /\/ParseError\.js$/, by: join(here, 'parse-error.ts'), importer: /libphonenumber-js/ },
  { what: /^react-i18next$|\/i18n\/translator\.ts$/, by: join(here, 'i18n.ts') },
  { what: /^react-router-dom$/, by: join(here, 'router.ts'), importer: /^(?!.*shims)/ },
]

/**
 * In the browser phone numbers of the markets nearby are judged; the server knows those of all countries. Of MobX it has
 * the little that pages use, which a test holds against the library itself. What computes values, chooses options, judges
 * files, repeats steps, or draws estimates, pictures, sliders, tables of choices and what is looked up, is loaded with the
 * first form that has some. What a first screen seldom has, and limits that answers set, come with the first step that
 * needs them.
 */
const browserOnly: typeof replacements = [
  { what: /\/(formats|phone-number)\.ts$/, by: join(here, 'formats.ts'), importer: /values\/index\.ts/ },
  { what: /^mobx(-react-lite)?$/, by: join(here, 'mobx.ts') },
  {
    what: /\/files\.ts$/,
    by: join(here, 'parts.ts'),
    importer: /model\/(index|sentence)\.ts|kinds\/general\.ts/,
  },
  { what: /\/(limits|repeat)\.ts$/, by: join(here, 'parts.ts'), importer: /model\/index\.ts/ },
  { what: /\/offer\.ts$/, by: join(here, 'parts.ts'), importer: /journey\/(journey|index)\.ts/ },
  { what: /\/compute\.ts$/, by: join(here, 'parts.ts'), importer: /journey\/(journey|screen-outs)\.ts/ },
  {
    what: /\/(Choices|Estimate|FurtherParts|LookedUp|Slider)\.tsx$/,
    by: join(here, 'parts.ts'),
    importer: /react\/Step(Fields|Form)\.tsx/,
  },
]

export function slim(isServer: boolean): Plugin {
  const all = isServer ? replacements : [...replacements, ...browserOnly]
  return {
    name: 'leadwright-slim',
    enforce: 'pre',
    resolveId(source, from = '') {
      return all.find(({ what, importer }) => what.test(source) && (importer?.test(from) ?? true))?.by
    },
  }
}

/** What only servers and checks ask of a kind, or of its format. */
const idleKeys: ReadonlySet<string> = new Set<keyof Kind | keyof NonNullable<Kind['format']>>([
  ...(['beyond', 'bounds', 'isContact', 'isCountry', 'isFile', 'isMoney', 'options'] as const),
  ...(['partOf', 'samples', 'schema', 'standard', 'store', 'ui', 'words'] as const),
])

/**
 * A form comes to the browser resolved. Kinds of which nothing is left to know when it is filled, such as a street with
 * its schema and its autofill, stay behind, and so does of all others what proofs and the server know of them.
 */
export function fillingKinds(): Plugin {
  const idle = Object.entries(kinds).flatMap(([id, kind]) => (isFilledIn(kind) ? [] : [id]))
  const names = idle.map((id) => id.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()))
  const entry = new RegExp(`^  ('.*': )?(${names.join('|')}),\n`, 'gm')
  const imported = new RegExp(`\b(${names.join('|')})\b,?`, 'g')
  return {
    name: 'leadwright-filling-kinds',
    enforce: 'pre',
    transform(code, id) {
      if (/\/form\/model\/(kinds\/(address|general|person)|calendar-kind)\.ts$/.test(id))
        return { code: withoutIdle(code), map: null }
      if (!/\/kinds\/table\.ts$/.test(id)) return null
      const kept = code.replaceAll(entry, '').replace(/^import \{.*$/gm, (line) => line.replaceAll(imported, ''))
      return { code: kept, map: null }
    },
  }
}

/** A file of kinds without the properties that are idle where a form is filled. */
function withoutIdle(code: string): string {
  const idle: { start: number; end: number }[] = []
  const look = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const { type, key, start, end } = node as { type?: string; key?: { name?: string }; start: number; end: number }
    if (type === 'Property' && idleKeys.has(key?.name ?? '')) idle.push({ start, end })
    else Object.values(node).forEach(look)
  }
  look(parseAst(code, { lang: 'ts' }))
  return idle.reduceRight((kept, { start, end }) => {
    const after = kept.slice(end)
    return kept.slice(0, start) + after.replace(/^\s*,/, '')
  }, code)
}

function isFilledIn({ format, parts, read, say }: Kind): boolean {
  return [format, parts, read, say].some((known) => known !== undefined)
}

/** Imports as browsers do them: Vite's own would wait for styles, of which a page has all it needs. */
export function plainImports(): Plugin {
  return {
    name: 'leadwright-plain-imports',
    enforce: 'post',
    transform: (_, id) =>
      id.endsWith('vite/preload-helper.js')
        ? { code: 'export const __vitePreload = (load) => load()', map: null }
        : null,
  }
}

/** Elements are made by a function of their own name, rather than by one of an object's. */
export function directJsx(): Plugin {
  const [name, direct] = ['react/jsx-runtime', '\0directly:react/jsx-runtime']
  return {
    name: 'leadwright-direct-jsx',
    enforce: 'pre',
    resolveId: (source, from) => (source === name && from !== direct ? direct : null),
    load: (id) =>
      id === direct
        ? `import * as runtime from '${name}'; export const { Fragment, jsx } = runtime; export const jsxs = jsx`
        : null,
  }
}

/** The rules of phone numbers for a few countries, and how long those of all others are: 16 kB less than all rules. */
export function phoneMetadata(): Plugin {
  return {
    name: 'leadwright-phone-metadata',
    resolveId: (source) => (source === name ? `\0${name}` : null),
    load: (id) => (id === `\0${name}` ? `export default ${JSON.stringify(phoneRules())}` : null),
  }
}

/** A country's rules without the fifth entry: how its numbers are spaced when they are written, which nobody does here. */
function judging(rules: readonly unknown[]): unknown[] {
  return rules.with(4, 0)
}

/** The rules that web/shims/phone-judge.ts works with. */
export function phoneRules(): PhoneRules {
  const file = createRequire(import.meta.url).resolve('libphonenumber-js/metadata.min.json')
  const all = JSON.parse(readFileSync(file, 'utf8'))
  const codes = Object.entries<string[]>(all.country_calling_codes)
  const isNear = ([, [first = '']]: [string, string[]]) => countries.includes(first)
  const near = {
    ...all,
    country_calling_codes: Object.fromEntries(codes.filter(isNear)),
    countries: Object.fromEntries(countries.map((country) => [country, judging(all.countries[country])])),
    nonGeographic: {},
  }
  // The fourth entry of a country's rules lists how many digits its numbers have; the ninth may write some in front.
  const lengths = (rules: readonly unknown[][]) => {
    const added = rules.map((rule) => String(rule[8] || '').replaceAll(/\$\d|\D/g, '').length)
    const each = rules.flatMap((rule) => rule[3] as number[])
    return [Math.min(...each) - Math.max(...added), Math.max(...each)] as const
  }
  const far = codes
    .filter((entry) => !isNear(entry))
    .map(([code, own]) => [code, lengths(own.map((id) => all.countries[id]))])
  const nowhere = Object.entries<unknown[]>(all.nonGeographic).map(([code, rules]) => [code, lengths([rules])])
  return { near, far: Object.fromEntries([...far, ...nowhere]) }
}
