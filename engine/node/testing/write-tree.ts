import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Tree } from './small-tree.ts'

/** Writes a tree into a folder, for programs that read one. */
export function writeTree(folder: string, tree: Tree): void {
  for (const [file, text] of Object.entries(tree)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
}
