import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
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
    const say = (message: string) => refused(config, relative(folder, source), `"${name}" ${message}`)
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
  for (const file of existsSync(assets) ? readdirSync(assets) : []) if (!kept.has(file)) rmSync(join(assets, file))
  writeFileSync(`${manifest}.${process.pid}`, `${JSON.stringify(built, null, 2)}\n`)
  renameSync(`${manifest}.${process.pid}`, manifest)
  return built
}

interface Place {
  folder: string
  assets: string
  hash: string
  say: (message: string) => Error
}

async function build(name: string, original: Buffer, { folder, assets, hash, say }: Place): Promise<Build[string]> {
  const make = await sharpOf(folder)
  if (!make) throw say('is a photo, and sharp makes its files. Run `npm install --save-dev sharp`, then try again.')
  // Turned as the camera says. What the camera noted, such as the place, stays out of what is made.
  const upright = make(original, { failOn: 'error' }).autoOrient()
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
    if (!encoded) throw say(`takes ${size} bytes as ${format} of ${wide} px, ${most}`)
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
