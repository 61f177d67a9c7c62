// Measures how the code hangs together: `node tools/architecture.ts`. `architecture.test.ts` keeps what it finds.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path/posix'

/** A folder, or a single file, with one public entry and a README that says what it may import. */
export interface Module {
  /** Its path from the root: `server/leads`. */
  path: string
  /** The modules that it may import, by path; null where it composes and may import all. */
  mayImport: readonly string[] | null
  /** The tables that it owns. */
  tables: readonly string[]
  /** The first paragraph of its README. */
  about: string
}

/** An import of one source file by another, both from the root. */
export interface Import {
  from: string
  to: string
  /** As it is written. */
  specifier: string
}

/** What was found. All paths are from the root, without tests and generated files. */
export interface Architecture {
  modules: readonly Module[]
  files: readonly string[]
  imports: readonly Import[]
  /** Imports of files by the names that entries pass on: who uses a file, whatever it is imported by. */
  uses: readonly Import[]
  /** How many names each module offers. */
  offers: ReadonlyMap<string, number>
}

const isTest = (file: string) => /\.(test|spec)\.tsx?$|\/(testing|tests|site-tests|e2e|fixtures)\//.test(file)
const isGenerated = (file: string) => /\/(generated|dist)\/|\.d\.ts$/.test(file)

const importOf = /(?:\bfrom\s+|\bimport\s+|\bimport\(\s*)'([.#][^'\n]*)'/g
const namesOf = /(?:import|export)\s+(?:type\s+)?\{([^}]*)\}\s+from\s+'([^'\n]*)'/g

/** Reads the sources of a repository. */
export function readArchitecture(root: string): Architecture {
  const files = globSync('{engine,server,web,tools}/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !isTest(file) && !isGenerated(file))
    .sort()
  const { imports: entries } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]))
  const resolve = (file: string, specifier: string): string | null => {
    const [bare = ''] = specifier.split('?')
    if (bare.startsWith('.')) return join(dirname(file), bare)
    const entry: string | undefined = entries[bare]
    return entry === undefined ? null : relative('.', entry)
  }
  const imports = files.flatMap((from) =>
    Array.from(texts.get(from)?.matchAll(importOf) ?? [], ([, specifier = '']) => specifier).flatMap((specifier) => {
      const to = resolve(from, specifier)
      return to !== null && texts.has(to) ? [{ from, to, specifier }] : []
    }),
  )
  const passedOn = new Map(
    files.filter((file) => file.endsWith('/index.ts')).map((file) => [file, offered(file, texts.get(file) ?? '')]),
  )
  const uses = files
    .filter((file) => !passedOn.has(file))
    .flatMap((from) => {
      const text = texts.get(from) ?? ''
      const direct = imports.filter((each) => each.from === from && !passedOn.has(each.to))
      const through = Array.from(text.matchAll(namesOf)).flatMap(([, names = '', specifier = '']) => {
        const by = passedOn.get(resolve(from, specifier) ?? '')
        return [...new Set(listed(names).map((name) => by?.get(name)))].flatMap((to) =>
          to === undefined ? [] : [{ from, to, specifier }],
        )
      })
      return [...direct, ...through]
    })
  const offers = new Map([...passedOn].map(([file, names]) => [dirname(file), names.size]))
  return { modules: readModules(root), files, imports, uses, offers }
}

/** The names that an entry passes on, each with its file. */
function offered(entry: string, text: string): Map<string, string> {
  const found = Array.from(text.matchAll(namesOf)).flatMap(([, names = '', file = '']) =>
    listed(names).map((name) => [name, join(dirname(entry), file)] as const),
  )
  return new Map(found)
}

function listed(names: string): string[] {
  return names
    .split(',')
    .map(
      (name) =>
        name
          .trim()
          .replace(/^type /, '')
          .split(' as ')[0] ?? '',
    )
    .filter((name) => name !== '')
}

function readModules(root: string): Module[] {
  return globSync('{engine,server,web,tools}/**/README.md', { cwd: root })
    .map((file) => ({ path: dirname(file), text: readFileSync(join(root, file), 'utf8') }))
    .flatMap(({ path, text }) => {
      const line = (name: string) => new RegExp(`^- ${name}: (.*)$`, 'm').exec(text)?.[1]
      const may = line('May import')
      if (may === undefined) return []
      const [top = ''] = path.split('/')
      const named = quoted(may).map((name) => (name.includes('/') ? name : `${top}/${name}`))
      const about = /^# .*\n\n([^\n]*)/.exec(text)?.[1] ?? ''
      return [{ path, mayImport: may.startsWith('all') ? null : named, tables: quoted(line('Tables') ?? ''), about }]
    })
    .sort((a, b) => b.path.length - a.path.length)
}

