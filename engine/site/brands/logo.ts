import type { Colours, Logo } from '#schemas/generated/brand.ts'
import { brandInk } from './tokens.ts'

/** The slip that stands for a brand which has no mark of its own. */
export const plainLogo: Logo = {
  viewBox: '0 0 30 34',
  paths: [
    {
      d: 'M3 0h24a3 3 0 0 1 3 3v31l-3.75-3.5L22.5 34l-3.75-3.5L15 34l-3.75-3.5L7.5 34l-3.75-3.5L0 34V3a3 3 0 0 1 3-3z',
      fill: 'ink',
    },
    { d: 'M7 9h16v3H7zM7 16h10v3H7z', fill: 'paper' },
  ],
}

/** The mark as an icon of its own, where no style sheet reaches. */
export function markIcon({ viewBox, paths }: Logo, colours: Colours): string {
  const { lightness, chroma, hue } = colours.accent
  const fills = { ink: brandInk(colours), paper: '#fff', accent: `oklch(${lightness} ${chroma} ${hue})` }
  const drawn = paths.map(({ d, fill }) => `<path fill="${fills[fill]}" d="${d}"/>`)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}">${drawn.join('')}</svg>`
}
