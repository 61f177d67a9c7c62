import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { stdin, stdout } from 'node:process'
import { createInterface } from 'node:readline/promises'
import { type Command, Option } from 'commander'
import type { Catalog } from '#engine/catalog/catalog.ts'
import { loadCatalog, problemLine } from '#engine/node/load.ts'
import { type FolderOptions, withFolders } from './folders.ts'
import { blueprints, type Question } from './new-blueprints.ts'

type Flags = FolderOptions & Record<string, string>

export function newCommand(command: Command): void {
  for (const [kind, { folder, schema, questions, write, next }] of Object.entries(blueprints)) {
    const sub = withFolders(command.command(kind)).argument('<id>', `the ${kind}'s id, which names its file`)
    for (const { flag, ask } of questions) sub.addOption(new Option(`--${flag} <text>`, ask))
    sub.action(async (id: string, flags: Flags) => {
      const loaded = await loadCatalog(flags)
      if (!loaded.ok) return fail([...loaded.problems.map(problemLine), 'Correct these first.'])
      const file = join(flags.definitions, folder, `${id}.json`)
      if (!/^[a-z][a-z0-9_-]*$/.test(id))
        return fail(['An id begins with a small letter and goes on with small letters, digits, - and _.'])
      if (existsSync(file)) return fail([`${relative('.', file)} is there already. Choose another id.`])
      const answers = await answersTo(questions, flags, id, loaded.catalog)
      if (!answers) return fail([`Say the rest as flags: ${questions.map(({ flag }) => `--${flag}`).join(' ')}`])
      const value = { $schema: schemaOf(flags.definitions, schema), ...write(id, answers, loaded.catalog) }
      await mkdir(join(flags.definitions, folder), { recursive: true })
      await writeFile(file, `${JSON.stringify(value, null, 2)}\n`)
      const after = await loadCatalog(flags)
      if (!after.ok) return fail([`${relative('.', file)} written, but:`, ...after.problems.map(problemLine)])
      console.log(`${relative('.', file)} written. ${next(id, answers)}`)
    })
  }
}

/** The answers from flags, defaults and, at a terminal, the person; null when one is missing and nobody can be asked. */
async function answersTo(
  questions: readonly Question[],
  flags: Flags,
  id: string,
  catalog: Catalog,
): Promise<Record<string, string> | null> {
  const prompt = stdin.isTTY ? createInterface({ input: stdin, output: stdout }) : null
  const answers: Record<string, string> = {}
  for (const { flag, ask, fallback } of questions) {
    const otherwise = fallback?.(id, catalog)
    const asked = flags[flag] ?? (prompt && (await prompt.question(`${ask}${otherwise ? ` [${otherwise}]` : ''}: `)))
    const answer = asked || otherwise
    if (answer === undefined) {
      prompt?.close()
      return null
    }
    answers[flag] = answer
  }
  prompt?.close()
  return answers
}

/** Beside the definitions when they are the repository's; elsewhere a running server has the schemas too. */
function schemaOf(definitions: string, schema: string): string {
  const here = join(import.meta.dirname, '../definitions')
  return relative(here, definitions) === '' ? `../../schemas/${schema}` : `http://127.0.0.1:8080/schemas/${schema}`
}

function fail(lines: string[]): void {
  console.error(lines.join('\n'))
  process.exitCode = 1
}
