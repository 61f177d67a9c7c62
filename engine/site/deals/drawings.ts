import { memoizeByObject } from '#engine/form/values'
import type { Library } from '#engine/library'
import type { MediaDefinition, MediaPath } from '#schemas/generated/media.ts'

/** A drawing of definitions/media/ as it is served. */
export interface Drawing {
  id: string
  /** Its address; the name holds the hash of what it shows. */
  path: string
  svg: string
}

const kept = memoizeByObject<Drawing>()

export function drawingsOf({ media }: Pick<Library, 'media'>, hash: (text: string) => string): Drawing[] {
  return [...media].map(([id, { value }]) =>
    kept(value, id, () => {
      const svg = svgOf(value)
      return { id, svg, path: `/media/${id}-${hash(svg).slice(0, 12)}.svg` }
    }),
  )
}

/** Where a page uses it, the colours are the page's; where it stands alone, those after the comma. */
const looks: Readonly<Record<MediaPath['as'], string>> = {
  wash: 'fill="var(--wash,#dbe3fb)"',
  shape: 'fill="var(--paper,#fff)" stroke="var(--stroke,#55618a)" stroke-width="var(--stroke-w,2.25)"',
  line: 'stroke="var(--stroke,#55618a)" stroke-width="var(--stroke-w,2.25)"',
  accent: 'stroke="var(--figure,#2547b0)" stroke-width="var(--accent-w,3.5)"',
}

/** The same strokes as web/assets/drawings/: one strength at every size. */
function svgOf({ paths }: MediaDefinition): string {
  const drawn = paths.map(({ d, as }) => `<path ${looks[as]} vector-effect="non-scaling-stroke" d="${d}"/>`)
  const pen = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 320"><g id="drawing" ${pen}>${drawn.join('')}</g></svg>`
}
