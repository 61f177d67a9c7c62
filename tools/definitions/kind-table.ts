import { readdir } from 'node:fs/promises'
import { basename } from 'node:path'

/** A kind: its id, and the file that exports it under that name in camel case. */
interface KindFile {
  id: string
  file: string
}

/** The kinds of a folder, in whatever room of it: each file is one. */
export async function kindFiles(folder: string): Promise<KindFile[]> {
  const files = await readdir(folder, { recursive: true })
  return files
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && file !== 'table.ts')
    .map((file) => ({ file: file.replaceAll('\\', '/'), id: basename(file, '.ts') }))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
}

interface Table {
  kinds: readonly KindFile[]
  /** Imports of the table itself. */
  before?: readonly string[]
  says: string
  /** The constant, with its type where it needs one. */
  name: string
}

/** The module that holds all kinds of a folder as one table. */
export function kindTable({ kinds, before = [], says, name }: Table): string {
  const constant = (id: string) => id.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  return [
    '// Generated from the files of this folder by `npx leadwright types`. Do not edit.',
    ...before,
    ...kinds.map(({ file, id }) => `import { ${constant(id)} } from './${file}'`),
    '',
    `/** ${says} */`,
    `export const ${name} = {`,
    ...kinds.map(({ id }) => (constant(id) === id ? `  ${id},` : `  '${id}': ${constant(id)},`)),
    '}',
    '',
  ].join('\n')
}
