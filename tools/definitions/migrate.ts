import { writeFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { judgeOf, migratedFolders, problemLine, readSources, SourceCache, siteOf } from '#engine/node'
import { type FolderOptions, withFolders } from '../terminal/folders.ts'

export function migrateCommand(migrate: Command): void {
  withFolders(migrate)
    .option('--write', 'write the files; by default they are only listed', false)
    .action(async ({ write, ...folders }: FolderOptions & { write: boolean }) => {
      const files = await migratedFolders(folders)
      for (const { file, text, renamed } of files) {
        if (write) await writeFile(file, text)
        console.log(`${file}: ${renamed.join(', ')}${write ? ' now' : ''}`)
      }
      const left = await problemsIn(folders)
      for (const problem of left) console.log(`Not migrated: ${problem}`)
      if (left.length > 0) process.exitCode = 1
      if (files.length > 0 && !write)
        console.log(`${files.length} ${files.length === 1 ? 'file' : 'files'} to write: npx leadwright migrate --write`)
      else if (files.length === 0 && left.length === 0) console.log('All files have the current format.')
    })
}

/** What this version does not accept, and no rename mends: a line for each, with its file. */
async function problemsIn(folders: FolderOptions): Promise<string[]> {
  const files = await readSources(folders, new SourceCache())
  const site = siteOf(files, await judgeOf(files))
  return site.ok ? [] : site.problems.map(problemLine)
}
