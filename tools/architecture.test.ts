// Each module has one entry, imports what its README says, and owns its tables alone. The counts have limits: merge what
// has a single user, or put a new module into the structure first (its README and its entry in package.json).
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { circles, figures, forbiddenImports, foreignTables, readArchitecture } from './architecture.ts'

const root = join(import.meta.dirname, '..')
const found = readArchitecture(root)

test('modules import each other by their entries, as their READMEs say', () => {
  expect(found.files.length).toBeGreaterThan(400)
  expect(forbiddenImports(found)).toEqual([])
})

test('no module can be reached from itself', () => {
  expect(circles(found)).toEqual([])
})

test('SQL on a table is in the module that owns it', () => {
  const owned = found.modules.flatMap(({ tables }) => tables)
  expect(owned).toHaveLength(34)
  expect(foreignTables(root, found)).toEqual([])
})

test('only the module of leads says what becomes of a delivery', () => {
  const says = found.files.filter((file) => /\bdeliveries SET state\b/.test(readFileSync(join(root, file), 'utf8')))
  expect(says.filter((file) => !/^server\/(leads|storage\/tables)\//.test(file))).toEqual([])
})

test('what makes code hard to find does not grow', () => {
  const now = figures(root, found)
  expect(now['source files']).toBeLessThanOrEqual(711)
  expect(now['files with a single user']).toBeLessThanOrEqual(165)
  expect(now['… of 15 lines or fewer']).toBeLessThanOrEqual(8)
  expect(now['exports of the largest module']).toBeLessThanOrEqual(203)
  expect(now['imports of server/app.ts']).toBeLessThanOrEqual(25)
})

test('words that only we understood stay gone', () => {
  const words =
    /\b(catalogs?|sayings|patience|oncePerValue|sight(Of)?|goOnLater|outsideHosts|popupElsewhere|drills?)\b/i
  // What was called otherwise is read where it is named.
  const named = ['engine/form/model/earlier-form.ts', 'tools/commands.ts']
  const said = found.files.filter((file) => !named.includes(file) && words.test(readFileSync(join(root, file), 'utf8')))
  expect(said).toEqual([])
})

test('a planted import past an entry, against a README, or in a circle is found', () => {
  const planted = (from: string, to: string, specifier: string) => ({
    ...found,
    imports: [...found.imports, { from, to, specifier }],
  })
  const past = planted('server/pages/pages.ts', 'server/leads/erase.ts', '../leads/erase.ts')
  expect(forbiddenImports(past)).toEqual([
    'server/pages/pages.ts imports from inside, not from the entry of, server/leads: ../leads/erase.ts',
  ])
  const up = planted('server/leads/erase.ts', 'server/mail/index.ts', '#server/mail')
  expect(forbiddenImports(up)).toEqual(['server/leads may not import server/mail: server/leads/erase.ts'])
  expect(circles(up)).toEqual(expect.arrayContaining(['server/leads', 'server/mail']))
})
