import { type DefinitionProblem, type Library, nearest, type Schemas, wordFile } from '#engine/library'
import { defaultLocale, leaves, type Said, sayingsByFile } from '#engine/site'

/** What is filled in beside facts: at a place of a folder, and in the product's own words by file. Mails have a check of their own. */
const filled: Readonly<Record<string, readonly string[]>> = {
  'layouts header line': ['partner'],
  'words consent': ['company', 'title'],
  'words mails': ['brand'],
}

/** {name}, {kind:name} and {{name}}; facts have a check of their own. */
const pattern = /\{\{?\s*(?!fact\b)([a-z][\w-]*(?:\s*:\s*[\w.-]*)?)\s*(?:,[^{}]*)?\}\}?/gi

/** Whatever stands in braces is filled in: visitors would read the braces of anything else. */
export function checkPlaceholders(library: Library, schemas: Schemas): DefinitionProblem[] {
  const facts = Object.keys(library.site.value.facts ?? {})
  return sayingsByFile(library, schemas, '{').flatMap((texts) =>
    texts.flatMap((said) => {
      const { file, folder, path, text } = said
      if (folder === 'mails') return []
      const known = knownIn(said)
      // Only the product's own words have pairs of braces.
      const isKnown = (whole: string, name: string) =>
        known.includes(name) && (folder === '' || !whole.startsWith('{{'))
      const [whole, name = ''] = [...text.matchAll(pattern)].find(([each, named = '']) => !isKnown(each, named)) ?? []
      if (whole === undefined) return []
      return [{ file, path, on: 'value' as const, message: `There is no placeholder ${whole}.${advice(name, known)}` }]
    }),
  )

  function advice(name: string, known: readonly string[]): string {
    const [kind = '', inner] = name.split(/\s*:\s*/)
    if (inner !== undefined && /^(?:computed|answer|field)/i.test(kind))
      return ' Answers and computed values cannot be shown in words. Say it without.'
    const bare = name.replace(/^.*:\s*/, '')
    const placeholders = new Map([
      ...facts.map((fact) => [fact, `{fact:${fact}}`] as const),
      ...known.map((each) => [each, `{${each}}`] as const),
    ])
    const [near = bare, ...more] = nearest(bare, [...placeholders.keys()])
    const meant = placeholders.get(bare) ?? (more.length === 0 ? placeholders.get(near) : undefined)
    return meant === undefined
      ? ` Known here: ${[...known.map((each) => `{${each}}`), '{fact:name}'].join(', ')}.`
      : ` Did you mean ${meant}?`
  }

  function knownIn({ folder, id, path }: Said): readonly string[] {
    if (folder !== '') return filled[[folder, ...path].join(' ')] ?? []
    // The product fills in what its own language has at the same place, in whatever order and plural form.
    const key = (keys: readonly string[]) => keys.join('.').replace(/_(zero|one|two|few|many|other)$/, '')
    const source = leaves(wordFile(library.words, defaultLocale(library.site.value), '', id)?.value)
    const same = source.filter((leaf) => key(leaf.path) === key(path))
    const doubled = same.flatMap(({ text }) => [...text.matchAll(/\{\{\s*(\w+)/g)].map(([, name = '']) => name))
    return [...(filled[`words ${id}`] ?? []), ...doubled]
  }
}
