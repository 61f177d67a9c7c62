import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { schemaTypes } from './schema-types.ts'

const schemasFolder = join(import.meta.dirname, '../schemas')

/** One generated file: its path from schemas/ and the text it should hold. */
interface Generated {
  file: string
  text: string
}

async function typesOf(schema: string): Promise<Generated> {
  return { file: join('generated', schema.replace('.schema.json', '.ts')), text: await schemaTypes(schemasFolder, schema) }
}

/** The field kinds that exist, as one table: a kind is a file, and nobody keeps a list by hand. */
async function kindTable(): Promise<Generated> {
  const folder = join(schemasFolder, '../engine/core/kinds')
  const names = (await readdir(folder)).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts')).map((name) => name.slice(0, -3))
  const ids = names.filter((name) => name !== 'table').sort()
  const constant = (id: string) => id.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  return {
    file: '../engine/core/kinds/table.ts',
    text: [
      '// Generated from the files of this folder by `npx leadwright types`. Do not edit.',
      "import type { Kind } from '../kind.ts'",
      ...ids.map((id) => `import { ${constant(id)} } from './${id}.ts'`),
      '',
      '/** Every field kind by its id. */',
      'export const kinds: Readonly<Record<string, Kind>> = {',
      ...ids.map((id) => (constant(id) === id ? `  ${id},` : `  '${id}': ${constant(id)},`)),
      '}',
      '',
    ].join('\n'),
  }
}

async function generate(): Promise<Generated[]> {
  const schemas = (await readdir(schemasFolder, { recursive: true })).filter((name) => name.endsWith('.schema.json')).sort()
  return [...(await Promise.all(schemas.map(typesOf))), await kindTable()]
}

/**
 * Writes the TypeScript types of every schema and the table of field kinds.
 * With `check` it writes nothing and returns the files that are out of date.
 */
export async function types({ check }: { check: boolean }): Promise<string[]> {
  const stale: string[] = []
  for (const { file, text } of await generate()) {
    const path = join(schemasFolder, file)
    if ((await readFile(path, 'utf8').catch(() => '')) === text) continue
    stale.push(path)
    if (check) continue
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, text)
  }
  return stale
}
