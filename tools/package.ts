// `npm run package`: writes the folders that `npm pack` packs: leadwright (the code as JavaScript, the schemas, the words
// and the built pages) and create-leadwright.
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join, resolve } from 'node:path'
import { isProducts } from '#engine/node'
import { commands } from './commands.ts'
import { publicApi, publicEntries } from './public-api.ts'
import { helpTexts } from './terminal/command-table.ts'

const root = join(import.meta.dirname, '..')
const folder = resolve(process.argv[2] ?? join(root, 'dist/leadwright'))
const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/** Packages that no import names: they are found by their files. */
const foundByFile = ['@ip-location-db/geo-whois-asn-country-mmdb', '@simplewebauthn/browser']

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
run('node', join(root, 'web/build.ts'))
run('tsc', '--project', join(root, 'tsconfig.package.json'), '--outDir', folder)
chmodSync(join(folder, 'tools/bin.js'), 0o755)
copy('tools/init/site/**/*')
copy('schemas/**/*.schema.json')
copy('locales/{en,es,de,fr,it,nl}/*.json', (file) => isProducts(file.split('/').slice(1)))
copy('locales/console/*.json')
copy('server/console/assets/*')
copy('engine/react/theme.css')
copy('web/assets/{atkinson.woff2,schibsted-grotesk-figures.woff2,favicon.svg}')
copy('web/dist/**/*', (file) => !file.endsWith('.map'))
copy('{LICENSE,CHANGELOG.md}')
cpSync(join(root, 'tools/deploy'), join(folder, 'deploy'), { recursive: true })
run('node', join(root, 'web/build/lead-form.ts'), join(folder, 'react'))
mkdirSync(join(folder, 'types'))
for (const name of Object.keys(publicEntries))
  writeFileSync(join(folder, 'types', `${name}.d.ts`), publicApi(name).declarations)
cpSync(join(root, 'docs/package.md'), join(folder, 'README.md'))
writeFileSync(join(folder, 'help.json'), JSON.stringify(await helpTexts(commands)))
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(packageFile(), null, 2)}\n`)
writeCreator(join(folder, '../create-leadwright'))

function run(program: string, ...args: readonly string[]): void {
  const command = program === 'node' ? process.execPath : join(root, 'node_modules/.bin', program)
  // What calls this may be a test, which would make it a build for development.
  const env = { ...process.env, NODE_ENV: 'production' }
  execFileSync(command, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] })
}

function copy(pattern: string, isWanted: (file: string) => boolean = () => true): void {
  for (const file of globSync(pattern, { cwd: root }))
    if (isWanted(file)) cpSync(join(root, file), join(folder, file), { recursive: true })
}

/** The package's own package.json: no scripts, and only the dependencies that its code imports. */
function packageFile(): object {
  const { name, version, description, license, type, engines, imports, dependencies } = own
  const used = importedPackages()
  const compiled = Object.entries<string>(imports)
    .map(([key, file]) => [key, file.replace(/\.tsx?$/, '.js')] as const)
    .filter(([key, file]) => key.endsWith('*') || existsSync(join(folder, file)))
  return {
    ...{ name, version, description, license, type, engines },
    bin: { leadwright: 'tools/bin.js' },
    imports: Object.fromEntries(compiled),
    exports: {
      ...Object.fromEntries(
        Object.entries(publicEntries).map(([name, file]) => [
          `./${name}`,
          { types: `./types/${name}.d.ts`, default: builtEntry(name, file) },
        ]),
      ),
      './react/style.css': './react/style.css',
      ...{ './schemas/*': './schemas/*', './words/*': './locales/*', './package.json': './package.json' },
    },
    // Only `leadwright/react` needs the application's own React, and only code for browsers needs Vite.
    peerDependencies: {
      ...{ react: '^18.2.0 || ^19.0.0', 'react-dom': '^18.2.0 || ^19.0.0', vite: own.devDependencies.vite },
      // Only photos need sharp, and only `leadwright mcp` needs the other.
      sharp: own.devDependencies.sharp,
      '@modelcontextprotocol/sdk': own.devDependencies['@modelcontextprotocol/sdk'],
    },
    peerDependenciesMeta: Object.fromEntries(
      ['react', 'react-dom', 'vite', 'sharp', '@modelcontextprotocol/sdk'].map((name) => [name, { optional: true }]),
    ),
    dependencies: Object.fromEntries(Object.entries(dependencies).filter(([name]) => used.has(name))),
  }
}

/** Where the package has an entry: as JavaScript of its own, or built for browsers. */
function builtEntry(name: string, file: string): string {
  return name === 'react' ? './react/index.js' : `./${file.replace(/\.tsx?$/, '.js')}`
}

/** `npm create leadwright` runs this package, which is `leadwright init` under another name. */
function writeCreator(folder: string): void {
  const { version, license, engines } = own
  const description = 'Creates a repository for forms and leads with Leadwright.'
  const creator = { name: 'create-leadwright', version, description, license, type: 'module', engines }
  const files = {
    'index.js': [
      '#!/usr/bin/env node',
      "process.argv.splice(2, 0, 'init')",
      "await import(new URL('tools/bin.js', import.meta.resolve('leadwright/package.json')))",
    ],
    'package.json': [
      JSON.stringify({ ...creator, bin: './index.js', dependencies: { leadwright: `^${version}` } }, null, 2),
    ],
    'README.md': ['# create-leadwright', '', description, '', '```sh', 'npm create leadwright@latest my-portal', '```'],
  }
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  for (const [file, lines] of Object.entries(files)) writeFileSync(join(folder, file), `${lines.join('\n')}\n`)
  chmodSync(join(folder, 'index.js'), 0o755)
}

function importedPackages(): Set<string> {
  const files = globSync('{engine,server,tools}/**/*.js', { cwd: folder })
  const names = files.flatMap((file) =>
    Array.from(
      readFileSync(join(folder, file), 'utf8').matchAll(/(?:from|import|import\() ?'((?:@[^/']+\/)?[^./#'][^/']*)/g),
      ([, name = '']) => name,
    ),
  )
  return new Set([...foundByFile, ...names.filter((name) => !builtinModules.includes(name.replace(/^node:/, '')))])
}
