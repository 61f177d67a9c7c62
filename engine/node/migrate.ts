import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { findNodeAtLocation, parseTree } from 'jsonc-parser'
import { confirmedFolder } from '#engine/authoring'
import { isTree, type Tree } from '#engine/form/model'
import { placeOf, type Schemas, schemaOf } from '#engine/library'
import type { Folders } from './disk-files.ts'
import { allowedFolder, type ParsedFile, parsedFile, readSources } from './read-sources.ts'
import { readSchemas, schemaFrom } from './schemas.ts'
import { SourceCache } from './source-cache.ts'

/** A key that is called otherwise now, or a value that is written otherwise. */
interface Rename {
  /** Where it stands, in the words of before. */
  path: readonly string[]
  /** What the key is called now; of a value left out. */
  key?: string
  /** What stands there now; of a key left out. */
  value?: unknown
}

/** A file in the words of an earlier version: its text in those of today, and each key or value that is another one. */
export interface MigratedFile {
  /** Its path. */
  file: string
  text: string
  /** For example `"send" is "submitLabel"`, each once. */
  renamed: readonly string[]
}

/**
 * The files that say something in the words of an earlier version, in those of today: definitions, translations, and what
 * beside these refers to texts by key: which of them were confirmed, with the same hashes, and which figures are allowed.
 * A `$schema` that names no file names the one of the installed package.
 * Whatever else stands in a file stays as it is written.
 */
export async function migratedFolders(folders: Folders): Promise<MigratedFile[]> {
  const files = await readSources(folders, new SourceCache())
  const definitions = definitionsIn(files)
  const languages = new Set(files.flatMap(({ locale }) => locale ?? []))
  const confirmed = [...languages].flatMap((locale) =>
    [...definitions].map(([place, definition]) => ({
      file: join(relative('.', folders.locales), locale, confirmedFolder, `${place}.json`),
      parts: (tree: Tree) => [{ at: [], tree, definition }],
    })),
  )
  const figures = {
    file: join(relative('.', folders.locales), allowedFolder, 'figures.json'),
    parts: (tree: Tree) =>
      Object.entries(tree).flatMap(([place, within]) => {
        const definition = definitions.get(place)
        return definition && isTree(within) ? [{ at: [place], tree: within, definition }] : []
      }),
  }
  const schemas = readSchemas()
  const besides = [...confirmed, figures].flatMap(({ file, parts }) => {
    if (!existsSync(file)) return []
    const text = readFileSync(file, 'utf8')
    const tree: unknown = JSON.parse(text)
    return isTree(tree)
      ? rewritten(
          file,
          text,
          parts(tree).flatMap((part) => dottedRenames(schemas, part)),
        )
      : []
  })
  const renamed = (file: ParsedFile) => migrated(file, definitions, schemas, schemaRename(folders, file))
  return [...files.flatMap(renamed), ...besides]
}

/** Files that are kept elsewhere than in folders, such as those that were live last, in the words of today. */
export function migratedSources(files: readonly ParsedFile[]): ParsedFile[] {
  const [definitions, schemas] = [definitionsIn(files), readSchemas()]
  return files.map((file) => {
    const [found] = migrated(file, definitions, schemas)
    const { locale, folder, area, id } = file
    return found
      ? parsedFile({ file: file.file, locale, folder, ...(area !== undefined && { area }), id, text: found.text })
      : file
  })
}

function definitionsIn(files: readonly ParsedFile[]): ReadonlyMap<string, ParsedFile> {
  return new Map(
    files.flatMap((file) => (file.locale === null ? [[placeOf(file.folder, file.id, file.area), file] as const] : [])),
  )
}

/** Where `$schema` names a file that is not there, the one that editors find. */
function schemaRename({ definitions }: Folders, { file, folder, id, locale, value }: ParsedFile): Rename[] {
  if (locale !== null || !isTree(value) || typeof value.$schema !== 'string') return []
  const schema = schemaOf(folder, id, value)
  if (schema === undefined || /^\w+:/.test(value.$schema) || existsSync(resolve(dirname(file), value.$schema)))
    return []
  const found = schemaFrom(definitions, file, schema)
  return found === value.$schema || found.startsWith('http') ? [] : [{ path: ['$schema'], value: found }]
}

function migrated(
  file: ParsedFile,
  definitions: ReadonlyMap<string, ParsedFile>,
  schemas: Schemas,
  besides: readonly Rename[] = [],
): MigratedFile[] {
  // Tables have no keys of ours. Articles are Markdown, and Markdown has no keys of ours but in its first lines, which never had others.
  if (file.isUnreadable || !file.file.endsWith('.json')) return []
  const definition = definitions.get(placeOf(file.folder, file.id, file.area))
  return definition ? rewritten(file.file, file.text, [...renamesIn(schemas, definition, file.value), ...besides]) : []
}

