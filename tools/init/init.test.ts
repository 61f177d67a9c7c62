import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startIn, temporaryFolder } from '../../server/testing/running-server.ts'
import { installed, installIn, packedPackage } from '../testing/packed-package.ts'

const leadwright = join(import.meta.dirname, '../leadwright.ts')

function init(folder: string, ...options: string[]): { status: number | null; stderr: string } {
  return spawnSync(process.execPath, [leadwright, 'init', folder, '--yes', ...options], { encoding: 'utf8' })
}

test.each([
  ['contact', 'en,es,de,fr,it,nl'],
  ['quote', 'de,en,fr'],
  ['survey', 'es,it'],
  ['newsletter', 'nl,en'],
  ['contact', 'fr'],
  ['quote', 'it'],
])('the form %s in %s begins without an error, and with no text to translate', (form, languages) => {
  const folder = join(temporaryFolder(), 'new')
  expect(init(folder, '--name', 'Ácme & Söhne', '--languages', languages, '--form', form)).toMatchObject({ status: 0 })
  for (const command of ['check', 'prove', 'text'])
    expect(spawnSync(process.execPath, [leadwright, command], { cwd: folder, encoding: 'utf8' })).toMatchObject({
      status: 0,
    })
  const { name, dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  expect(name).toBe('acme-sohne')
  expect(Object.keys(dependencies)).toEqual(['leadwright'])
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

test('a repository that is created from the tarball starts, passes its own test, and its lead is read by key', async () => {
  const folder = temporaryFolder()
  const packed = packedPackage()
  installIn(folder, packed)
  const run = (...words: string[]) => {
    const [command = '', ...args] = installed(folder, ...words)
    return execFileSync(command, args, { cwd: folder, encoding: 'utf8', timeout: 300_000, killSignal: 'SIGKILL' })
  }
  run('init', '.', '--yes', '--name', 'Acme', '--languages', 'de', '--package', packed.tarball)
  const { scripts, dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  expect(dependencies.leadwright).toMatch(/^file:.*leadwright-.*\.tgz$/)
  expect(scripts).toEqual({ start: 'leadwright start', test: 'leadwright test' })
  expect(run('test')).toContain('contact: sent')
  // As the container runs it.
  const dockerfile = readFileSync(join(folder, 'node_modules/leadwright/deploy/Dockerfile'), 'utf8')
  const [healthy = [], start = []] = Array.from(dockerfile.matchAll(/CMD (\[.*\])/g), ([, call = '']) =>
    JSON.parse(call),
  )
  const server = await startIn(folder, start, { DATA_DIR: join(folder, 'data') })
  const { port } = new URL(server.origin)
  const isHealthy = () => {
    const [command, ...args] = healthy
    return spawnSync(command, args, { cwd: folder, env: { ...process.env, PORT: port } }).status === 0
  }
  expect(isHealthy()).toBe(true)
  const answers = { message: 'Hallo', firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', privacy: true }
  const sent = await fetch(`${server.origin}/api/v1/submissions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ form: 'contact', locale: 'de', answers }),
  })
  expect(sent.status).toBe(201)
  const { id } = (await sent.json()) as { id: string }
  const key = readFileSync(join(folder, 'data/demo.key'), 'utf8').trim()
  const feed = await fetch(`${server.origin}/api/v1/leads`, { headers: { authorization: `Bearer ${key}` } })
  expect(JSON.stringify(await feed.json())).toContain(id)
  expect(await server.stop()).toBe(0)
  expect(isHealthy()).toBe(false)
})
