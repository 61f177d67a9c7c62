import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Ajv } from 'ajv'
import { beforeAll, expect, test } from 'vitest'
import { contrasts, nearError } from '../../engine/site/brands/contrast.ts'
import { startIn, temporaryFolder } from '../../server/testing/running-server.ts'
import { installed, installIn, packedPackage } from '../testing/packed-package.ts'
import { coloursOf } from './init.ts'

/** Where the package is installed that everything here runs. */
const home = temporaryFolder()

// Long enough for a busy machine to pack the package.
beforeAll(() => installIn(home, packedPackage()), 300_000)

function run(folder: string, ...words: string[]) {
  const [command = '', ...args] = installed(home, ...words)
  return spawnSync(command, args, { cwd: folder, encoding: 'utf8', timeout: 300_000, killSignal: 'SIGKILL' })
}

function init(folder: string, ...options: string[]): { status: number | null; stdout: string; stderr: string } {
  return run(home, 'init', folder, '--yes', ...options)
}

test.each([
  ['contact', 'en,es,de,fr,it,nl', '#26619c'],
  ['quote', 'de, en, fr', 'crimson'],
  ['survey', 'es,it', '#777'],
  ['newsletter', 'nl,en', 'yellow'],
])('the form %s in %s passes the tests of its repository, in a brand of %s', (form, languages, colour) => {
  const folder = join(temporaryFolder(), 'new')
  const options = ['--name', 'Ácme & Söhne', '--languages', languages, '--form', form, '--colour', colour]
  expect(init(folder, ...options)).toMatchObject({ status: 0 })
  symlinkSync(join(home, 'node_modules'), join(folder, 'node_modules'))
  const { status, stdout } = run(folder, 'test')
  expect(stdout).toContain(`${form}: sent`)
  expect(status, stdout).toBe(0)
  const { name, dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  expect(name).toBe('acme-sohne')
  expect(Object.keys(dependencies)).toEqual(['leadwright'])
})

test('every colour makes a brand that can be read, and whose button is no error', () => {
  for (let hue = 0; hue < 360; hue += 5)
    for (const chroma of [0, 0.05, 0.19, 0.3]) {
      const colours = coloursOf(`oklch(0.5 ${chroma} ${hue})`)
      expect([hue, chroma, nearError(colours), contrasts(colours).filter(({ ratio, least }) => ratio < least)]).toEqual(
        [...[hue, chroma, [], []]],
      )
    }
})

test('a folder that has files already keeps them, and gets what is lacking', () => {
  const folder = temporaryFolder()
  const theirs = { name: 'ours', scripts: { start: 'serve', test: 'echo "Error: no test specified" && exit 1' } }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...theirs, dependencies: { left: '1' } }))
  writeFileSync(join(folder, 'README.md'), 'Ours.')
  writeFileSync(join(folder, '.gitignore'), 'data/\n*.log')
  const { status, stdout } = init(folder, '--name=Acme')
  expect(status).toBe(0)
  expect(stdout).toContain('Kept as it was: README.md.')
  expect(stdout).toContain('the script "start" of package.json, for which "leadwright start" was meant')
  expect(readFileSync(join(folder, 'README.md'), 'utf8')).toBe('Ours.')
  expect(readFileSync(join(folder, '.gitignore'), 'utf8')).toMatch(/^data\/\n\*\.log\nnode_modules\/\ndist\/\n\.env\n/)
  expect(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))).toMatchObject({
    name: 'ours',
    scripts: { start: 'serve', test: 'leadwright test' },
    dependencies: { left: '1', leadwright: expect.stringMatching(/^\^/) },
  })
  const broken = temporaryFolder()
  writeFileSync(join(broken, 'package.json'), '{ "name": ')
  expect(init(broken, '--name=Acme').stderr).toContain('package.json is not JSON')
  expect(existsSync(join(broken, 'definitions'))).toBe(false)
})

test('editors complete what is created, with the schemas of the package and later with those of own kinds', async () => {
  const folder = temporaryFolder()
  expect(init(folder, '--name', 'Acme', '--languages', 'en,de', '--form', 'newsletter')).toMatchObject({ status: 0 })
  installIn(folder, packedPackage())
  const title = ['--title', 'Hello']
  expect(run(folder, 'new', 'page', 'hello', ...title)).toMatchObject({ status: 0 })
  // An editor reads the file that "$schema" names, and those that it refers to, by their paths.
  const load = (address: string) => ({ ...JSON.parse(readFileSync(fileURLToPath(address), 'utf8')), $id: address })
  const editor = new Ajv({ strict: false, logger: false, loadSchema: async (address) => load(address) })
  const judged = async (file: string, change: object = {}) => {
    const definition = JSON.parse(readFileSync(join(folder, file), 'utf8'))
    const address = pathToFileURL(resolve(folder, file, '..', definition.$schema)).href
    expect(address).toContain(`${folder}/node_modules/leadwright/schemas/`)
    const judge = editor.getSchema(address) ?? (await editor.compileAsync(load(address)))
    return judge({ ...definition, ...change }) ? [] : judge.errors
  }
  const files = globSync('definitions/**/*.json', { cwd: folder })
  expect(files.length).toBeGreaterThan(12)
  for (const file of files) {
    expect([file, await judged(file)]).toEqual([file, []])
    expect([file, await judged(file, { unknownKey: 1 })]).not.toEqual([file, []])
  }
  expect(run(folder, 'new', 'kind', 'plate')).toMatchObject({ status: 0 })
  expect(run(folder, 'new', 'page', 'later', ...title)).toMatchObject({ status: 0 })
  expect(run(folder, 'build')).toMatchObject({ status: 0 })
  const { $schema } = JSON.parse(readFileSync(join(folder, 'definitions/pages/later.json'), 'utf8'))
  expect($schema).toBe('../../dist/schemas/page.schema.json')
  expect(existsSync(join(folder, 'definitions/pages', $schema))).toBe(true)
})

