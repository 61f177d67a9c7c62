import type { BrandDefinition } from '#schemas/generated/brand.ts'
import type { Hash } from '../form-version.ts'
import { brandSheet } from './brand-sheet.ts'
import { markIcon, plainMark } from './mark.ts'

/** A file that the server makes of a brand, under its own hash: what it says never changes. */
interface BrandFile {
  /** The path, such as /brand/default.1a2b3c4d5e.css. */
  path: string
  text: string
}

/** A brand's style sheet, and its mark as an icon. */
export interface BrandFiles {
  css: BrandFile
  svg: BrandFile
}

/** The files of a brand with colours; null for one without. */
export function brandFiles(id: string, { colours, mark = plainMark }: BrandDefinition, hash: Hash): BrandFiles | null {
  if (!colours) return null
  const file = (text: string, ending: string) => ({ path: `/brand/${id}.${hash(text).slice(0, 10)}.${ending}`, text })
  return { css: file(brandSheet(colours), 'css'), svg: file(markIcon(mark, colours), 'svg') }
}
