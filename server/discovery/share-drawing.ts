import { htmlText } from '#engine/form/values/html-text.ts'
import type { ShareImage } from '#engine/site/heads/share-image.ts'
import type { Drawings } from '../pages/renderer.ts'
import { fitted, lineHeight } from './text-lines.ts'

/** The size of a share image, in pixels: as wide as high. */
const shareSize = 300

const margin = 24

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

function markOf({ mark, colours }: ShareImage, { x, y, size, faint = false }: MarkPlace): string {
  const { paper, tint, figure, action } = colours
  const fills = faint ? { ink: tint, paper, accent: paper } : { ink: figure, paper, accent: action }
  const paths = mark.paths.map(({ d, fill }) => `<path d="${d}" fill="${fills[fill]}"/>`)
  const [, , wide = 1, high = 1] = mark.viewBox.split(' ').map(Number)
  const width = (size * wide) / high
  return `<svg x="${x}" y="${y}" width="${width}" height="${size}" viewBox="${mark.viewBox}">${paths.join('')}</svg>`
}

/** The share of a page's line strength that suits a picture of this size. */
const lineStrength = 0.75

/** How wide a drawing is; the lower edge cuts what is too high. */
const drawingWidth = 176

/** A symbol in the colours of the brand: what the page's style sheet says there, nothing says here. */
function drawn(svg: string | undefined, colours: ShareImage['colours']): string {
  const named: Readonly<Record<string, string | undefined>> = colours
  const [symbol, wide = '1', high = '1'] =
    svg?.match(/<symbol id="drawing" viewBox="0 0 (\d+) (\d+)"[\s\S]*<\/symbol>/) ?? []
  if (symbol === undefined) return ''
  const scale = drawingWidth / Number(wide)
  const coloured = symbol
    .replaceAll(/(fill|stroke)="var\(--([a-z-]+)\)"/g, (_, key, name) => {
      const other = key === 'fill' ? colours.sheet : colours.stroke
      return `${key}="${named[name] ?? other}"`
    })
    // Lines have one strength at every size, which this library does not know.
    .replaceAll(/stroke-width="([\d.]+)" vector-effect="non-scaling-stroke"/g, (_, width) => {
      return `stroke-width="${(Number(width) * lineStrength) / scale}"`
    })
  const place = `x="${shareSize - drawingWidth + 8}" y="178" width="${drawingWidth}" height="${Number(high) * scale}"`
  return `${coloured}<use href="#drawing" ${place}/>`
}

/** Without what XML cannot hold, and hyphens that show where nothing breaks. */
function plain(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cs}\uFFFE\uFFFF\u00AD]/gu, '')
}
