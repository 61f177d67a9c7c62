import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Command } from 'commander'
import { confirmedNow, type TextTask, textTasks } from '#engine/catalog/text-report.ts'
import { contentHash } from '#engine/node/hash.ts'
import { parseSources, problemLine } from '#engine/node/load.ts'
import { readSchemas } from '#engine/node/schemas.ts'
import { type FolderOptions, withFolders } from './folders.ts'

interface TextOptions extends FolderOptions {
  locale?: string
  confirm: boolean
  json: boolean
}

export function textCommand(text: Command): void {
  withFolders(text)
    .option('--locale <language>', 'only one language')
    .option('--confirm', 'writes down that every translation fits its source as it is now', false)
    .option('--json', 'one object a line', false)
    .action(async ({ locale, confirm, json, ...folders }: TextOptions) => {
      const { sources, mistakes } = await parseSources(folders)
      const schemas = readSchemas()
      const tasks = textTasks(sources, schemas, contentHash)
      if (mistakes.length > 0 || !tasks) {
        console.error([...mistakes.map(problemLine), 'Correct the definitions first: npx leadwright check'].join('\n'))
        process.exitCode = 1
        return
      }
      const listed = tasks.filter((task) => locale === undefined || task.locale === locale)
      if (!confirm) return list(listed, json)
      for (const language of new Set(listed.map((task) => task.locale))) {
        const file = join(folders.locales, language, 'sources.json')
        await writeFile(file, `${JSON.stringify(confirmedNow(sources, schemas, contentHash, language), null, 2)}\n`)
        console.log(`${file} written`)
      }
    })
}

function list(tasks: readonly TextTask[], json: boolean): void {
  for (const task of tasks) {
    const { state, locale, file, path, text } = task
    console.log(json ? JSON.stringify(task) : `${locale}  ${state.padEnd(7)}  ${file}  ${path}  “${text}”`)
  }
  const ofDrafts = tasks.filter(({ isDraft }) => isDraft).length
  if (tasks.length > ofDrafts) process.exitCode = 1
  else if (!json && tasks.length === 0) console.log('Nothing is missing, unused or stale.')
  else if (!json) console.log(`All of these ${ofDrafts} are in drafts, and can wait until those are published.`)
}
