import { Resvg, renderAsync } from '@resvg/resvg-js'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { htmlText } from '#engine/form/values'
import type { ShareImage, Site } from '#engine/site'
import { atomFeed, type FeedWords, sitemap } from '#engine/site'
import { originOf, problem } from '#server/http'
import type { Drawings, ShareParts } from '#server/pages'

/** How far lines are apart, as a share of their size. */
const lineHeight = 1.16

/** The size of a share image, in pixels: as wide as high. */
const shareSize = 300

const margin = 24

/** The share of a page's line strength that suits a picture of this size. */
const lineStrength = 0.75

/** How wide a drawing is; the lower edge cuts what is too high. */
const drawingWidth = 176

/** How much is kept at hand, in bytes: some two thousand pictures. */
const capacity = 24 * 1024 * 1024

/** The pictures that stand for pages where they are shared. */
export interface ShareImages {
  /** The picture at a path as PNG, drawn when it is first asked for; null where the site has no page with it. */
  at: (site: Site, path: string) => Promise<Buffer> | null
}

function shareImages({ drawings, faces }: ShareParts): ShareImages {
  const font = { loadSystemFonts: false, fontFiles: [...faces], defaultFontFamily: 'Atkinson Hyperlegible Next' }
  const kept = new LRUCache<string, Buffer>({ maxSize: capacity, sizeCalculation: ({ length }) => length })
  const underWay = new Map<string, Promise<Buffer>>()
  const widths = new LRUCache<string, number>({ max: 5000 })

  /** Measured at a size that leaves nothing to rounding. */
  const widthOf = (text: string): number => {
    const known = widths.get(text)
    if (known !== undefined) return known
    const svg = `<svg xmlns="http://www.w3.org/2000/svg"><text font-size="100" font-weight="700">${htmlText(text)}</text></svg>`
    const width = (new Resvg(svg, { font }).getBBox()?.width ?? 0) / 100
    widths.set(text, width)
    return width
  }

  async function draw(image: ShareImage): Promise<Buffer> {
    const drawn = await renderAsync(shareDrawing(image, drawings, widthOf), { font })
    const png = drawn.asPng()
    kept.set(image.path, png)
    return png
  }

  return {
    at(site, path) {
      const known = kept.get(path)
      if (known) return Promise.resolve(known)
      const image = imagesOf(site).get(path)
      if (!image) return null
      const drawing = underWay.get(path) ?? draw(image).finally(() => underWay.delete(path))
      underWay.set(path, drawing)
      return drawing
    },
  }
}

const tables = new WeakMap<Site, ReadonlyMap<string, ShareImage>>()

/** All pictures of a site by their path: nothing else is ever drawn. */
function imagesOf(site: Site): ReadonlyMap<string, ShareImage> {
  const known = tables.get(site)
  if (known) return known
  const images = site.brands.all.flatMap((brand) =>
    site.pages.ofBrand(brand.id).map((at) => site.pages.shareImage(at, brand)),
  )
  const table = new Map(images.map((image) => [image.path, image]))
  tables.set(site, table)
  return table
}

/**
 * A share image as SVG: the brand above a rule with its tab, the title as large as it fits, the drawing cut by the edge.
 * @param symbols the SVG of each drawing, by its name
 * @param widthOf a text's width at a size of one pixel
 */
export function shareDrawing(image: ShareImage, symbols: Drawings, widthOf: (text: string) => number): string {
  const { colours, drawing } = image
  const brand = fitted(plain(image.brand), { width: 200, height: 24, sizes: [18, 16, 14] }, widthOf)
  const room = { width: shareSize - 2 * margin, height: drawing === null ? 196 : 100 }
  const title = fitted(plain(image.title), { ...room, sizes: [34, 30, 27, 24, 21, 18] }, widthOf)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${shareSize}" height="${shareSize}">`,
    `<rect width="${shareSize}" height="${shareSize}" fill="${colours.paper}"/>`,
    drawing === null ? markOf(image, { x: 168, y: 158, size: 176, faint: true }) : drawn(symbols.get(drawing), colours),
    markOf(image, { x: margin, y: 20, size: 26 }),
    textOf(brand.lines, { x: margin + 32, y: 39, size: brand.size, fill: colours.text }),
    `<path d="M${margin} 60h${shareSize - 2 * margin}" stroke="${colours.line}"/>`,
    `<path d="M${margin} 60h48" stroke="${colours.figure}" stroke-width="4"/>`,
    textOf(title.lines, { x: margin, y: 76 + title.size, size: title.size, fill: colours.figure }),
    '</svg>',
  ].join('')
}

