import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { compiledSchemas, readSchemas } from './schemas.ts'

// Compiled schemas need their compiler's parts, which are found from within the project alone.
const caches = join(import.meta.dirname, '../../node_modules/.cache')
mkdirSync(caches, { recursive: true })
const folder = mkdtempSync(join(caches, 'schemas-'))
afterAll(() => rmSync(folder, { recursive: true }))

const broken = { locales: ['en', 'english'], titel: 'A', steps: { 1: { title: 'B', fields: { a: { kind: 4 } } } } }

/** What the schema of forms finds, in the words of its compiler. */
function found(schemas = readSchemas(), kept = folder): unknown {
  const validate = compiledSchemas(schemas, kept)('form.schema.json')
  expect(validate(broken)).toBe(false)
  return validate.errors
}

test('schemas compiled before find what those find that are compiled now', () => {
  const now = found()
  const [file = ''] = readdirSync(folder)
  const written = statSync(join(folder, file)).mtimeMs
  expect(found()).toEqual(now)
  expect(statSync(join(folder, file)).mtimeMs).toBe(written)
  // Any other sign would double the memory that the code takes.
  expect(readFileSync(join(folder, file), 'utf8')).not.toMatch(/[^\0-\x7f]/)
})

test('another schema is compiled for itself, and so is what was kept badly', () => {
  const { 'form.schema.json': form = {}, ...others } = readSchemas()
  const { title: _, ...properties } = form.properties as object & { title: object }
  const before = readdirSync(folder)
  expect(found({ ...others, 'form.schema.json': { ...form, properties } })).not.toEqual(found())
  const files = readdirSync(folder)
  expect(files).toHaveLength(before.length + 1)
  const now = found()
  for (const file of files) writeFileSync(join(folder, file), 'exports.cut = ')
  expect(found()).toEqual(now)
})

test('where nothing can be kept they are compiled each time', () => {
  const file = join(folder, 'taken')
  writeFileSync(file, '')
  chmodSync(file, 0o400)
  expect(found(readSchemas(), file)).toEqual(found())
})
