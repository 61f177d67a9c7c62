import { createHash } from 'node:crypto'
import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Sharp, default as sharp } from 'sharp'
import type { addPhoto } from '#engine/site'
import { writeAsset } from './build.ts'
import { Refused, refused } from './checked.ts'

/** Where what is built of photos is written. */
const output = 'dist/photos'

/** The most that browsers load of one photo, in bytes. */
const mostBytes = 150_000

/** The largest original that is taken, in bytes and in pixels: what phones make, and no more than memory has room for. */
const largest = { bytes: 20_000_000, pixels: 100_000_000 }

/** After how long a file that no photo has any more is removed, in ms: another server of the folder may just have made it. */
const removedAfter = 24 * 60 * 60 * 1000

/** How wide the files of a photo are; none is wider than the photo itself. */
const widths = [480, 800, 1200, 1600]

/** How good the files of a format are: less, where one would be too large. */
const qualities = { avif: [60, 50, 40], webp: [78, 65, 50], jpeg: [78, 65, 50] }

type PhotoFiles = Parameters<typeof addPhoto>[1]

/** Photos as they were built, by name. Another recipe or another original has another hash. */
type Build = Readonly<Record<string, PhotoFiles & { hash: string; files: readonly string[] }>>

/** The folder of what browsers load. */
export function photoAssets(folder: string): string {
  return resolve(folder, output, 'assets')
}

/**
 * The files of photos, which are made unless they are up to date.
 * @param sources files by name
 * @param config the file that names them
 * @throws Refused
 */
export async function loadPhotos(
  folder: string,
  sources: Readonly<Record<string, string>>,
  config: string,
): Promise<Readonly<Record<string, PhotoFiles>>> {
  const [manifest, assets] = [resolve(folder, output, 'build.json'), photoAssets(folder)]
  const known: Build = existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')) : {}
  const built: Record<string, Build[string]> = {}
  for (const [name, source] of Object.entries(sources)) {
    const original = readFileSync(source)
    const recipe = JSON.stringify([mostBytes, widths, qualities])
    const hash = createHash('sha256').update(recipe).update(original).digest('hex').slice(0, 12)
    const last = known[name]
    const isFresh = last?.hash === hash && last.files.every((file) => existsSync(join(assets, file)))
    const say = (message: string, reason: PhotoRefusal = 'kind') =>
      Object.assign(refused(config, relative(folder, source), `"${name}" ${message}`), { reason })
    built[name] = isFresh
      ? last
      : await build(`${name}-${hash}`, original, { folder, assets, hash, say }).catch((error: unknown) => {
          throw error instanceof Refused
            ? error
            : say(`cannot be read: ${error instanceof Error ? error.message.split('\n')[0] : error}.`)
        })
  }
  if (JSON.stringify(built) === JSON.stringify(known)) return built
  const kept = new Set(Object.values(built).flatMap(({ files }) => files))
  const old = Date.now() - removedAfter
  for (const name of existsSync(assets) ? readdirSync(assets) : []) {
    const file = join(assets, name)
    if (!kept.has(name) && (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) < old)
      rmSync(file, { force: true })
  }
  writeFileSync(`${manifest}.${process.pid}`, `${JSON.stringify(built, null, 2)}\n`)
  renameSync(`${manifest}.${process.pid}`, manifest)
  return built
}

interface Place {
  folder: string
  assets: string
  hash: string
  say: (message: string, reason?: PhotoRefusal) => Error
}

async function build(name: string, original: Buffer, { folder, assets, hash, say }: Place): Promise<Build[string]> {
  const make = await sharpOf(folder)
  if (!make)
    throw say('is a photo, and sharp makes its files. Run `npm install --save-dev sharp`, then try again.', 'sharp')
  // Turned as the camera says. What the camera noted, such as the place, stays out of what is made.
  const upright = make(original, { failOn: 'error', limitInputPixels: largest.pixels }).autoOrient()
  const known = await upright.metadata().catch(() => null)
  if (known?.format !== 'jpeg' && known?.format !== 'png') throw say('is no photo. Name a JPEG or a PNG file.')
  const { width, height } = known.autoOrient
  const wanted = [...widths.filter((each) => each < width), ...(width <= (widths.at(-1) ?? 0) ? [width] : [])]
  const files: string[] = []
  const write = async (format: keyof typeof qualities, wide: number, image: Sharp) => {
    const [encoded, size] = await smallEnough(qualities[format], (quality) =>
      image.clone().resize({ width: wide }).toFormat(format, { quality }).toBuffer(),
    )
    const most = `and ${mostBytes} are the most. Choose a calmer photo.`
    if (!encoded) throw say(`takes ${size} bytes as ${format} of ${wide} px, ${most}`, 'weight')
    const file = `${name}-${wide}.${format}`
    writeAsset(assets, file, encoded)
    files.push(file)
    return `/assets/${file}`
  }
  const sources: { type: string; srcSet: string }[] = []
  for (const format of ['avif', 'webp'] as const) {
    const lines: string[] = []
    for (const wide of wanted) lines.push(`${await write(format, wide, upright)} ${wide}w`)
    sources.push({ type: `image/${format}`, srcSet: lines.join(', ') })
  }
  const src = await write('jpeg', wanted[1] ?? width, upright.clone().flatten({ background: '#fff' }))
  return { hash, width, height, sources, src, files }
}

