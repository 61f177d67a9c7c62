import { writeFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { migratedFolders } from '#engine/node'
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
      if (files.length === 0) console.log('All files have the current format.')
      else if (!write)
        console.log(`${files.length} ${files.length === 1 ? 'file' : 'files'} to write: npx leadwright migrate --write`)
    })
}
