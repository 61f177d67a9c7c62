import { Resvg, renderAsync } from '@resvg/resvg-js'
import { LRUCache } from 'lru-cache'
import { htmlText } from '#engine/form/values/html-text.ts'
import type { Catalog } from '#engine/site/catalog.ts'
import type { ShareImage } from '#engine/site/heads/share-image.ts'
import type { ShareParts } from '../pages/renderer.ts'
import { shareDrawing } from './share-drawing.ts'

/** How much is kept at hand, in bytes: some two thousand pictures. */
const capacity = 24 * 1024 * 1024

/** The pictures that stand for pages where they are shared. */
export interface ShareImages {
  /** The picture at a path as PNG, drawn when it is first asked for; null where the catalog has no page with it. */
  at: (catalog: Catalog, path: string) => Promise<Buffer> | null
}

export function shareImages({ drawings, faces }: ShareParts): ShareImages {
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
    at(catalog, path) {
      const known = kept.get(path)
      if (known) return Promise.resolve(known)
      const image = imagesOf(catalog).get(path)
      if (!image) return null
      const drawing = underWay.get(path) ?? draw(image).finally(() => underWay.delete(path))
      underWay.set(path, drawing)
      return drawing
    },
  }
}

const tables = new WeakMap<Catalog, ReadonlyMap<string, ShareImage>>()

/** All pictures of a catalog by their path: nothing else is ever drawn. */
function imagesOf(catalog: Catalog): ReadonlyMap<string, ShareImage> {
  const known = tables.get(catalog)
  if (known) return known
  const images = catalog.brands.flatMap((brand) =>
    catalog.placesOf(brand.id).map((at) => catalog.shareImage(at, brand)),
  )
  const table = new Map(images.map((image) => [image.path, image]))
  tables.set(catalog, table)
  return table
}
