import { existsSync, readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { dirname, relative, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { schemaCompiler } from '#engine/library'
import type { OwnKeys } from './define.ts'

/** What is wrong with a repository's own code, and where: file:line. */
export class Refused extends Error {}

const typeNames = { boolean: 'true or false', function: 'a function', object: 'an object', string: 'a text' } as const

/** The keys that a file's default export may have: true for those that must be there. */
export type Keys = Readonly<Record<string, { type: keyof typeof typeNames; needed?: true }>>

/** The file that the config names. */
export function sourceOf(config: string, id: string, path: string): string {
  const source = resolve(config, '..', path)
  if (!existsSync(source)) throw refused(config, path, `"${id}" names a file that is not there: ${path}.`)
  return source
}

/**
 * What a file exports by default, of which only these keys are known.
 * @param at what is named where a key is missing
 */
export function checked<T>(file: string, value: unknown, keys: Keys, at = 'export default'): T {
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
    if (found === undefined && needed) throw refused(file, at, `"${key}" is missing. Add it here.`)
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

/** Elements that load or run something by themselves, which neither a section nor a widget has. */
const elements = ['script', 'style', 'iframe', 'object', 'embed', 'link', 'base', 'meta', 'html', 'head', 'body']

/** What no section may have in its HTML: such elements, inline styles and handlers. */
export const blocked = new RegExp(`<(?:${elements.join('|')})\\b|<[a-z][^>]*?\\s(?:style|on[a-z]+)=`, 'i')

/** Where own code that draws puts its script. */
const scriptPlaces = { section: 'Put it into the file that "island" names.', widget: 'Put it into "start".' } as const

type Drawer = keyof typeof scriptPlaces

/** What is wrong with an element that own code draws; null where nothing is. */
export function wrongIn(type: string, props: object, by: Drawer): string | null {
  if (elements.includes(type)) return sentenceOn(`<${type}`, by)
  if (type === 'img' && !('alt' in props))
    return 'An <img> has no "alt". Say what it shows, or write alt="" where it says nothing.'
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null) continue
    if (name === 'style' || name === 'dangerouslySetInnerHTML' || /^on[A-Z]/.test(name)) return sentenceOn(name, by)
    if (/^(src|srcSet|poster|data)$/i.test(name) && /(^|[\s,])(https?:|data:)?\/\//.test(String(value)))
      return `<${type}> loads "${value}". Pages load nothing from other sites: import the file, and use what is imported.`
  }
  return null
}

/** @param found the name of an attribute, or the beginning of a tag */
export function sentenceOn(found: string, by: Drawer): string {
  const [name = found] = /(style|on[a-z]+|dangerouslySetInnerHTML)(?==?$)/i.exec(found) ?? []
  const sheet = by === 'section' ? 'Use a class of a CSS module.' : 'Use the classes of the product.'
  if (name === 'style') return `A ${by} has no "style" attribute: pages block inline styles. ${sheet}`
  if (name === 'dangerouslySetInnerHTML')
    return `A ${by} writes no HTML of its own making. ${by === 'section' ? 'Write it as JSX.' : 'Draw it by "h".'}`
  if (/^on[a-z]/i.test(name))
    return `A ${by} has no "${name}": it is drawn by the server, and pages block inline scripts. ${scriptPlaces[by]}`
  const remedy = /^<script/i.test(found)
    ? `${scriptPlaces[by].replace('it', 'the script')}`
    : /^<style/i.test(found)
      ? sheet
      : 'Remove it.'
  return `A ${by} has no ${found}>. ${remedy}`
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
