import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A choice between the schemas of a folder, by their `kind`. */
interface Union {
  folder: string
  title: string
  description: string
  /** What the kind says. */
  of: string
}

const ending = '.schema.json'

/**
 * The schema of something that has a kind: each kind's own stands in the folder. Chosen by if/then rather than oneOf, so
 * that a mistake is one of the kind that was meant.
 */
export async function unionSchema(schemas: string, { folder, title, description, of }: Union): Promise<string> {
  const files = (await readdir(join(schemas, folder))).filter((file) => file.endsWith(ending)).sort()
  const kinds = files.map((file) => file.slice(0, -ending.length))
  const types = await Promise.all(
    files.map(async (file) => JSON.parse(await readFile(join(schemas, folder, file), 'utf8')).title as string),
  )
  const schema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: `${title.toLowerCase()}${ending}`,
    $comment: `Made from schemas/${folder}/ by \`npx leadwright types\`. Do not edit.`,
    title,
    description,
    type: 'object',
    tsType: types.join(' | '),
    required: ['kind'],
    properties: { kind: { enum: kinds, description: of } },
    allOf: kinds.map((kind, index) => ({
      if: { required: ['kind'], properties: { kind: { const: kind } } },
      // biome-ignore lint/suspicious/noThenProperty: JSON Schema's own word
      then: { $ref: `${folder}/${files[index]}` },
    })),
  }
  return `${JSON.stringify(schema, null, 2)}\n`
}
