import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { basename, relative, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { kinds, type OwnKind } from '#engine/form/model'
import { addDrawings, addSchemas, drawingNames, loadKinds, ownKindFiles, readSchemas } from '#engine/node'
import { addPhoto, addSectionKind, sectionKindOf } from '#engine/site'
import type { DeliveryDefinition } from '#schemas/generated/delivery.ts'
import { addChannel, deliveryKinds } from '#server/channels'
import { buildScript, type OwnScript, writeAsset } from './build.ts'
import { checked, checkKeys, type Keys, placed, Refused, refused, sourceOf } from './checked.ts'
import type { Channel, Config, HeadTag } from './define.ts'
import type { KeptPhoto } from './photos.ts'

export type { KeptPhoto } from './photos.ts'

const configFile = 'leadwright.config.ts'

/**
 * Loads `leadwright.config.ts` of a folder and registers what it names, and the photos of a folder of definitions. Once in a
 * process, before anything is read.
 * @returns one sentence with file and line where something is wrong; null where all is loaded, or the folder has none
 */
export function loadExtensions(folder = '.', definitions = 'definitions'): Promise<string | null> {
  loading ??= loadAll(resolve(folder, configFile), resolve(folder, definitions))
  return loading
}

let loading: Promise<string | null> | undefined

async function loadAll(file: string, definitions: string): Promise<string | null> {
  try {
    const config = existsSync(file) ? configOf(file, await load(file, file)) : {}
    for (const [id, path] of Object.entries(config.kinds ?? {})) {
      const source = sourceOf(file, id, path)
      const kind = checked<OwnKind>(source, await load(source, file), kindKeys)
      if (Object.hasOwn(kinds, id)) throw refused(file, id, `leadwright has a kind "${id}". Choose another id.`)
      if (kind.isRight && !kind.samples?.length)
        throw refused(source, 'isRight', '"samples" is missing. List texts that are right, which proofs answer with.')
      checkKeys(source, { answer: kind.schema })
      if (kind.widget) checkWidget(source, kind)
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
    await addSections(file, config.sections ?? {})
    addOwnDrawings(file, config.drawings ?? {})
    await addPhotos(file, config.photos ?? {}, definitions)
    checkHead(file, config.head ?? [])
    head = config.head ?? []
    return null
  } catch (error) {
    if (error instanceof Refused) return error.message
    throw error
  }
}

async function addSections(file: string, sections: NonNullable<Config['sections']>): Promise<void> {
  const files = Object.fromEntries(Object.entries(sections).map(([id, path]) => [id, sourceOf(file, id, path)]))
  if (Object.keys(files).length === 0) return
  for (const id of Object.keys(files))
    if (sectionKindOf(id) || id === 'own' || id === 'error')
      throw refused(file, id, `leadwright has a section "${id}". Choose another id.`)
  const { loadSections, sectionAssets } = await import('./sections.ts')
  const folder = resolve(file, '..')
  for (const [id, { definition, ...kind }] of Object.entries(await loadSections(folder, files, file))) {
    addSchemas('section', `sections/${id}`, id, definition.schema)
    const locales = definition.words ? Object.keys(definition.words) : null
    const onShown = (section: string, locale: string, problem: string | null) => {
      const place = `${id} ${section} ${locale}`
      const notice = problem === null ? undefined : `${problem} Pages are shown without the section "${section}".`
      if (leftOut.get(place) === notice) return
      if (notice === undefined) leftOut.delete(place)
      else leftOut.set(place, notice)
      onLeftOut()
    }
    addSectionKind(id, { ...kind, locales, onShown })
  }
  assets.push(sectionAssets(folder))
}

/** By kind, section and language, or by the file of a photo: why pages are shown without it now. */
const leftOut = new Map<string, string>()

let onLeftOut = (): void => {}

/** A sentence with file and line for each added section or photo that pages are shown without, because it fails. */
export function sectionNotices(): string[] {
  return [...new Set(leftOut.values())]
}

/** Calls back whenever `sectionNotices` are others. */
export function followSections(listener: () => void): void {
  onLeftOut = listener
}

/** The folders of what browsers load of added sections, drawings and photos. */
const assets: string[] = []

/** The added drawings: name → the file that browsers load. */
const drawings: Record<string, string> = {}

/** Where added drawings are written for browsers. */
const drawingsFolder = resolve('dist/drawings')

/** What a drawing may not have: pages load it as a picture, and block inline code and styles. */
const notDrawn = /<(?:script|style|foreignObject|image|a)\b|\s(?:style|on\w+)=|href="(?!#)/i

function addOwnDrawings(file: string, files: NonNullable<Config['drawings']>): void {
  for (const [name, path] of Object.entries(files)) {
    const source = sourceOf(file, name, path)
    if (drawingNames(readSchemas()).includes(name))
      throw refused(file, name, `leadwright has a drawing "${name}". Choose another name.`)
    const text = readFileSync(source, 'utf8')
    if (!/<symbol [^>]*\bid="drawing"/.test(text))
      throw refused(
        source,
        '<svg',
        'The drawing is not found. Put it into <symbol id="drawing" viewBox="0 0 520 480">.',
      )
    const [wrong] = notDrawn.exec(text) ?? []
    if (wrong !== undefined)
      throw refused(source, wrong, `A drawing has no ${wrong.trim()}. Draw with shapes, and colour them by attributes.`)
    drawings[name] = `${name}-${createHash('sha256').update(text).digest('hex').slice(0, 12)}.svg`
    writeAsset(drawingsFolder, drawings[name], text)
  }
  addDrawings(Object.keys(drawings))
  if (Object.keys(drawings).length > 0) assets.push(drawingsFolder)
}

/** The originals of all photos, by name. */
let photos: Readonly<Record<string, string>> = {}

async function addPhotos(file: string, files: NonNullable<Config['photos']>, definitions: string): Promise<void> {
  const named = Object.entries(files).map(([name, path]) => [name, sourceOf(file, name, path)])
  const { loadPhotos, photoAssets, photosIn } = await import('./photos.ts')
  photos = { ...(await photosIn(definitions)), ...Object.fromEntries(named) }
  const folder = resolve(file, '..')
  if (Object.keys(photos).length === 0) return
  assets.push(photoAssets(folder))
  const loaded = await loadPhotos(folder, photos, file)
  for (const [name, photo] of Object.entries(loaded)) addPhoto(name, photo)
}

let lastPhoto: Promise<unknown> = Promise.resolve()

/** One after the other: each writes down all that there are. */
function inTurn<T>(run: () => Promise<T>): Promise<T> {
  const mine = lastPhoto.then(run, run)
  lastPhoto = mine.catch(() => {})
  return mine
}

/** Makes the files of a photo and returns what browsers load of it. */
async function photoOf(name: string, source: string) {
  const { loadPhotos } = await import('./photos.ts')
  const there = Object.fromEntries(Object.entries(photos).filter(([, file]) => existsSync(file)))
  return (await loadPhotos(resolve('.'), { ...there, [name]: source }, source))[name]
}

function keep(name: string, source: string, files: Awaited<ReturnType<typeof photoOf>>): void {
  photos = { ...photos, [name]: source }
  if (files) addPhoto(name, files)
}

/**
 * Keeps a photo in the definitions and adds it to those that sections name.
 * @param said what its file is called
 * @param before called with its name once all is ready; what it throws keeps all as it was
 */
export function uploadPhoto(
  { definitions, said, bytes }: { definitions: string; said: string; bytes: Uint8Array },
  before: (name: string) => Promise<void>,
): Promise<KeptPhoto> {
  return inTurn(async () => {
    const { keepPhoto } = await import('./photos.ts')
    const isTaken = (name: string) => Object.hasOwn(photos, name)
    let files: Awaited<ReturnType<typeof photoOf>>
    const build = async (name: string, source: string) => {
      files = await photoOf(name, source)
    }
    const kept = await keepPhoto({ definitions, said, bytes, isTaken }, build, before)
    if (kept.ok) keep(kept.name, resolve(definitions, 'photos', basename(kept.file)), files)
    return kept
  })
}

/** The files of photos that could not be read. */
const refusedPhotos = new Set<string>()

/** Adds the photos that came to a folder of definitions since, such as those which another server has taken. */
export function renewPhotos(definitions: string): Promise<void> {
  return inTurn(async () => {
    const { photosIn } = await import('./photos.ts')
    const found = await photosIn(definitions)
    for (const place of refusedPhotos) if (!Object.values(found).includes(place)) leftOut.delete(place)
    for (const [name, source] of Object.entries(found)) {
      if (Object.hasOwn(photos, name)) continue
      try {
        keep(name, source, await photoOf(name, source))
        leftOut.delete(source)
      } catch (error) {
        // It may be there in part only: the next change looks again.
        if (!(error instanceof Refused)) throw error
        leftOut.set(source, error.message)
        refusedPhotos.add(source)
        onLeftOut()
      }
    }
  })
}

const configKeys: Keys = {
  kinds: { type: 'object' },
  sections: { type: 'object' },
  channels: { type: 'object' },
  drawings: { type: 'object' },
  photos: { type: 'object' },
  head: { type: 'object' },
}

const kindKeys: Keys = {
  description: { type: 'string', needed: true },
  schema: { type: 'object', needed: true },
  isRight: { type: 'function' },
  samples: { type: 'object' },
  read: { type: 'function' },
  say: { type: 'function' },
  store: { type: 'function' },
  parts: { type: 'object' },
  widget: { type: 'object' },
  ui: { type: 'object' },
  words: { type: 'object', needed: true },
}

const widgetKeys: Keys = {
  isGroup: { type: 'boolean' },
  draw: { type: 'function', needed: true },
  start: { type: 'function' },
}

function checkWidget(source: string, { widget, parts, schema }: OwnKind): void {
  checked(source, widget, widgetKeys, 'widget')
  if (parts) throw refused(source, 'parts', '"parts" and "widget" both ask. Remove one of them.')
  if (!['string', 'number', 'integer'].includes(schema.type))
    throw refused(source, 'widget', 'A widget asks for a text or a number: "type" of "schema" has to be one of them.')
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
  const { kinds: ownKinds, sections, channels, drawings: ownDrawings, photos } = config
  for (const table of [ownKinds, sections, channels, ownDrawings, photos])
    for (const [id, path] of Object.entries<unknown>(table ?? {})) {
      if (!/^[a-z][a-z0-9-]*$/.test(id))
        throw refused(file, id, `"${id}" is no id. Use lower-case letters, digits and -.`)
      if (typeof path !== 'string')
        throw refused(file, id, `"${id}" names no file. Write its path, such as "./${id}.ts".`)
    }
  return config
}

/** Imports a file. An error of it is reported with the place that threw it. */
async function load(file: string, config: string): Promise<unknown> {
  try {
    return (await import(pathToFileURL(file).href)).default
  } catch (error) {
    throw new Refused(placed(file, config, error))
  }
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

/** What a repository adds to pages; null where it adds nothing. */
export async function ownParts(): Promise<OwnParts | null> {
  const script = await ownScript()
  if (script && !script.ok) return script
  // Photos that are added while the server runs are served from there, too.
  const { photoAssets } = await import('./photos.ts')
  const later = photoAssets('.')
  if (!assets.includes(later) && isMade(later)) assets.push(later)
  if (script === null && head.length === 0 && assets.length === 0) return null
  const folders = [...(script ? [script.folder] : []), ...assets]
  return { ok: true, script: script?.name ?? null, folders, drawings, head }
}

function isMade(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true })
    return true
  } catch {
    return false
  }
}

export type OwnParts =
  | {
      ok: true
      /** The name of the script of kinds. */
      script: string | null
      /** Of all that browsers load. */
      folders: readonly string[]
      /** The files of drawings, by their name. */
      drawings: Readonly<Record<string, string>>
      head: readonly HeadTag[]
    }
  | { ok: false; message: string }

/** The script that browsers load of the added kinds, built if it is not up to date; null where there are none. */
async function ownScript(folder = '.'): Promise<OwnScript | null> {
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