test('what cannot be created is said, and nothing is written', () => {
  const folder = join(temporaryFolder(), 'new')
  const wrong = {
    '--languages=en,pt': '--languages has "pt"',
    '--languages=en,en': '--languages names a language twice',
    '--form=survy': '--form cannot be "survy". Did you mean "survey"?',
    '--colour=blau': '--colour cannot be "blau"',
    '--name=&': '--name needs a letter',
  }
  for (const [option, said] of Object.entries(wrong)) {
    expect(init(folder, '--name=Acme', option).stderr).toContain(said)
    expect(existsSync(folder)).toBe(false)
  }
  expect(init(folder).stderr).toContain('Add --name')
  expect(init(folder, '--name=Acme').status).toBe(0)
  expect(init(folder, '--name=Acme').stderr).toContain('already exists')
})

test('a repository that is created from the tarball starts, and its lead is read by key', async () => {
  const folder = temporaryFolder()
  const packed = packedPackage()
  installIn(folder, packed)
  expect(init(folder, '--name', 'Acme', '--languages', 'en,de', '--package', packed.tarball)).toMatchObject({
    status: 0,
  })
  const { scripts, dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  expect(dependencies.leadwright).toMatch(/^file:.*leadwright-.*\.tgz$/)
  expect(scripts).toEqual({ start: 'leadwright start', test: 'leadwright test' })
  // As the container runs it.
  const dockerfile = readFileSync(join(folder, 'node_modules/leadwright/deploy/Dockerfile'), 'utf8')
  const [healthy = [], start = []] = Array.from(dockerfile.matchAll(/CMD (\[.*\])/g), ([, call = '']) =>
    JSON.parse(call),
  )
  // Own code is built by the image; the server starts on a read-only root and writes nowhere but in the folder of its data.
  expect(run(folder, 'new', 'kind', 'plate')).toMatchObject({ status: 0 })
  expect(run(folder, 'build')).toMatchObject({ status: 0 })
  const data = join(folder, 'data')
  mkdirSync(data)
  const may = ['fs-read=*', `fs-write=${data}`, 'worker', 'addons']
  const readOnly = ['--permission', ...may.map((what) => `--allow-${what}`)]
  const call = [...asNobody(folder, data), ...start.toSpliced(1, 0, ...readOnly)]
  const server = await startIn(folder, call, { DATA_DIR: data })
  expect(await (await fetch(server.origin)).text()).toMatch(/\/assets\/own-[0-9a-f]{12}\.js/)
  const { port } = new URL(server.origin)
  const isHealthy = () => {
    const [command, ...args] = healthy
    return spawnSync(command, args, { cwd: folder, env: { ...process.env, PORT: port } }).status === 0
  }
  expect(isHealthy()).toBe(true)
  // The calls of the documents, as they are copied.
  const guide = readFileSync(join(import.meta.dirname, '../../docs/repository.md'), 'utf8')
  const [, calls = ''] = /```sh\n(curl [\s\S]*?)```/.exec(guide) ?? []
  const copied = calls.replaceAll('http://127.0.0.1:8080', server.origin).replaceAll(/^curl/gm, 'echo; curl --silent')
  const said = spawnSync('sh', ['-c', copied], { cwd: folder, encoding: 'utf8' }).stdout.trim().split('\n')
  const { id } = JSON.parse(said[0] ?? '') as { id: string }
  expect(JSON.parse(said[1] ?? '')).toMatchObject({ leads: [{ id, data: { email: 'ada@example.com' } }] })
  expect(await server.stop()).toBe(0)
  expect(isHealthy()).toBe(false)
})

/** Has a call run as a user who owns nothing but the data, where this test may choose one. */
function asNobody(folder: string, data: string): string[] {
  if (process.getuid?.() !== 0 || spawnSync('setpriv', ['--version']).status !== 0) return []
  chmodSync(folder, 0o755)
  chownSync(data, 65534, 65534)
  return ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', '--no-new-privs']
}

test('the image has what a repository may have, and none of its secrets', () => {
  const deploy = join(home, 'node_modules/leadwright/deploy')
  const dockerfile = readFileSync(join(deploy, 'Dockerfile'), 'utf8')
  expect(dockerfile).toMatch(/^COPY \. \.$/m)
  expect(dockerfile.indexOf('USER node')).toBeGreaterThan(dockerfile.lastIndexOf('COPY'))
  const left = readFileSync(join(deploy, 'Dockerfile.dockerignore'), 'utf8').split('\n')
  for (const secret of ['.env', '.env.*', 'data']) {
    expect(left).toContain(secret)
    expect(dockerfile.split('rm -rf ')[1]?.split(/\s/)).toContain(secret)
  }
})

test.skipIf(spawnSync('systemd-analyze', ['--version']).status !== 0)('systemd accepts the unit', () => {
  const unit = join(temporaryFolder(), 'leadwright@8080.service')
  const text = readFileSync(join(home, 'node_modules/leadwright/deploy/leadwright@.service'), 'utf8')
  writeFileSync(unit, text.replaceAll('/usr/bin/node', process.execPath))
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' })
  expect(stderr).toBe('')
  expect(status).toBe(0)
})
