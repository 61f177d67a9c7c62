import { createHash } from 'node:crypto'
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { ValidateFunction } from 'ajv'
import standalone from 'ajv/dist/standalone/index.js'
import ajvPackage from 'ajv/package.json' with { type: 'json' }
import { type Schemas, schemaCompiler, type Validators } from '#engine/library'

/** Where what can be made anew is kept. */
const cache = join(import.meta.dirname, '../../node_modules/.cache/leadwright')

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
    keep(folder, file, standalone.default(ajv, Object.fromEntries(Object.keys(schemas).map((id) => [id, id]))))
    return Object.fromEntries(Object.keys(schemas).map((id) => [id, ajv.getSchema(id) as ValidateFunction]))
  }
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
