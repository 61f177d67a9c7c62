import { execFileSync, spawnSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { FormChange } from '../../engine/authoring/diff/compare-sites.ts'
import { mergePatch } from '../../engine/form/model/merge-patch.ts'
import { smallTree } from '../../engine/node/testing/small-tree.ts'
import { writeTree } from '../../engine/node/testing/write-tree.ts'

const leadwright = join(import.meta.dirname, '../leadwright.ts')

/** A repository whose definitions stand in a folder of it, both with a space in their names. */
let repository: string
let product: string
beforeAll(async () => {
  repository = await mkdtemp(join(tmpdir(), 'leadwright diff '))
  product = join(repository, 'the product')
  writeTree(product, smallTree)
  await write('definitions/forms/boats.json', boats)
  await write('locales/de/forms/boats.json', inGerman)
  await write('definitions/partners/harbour.json', harbour)
  git('init', '--quiet', '--initial-branch', 'main')
  commit('Begin')
  git('tag', 'begin')
})
beforeEach(() => {
  git('reset', '--quiet', '--hard', 'begin')
  git('clean', '--quiet', '--force', '-d')
})
afterAll(() => rm(repository, { recursive: true }))

// Whoever runs the tests may be in a hook, or sign commits.
const clean = { GIT_DIR: undefined, GIT_WORK_TREE: undefined, GIT_CONFIG_GLOBAL: '/dev/null' }

function git(...args: string[]): void {
  const author = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com']
  execFileSync('git', [...author, ...args], { cwd: repository, env: { ...process.env, ...clean } })
}

function commit(message: string): void {
  git('add', '--all')
  git('commit', '--quiet', '--message', message)
}

async function write(file: string, value: unknown): Promise<void> {
  const path = join(product, file)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, JSON.stringify(value, null, 2))
}

/** Changes a file as a merge patch does. */
async function edit(file: string, patch: object): Promise<void> {
  await write(file, mergePatch(JSON.parse(await readFile(join(product, file), 'utf8')), patch))
}

interface Call {
  folder?: string
  locales?: string
  env?: object
}

function diff(args: string[], { folder = product, locales = join(folder, 'locales'), env = {} }: Call = {}) {
  const folders = ['--definitions', join(folder, 'definitions'), '--locales', locales]
  return spawnSync(process.execPath, [leadwright, 'diff', ...args, ...folders], {
    encoding: 'utf8',
    env: { ...process.env, ...clean, ...env },
  })
}

const boats = {
  $schema: '../../schemas/form.schema.json',
  locales: ['en', 'de'],
  title: 'Boats',
  steps: {
    boat: {
      title: 'The boat',
      fields: {
        hull: { title: 'Hull', options: { wood: 'Wood', steel: 'Steel', plastic: 'Plastic' } },
        length: { title: 'Length', type: 'integer', minimum: 2, maximum: 40 },
        value: { title: 'Value', type: 'integer' },
        berth: { title: 'Berth', type: 'string' },
        moored: { kind: 'yes-no', title: 'Moored?' },
      },
    },
    owner: {
      title: 'You',
      fields: { email: { kind: 'email' }, phone: { kind: 'phone', optional: true }, city: { kind: 'city' } },
    },
  },
  consents: { privacy: {} },
}

const inGerman = {
  title: 'Boote',
  steps: {
    boat: {
      title: 'Das Boot',
      fields: {
        hull: { title: 'Rumpf', options: { wood: 'Holz', steel: 'Stahl', plastic: 'Kunststoff' } },
        length: { title: 'Länge' },
        value: { title: 'Wert' },
        berth: { title: 'Liegeplatz' },
        moored: { title: 'Festgemacht?' },
      },
    },
    owner: { title: 'Über Sie' },
  },
}

const harbour = {
  name: 'Harbour',
  filters: [{ form: 'boats' }],
  map: { mail: 'email', where: 'city', hull: 'hull', tied: 'moored' },
  deliveries: { feed: { kind: 'pull' } },
}