interface TextPlace {
  x: number
  /** The baseline of the first line. */
  y: number
  size: number
  fill: string
}

function textOf(lines: readonly string[], { x, y, size, fill }: TextPlace): string {
  const said = lines.map((line, index) => {
    const baseline = Math.round(y + index * size * lineHeight)
    return `<text x="${x}" y="${baseline}" font-size="${size}" font-weight="700" fill="${fill}">${htmlText(line)}</text>`
  })
  return said.join('')
}

interface MarkPlace {
  x: number
  y: number
  /** Its height. */
  size: number
  /** Whether it is only a trace in the paper. */
  faint?: boolean
}

function markOf({ logo, colours }: ShareImage, { x, y, size, faint = false }: MarkPlace): string {
  const { paper, tint, figure, action } = colours
  const fills = faint ? { ink: tint, paper, accent: paper } : { ink: figure, paper, accent: action }
  const paths = logo.paths.map(({ d, fill }) => `<path d="${d}" fill="${fills[fill]}"/>`)
  const [, , wide = 1, high = 1] = logo.viewBox.split(' ').map(Number)
  const width = (size * wide) / high
  return `<svg x="${x}" y="${y}" width="${width}" height="${size}" viewBox="${logo.viewBox}">${paths.join('')}</svg>`
}

/** A symbol in the colours of the brand: what the page's style sheet says there, nothing says here. */
function drawn(svg: string | undefined, colours: ShareImage['colours']): string {
  const named: Readonly<Record<string, string | undefined>> = { ...colours, solid: colours.stroke }
  const [symbol, wide = '1', high = '1'] =
    svg?.match(/<symbol id="drawing" viewBox="0 0 (\d+) (\d+)"[\s\S]*<\/symbol>/) ?? []
  if (symbol === undefined) return ''
  const scale = drawingWidth / Number(wide)
  const coloured = symbol
    // What only some brands draw: hatching, and shapes without an outline.
    .replaceAll(/="var\(--[a-z]+, none\)"/g, '="none"')
    .replaceAll(' opacity="var(--fine, 1)"', '')
    .replaceAll(/(fill|stroke)="var\(--(?:[a-z]+, var\(--)?([a-z-]+)\)+"/g, (_, key, name) => {
      const other = key === 'fill' ? colours.sheet : colours.stroke
      return `${key}="${named[name] ?? other}"`
    })
    // Lines have one strength at every size, which this library does not know.
    .replaceAll(/stroke-width="(?:var\(--[a-z-]+, )?([\d.]+)\)?" vector-effect="non-scaling-stroke"/g, (_, width) => {
      return `stroke-width="${(Number(width) * lineStrength) / scale}"`
    })
  const place = `x="${shareSize - drawingWidth + 8}" y="178" width="${drawingWidth}" height="${Number(high) * scale}"`
  return `${coloured}<use href="#drawing" ${place}/>`
}

/** Without what XML cannot hold, and hyphens that show where nothing breaks. */
function plain(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cs}\uFFFE\uFFFF\u00AD]/gu, '')
}

/** A text in lines, and the size they fit at. */
interface FittedText {
  lines: readonly string[]
  /** In pixels. */
  size: number
}

/** The room for a text, in pixels; sizes from the one that is wished for to the least. */
interface Room {
  width: number
  height: number
  sizes: readonly number[]
}

/**
 * Breaks a text at its spaces (not at no-break ones), as large as it fits. What does not fit at the least size ends with an ellipsis; a word
 * that is wider than the room is broken there.
 * @param widthOf a word's width at a size of one pixel
 */