function quoted(text: string): string[] {
  return Array.from(text.matchAll(/`([^`]+)`/g), ([, name = '']) => name)
}

/** The module that a file belongs to; null where no README claims it. */
function moduleOf({ modules }: Pick<Architecture, 'modules'>, file: string): Module | null {
  return modules.find(({ path }) => file.startsWith(`${path}/`)) ?? null
}

/** Imports past an entry, and those that a module's README does not allow. */
export function forbiddenImports(found: Architecture): string[] {
  return found.imports.flatMap(({ from, to, specifier }) => {
    const [mine, other] = [moduleOf(found, from), moduleOf(found, to)]
    if (!mine) return [`${from} belongs to no module: add a README with its allowed imports to its folder.`]
    if (mine === other) return specifier.startsWith('#') ? [`${from} imports its own module by name: ${specifier}`] : []
    if (!other) return [`${to} belongs to no module: add a README with its allowed imports to its folder.`]
    if (!specifier.startsWith('#'))
      return [`${from} imports from inside, not from the entry of, ${other.path}: ${specifier}`]
    const may = mine.mayImport
    return may === null || may.some((each) => each === other.path || other.path.startsWith(`${each}/`))
      ? []
      : [`${mine.path} may not import ${other.path}: ${from}`]
  })
}

/** The modules that can be reached from themselves. */
export function circles(found: Architecture): string[] {
  const arrows = new Map<string, Set<string>>()
  for (const { from, to } of found.imports) {
    const [mine, other] = [moduleOf(found, from)?.path, moduleOf(found, to)?.path]
    if (mine === undefined || other === undefined || mine === other) continue
    arrows.set(mine, (arrows.get(mine) ?? new Set()).add(other))
  }
  const reaches = (start: string): Set<string> => {
    const seen = new Set<string>()
    const open = [start]
    for (let at = open.pop(); at !== undefined; at = open.pop())
      for (const next of arrows.get(at) ?? []) {
        if (!seen.has(next)) open.push(next)
        seen.add(next)
      }
    return seen
  }
  return [...arrows.keys()].filter((path) => reaches(path).has(path)).sort()
}

/** Folders whose files are collected into a generated table: each is a kind, whose single user is the table. */
const collected = /^(?:engine\/form\/model\/kinds|engine\/site\/sections|server\/channels\/[^/]+)\//

/** The files that have a single user. Entries, workers and what the build begins with have none. */
function singleUse({ files, uses }: Architecture): string[] {
  const users = new Map<string, Set<string>>()
  for (const { from, to } of uses) users.set(to, (users.get(to) ?? new Set()).add(from))
  return files.filter((file) => users.get(file)?.size === 1 && !collected.test(file))
}

/** Where SQL names a table of another module. Migrations name all of them, and benches fill databases of their own. */
export function foreignTables(root: string, found: Architecture): string[] {
  const owners = new Map(found.modules.flatMap(({ path, tables }) => tables.map((table) => [table, path] as const)))
  const names = [...owners.keys()].join('|')
  const inSql = new RegExp(`\\b(?:FROM|INTO|UPDATE|JOIN)\\s+(${names})\\b`, 'g')
  const inQueries = new RegExp(`(?:From|Into|Table|Join)\\(\\s*'(${names})\\b`, 'g')
  return found.files
    .filter((file) => !file.startsWith('server/storage/') && !file.startsWith('tools/bench/'))
    .flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8')
      const named = [inSql, inQueries].flatMap((each) => Array.from(text.matchAll(each), ([, table = '']) => table))
      return [...new Set(named)]
        .filter((table) => owners.get(table) !== moduleOf(found, file)?.path)
        .map((table) => `${file} has SQL on ${table}, a table of ${owners.get(table)}.`)
    })
}

/** The figures that are kept from growing. */
export function figures(root: string, found: Architecture) {
  const lines = new Map(
    found.files.map((file) => [file, readFileSync(join(root, file), 'utf8').split('\n').length - 1]),
  )
  const single = singleUse(found)
  const words = existsSync(join(root, 'CONTRIBUTING.md'))
    ? readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8').split(/\s+/).length
    : 0
  return {
    modules: found.modules.length,
    'modules in a circle': circles(found).length,
    'forbidden imports': forbiddenImports(found).length,
    'tables with SQL elsewhere': foreignTables(root, found).length,
    'source files': found.files.length,
    lines: [...lines.values()].reduce((sum, count) => sum + count, 0),
    'files with a single user': single.length,
    '… of 15 lines or fewer': single.filter((file) => (lines.get(file) ?? 0) <= 15).length,
    'exports of the largest module': Math.max(...found.offers.values()),
    'imports of server/app.ts': found.imports.filter(({ from }) => from === 'server/app.ts').length,
    'words of CONTRIBUTING.md': words,
  }
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..')
  const found = readArchitecture(root)
  for (const [name, value] of Object.entries(figures(root, found))) console.log(`${name.padEnd(38)} ${value}`)
  for (const line of forbiddenImports(found)) console.log(line)
  for (const line of foreignTables(root, found)) console.log(line)
}
