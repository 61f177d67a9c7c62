import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import type { ValidateFunction } from 'ajv'
import standalone from 'ajv/dist/standalone/index.js'
import ajvPackage from 'ajv/package.json' with { type: 'json' }
import { addKinds, type OwnKind } from '#engine/form/model'
import { type Schemas, schemaCompiler, shapeCheck, type Validators } from '#engine/library'

/** Where what can be made anew is kept. */
const cache = join(import.meta.dirname, '../../node_modules/.cache/leadwright')

const folder = join(import.meta.dirname, '../../schemas')

/** The JSON Schemas of the language, by $id, such as form.schema.json or sections/form.schema.json. */
export function readSchemas(): Schemas {
  schemas ??= read()
  return schemas
}

/** A schema of kinds. */
interface Union {
  properties: { kind: { enum: string[]; description: string } }
  allOf: object[]
}

/** The keys that any section has. */
const keysOfSections = {
  locales: { $ref: 'text.schema.json#/properties/locales' },
  after: { $ref: 'text.schema.json#/properties/after' },
}

const installed = 'node_modules/leadwright/schemas'

/**
 * What an editor completes a file with: the schemas next to the definitions, those that `build` writes with a
 * repository's own kinds, or those of the installed package. Elsewhere a running server has them.
 */
export function schemaFrom(definitions: string, file: string, schema: string): string {
  const root = resolve(definitions, '..')
  const places = [
    relative(root, join(import.meta.dirname, '../..')) === '' ? 'schemas' : null,
    existsSync(join(root, 'leadwright.config.ts')) ? 'dist/schemas' : null,
    existsSync(join(root, installed)) ? installed : null,
  ]
  const place = places.find((each) => each !== null)
  if (place === undefined) return `http://127.0.0.1:8080/schemas/${schema}`
  return relative(dirname(resolve(file)), join(root, place, schema))
}

/** What a repository adds to the schemas. */
const added: ((schemas: Record<string, object>) => void)[] = []

/**
 * Adds a kind to a schema of kinds. Once, before definitions are read.
 * @param union the $id of the schema without its ending, such as `delivery`
 * @param name that of the new one
 * @param kind the kind's id
 * @param keys a schema of its other keys
 */
export function addSchemas(
  union: 'delivery' | 'section',
  name: string,
  kind: string,
  { description, properties: keys, required = [] }: OwnKeys,
): void {
  added.push((schemas) => {
    const $id = `${name}.schema.json`
    const { properties: known, allOf } = schemas[`${union}.schema.json`] as Union
    known.kind.enum.push(kind)
    known.kind.description += ` ${kind}: ${description}`
    const isOfKind = { required: ['kind'], properties: { kind: { const: kind } } }
    // biome-ignore lint/suspicious/noThenProperty: JSON Schema's own word
    allOf.push({ if: isOfKind, then: { $ref: $id } })
    const properties = {
      kind: { enum: [kind], description: kind },
      ...keys,
      ...(union === 'section' && keysOfSections),
    }
    schemas[$id] = {
      ...{ $schema: 'http://json-schema.org/draft-07/schema#', $id, description, type: 'object' },
      ...{ additionalProperties: false, required: ['kind', ...required], properties },
    }
    if (union !== 'section') return
    // A block is a section in a file of its own.
    const { after: _, ...ofBlocks } = properties as Record<string, object>
    const own = Object.keys(ofBlocks).map((key) => [key, { $ref: `${$id}#/properties/${key}` }])
    const block = { required: ['kind', ...required], additionalProperties: false }
    const { allOf: blocks } = schemas['block.schema.json'] as Union
    // biome-ignore lint/suspicious/noThenProperty: JSON Schema's own word
    blocks.push({ if: isOfKind, then: { ...block, properties: { $schema: true, ...Object.fromEntries(own) } } })
  })
  schemas = undefined
}

