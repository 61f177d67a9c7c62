import { existsSync, globSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative, resolve } from 'node:path'
import type { Command } from 'commander'
import { converter, parse } from 'culori'
import { contrasts, nearError } from '#engine/site'
import { variables } from '#server/config'
import { inLanguages, legalPages, needsOf, readTemplate as read } from '#server/studio'
import { confirmTexts } from '../definitions/text.ts'
import { type AskedQuestion, answersTo, asked } from '../terminal/questions.ts'

/** The site that a repository begins with: all first forms in all languages. One of them stays. */
const template = join(import.meta.dirname, 'site')

const languages: Readonly<Record<string, object>> = {
  en: { iso: 'en-GB', country: 'GB', currency: 'GBP', timeZone: 'Europe/London' },
  es: { iso: 'es-ES', country: 'ES', currency: 'EUR', timeZone: 'Europe/Madrid' },
  de: { iso: 'de-DE', country: 'DE', currency: 'EUR', timeZone: 'Europe/Berlin' },
  fr: { iso: 'fr-FR', country: 'FR', currency: 'EUR', timeZone: 'Europe/Paris' },
  it: { iso: 'it-IT', country: 'IT', currency: 'EUR', timeZone: 'Europe/Rome' },
  nl: { iso: 'nl-NL', country: 'NL', currency: 'EUR', timeZone: 'Europe/Amsterdam' },
}

/** The forms that a repository may begin with. */
const forms = ['contact', 'quote', 'survey', 'newsletter']

/** What every repository begins with. */
const always = ['layouts/default', 'menus/small-print', ...legalPages]

const questions: readonly AskedQuestion[] = [
  {
    ...{ flag: 'name', ask: 'What is your company or brand called?' },
    wrong: (name) => (slugOf(name) === '' ? '--name needs a letter or a digit.' : undefined),
  },
  {
    ...{ flag: 'languages', ask: `In which languages, the main one first? (${Object.keys(languages).join(', ')})` },
    wrong: wrongLanguages,
  },
  { flag: 'form', ask: 'Which form comes first?', choices: forms },
  {
    ...{ flag: 'colour', ask: 'Which colour does the brand have, such as #26619c?' },
    wrong: (colour) =>
      parse(colour) === undefined ? `--colour cannot be "${colour}". Write it as #26619c.` : undefined,
  },
]

const fallbacks: Readonly<Record<string, string>> = { languages: 'en', form: 'contact', colour: '#2356d8' }

export function initCommand(init: Command): void {
  init.argument('[folder]', 'where the repository is created; the current folder by default', '.')
  for (const question of questions) init.option(`--${question.flag} <text>`, asked(question))
  init
    .option('--package <spec>', 'what npm installs as leadwright: a version or a tarball; this version by default')
    .option('--yes', 'do not ask; take the defaults for what no option says', false)
    .action(async (folder: string, { yes, package: spec, ...flags }: Flags) => {
      const told = await answersTo(questions, flags, ({ flag }) => fallbacks[flag], !yes && process.stdin.isTTY)
      if (!told.ok) return fail([...told.problems, 'Nothing was written.'])
      const answers = told.value as unknown as Answers
      const files = filesOf(answers, dependency(folder, spec))
      const there = Object.keys(files).filter((file) => existsSync(join(folder, file)))
      const [first] = there.filter((file) => !Object.hasOwn(joined, file))
      if (first !== undefined)
        return fail([
          `${join(folder, first)} already exists. Choose another folder, or remove it.`,
          'Nothing was written.',
        ])
      const kept: string[] = []
      for (const file of there) {
        const before = readFileSync(join(folder, file), 'utf8')
        const after = joined[file]?.(before, files[file] ?? '')
        if (!after) return fail([`${join(folder, file)} is not JSON. Correct it first.`, 'Nothing was written.'])
        files[file] = after.text
        kept.push(...after.kept.map((what) => `Kept as it was: ${what}.`))
      }
      for (const [file, text] of Object.entries(files)) {
        await mkdir(dirname(join(folder, file)), { recursive: true })
        await writeFile(join(folder, file), text)
      }
      const [, ...translated] = listed(answers.languages)
      const folders = { definitions: resolve(folder, 'definitions'), locales: resolve(folder, 'locales') }
      await confirmTexts(folders, translated)
      const enter = relative('.', folder) === '' ? [] : [`  cd ${relative('.', folder)}`]
      console.log(
        [
          ...[`${Object.keys(files).length} files written.`, ...kept, 'Next:', ...enter],
          ...['  npm install', '  npm start', ''],
        ].join('\n'),
      )
    })
}

