import { productLocales } from '../disk-files.ts'
import { type Loaded, siteOf } from '../load.ts'
import type { Parsed } from '../positions.ts'
import { type ParsedFile, placed, readFolder } from '../read-sources.ts'
import { type FoundFile, parseSource } from '../source-cache.ts'

import type { Tree } from './small-tree.ts'

/** Checks a tree, as a server does when it starts. Its patterns pass. */
export async function checkTree(tree: Tree): Promise<Loaded> {
  return siteOf(await filesOf(tree), () => ({ kind: 'safe' }))
}

/** The files of a tree as they are read from folders, with the product's own words. */
export async function filesOf(tree: Tree): Promise<ParsedFile[]> {
  product ??= readFolder(productLocales)
  const files = Object.entries(tree).map(([file, text]): FoundFile => {
    const known = parsed.get(text) ?? parseSource(file, text)
    parsed.set(text, known)
    return { file, parts: file.split('/').slice(1), parsed: known }
  })
  const [definitions, locales] = [files.filter(isDefinition), files.filter((file) => !isDefinition(file))]
  return placed(definitions, await product, locales)
}

/** The product's own words, read once. */
let product: ReturnType<typeof readFolder> | undefined

/** Equal texts keep their value, as files that are not changed do: what was found out about it is not looked for again. */
const parsed = new Map<string, Parsed>()

function isDefinition({ file }: FoundFile): boolean {
  return file.startsWith('definitions/')
}