const inStep = (step: string, fields: object) => ({ steps: { [step]: { fields } } })

/** Changes of every sort that no partner minds. */
async function plant(): Promise<void> {
  const renamed = { berth: null, mooring: { title: 'Berth', type: 'string' } }
  const rules = { hull: { options: { wood: null } }, length: { minimum: 3 }, value: { type: 'string' } }
  await edit('definitions/forms/boats.json', inStep('boat', { ...rules, ...renamed }))
  await edit('definitions/forms/boats.json', inStep('owner', { phone: { optional: false } }))
  const german = { ...inStep('boat', { hull: { options: { wood: null } }, berth: null, mooring: { title: 'Platz' } }) }
  await edit('locales/de/forms/boats.json', german)
  await edit('locales/de/forms/boats.json', { steps: { owner: { title: 'Zu Ihnen' } } })
  await edit('locales/de/consents/privacy.json', { text: 'Ja, [so](page:privacy) sei es.' })
  await write('definitions/forms/rafts.json', { ...boats, title: 'Rafts', locales: ['en'] })
}

const planted = [
  'breaking  drafts    boats  en de  The question "berth" is gone (renamed? "mooring" is new and takes the same): an answer that a draft keeps is dropped, and the visitor is asked again.',
  'breaking  lead      boats  en de  Leads no longer hold "berth" (renamed? "mooring" is new and takes the same).',
  'breaking  drafts    boats  en de  The option "wood" of "hull" is gone: a draft that chose it is refused there, and the visitor chooses again.',
  'breaking  drafts    boats  en de  "length" has the minimum 3 instead of 2: what a draft keeps beyond it is refused, and the visitor corrects it.',
  'breaking  drafts    boats  en de  "value" takes text instead of a whole number: an answer that a draft keeps is refused, and the visitor answers again.',
  'breaking  lead      boats  en de  "value" holds text instead of a whole number.',
  'breaking  drafts    boats  de     The sentence of the consent "privacy" changed: a tick that a draft keeps was given to the former sentence and must be given again. The evidence of earlier leads keeps its original sentence.',
  'safe      drafts    boats  en de  The question "mooring" is new: a draft is asked it.',
  'safe      lead      boats  en de  Leads hold "mooring" as well: text.',
  'safe      lead      boats  en de  "hull" no longer holds "wood".',
  'safe      drafts    boats  en de  "phone" must be answered now: a draft without an answer is asked it.',
  'safe      lead      boats  en de  Every lead holds "phone" now.',
  'safe      page      boats  en de  3 texts read differently.',
]

test('nothing changed is said, and so are words alone', async () => {
  const nothing = 'No change since HEAD.\n'
  expect(diff(['HEAD'])).toMatchObject({ status: 0, stdout: nothing, stderr: '' })
  expect(diff(['HEAD', '--json'])).toMatchObject({ status: 0, stdout: '', stderr: '' })
  await edit('locales/de/forms/boats.json', { title: 'Schiffe', steps: { boat: { title: 'Das Schiff' } } })
  expect(diff(['HEAD']).stdout.split('\n')).toEqual([
    'safe      page      boats  de  2 texts read differently.',
    'changed   forms/boats  de  title, steps.boat.title',
    ...['', harmless, ''],
  ])
})

const harmless = 'No change since HEAD affects saved answers, partners or leads.'

