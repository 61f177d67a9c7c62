import type { Mark } from '#schemas/generated/brand.ts'
import type { Brand } from '../brand-table.ts'
import { plainMark } from '../brands/mark.ts'
import type { Hash } from '../form-version.ts'
import { type ShareColours, shareColours } from './share-colours.ts'
import type { TitledPage } from './titled.ts'

/** Raised with each change of how share images are drawn: who kept one keeps it for ever. */
const look = 2

/** The picture that stands for a page where it is shared: what it is drawn from, and its address. */
export interface ShareImage {
  /** The path; its name is the hash of all the rest. */
  path: string
  title: string
  brand: string
  mark: Mark
  colours: ShareColours
  /** That of the page's first hero or slide that has one. */
  drawing: string | null
}

export function shareImage({ title, sections }: TitledPage, brand: Brand, hash: Hash): ShareImage {
  const drawings = Object.values(sections).flatMap((section): (string | undefined)[] => {
    if (section.kind === 'slider') return Object.values(section.slides).map(({ drawing }) => drawing)
    return section.kind === 'hero' ? [section.drawing] : []
  })
  const { name, mark = plainMark, colours } = brand
  const drawn = {
    title,
    brand: name,
    mark,
    colours: shareColours(colours),
    drawing: drawings.find((drawing) => drawing !== undefined) ?? null,
  }
  return { path: `/share/${hash(JSON.stringify([look, drawn])).slice(0, 20)}.png`, ...drawn }
}
