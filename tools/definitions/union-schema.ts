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