export function fitted(text: string, { width, height, sizes }: Room, widthOf: (word: string) => number): FittedText {
  const words = text.split(/[ \t\n]+/).filter((word) => word !== '')
  const atMost = (size: number) => Math.max(1, Math.floor(height / (size * lineHeight)))
  for (const size of sizes) {
    const lines = broken(words, width / size, widthOf)
    const fits = lines.length <= atMost(size) && words.every((word) => widthOf(word) * size <= width)
    if (fits) return { lines, size }
  }
  const size = sizes.at(-1) ?? 16
  const pieces = words.flatMap((word) => piecesOf(word, width / size, widthOf))
  const lines = broken(pieces, width / size, widthOf)
  const shown = lines.slice(0, atMost(size))
  if (shown.length === lines.length) return { lines, size }
  const last = [...(shown.pop() ?? '')]
  while (last.length > 1 && widthOf(`${last.join('')}…`) * size > width) last.pop()
  return { lines: [...shown, `${last.join('').trimEnd()}…`], size }
}

function broken(words: readonly string[], width: number, widthOf: (word: string) => number): string[] {
  const lines: string[] = []
  for (const word of words) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`
    if (lines.length > 0 && widthOf(longer) <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

function piecesOf(word: string, width: number, widthOf: (word: string) => number): string[] {
  const pieces: string[] = ['']
  for (const letter of word) {
    const longer = `${pieces.at(-1)}${letter}`
    if (pieces.at(-1) === '' || widthOf(longer) <= width) pieces[pieces.length - 1] = longer
    else pieces.push(letter)
  }
  return pieces
}

/** Share images, each under the hash of what is drawn: what it shows never changes. */
export function shareRoutes(app: FastifyInstance, site: () => Site, parts: ShareParts): void {
  const images = shareImages(parts)
  app.get<{ Params: { hash: string } }>('/share/:hash.png', async (request, reply) => {
    const png = await images.at(site(), `/share/${request.params.hash}.png`)
    if (png === null) return problem(reply, 'unknown-picture')
    return reply.header('cache-control', 'public, max-age=31536000, immutable').type('image/png').send(png)
  })
}

/** /robots.txt and /sitemap.xml, of the brand of the host. */
export function searchRoutes(app: FastifyInstance, site: () => Site): void {
  app.get('/robots.txt', (request, reply) => {
    const origin = originOf(site().brands.at(request.host), request)
    const lines = ['User-agent: *', 'Disallow:', ...(origin === null ? [] : ['', `Sitemap: ${origin}/sitemap.xml`])]
    return reply
      .header('cache-control', 'no-cache')
      .type('text/plain; charset=utf-8')
      .send(`${lines.join('\n')}\n`)
  })

  app.get('/sitemap.xml', (request, reply) => {
    const current = site()
    const brand = current.brands.at(request.host)
    const origin = originOf(brand, request)
    if (origin === null) return problem(reply, 'brand-without-origin', { values: { brand: brand.id } })
    return reply
      .header('cache-control', 'no-cache')
      .type('application/xml; charset=utf-8')
      .send(sitemap(current, brand, origin))
  })
}

/** `GET /feeds/:locale.xml`: the articles of the blog in a language, for feed readers. */
export function feedRoutes(app: FastifyInstance, site: () => Site): void {
  app.get<{ Params: { name: string } }>('/feeds/:name', (request, reply) => {
    const current = site()
    const brand = current.brands.at(request.host)
    const origin = originOf(brand, request)
    const locale = request.params.name.replace(/\.xml$/, '')
    const isKnown = request.params.name.endsWith('.xml') && Object.hasOwn(current.definition.locales, locale)
    if (!isKnown || current.blog.articles(locale).length === 0) return problem(reply, 'unknown-feed')
    if (origin === null) return problem(reply, 'brand-without-origin', { values: { brand: brand.id } })
    const words = current.texts.wordsFor(['blog'], locale).blog as FeedWords
    return reply
      .header('cache-control', 'no-cache')
      .type('application/atom+xml; charset=utf-8')
      .send(atomFeed(current, brand, locale, { origin, words }))
  })
}
