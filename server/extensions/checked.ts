import { existsSync, readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { dirname, relative, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { schemaCompiler } from '#engine/library'
import type { OwnKeys } from './define.ts'

/** What is wrong with a repository's own code, and where: file:line. */
export class Refused extends Error {}

const typeNames = { function: 'a function', object: 'an object', string: 'a text' } as const

/** The keys that a file's default export may have: true for those that must be there. */
export type Keys = Readonly<Record<string, { type: keyof typeof typeNames; needed?: true }>>

/** The file that the config names. */
export function sourceOf(config: string, id: string, path: string): string {
  const source = resolve(config, '..', path)
  if (!existsSync(source)) throw refused(config, path, `"${id}" names a file that is not there: ${path}.`)
  return source
}

/** What a file exports by default, of which only these keys are known. */
export function checked<T>(file: string, value: unknown, keys: Keys): T {
  if (typeof value !== 'object' || value === null)
    throw refused(file, 'export default', 'The file exports nothing by default. Add "export default".')
  for (const key of Object.keys(value))
    if (!Object.hasOwn(keys, key))
      throw refused(
        file,
        key,
        `Unknown key "${key}" for this version of leadwright. It knows ${Object.keys(keys).join(', ')}.`,
      )
  for (const [key, { type, needed }] of Object.entries(keys)) {
    const found: unknown = (value as Record<string, unknown>)[key]
    if (found === undefined && needed) throw refused(file, 'export default', `"${key}" is missing. Add it here.`)
    if (found !== undefined && (typeof found !== type || found === null))
      throw refused(file, key, `"${key}" has to be ${typeNames[type]}.`)
  }
  return value as T
}

/** Refuses keys that have no JSON Schema. */
export function checkKeys(file: string, properties: OwnKeys['properties']): void {
  try {
    schemaCompiler({}).compile({ type: 'object', properties: properties ?? null })
  } catch (error) {
    // One mistake has several sentences.
    const [first = ''] = (error instanceof Error ? error.message : String(error)).split(', ')
    throw refused(file, 'properties', `"schema" is no JSON Schema of keys: ${first}.`)
  }
}

/** The place in the repository's own code that an error comes from, and what it says. */
export function placed(file: string, config: string, thrown: unknown): string {
  const error: NodeJS.ErrnoException = thrown instanceof Error ? thrown : new Error(String(thrown))
  const { message, code } = error
  const stack = asWritten(error.stack ?? '')
  const folder = pathToFileURL(resolve(config, '..')).href
  const places = stack.matchAll(/(file:\/\/[^\s)]+?):(\d+)(?::\d+)?(?=[\s)]|$)/g)
  const own = [...places].find(([, url = '']) => url.startsWith(`${folder}/`) && !url.includes('/node_modules/'))
  const first = message.split('\n')[0] ?? ''
  if (own) return `${relative('.', fileURLToPath(own[1] ?? ''))}:${own[2]} ${first}`
  // The error of a missing module has no line: it is the one that names it.
  const [, missing = ''] = /^Cannot find (?:module|package) '([^']+)'/.exec(message) ?? []
  const [, importer = file] = /imported from (\S+)/.exec(message) ?? []
  const named = missing.split('/').at(-1) ?? ''
  return refused(importer, code === 'ERR_MODULE_NOT_FOUND' ? named : '', first).message
}

/** A stack whose places in built code (sections.ts) are those in the code that it was built of. */
function asWritten(stack: string): string {
  return stack.replaceAll(
    /(file:\/\/[^\s)]+\.mjs):(\d+):(\d+)/g,
    (place, url: string, line: string, column: string) => {
      const map = `${fileURLToPath(url)}.map`
      if (!existsSync(map)) return place
      const found = new SourceMap(JSON.parse(readFileSync(map, 'utf8'))).findEntry(Number(line) - 1, Number(column) - 1)
      if (!('originalSource' in found)) return place
      return `${pathToFileURL(resolve(dirname(map), found.originalSource)).href}:${found.originalLine + 1}:1`
    },
  )
}

/**
 * What is wrong, with its place.
 * @param at a text that the line has
 */
export function refused(file: string, at: string, message: string): Refused {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const line =
    Math.max(
      text.split('\n').findIndex((line) => at !== '' && line.includes(at)),
      0,
    ) + 1
  return new Refused(`${relative('.', file)}:${line} ${message}`)
}