interface Answers {
  name: string
  /** Separated by commas or spaces; the first is the one that definitions are written in. */
  languages: string
  form: string
  colour: string
}

type Flags = Partial<Answers> & { yes: boolean; package?: string }

function listed(chosen: string): string[] {
  return chosen
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((each) => each !== '')
}

function wrongLanguages(chosen: string): string | undefined {
  const all = listed(chosen)
  const unknown = all.filter((language) => !Object.hasOwn(languages, language))
  if (unknown.length > 0 || all.length === 0)
    return `--languages has "${unknown.join(',')}". Choose of ${Object.keys(languages).join(', ')}, separated by commas.`
  return new Set(all).size < all.length ? '--languages names a language twice. Name each once.' : undefined
}

/** A file that the folder has already, with what the new repository adds; undefined where it cannot be read. */
type Join = (there: string, ours: string) => { text: string; kept: readonly string[] } | undefined

const keepWhole =
  (file: string): Join =>
  (text) => ({ text, kept: [file] })

/** What a folder may have before it is a repository of forms. Its own words win, and what differs is told. */
const joined: Readonly<Record<string, Join>> = {
  'package.json': joinPackages,
  '.gitignore': (there, ours) => {
    const lines = there.split(/\r?\n/)
    const lacking = ours.split('\n').filter((line) => !lines.includes(line))
    const end = there === '' || there.endsWith('\n') ? '' : '\n'
    return { text: lacking.length === 0 ? there : `${there}${end}${lacking.join('\n')}\n`, kept: [] }
  },
  ...Object.fromEntries(
    ['README.md', '.env.example', '.github/workflows/test.yml'].map((file) => [file, keepWhole(file)]),
  ),
}

interface Package {
  scripts?: Record<string, string>
  dependencies?: Record<string, string>
}

function joinPackages(there: string, ours: string): ReturnType<Join> {
  let theirs: Package
  try {
    theirs = JSON.parse(there)
  } catch {
    return undefined
  }
  const own = JSON.parse(ours) as Required<Package>
  // What `npm init` writes is nobody's wish.
  const scripts = Object.entries(theirs.scripts ?? {}).filter(([, call]) => !call.includes('no test specified'))
  const kept = scripts.flatMap(([name, call]) => {
    const meant = own.scripts[name]
    return meant === undefined || meant === call
      ? []
      : [`the script "${name}" of package.json, for which "${meant}" was meant`]
  })
  const value = {
    ...own,
    ...theirs,
    scripts: { ...own.scripts, ...Object.fromEntries(scripts) },
    dependencies: { ...own.dependencies, ...theirs.dependencies },
  }
  return { text: `${JSON.stringify(value, null, 2)}\n`, kept }
}

/** What package.json names: the path of a tarball counts from there. */
function dependency(folder: string, spec: string | undefined): string {
  if (spec === undefined) return `^${ownVersion()}`
  if (!/\.tgz$/.test(spec) || /^https?:/.test(spec)) return spec
  const file = spec.replace(/^file:/, '')
  return `file:${isAbsolute(file) ? file : relative(resolve(folder), resolve(file))}`
}

function ownVersion(): string {
  return JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')).version
}

