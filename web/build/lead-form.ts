// `node web/build/lead-form.ts <folder>`: what the package exports as `leadwright/react`, the form alone, for bundlers of
// other applications.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { getCountries } from 'libphonenumber-js/min'
import { build, type Plugin } from 'vite'
import { fillingKinds, phoneMetadata, slim } from './slim.ts'

const root = join(import.meta.dirname, '../..')
const entry = join(root, 'web/lead-form/index.ts')

/** What is loaded later, or only by who resolves a definition; all else that forms share is one file. */
const later =
  /model\/(field|files|figure-text|limits\/limits|merge-patch|opening|repeat|resolve)\.ts|computed-fields|journey\/(compute|estimate|offer)\.ts|values\/(countries|formats|moment|reckoning)|countries$|words|resolve-definition|shims\/(option-groups|part-files|phone-(judge|rules)|tables)|form\/tariff|web\/http|react\/(Choices|Estimate|FilesWidget|FurtherParts|LookedUp|Slider|go-on|mail-suggestion)|levenshtein|libphonenumber|phone-metadata|whole/

/** Whether a module has the words of forms or of definitions, and of which language; null for any other. */
function wordsIn(id: string): [what: string, locale: string] | null {
  const [, what, locale] = /^\0?virtual:(form|definition)-words\/(\w+)$/.exec(id) ?? []
  return what === undefined || locale === undefined ? null : [what, locale]
}

/** Words of what only the server's own pages do, and of mistakes that only programs make. */
const ofServer = /^(array|computed|file|home|object|offers|sample|submitNote|town|unknown|waiting)/

/** The words that a language needs for forms, and those that only who resolves a definition needs. */
function words(): Plugin {
  const drawing = globSync('{engine/{react,form/model},web/lead-form}/**/*.{ts,tsx}', { cwd: root })
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n')
  const isSaid = (key: string) => new RegExp(`['\`:]${key.replace(/_(one|many|other)$/, '')}['\`.]`).test(drawing)
  return {
    name: 'leadwright-words',
    resolveId: (source) => (wordsIn(source) ? `\0${source}` : null),
    load(id) {
      const [what, locale] = wordsIn(id) ?? []
      if (what === undefined) return null
      const read = (file: string, isKept: (key: string) => boolean = () => true) => {
        const all = JSON.parse(readFileSync(join(root, `locales/${locale}/${file}.json`), 'utf8'))
        return Object.fromEntries(Object.entries(all).filter(([key]) => isKept(key)))
      }
      const isOwn = (key: string) => !ofServer.test(key)
      const files =
        what === 'form'
          ? { chrome: read('chrome', (key) => isOwn(key) && isSaid(key)), errors: read('errors', isOwn) }
          : { kinds: read('kinds'), hints: read('hints') }
      return `export default ${JSON.stringify(files)}`
    },
  }
}

/**
 * To resolve a definition takes all of a kind, to fill in a form the little that `fillingKinds` leaves: the rest comes with
 * the code that resolves.
 */
function wholeKinds(): Plugin {
  const [name, whole] = ['virtual:whole-kinds', '?whole']
  const table = join(root, 'engine/form/model/kinds/table.ts')
  return {
    name: 'leadwright-whole-kinds',
    enforce: 'pre',
    resolveId(source, from = '') {
      if (source === name) return `\0${name}`
      const isOfKinds = from.endsWith(whole) && /^\.\/[\w-]+\.ts$|calendar-kind\.ts$/.test(source)
      return isOfKinds ? join(dirname(from), source) + whole : source.endsWith(whole) ? source : null
    },
    load(id) {
      if (id === `\0${name}`)
        return [
          `import { kinds } from ${JSON.stringify(table)}`,
          `import { kinds as whole } from ${JSON.stringify(table + whole)}`,
          'Object.assign(kinds, whole)',
        ].join('\n')
      return id.endsWith(whole) ? readFileSync(id.slice(0, -whole.length), 'utf8') : null
    },
  }
}

/** The codes of countries, without the rules of their phone numbers. */
function countries(): Plugin {
  const name = '\0countries'
  return {
    name: 'leadwright-countries',
    enforce: 'pre',
    resolveId: (source, from = '') =>
      source === 'libphonenumber-js/min' && from.endsWith('/countries.ts') ? name : null,
    load: (id) => (id === name ? `export const getCountries = () => ${JSON.stringify(getCountries())}` : null),
  }
}

/** Sets the theme's variables on the form, and not on the whole page. */
function ownStyle(): Plugin {
  return {
    name: 'leadwright-own-style',
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'asset' && file.fileName.endsWith('.css'))
          file.source = String(file.source).replaceAll(':root', '.lw-form')
    },
  }
}

await build({
  configFile: false,
  root,
  logLevel: 'error',
  define: { 'process.env.NODE_ENV': '"production"' },
  // Also where what builds it is a test.
  oxc: { jsx: { runtime: 'automatic', development: false } },
  plugins: [slim(false), wholeKinds(), fillingKinds(), phoneMetadata(), words(), countries(), ownStyle()],
  build: {
    outDir: process.argv[2] ?? join(root, 'dist/react'),
    emptyOutDir: true,
    minify: true,
    cssCodeSplit: false,
    lib: { entry: { index: entry }, formats: ['es'], cssFileName: 'style' },
    rolldownOptions: {
      external: /^react($|\/|-dom)/,
      treeshake: { moduleSideEffects: [{ test: /\/(engine|web)\/[^.]*\.tsx?$/, sideEffects: false }] },
      output: {
        minify: true,
        entryFileNames: '[name].js',
        chunkFileNames: ({ facadeModuleId }) =>
          `${wordsIn(facadeModuleId ?? '')?.join('-words-') ?? '[name]'}-[hash].js`,
        // Applications that render on servers keep it out of what runs there alone.
        banner: ({ isEntry }) => (isEntry ? "'use client'" : ''),
        codeSplitting: { groups: [{ name: (id) => (later.test(id) ? null : 'form') }] },
      },
    },
  },
})
