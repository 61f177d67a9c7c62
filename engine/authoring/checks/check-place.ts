import { type DefinitionProblem, didYouMean, type Library, reference } from '#engine/library'
import { anchorsOf } from '#engine/site'

/** A page, and perhaps a section of it, that menus and layouts lead to. Where it is not shown, the link is left out. */
export function checkPlace(
  { page: id, section }: { page: string; section?: string | undefined },
  library: Library,
  { file, path }: Pick<DefinitionProblem, 'file' | 'path'>,
): DefinitionProblem[] {
  const page = library.pages.get(id)?.value
  if (!page) return reference(library, 'pages', id, { file, path: [...path, 'page'], on: 'value' })
  const anchors = anchorsOf(page)
  if (section === undefined || anchors.includes(section)) return []
  const message = `The page "${id}" has no section "${section}".${didYouMean(section, anchors)}`
  return [{ file, path: [...path, 'section'], on: 'value', message, with: [`pages/${id}`] }]
}