test('whatever changes what visitors see is told, by file and key', async () => {
  await edit('definitions/pages/solar.json', { title: 'Sun', noindex: true })
  await edit('definitions/brands/moon.json', { name: 'New moon' })
  await edit('definitions/mails/again.json', { subject: 'Back from {brand}' })
  await edit('locales/de/mails/receipt.json', { subject: 'Besten Dank: {form}' })
  await write('definitions/menus/small.json', {
    locales: ['en'],
    title: 'Small',
    entries: { us: { title: 'Us', page: 'privacy' } },
  })
  const { status, stdout } = diff(['HEAD'])
  expect(stdout.split('\n').map((line) => line.replaceAll(/ {2,}/g, '  '))).toEqual([
    'changed  brands/moon  name',
    'changed  mails/again  subject',
    'changed  mails/receipt  de  subject',
    'new  menus/small',
    'changed  pages/solar  title, +noindex',
    ...['', harmless, ''],
  ])
  expect(status).toBe(0)
  const [first = ''] = diff(['HEAD', '--json']).stdout.split('\n')
  expect(JSON.parse(first)).toEqual({ file: 'brands/moon', change: 'changed', locales: [], keys: ['name'] })
})

test('every sort of change is told, and that none of them breaks a partner', async () => {
  await plant()
  const { status, stdout, stderr } = diff(['main'])
  const squeezed = stdout.split('\n').map((line) => line.replaceAll(/ {2,}/g, '  '))
  for (const line of planted) expect(squeezed).toContain(line.replaceAll(/ {2,}/g, '  '))
  const ofBoats = squeezed.filter((line) => line.split('  ')[2] === 'boats')
  expect(ofBoats).toHaveLength(planted.length)
  expect(squeezed).toContain('safe  lead  rafts  en  The form is new.')
  expect(stdout).toMatch(
    /A page that is open can be sent unchanged for 24 hours\.\n\d+ breaking, \d+ safe since main\.\n$/,
  )
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })

  const changes = diff(['main', '--json'])
    .stdout.trim()
    .split('\n')
    .map((line) => JSON.parse(line) as FormChange)
  expect(changes).toContainEqual({
    form: 'boats',
    locales: ['en', 'de'],
    effect: 'breaking',
    on: 'drafts',
    place: 'boat/hull/wood',
    change: expect.stringContaining('The option "wood" of "hull" is gone'),
  })
  expect(changes.filter(({ form }) => form === 'boats')).toHaveLength(planted.length)
})

test('a broken partner fails', async () => {
  const rarer = mergePatch(boats, inStep('boat', { moored: { when: { hull: 'steel' } } })) as object
  const localeRules = { de: inStep('owner', { city: null }) }
  await write('definitions/forms/boats.json', { ...rarer, localeRules })
  const { status, stdout, stderr } = diff(['HEAD'])
  const lines = stdout.split('\n')
  const missed = 'The partner "harbour" may miss "tied": not every lead it takes holds "moored" now.'
  expect(lines).toContain(
    'breaking  partners  boats  de     The partner "harbour" no longer gets "where": it was read from "city".',
  )
  expect(lines).toContain(`breaking  partners  boats  en de  ${missed}`)
  expect({ status, stderr }).toEqual({ status: 1, stderr: '2 changes break a partner.\n' })
})

test('a site that may embed a form no more is told of, and one that may now', async () => {
  await edit('definitions/forms/boats.json', { embed: { origins: ['https://a.example', 'https://b.example'] } })
  commit('Embed')
  await edit('definitions/forms/boats.json', { embed: { origins: ['https://b.example', 'https://c.example'] } })
  const { status, stdout, stderr } = diff(['HEAD'])
  expect(stdout.split('\n')).toEqual([
    'breaking  partners  boats  en de  https://a.example may not embed the form any more: its pages show an error of the browser there.',
    'safe      partners  boats  en de  https://c.example may embed the form now.',
    ...['', '1 breaking, 1 safe since HEAD.', ''],
  ])
  expect({ status, stderr }).toEqual({ status: 1, stderr: '1 change breaks a partner.\n' })
})