/** The first that is small enough; else how large the last is. */
async function smallEnough(
  qualities: readonly number[],
  encode: (quality: number) => Promise<Buffer>,
): Promise<[Buffer | null, number]> {
  let size = 0
  for (const quality of qualities) {
    const encoded = await encode(quality)
    if (encoded.length <= mostBytes) return [encoded, encoded.length]
    size = encoded.length
  }
  return [null, size]
}

/** The repository's own sharp; null where there is none. */
async function sharpOf(folder: string): Promise<typeof sharp | null> {
  try {
    const found = createRequire(join(folder, 'package.json')).resolve('sharp')
    return (await import(pathToFileURL(found).href)).default
  } catch {
    return null
  }
}

/** The folder of photos within the definitions: what is put there is a photo by its name. */
const uploads = 'photos'

const photoFile = /^([a-z][a-z0-9-]{0,59})\.(?:jpe?g|png)$/

/** The photos in a folder of definitions, by name. Links and what is no file are left out. */
export async function photosIn(definitions: string): Promise<Record<string, string>> {
  const folder = resolve(definitions, uploads)
  const known = await lstat(folder).catch(() => null)
  if (!known?.isDirectory()) return {}
  const entries = await readdir(folder, { withFileTypes: true })
  const found = entries.flatMap((entry) => {
    const [, name] = photoFile.exec(entry.name) ?? []
    return name !== undefined && entry.isFile() ? [[name, join(folder, entry.name)] as const] : []
  })
  return Object.fromEntries(found.toSorted())
}

/**
 * Why a photo is not taken. name: no name is left of it; taken: another has it; large: the original; kind: neither JPEG nor PNG,
 * or damaged; weight: it cannot be made light enough; sharp: what makes its files is not installed; link: the folder is one;
 * disk: the system refuses.
 */
export type PhotoRefusal = 'name' | 'taken' | 'large' | 'kind' | 'weight' | 'sharp' | 'link' | 'disk'

export type KeptPhoto =
  | { ok: true; name: string /** Of the original, from the top of the definitions. */; file: string }
  | { ok: false; reason: PhotoRefusal; detail: string }

/** The name that a photo gets of what its file is called, wherever that leads. */
function nameOf(said: string): string {
  const own = said.split(/[\\/]/).at(-1) ?? ''
  const plain = own
    .replace(/\.[^.]*$/, '')
    .normalize('NFKD')
    .toLowerCase()
  return plain
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+|-+$/g, '')
    .slice(0, 60)
}

/**
 * Keeps a photo in the definitions, once the files that browsers load are made of it.
 * @param build makes these files of the original, by its path
 * @param before called once all is ready; what it throws keeps all as it was
 */
export async function keepPhoto(
  {
    definitions,
    said,
    bytes,
    isTaken,
  }: { definitions: string; said: string; bytes: Uint8Array; isTaken: (name: string) => boolean },
  build: (name: string, source: string) => Promise<void>,
  before: (name: string) => Promise<void>,
): Promise<KeptPhoto> {
  const refuse = (reason: PhotoRefusal, detail = ''): KeptPhoto => ({ ok: false, reason, detail })
  const name = nameOf(said)
  if (name === '') return refuse('name')
  if (bytes.length > largest.bytes) return refuse('large', `${largest.bytes / 1_000_000}`)
  const starts = Buffer.from(bytes.subarray(0, 8)).toString('latin1')
  const ending = starts.startsWith('\xff\xd8\xff') ? 'jpg' : starts === '\x89PNG\r\n\x1a\n' ? 'png' : null
  if (ending === null) return refuse('kind')
  if (isTaken(name)) return refuse('taken', name)
  let temporary: string | null = null
  try {
    const folder = join(realpathSync(definitions), uploads)
    mkdirSync(folder, { recursive: true })
    if (!lstatSync(folder).isDirectory()) return refuse('link')
    const file = `${name}.${ending}`
    temporary = join(folder, `.${file}.${process.pid}.saving`)
    writeFileSync(temporary, bytes, { flag: 'wx', flush: true })
    await build(name, temporary)
    await before(name)
    // Unlike a renamed file, a linked one replaces none.
    linkSync(temporary, join(folder, file))
    return { ok: true, name, file: `definitions/${uploads}/${file}` }
  } catch (error) {
    if (error instanceof Refused) {
      const reason = 'reason' in error ? (error.reason as PhotoRefusal) : 'kind'
      return refuse(reason, error.message)
    }
    const { code = '' } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return refuse('taken', name)
    if (code === '') throw error
    return refuse('disk', code)
  } finally {
    if (temporary !== null) rmSync(temporary, { force: true })
  }
}
