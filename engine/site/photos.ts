import { type DefinitionProblem, didYouMean } from '#engine/library'
import type { SectionPhoto } from '#schemas/generated/sections/hero.ts'
import type { TextSection } from '#schemas/generated/sections/text.ts'
import type { SectionKind, SectionPlace } from './section-kind.ts'

/** The files of a photo, which browsers choose one of. */
export interface PhotoFiles {
  width: number
  height: number
  /** For each format, the best first, its files with their widths as `srcset` has them. */
  sources: readonly { type: string; srcSet: string }[]
  /** For browsers that know none of these formats. */
  src: string
}

/** A section as a page shows it, with the files of its photo. */
export type WithPhoto<S> = Omit<S, 'photo'> & { photo?: PhotoFiles & Pick<SectionPhoto, 'shows'> }

const photos = new Map<string, PhotoFiles>()

/** Adds a photo to those that sections name. Once in a process, before definitions are read. */
export function addPhoto(name: string, files: PhotoFiles): void {
  photos.set(name, files)
}

/** All photos that sections can name, with their files. */
export function allPhotos(): ReadonlyMap<string, PhotoFiles> {
  return photos
}

export function withPhoto<S extends { photo?: SectionPhoto }>({ photo, ...section }: S): WithPhoto<S> {
  const files = photo && photos.get(photo.name)
  return { ...section, ...(files && { photo: { shows: photo.shows, ...files } }) }
}

/** There is the photo that a section names, and it has the drawing's place for itself. */
export function checkPhoto(section: object, { file, path }: SectionPlace): DefinitionProblem[] {
  const { kind, title, notice, photo, drawing } = section as Partial<TextSection>
  if (typeof photo?.name !== 'string') return []
  const at = { file, path: [...path, 'photo'] }
  if (drawing !== undefined)
    return [{ ...at, on: 'key', message: 'A photo takes the place of the drawing. Remove one of the two.' }]
  if (kind === 'text' && (title === undefined || notice))
    return [{ ...at, on: 'key', message: 'Only a text with a "title" has room for a photo, and no notice has.' }]
  if (photos.has(photo.name)) return []
  const message = `There is no photo "${photo.name}".${didYouMean(photo.name, [...photos.keys()])}`
  return [{ file, path: [...at.path, 'name'], on: 'value', message }]
}

/** A kind of section that is drawn as it is defined and refers to nothing but a photo. */
export function asDefinedWithPhoto<S extends { kind: string; photo?: SectionPhoto }>(): SectionKind<S, WithPhoto<S>> {
  return { check: checkPhoto, view: (section) => withPhoto(section) }
}
