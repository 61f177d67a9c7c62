import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A choice between the schemas of a folder, by their `kind`. */
interface Union {
  /** The schema's name. */
  id: string
  folder: string
  title: string
  description: string
  /** What the kind says. */
  of: string
}

const ending = '.schema.json'

/** The kinds that have a schema in a folder. */
export async function kindsWithSchema(schemas: string, folder: string): Promise<string[]> {
  const files = await readdir(join(schemas, folder))
  return files.flatMap((file) => (file.endsWith(ending) ? [file.slice(0, -ending.length)] : [])).sort()
}

/** A section by its kind, as a file of its own. What places it is the page's. */
export async function blockSchema(schemas: string): Promise<string> {
  const folder = 'sections'
  const kinds = await kindsWithSchema(schemas, folder)
  const branches = await Promise.all(
    kinds.map(async (kind) => {
      const file = `${folder}/${kind}${ending}`
      const { required, properties } = JSON.parse(await readFile(join(schemas, file), 'utf8'))
      const keys = Object.keys(properties).filter((key) => key !== 'after')
      const own = Object.fromEntries(keys.map((key) => [key, { $ref: `${file}#/properties/${key}` }]))
      return {
        if: { required: ['kind'], properties: { kind: { const: kind } } },
        // biome-ignore lint/suspicious/noThenProperty: JSON Schema's own word
        then: { required, additionalProperties: false, properties: { $schema: true, ...own } },
      }
    }),
  )
  const $schema = { type: 'string', description: 'Lets the editor complete and check this file.' }
  const schema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: `block${ending}`,
    $comment: `Made from schemas/${folder}/ by \`npx leadwright types\`. Do not edit.`,
    title: 'BlockDefinition',
    description: 'A section that several pages use. The file’s name is the block’s id.',
    type: 'object',
    tsType: 'Section',
    required: ['kind'],
    properties: { $schema, kind: { $ref: `section${ending}#/properties/kind` } },
    allOf: branches,
    definitions: { section: { $ref: `section${ending}` } },
  }
  return `${JSON.stringify(schema, null, 2)}\n`
}

/**
 * The schema of something that has a kind: each kind's own stands in the folder. Chosen by if/then rather than oneOf, so
 * that a mistake is one of the kind that was meant.
 */
export async function unionSchema(schemas: string, { id, folder, title, description, of }: Union): Promise<string> {
  const kinds = await kindsWithSchema(schemas, folder)
  const told = await Promise.all(
    kinds.map(
      async (kind): Promise<{ title: string; description: string }> =>
        JSON.parse(await readFile(join(schemas, folder, kind + ending), 'utf8')),
    ),
  )
  const about = kinds.map((kind, index) => `${kind}: ${told[index]?.description}`)
  const schema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: id + ending,
    $comment: `Made from schemas/${folder}/ by \`npx leadwright types\`. Do not edit.`,
    title,
    description,
    type: 'object',
    tsType: told.map((kind) => kind.title).join(' | '),
    required: ['kind'],
    properties: { kind: { enum: kinds, description: [of, ...about].join(' ') } },
    allOf: kinds.map((kind) => ({
      if: { required: ['kind'], properties: { kind: { const: kind } } },
      // biome-ignore lint/suspicious/noThenProperty: JSON Schema's own word
      then: { $ref: `${folder}/${kind}${ending}` },
    })),
  }
  return `${JSON.stringify(schema, null, 2)}\n`
}