/** What is said otherwise now in a tree that mirrors a definition: the definition itself, or words of it. */
function renamesIn(schemas: Schemas, { folder, id, value: definition }: ParsedFile, tree: unknown): Rename[] {
  const schema = schemaOf(folder, id, definition)
  if (schema === undefined) return []
  const found = new Map<string, Rename>()
  walk({ schema: schemas[schema] ?? {}, root: schema }, tree, definition, [])
  return [...found.values()]

  /** @param beside what the definition has there, which decides between kinds */
  function walk(at: Written, value: unknown, beside: unknown, path: readonly string[]): void {
    const { schema, root } = at
    if (typeof schema.$ref === 'string') walk(referred(schemas, schema.$ref, root), value, beside, path)
    for (const each of [schema.allOf, schema.anyOf, schema.oneOf].flat().filter(isTree))
      walk({ schema: each, root }, value, beside, path)
    const kind = kindOf(schema.if)
    const isOther = kind !== undefined && isTree(beside) && typeof beside.kind === 'string' && beside.kind !== kind
    if (isTree(schema.then) && !isOther) walk({ schema: schema.then, root }, value, beside, path)
    if (isTree(schema.else)) walk({ schema: schema.else, root }, value, beside, path)
    if (Array.isArray(value) && isTree(schema.items))
      for (const [index, item] of value.entries())
        walk({ schema: schema.items, root }, item, inside(beside, String(index)), [...path, String(index)])
    else if (isTree(value)) walkObject(at, value, beside, path)
    else if (isTree(schema.formerValues) && typeof value === 'string' && Object.hasOwn(schema.formerValues, value))
      note({ path, value: schema.formerValues[value] })
  }

  function walkObject({ schema, root }: Written, value: Tree, beside: unknown, path: readonly string[]): void {
    const properties = isTree(schema.properties) ? schema.properties : {}
    for (const [key, child] of Object.entries(value)) {
      const today = isTree(schema.formerKeys) && Object.hasOwn(schema.formerKeys, key) ? schema.formerKeys[key] : key
      if (typeof today !== 'string') continue
      if (today !== key && !Object.hasOwn(value, today)) note({ path: [...path, key], key: today })
      const within = Object.hasOwn(properties, today) ? properties[today] : schema.additionalProperties
      if (isTree(within))
        walk({ schema: within, root }, child, inside(beside, key) ?? inside(beside, today), [...path, key])
    }
  }

  function note(rename: Rename): void {
    found.set(`${'key' in rename ? 'key' : 'value'} ${JSON.stringify(rename.path)}`, rename)
  }
}

/** A schema, and the file that it stands in, which its references begin at. */
interface Written {
  schema: Tree
  root: string
}

function referred(schemas: Schemas, reference: string, from: string): Written {
  const [file = '', pointer = ''] = reference.split('#')
  const root = file === '' ? from : new URL(file, `https://schemas/${from}`).pathname.slice(1)
  const schema = pointer.split('/').slice(1).reduce<unknown>(inside, schemas[root])
  return { schema: isTree(schema) ? schema : {}, root }
}

function inside(value: unknown, key: string): unknown {
  if (Array.isArray(value)) return value[Number(key)]
  return isTree(value) && Object.hasOwn(value, key) ? value[key] : undefined
}

/** The kind that a condition of a schema asks for. */
function kindOf(condition: unknown): unknown {
  return inside(inside(inside(condition, 'properties'), 'kind'), 'const')
}

interface DottedTexts {
  /** Where the object stands in its file. */
  at: readonly string[]
  /** By the keys that lead to a text, with dots between. */
  tree: Tree
  definition: ParsedFile
}

/** The same for an object whose keys are whole paths: steps.bank.title. */
function dottedRenames(schemas: Schemas, { at, tree, definition }: DottedTexts): Rename[] {
  return Object.keys(tree).flatMap((dotted) => {
    const path = dotted.split('.')
    const renames = renamesIn(
      schemas,
      definition,
      path.reduceRight<unknown>((within, key) => ({ [key]: within }), ''),
    )
    const keys = new Map(renames.flatMap(({ path, key }) => (key === undefined ? [] : [[path.length - 1, key]])))
    const key = path.map((key, index) => keys.get(index) ?? key).join('.')
    return key === dotted ? [] : [{ path: [...at, dotted], key }]
  })
}

/** The text with each key and value as it is called now, and nothing else changed; nothing where none is. */
function rewritten(file: string, text: string, renames: readonly Rename[]): MigratedFile[] {
  const tree = parseTree(text)
  if (renames.length === 0 || !tree) return []
  const edits = renames.flatMap(({ path, key, value }) => {
    const node = findNodeAtLocation(tree, segments(path))
    const changed = key === undefined ? node : node?.parent?.children?.[0]
    if (!changed) return []
    const written = JSON.stringify(key ?? value)
    const { offset, length } = changed
    return [{ offset, length, written, renamed: `${text.slice(offset, offset + length)} is ${written}` }]
  })
  const result = edits
    .toSorted((a, b) => b.offset - a.offset)
    .reduce((rest, { offset, length, written }) => rest.slice(0, offset) + written + rest.slice(offset + length), text)
  return [{ file, text: result, renamed: [...new Set(edits.map(({ renamed }) => renamed))] }]

  /** Items of lists are found by number. */
  function segments(path: readonly string[]): (string | number)[] {
    let at: unknown = JSON.parse(text)
    return path.map((key) => {
      const segment = Array.isArray(at) ? Number(key) : key
      at = inside(at, key)
      return segment
    })
  }
}
