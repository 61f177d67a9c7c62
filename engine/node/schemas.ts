import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Schemas, shapeCheck } from '#engine/library'
import { compiledSchemas } from './compiled-schemas.ts'

const folder = join(import.meta.dirname, '../../schemas')

/** The JSON Schemas of the language, by $id, such as form.schema.json or sections/form.schema.json. */
export function readSchemas(): Schemas {
  schemas ??= read()
  return schemas
}

/** They come with the code and change with it alone, so they are read once. */
let schemas: Schemas | undefined

function read(): Schemas {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.schema.json'),
  )
  const read = Object.fromEntries(names.map((name) => [name, JSON.parse(readFileSync(join(folder, name), 'utf8'))]))
  // Whoever checks with them from now on has them compiled.
  shapeCheck(read, compiledSchemas(read))
  return read
}