/** Every file of the new repository, by its path. */
function filesOf(answers: Answers, leadwright: string): Record<string, string> {
  const { name, form } = answers
  const chosen = listed(answers.languages)
  const [source = 'en'] = chosen
  const places = [...always, ...needsOf(form), `forms/${form}`]
  const written: Record<string, string> = {}
  const json = (file: string, value: object) => {
    written[file] = `${JSON.stringify(value, null, 2)}\n`
  }
  const define = (place: string, value: object) => {
    const [folder = ''] = place.split('/')
    const up = place.includes('/') ? '../..' : '..'
    const schema = place.includes('/') ? folder.replace(/s$/, '') : place
    const $schema = `${up}/node_modules/leadwright/schemas/${schema}.schema.json`
    json(`definitions/${place}.json`, { $schema, ...value })
  }
  for (const [from, to] of [
    ...places.map((place) => [place, place] as const),
    [`pages/home-${form}`, 'pages/home'],
  ] as const) {
    for (const [path, value] of inLanguages(from, chosen, to))
      if (path.startsWith('definitions/')) define(to, value)
      else json(`${path}.json`, value)
  }
  const figures = Object.entries(read('locales/allowed/figures')).filter(([place]) => places.includes(place))
  if (figures.length > 0) json('locales/allowed/figures.json', Object.fromEntries(figures))
  const slug = slugOf(name)
  const address = { origin: `https://${slug}.example`, sender: `post@${slug}.example` }
  define('brands/default', { name, ...address, colours: coloursOf(answers.colour), sample: true })
  define('partners/demo', {
    ...{ name: 'Demo partner', filters: [{ form }], testLeads: true, sample: true },
    deliveries: { feed: { kind: 'pull' } },
  })
  const company = { name, address: ['Street 1', 'City'], country: (languages[source] as { country: string }).country }
  define('site', {
    ...{ brand: 'default', locales: Object.fromEntries(chosen.map((locale) => [locale, languages[locale]])) },
    companies: { own: { ...company, email: address.sender, sample: true } },
  })
  json('package.json', {
    ...{ name: slug, private: true, type: 'module', engines: { node: '>=24' } },
    scripts: { start: 'leadwright start', test: 'leadwright test' },
    dependencies: { leadwright },
  })
  const texts = globSync('*', { cwd: join(template, 'files') })
  for (const file of texts) {
    const text = readFileSync(join(template, 'files', file), 'utf8')
    written[namesOf[file] ?? file] = text.replaceAll('{name}', name).replaceAll('{form}', form)
  }
  written['.env.example'] = environment()
  return written
}

/** Files that npm or git would take for their own. */
const namesOf: Readonly<Record<string, string>> = { gitignore: '.gitignore', 'test.yml': '.github/workflows/test.yml' }

/**
 * The ink is the brand's colour, the accent a light one of the same hue, or of the nearest that `check` accepts: a red
 * button would look like an error.
 */
export function coloursOf(colour: string): Colours {
  const { c = 0, h = 0 } = converter('oklch')(colour) ?? {}
  const round = (value: number, digits: number) => Number(value.toFixed(digits))
  const coloursWith = (hue: number): Colours => ({
    ink: { hue: round(h, 0) % 360, chroma: round(Math.min(c, 0.19), 3) },
    accent: { lightness: 0.8, chroma: round(Math.min(c, 0.13), 3), hue: round(hue + 360, 0) % 360 },
  })
  const hues = Array.from({ length: 12 }, (_, step) => [h + 15 * step, h - 15 * step]).flat()
  const good = hues
    .map(coloursWith)
    .find(
      (colours) => nearError(colours).length === 0 && contrasts(colours).every(({ ratio, least }) => ratio >= least),
    )
  return good ?? coloursWith(h)
}

type Colours = Parameters<typeof contrasts>[0]

function slugOf(name: string): string {
  const plain = name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return plain.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '')
}

/** Every variable that configures the server, none of them set. */
function environment(): string {
  const lines = variables.flatMap(({ name, about, default: otherwise }) => [
    `# ${about.replaceAll('`', '')} Default: ${otherwise.replaceAll('`', '')}.`,
    `# ${name}=`,
    '',
  ])
  return ['# Copy this file to .env, and set what you need.', '', ...lines].join('\n')
}

function fail(lines: readonly string[]): void {
  console.error(lines.join('\n'))
  process.exitCode = 1
}
