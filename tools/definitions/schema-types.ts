import { readFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { compileFromFile } from 'json-schema-to-typescript'

/** The TypeScript types of one schema, importing those of the schemas it refers to. */
export async function schemaTypes(folder: string, schema: string): Promise<string> {
  const text = await compileFromFile(join(folder, schema), {
    cwd: join(folder, dirname(schema)),
    bannerComment: '',
    additionalProperties: false,
    ignoreMinAndMaxItems: true,
    unreachableDefinitions: true,
    declareExternallyReferenced: false,
    style: { semi: false, singleQuote: true, printWidth: 120 },
  })
  const imports = await importsOf(folder, schema)
  return [
    `// Generated from schemas/${schema} by \`npx leadwright types\`. Do not edit.`,
    ...imports,
    '',
    withoutRemarks(text),
  ].join('\n')
}

/** The generator's remarks on which definition a type came from say nothing to a reader. */
function withoutRemarks(text: string): string {
  const remark = / \*\n \* This interface was referenced by [^*]*\* via the `[^`]*` "[^"]*"\.\n/g
  const onlyRemark = /\/\*\*\n \* This interface was referenced by [^*]*\* via the `[^`]*` "[^"]*"\.\n \*\/\n/g
  return text.replace(onlyRemark, '').replace(remark, '').trimStart()
}

async function importsOf(folder: string, schema: string): Promise<string[]> {
  const text = await readFile(join(folder, schema), 'utf8')
  const references = text.matchAll(/"\$ref": "(?<file>[\w./-]+)\.schema\.json(?:#\/definitions\/(?<name>\w+))?"/g)
  const lines = Array.from(references, async ({ groups }) => {
    const { file: reference = '', name } = groups ?? {}
    const file = join(dirname(schema), reference)
    const target = JSON.parse(await readFile(join(folder, `${file}.schema.json`), 'utf8'))
    const type =
      name === undefined ? target.title : (target.definitions[name].title ?? name[0]?.toUpperCase() + name.slice(1))
    const path = relative(dirname(schema), file)
    return `import type { ${type} } from '${path.startsWith('.') ? path : `./${path}`}.ts'`
  })
  return [...new Set(await Promise.all(lines))].sort()
}