/** Adds drawings to those that sections name. Once, before definitions are read. */
export function addDrawings(names: readonly string[]): void {
  added.push((schemas) => drawingNames(schemas).push(...names))
  schemas = undefined
}

/** The names of all drawings that sections may have. */
export function drawingNames(schemas: Readonly<Record<string, object>>): string[] {
  const { properties } = schemas['sections/hero.schema.json'] as { properties: { drawing: { enum: string[] } } }
  return properties.drawing.enum
}

/** Adds a field kind to all schemas that name one. Once, before definitions are read. */
function addFieldKind(id: string, description: string): void {
  added.push((schemas) => {
    const { enum: known, description: about } = schemas['field-kind.schema.json'] as {
      enum: string[]
      description: string
    }
    const names = [...known]
    const visit = (node: unknown): void => {
      if (typeof node !== 'object' || node === null) return
      const { enum: ids } = node as { enum?: unknown[] }
      if (Array.isArray(ids) && names.every((name) => ids.includes(name))) {
        ids.push(id)
        if ((node as { description?: string }).description === about)
          (node as { description: string }).description = `${about} ${id}: ${description}.`
      }
      Object.values(node).forEach(visit)
    }
    visit(schemas)
  })
  schemas = undefined
}

/** The files of added kinds by id, as URLs. A thread shares no code with another, and loads them for itself. */
export const ownKindFiles: Record<string, string> = {}

/** Adds kinds to this thread. */
export async function loadKinds(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [id, url] of Object.entries(files)) {
    const kind: OwnKind = (await import(url)).default
    addKinds({ [id]: kind })
    addFieldKind(id, kind.description)
    ownKindFiles[id] = url
  }
}

/** The keys of a kind, in addition to the kind itself. */
interface OwnKeys {
  description: string
  properties: Readonly<Record<string, object>>
  required?: readonly string[]
}

/** They come with the code and change with it alone, so they are read once. */
let schemas: Schemas | undefined

function read(): Schemas {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.schema.json'),
  )
  const read = Object.fromEntries(names.map((name) => [name, JSON.parse(readFileSync(join(folder, name), 'utf8'))]))
  for (const add of added) add(read)
  // Whoever checks with them from now on has them compiled.
  shapeCheck(read, compiledSchemas(read))
  return read
}

/**
 * The compiled schemas, kept as code between processes: to compile them takes a third of a second, to load them a tenth
 * of that. Where nothing can be kept they are compiled.
 */
export function compiledSchemas(schemas: Schemas, folder = cache): Validators {
  let validators: Readonly<Record<string, ValidateFunction>> | undefined
  return (schema) => {
    validators ??= kept(schemas, folder)
    return validators[schema] as ValidateFunction
  }
}

function kept(schemas: Schemas, folder: string): Record<string, ValidateFunction> {
  const hash = createHash('sha256')
    .update(JSON.stringify([ajvPackage.version, schemas]))
    .digest('hex')
  const file = join(folder, `schemas-${hash.slice(0, 16)}.cjs`)
  const load = createRequire(import.meta.url)
  try {
    return load(file)
  } catch {
    const ajv = schemaCompiler(schemas, { source: true })
    keep(folder, file, plain(standalone.default(ajv, Object.fromEntries(Object.keys(schemas).map((id) => [id, id])))))
    return Object.fromEntries(Object.keys(schemas).map((id) => [id, ajv.getSchema(id) as ValidateFunction]))
  }
}

/** The same code in ASCII: a single other sign would have V8 hold twice as much for all of it. */
function plain(code: string): string {
  return code.replaceAll(/[^\0-\x7f]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** Written whole or not at all, whoever else writes it at the same time. */
function keep(folder: string, file: string, code: string): void {
  try {
    mkdirSync(folder, { recursive: true })
    writeFileSync(`${file}.${process.pid}`, code)
    renameSync(`${file}.${process.pid}`, file)
  } catch {
    // A folder that only reads: the next process compiles them too.
  }
}