test('a form that is gone takes its drafts and its leads along, and its partners lose their way', async () => {
  for (const file of [
    'definitions/forms/boats.json',
    'locales/de/forms/boats.json',
    'definitions/partners/harbour.json',
  ])
    await rm(join(product, file))
  const { status, stdout } = diff(['HEAD'])
  expect(stdout.split('\n')).toEqual([
    'breaking  drafts    boats  en de  The form is no longer offered: unfinished answers cannot be sent, not even from an open page.',
    'breaking  lead      boats  en de  The form is offered no more: no leads come of it.',
    'breaking  partners  boats  en de  The partner "harbour" no longer gets leads of this form.',
    'gone      partners/harbour',
    ...['', '3 breaking, 0 safe since HEAD.', ''],
  ])
  expect(status).toBe(1)
})

test('what cannot be compared is refused with the reason, and keeps nothing else from it', async () => {
  expect(diff(['nonsense'])).toMatchObject({
    status: 2,
    stdout: '',
    stderr: `There is no revision "nonsense" in ${repository}.\n`,
  })
  expect(diff(['--', '--all']).status).toBe(2)
  expect(diff([]).status).toBe(2)

  await edit('definitions/forms/boats.json', { steps: { boat: { fields: { hull: { colour: 'red' } } } } })
  commit('Break')
  await write('definitions/forms/rafts.json', { ...boats, title: 'Rafts', locales: ['en'] })
  expect(diff(['HEAD~1'])).toMatchObject({
    status: 1,
    stdout: expect.stringMatching(/^safe .* rafts /m),
    stderr: expect.stringMatching(/boats\.json:\d+:\d+ .*\nCorrect/s),
  })
  await rm(join(product, 'definitions/forms/rafts.json'))
  await edit('definitions/forms/boats.json', { steps: { boat: { fields: { hull: { colour: null } } } } })
  const { status, stderr } = diff(['HEAD'])
  expect(status).toBe(1)
  expect(stderr).toMatch(/^HEAD:the product\/definitions\/forms\/boats\.json:\d+:\d+ Unknown key "colour"/)
  expect(stderr).toContain('"HEAD" cannot be compared: this version rejects its definitions.')

  const elsewhere = await mkdtemp(join(tmpdir(), 'leadwright-outside-'))
  await cp(product, elsewhere, { recursive: true })
  const outside = diff(['HEAD'], { folder: elsewhere, env: { GIT_CEILING_DIRECTORIES: tmpdir() } })
  expect(outside).toMatchObject({ status: 2, stderr: expect.stringMatching(/^The history of .* cannot be read: /) })
  await rm(elsewhere, { recursive: true })
})

test('folders that moved are looked for where they are now', async () => {
  await rename(product, `${product} 2`)
  expect(diff(['HEAD'], { folder: `${product} 2` })).toMatchObject({
    status: 2,
    stderr: 'There are no definitions in the product 2/definitions at "HEAD".\n',
  })
})

test('a working tree beside the repository is compared as it stands, within a hook too', async () => {
  const tree = join(repository, '../', `${repository.split('/').at(-1)} tree`)
  git('worktree', 'add', '--quiet', '--detach', tree)
  await plant()
  await cp(product, join(tree, 'the product'), { recursive: true })
  git('reset', '--quiet', '--hard', 'main')
  const env = { GIT_DIR: join(repository, '.git'), GIT_INDEX_FILE: join(repository, '.git/index') }
  const { status, stdout } = diff(['main'], { folder: join(tree, 'the product'), env })
  git('worktree', 'remove', '--force', tree)
  expect(stdout.match(/^(breaking|safe) .* boats /gm)).toHaveLength(planted.length)
  expect(status).toBe(0)
})

test('translations from elsewhere are taken as they are', async () => {
  const elsewhere = await mkdtemp(join(tmpdir(), 'leadwright-words-'))
  await cp(join(product, 'locales'), elsewhere, { recursive: true })
  const found = diff(['HEAD'], { locales: elsewhere, env: { GIT_CEILING_DIRECTORIES: tmpdir() } })
  expect(found).toMatchObject({
    status: 0,
    stdout: 'No change since HEAD.\n',
    stderr: expect.stringContaining('is outside the repository of the definitions'),
  })
  await rm(elsewhere, { recursive: true })
})
