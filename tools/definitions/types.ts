import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import type { Command } from 'commander'
import { schemaTypes } from './schema-types.ts'
import { variantSchema } from './variant-schema.ts'

const schemasFolder = join(import.meta.dirname, '../../schemas')

/** One generated file: its path from schemas/ and the text it should hold. */
interface Generated {
  file: string
  text: string
}

async function typesOf(schema: string): Promise<Generated> {
  return {
    file: join('generated', schema.replace('.schema.json', '.ts')),
    text: await schemaTypes(schemasFolder, schema),
  }
}

/** The field kinds that exist, as one table: a kind is a file, in whatever room, and nobody keeps a list by hand. */
async function kindTable(): Promise<Generated> {
  const folder = join(schemasFolder, '../engine/core/kinds')
  const kinds = (await readdir(folder, { recursive: true }))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && file !== 'table.ts')
    .map((file) => ({ file: file.replaceAll('\\', '/'), id: basename(file, '.ts') }))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
  const constant = (id: string) => id.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  return {
    file: '../engine/core/kinds/table.ts',
    text: [
      '// Generated from the files of this folder by `npx leadwright types`. Do not edit.',
      "import type { Kind } from '../definition/kind.ts'",
      ...kinds.map(({ file, id }) => `import { ${constant(id)} } from './${file}'`),
      '',
      '/** Every field kind by its id. */',
      'export const kinds: Readonly<Record<string, Kind>> = {',
      ...kinds.map(({ id }) => (constant(id) === id ? `  ${id},` : `  '${id}': ${constant(id)},`)),
      '}',
      '',
    ].join('\n'),
  }
}

async function variant(): Promise<Generated> {
  const form = JSON.parse(await readFile(join(schemasFolder, 'form.schema.json'), 'utf8'))
  return { file: 'variant.schema.json', text: `${JSON.stringify(variantSchema(form), null, 2)}\n` }
}

/** In two rounds: the types of form.schema.json refer to variant.schema.json. */
const rounds: (() => Promise<Generated[]>)[] = [
  async () => [await variant(), await kindTable()],
  async () => {
    const names = await readdir(schemasFolder, { recursive: true })
    return Promise.all(
      names
        .filter((name) => name.endsWith('.schema.json'))
        .sort()
        .map(typesOf),
    )
  },
]

export function typesCommand(types: Command): void {
  types
    .option('--check', 'writes nothing; exits with 1 when a file is out of date', false)
    .action(async ({ check }: { check: boolean }) => {
      const stale = await writeStale(check)
      for (const path of stale)
        console.log(`${relative('.', path)} ${check ? 'is out of date. Run `npx leadwright types`.' : 'written'}`)
      if (check && stale.length > 0) process.exitCode = 1
    })
}

/** Writes the files that are not what they should be, or with `check` only names them. */
async function writeStale(check: boolean): Promise<string[]> {
  const stale: string[] = []
  for (const round of rounds) {
    for (const { file, text } of await round()) {
      const path = join(schemasFolder, file)
      if ((await readFile(path, 'utf8').catch(() => '')) === text) continue
      stale.push(path)
      if (check) continue
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, text)
    }
  }
  return stale
}
