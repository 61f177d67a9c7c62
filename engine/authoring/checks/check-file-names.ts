import { type DefinitionProblem, folderNames, type Library } from '#engine/library'
/** A file's name is the id that others know it by, and part of addresses: `npx leadwright new` takes no other either. */
export const idPattern = /^[a-z][a-z0-9_-]*$/

/** The names of definitions are ids. */
export function checkFileNames(library: Library): DefinitionProblem[] {
  return folderNames.flatMap((folder) =>
    [...library[folder]].flatMap(([id, { file }]) => {
      if (idPattern.test(id)) return []
      const message = `The file's name is its id, and "${id}" cannot be one: it begins with a small letter and goes on with small letters, digits, - and _. Rename the file${renamed(id)}.`
      return [{ file, path: [], on: 'value' as const, message }]
    }),
  )
}

/** SolarTwo → solar-two */
function renamed(id: string): string {
  const name = id
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replaceAll(/[^a-z0-9_-]+/g, '-')
    .replaceAll(/^[^a-z]+|-+$/g, '')
  return idPattern.test(name) ? `, for example to ${name}.json` : ''
}
