import { existsSync, readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { kinds, type OwnKind } from '#engine/form/model'
import { schemaCompiler } from '#engine/library'
import { addSchemas, loadKinds, ownKindFiles } from '#engine/node'
import type { DeliveryDefinition } from '#schemas/generated/delivery.ts'
import { addChannel, deliveryKinds } from '#server/channels'
import { buildScript, type OwnScript } from './build.ts'
import type { Channel, Config, HeadTag, OwnKeys } from './define.ts'

const configFile = 'leadwright.config.ts'

/** What is wrong with a repository's own code, and where: file:line. */
class Refused extends Error {}

/**
 * Loads `leadwright.config.ts` of a folder and registers what it names. Once in a process, before anything is read.
 * @returns one sentence with file and line where something is wrong; null where all is loaded, or the folder has none
 */
export function loadExtensions(folder = '.'): Promise<string | null> {
  loading ??= loadAll(resolve(folder, configFile))
  return loading
}

let loading: Promise<string | null> | undefined

async function loadAll(file: string): Promise<string | null> {
  if (!existsSync(file)) return null
  try {
    const config = configOf(file, await load(file, file))
    for (const [id, path] of Object.entries(config.kinds ?? {})) {
      const source = sourceOf(file, id, path)
      const kind = checked<OwnKind>(source, await load(source, file), kindKeys)
      if (Object.hasOwn(kinds, id)) throw refused(file, id, `leadwright has a kind "${id}". Choose another id.`)
      if (kind.isRight && !kind.samples?.length)
        throw refused(source, 'isRight', '"samples" is missing. List texts that are right, which proofs answer with.')
      checkKeys(source, { answer: kind.schema })
      await loadKinds({ [id]: pathToFileURL(source).href })
    }
    for (const [id, path] of Object.entries(config.channels ?? {})) {
      const source = sourceOf(file, id, path)
      const channel = checked<Channel<DeliveryDefinition>>(source, await load(source, file), channelKeys)
      if (Object.hasOwn(deliveryKinds, id))
        throw refused(file, id, `leadwright has a channel "${id}". Choose another id.`)
      checkKeys(source, channel.schema.properties)
      addSchemas('delivery', `deliveries/${id}`, id, channel.schema)
      addChannel(id, channel)
    }
    checkHead(file, config.head ?? [])
    head = config.head ?? []
    return null
  } catch (error) {
    if (error instanceof Refused) return error.message
    throw error
  }
}

const typeNames = { function: 'a function', object: 'an object', string: 'a text' } as const

/** The keys that a file's default export may have: true for those that must be there. */
type Keys = Readonly<Record<string, { type: keyof typeof typeNames; needed?: true }>>

const configKeys: Keys = { kinds: { type: 'object' }, head: { type: 'object' }, channels: { type: 'object' } }

const kindKeys: Keys = {
  description: { type: 'string', needed: true },
  schema: { type: 'object', needed: true },
  isRight: { type: 'function' },
  samples: { type: 'object' },
  read: { type: 'function' },
  say: { type: 'function' },
  store: { type: 'function' },
  parts: { type: 'object' },
  ui: { type: 'object' },
  words: { type: 'object', needed: true },
}

const channelKeys: Keys = {
  schema: { type: 'object', needed: true },
  payload: { type: 'function', needed: true },
  unsubscribed: { type: 'function' },
  missingSecrets: { type: 'function' },
  send: { type: 'function', needed: true },
}

function configOf(file: string, loaded: unknown): Config {
  const config = checked<Config>(file, loaded, configKeys)
  for (const table of [config.kinds ?? {}, config.channels ?? {}])
    for (const [id, path] of Object.entries<unknown>(table)) {
      if (!/^[a-z][a-z0-9-]*$/.test(id))
        throw refused(file, id, `"${id}" is no id. Use lower-case letters, digits and -.`)
      if (typeof path !== 'string')
        throw refused(file, id, `"${id}" names no file. Write its path, such as "./${id}.ts".`)
    }
  return config
}

function sourceOf(config: string, id: string, path: string): string {
  const source = resolve(config, '..', path)
  if (!existsSync(source)) throw refused(config, path, `"${id}" names a file that is not there: ${path}.`)
  return source
}

/** What a file exports by default, of which only these keys are known. */
function checked<T>(file: string, value: unknown, keys: Keys): T {
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
function checkKeys(file: string, properties: OwnKeys['properties']): void {
  try {
    schemaCompiler({}).compile({ type: 'object', properties: properties ?? null })
  } catch (error) {
    // One mistake has several sentences.
    const [first = ''] = (error instanceof Error ? error.message : String(error)).split(', ')
    throw refused(file, 'properties', `"schema" is no JSON Schema of keys: ${first}.`)
  }
}

/** Imports a file. An error of it is reported with the place that threw it. */
async function load(file: string, config: string): Promise<unknown> {
  try {
    return (await import(pathToFileURL(file).href)).default
  } catch (error) {
    throw new Refused(placed(file, config, error))
  }
}

/** The place in the repository's own code that an error comes from, and what it says. */
function placed(file: string, config: string, thrown: unknown): string {
  const error: NodeJS.ErrnoException = thrown instanceof Error ? thrown : new Error(String(thrown))
  const { message, stack = '', code } = error
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

/** @param at a text that the line has */
function refused(file: string, at: string, message: string): Refused {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const line =
    Math.max(
      text.split('\n').findIndex((line) => at !== '' && line.includes(at)),
      0,
    ) + 1
  return new Refused(`${relative('.', file)}:${line} ${message}`)
}

/** The tags that every page gets. */
let head: readonly HeadTag[] = []

/** What `link` may be: nothing that a page loads. */
const links: readonly string[] = ['author', 'license', 'me', 'publisher', 'search']

/** What pages say themselves. */
const saidByPages = /^(description|robots|viewport|color-scheme|og:.*|referrer|refresh|content-security-policy)$/i

function checkHead(file: string, tags: readonly unknown[]): void {
  if (!Array.isArray(tags)) throw refused(file, 'head', '"head" has to be a list.')
  for (const tag of tags) {
    const [[key = '', value = ''] = [], [other = '', content = ''] = [], ...more] = Object.entries<unknown>(tag ?? {})
    const isMeta = key === 'meta' && other === 'content'
    const isLink = key === 'link' && other === 'href'
    if ((!isMeta && !isLink) || more.length > 0 || typeof value !== 'string' || typeof content !== 'string')
      throw refused(file, 'head', 'A tag of "head" is { meta, content } or { link, href }, with texts.')
    if (isMeta && saidByPages.test(value))
      throw refused(file, value, `Pages say "${value}" themselves. Remove it, or set it in the definition of the page.`)
    if (isLink && !links.includes(value))
      throw refused(file, value, `"link" cannot be "${value}", which loads something. Choose ${links.join(', ')}.`)
  }
}

/** What a repository adds to every page; null where it adds nothing. */
export async function ownParts(): Promise<OwnParts | null> {
  const script = await ownScript()
  if (script && !script.ok) return script
  return script === null && head.length === 0 ? null : { ok: true, script, head }
}

export type OwnParts =
  | { ok: true; script: { folder: string; name: string } | null; head: readonly HeadTag[] }
  | { ok: false; message: string }

/** The script that browsers load of the added kinds, built if it is not up to date; null where there are none. */
export async function ownScript(folder = '.'): Promise<OwnScript | null> {
  const files = Object.entries(ownKindFiles).map(([id, url]) => [id, relative(folder, fileURLToPath(url))] as const)
  if (files.length === 0) return null
  const config = resolve(folder, configFile)
  return buildScript(
    resolve(folder),
    Object.fromEntries(files),
    (file, sentence) =>
      refused(
        file === null ? config : resolve(folder, file),
        file === null ? 'kinds' : (sentence.split(/[ .]/)[0] ?? ''),
        sentence,
      ).message,
  )
}
