import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { smallTree } from '../../engine/node/testing/small-tree.ts'
import { writeTree } from '../../engine/node/testing/write-tree.ts'

const root = mkdtempSync(join(tmpdir(), 'leadwright-check-'))
afterAll(() => rmSync(root, { recursive: true }))

/** A form that asks for up to four pets, each younger than nine years. */
const pets = (more: object = {}) =>
  JSON.stringify({
    locales: ['en'],
    title: 'Pet cover',
    steps: {
      cover: {
        title: 'Cover',
        fields: { start: { kind: 'date', title: 'From when?', earliest: '+1d', latest: '+6m' } },
      },
      pets: {
        title: 'Your pets',
        as: 'pets',
        repeat: { min: 1, max: 4, title: 'Pet', add: 'Add a pet' },
        fields: {
          species: { title: 'What is it?', options: { dog: 'A dog', horse: 'A horse' } },
          born: {
            kind: 'birth-date',
            title: 'Born',
            when: { species: 'dog' },
            earliest: { field: 'start', offset: '-9y' },
            ...more,
          },
        },
      },
    },
  })

function run(command: string, form: string, ...args: string[]) {
  const folder = mkdtempSync(join(root, 'site-'))
  writeTree(folder, { ...smallTree, 'definitions/forms/pets.json': form })
  const folders = ['--definitions', join(folder, 'definitions'), '--locales', join(folder, 'locales')]
  const called = [join(import.meta.dirname, '../leadwright.ts'), command, ...args, ...folders]
  const { status, stdout, stderr } = spawnSync(process.execPath, called, { encoding: 'utf8' })
  return { status, stdout, stderr }
}

test('what a server would not let go live is refused, with one verdict and one mistake that names its cause', () => {
  const { status, stdout } = run('check', pets())
  expect(status).toBe(1)
  expect(stdout.match(/pets\.json:\d+:\d+ No answer/g)).toHaveLength(1)
  expect(stdout).toContain('No answer to "pets.#.born" is taken')
  expect(stdout).toContain('The kind "birth-date" means an adult')
  expect(stdout).toContain('Would go live: no. Not as written: forms/pets.')
  const release = run('check', pets(), '--release')
  expect([release.status, release.stdout]).toEqual([1, expect.stringContaining('Would go live: no.')])
  const [verdict = ''] = run('check', pets(), '--json').stdout.trim().split('\n').slice(-1)
  expect(JSON.parse(verdict)).toEqual({ wouldGoLive: 'no', quarantined: ['forms/pets'], setAside: ['forms/pets'] })
})

test('what a server lets go live is said to', () => {
  const { status, stdout } = run('check', pets({ latest: 'today' }))
  expect([status, stdout]).toEqual([0, expect.stringContaining('Would go live: yes.')])
})

test('a draft is proven like any other form', () => {
  const draft = (form: string) => JSON.stringify({ ...JSON.parse(form), draft: true })
  const stuck = run('prove', draft(pets()), 'pets')
  expect(stuck).toMatchObject({ status: 1, stdout: expect.stringContaining('The kind "birth-date" means an adult') })
  const good = run('prove', draft(pets({ latest: 'today' })), 'pets')
  expect(good).toMatchObject({ status: 0, stdout: expect.stringMatching(/pets +en GB +\d+ fields +[1-9]\d* walks/) })
})

test('a receipt that repeats everything is noted, at its place, and goes live', () => {
  const form = JSON.stringify({
    locales: ['en'],
    title: 'Book a room',
    steps: { you: { title: 'You', fields: { email: { kind: 'email' } } } },
    receipt: { mail: 'receipt', answers: 'all' },
  })
  const { status, stdout } = run('check', form)
  expect([status, stdout]).toEqual([
    0,
    expect.stringMatching(/^Note: \S*forms\/pets\.json:1:\d+ .*nobody has verified/m),
  ])
  const lines = run('check', form, '--json').stdout.trim().split('\n')
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ note: true, file: expect.stringContaining('forms/pets.json') }),
    { wouldGoLive: 'yes', quarantined: [], setAside: [] },
  ])
})
