import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, parse, relative, resolve } from 'node:path'
import { stdin, stdout } from 'node:process'
import { createInterface } from 'node:readline/promises'
import { type Command, Option } from 'commander'
import { idPattern } from '#engine/authoring/checks/check-file-names.ts'
import { didYouMean } from '#engine/library/did-you-mean.ts'
import { folderOf } from '#engine/library/folders.ts'
import type { Folders } from '#engine/node/disk-files.ts'
import { loadGood } from '#engine/node/good-catalog.ts'
import { catalogOf, judgeOf, type LocatedProblem, problemLine } from '#engine/node/load.ts'
import { type KeptFile, parsedFile, readSources } from '#engine/node/read-sources.ts'
import { SourceCache } from '#engine/node/source-cache.ts'
import type { Catalog } from '#engine/site/catalog.ts'
import { type FolderOptions, withFolders } from '../terminal/folders.ts'
import type { Question } from './blueprint.ts'
import { blueprints } from './new-blueprints.ts'

type Flags = FolderOptions & Record<string, string>

export function newCommand(command: Command): void {
  for (const [kind, { folder, schema, questions, write, texts, next }] of Object.entries(blueprints)) {
    const sub = withFolders(command.command(kind)).argument('<id>', `the ${kind}'s id, which names its file`)
    for (const question of questions) sub.addOption(new Option(`--${question.flag} <text>`, asked(question)))
    sub.action(async (id: string, flags: Flags) => {
      const good = await loadGood(flags)
      if (!good.ok) return fail([...good.problems.map(problemLine), 'Correct these first.'])
      const catalog = good.value
      // A definition of several files is a folder.
      const { isMadeOf } = folderOf(folder) ?? {}
      const path = join(flags.definitions, folder, isMadeOf === undefined ? `${id}.json` : join(id, `${isMadeOf}.json`))
      const file = relative('.', path)
      if (!idPattern.test(id))
        return fail(['An id begins with a small letter and goes on with small letters, digits, - and _.'])
      if (existsSync(path)) return fail([`${file} is there already. Choose another id.`])
      const answers = await answersTo(questions, flags, id, catalog)
      if (!answers.ok) return fail([...answers.problems, 'Nothing was written.'])
      const value = { $schema: schemaOf(flags.definitions, schema, path), ...write(id, answers.value, catalog) }
      const beside = Object.entries(texts?.(answers.value) ?? {})
      const files: KeptFile[] = [
        { file, folder, id, locale: null, text: `${JSON.stringify(value, null, 2)}\n` },
        ...beside.map(([name, text]) => ({
          file: join(dirname(file), name),
          folder,
          id,
          locale: parse(name).name,
          text,
        })),
      ]
      const problems = await problemsWith(flags, files)
      if (problems.length > 0) return fail([...problems.map(({ message }) => message), 'Nothing was written.'])
      await mkdir(dirname(path), { recursive: true })
      for (const each of files) await writeFile(each.file, each.text)
      console.log(`${file} written. ${next(id, answers.value, catalog)}`)
    })
  }
}

/** What would be wrong with the definitions that is not wrong without the new files. */
async function problemsWith(folders: Folders, added: readonly KeptFile[]): Promise<LocatedProblem[]> {
  const files = await readSources(folders, new SourceCache())
  const all = [...files, ...added.map(parsedFile)]
  const judge = await judgeOf(all)
  const [before, after] = [catalogOf(files, judge), catalogOf(all, judge)]
  const known = new Set(before.ok ? [] : before.problems.map(problemLine))
  return after.ok ? [] : after.problems.filter((problem) => !known.has(problemLine(problem)))
}

type Told = { ok: true; value: Record<string, string> } | { ok: false; problems: string[] }

/** The answers from flags, defaults and, at a terminal, the person; or a sentence for each that is missing or wrong. */
async function answersTo(questions: readonly Question[], flags: Flags, id: string, catalog: Catalog): Promise<Told> {
  const prompt = stdin.isTTY ? createInterface({ input: stdin, output: stdout }) : null
  const value: Record<string, string> = {}
  const problems: string[] = []
  for (const question of questions) {
    const { flag, fallback, choices, when } = question
    const said = flags[camelCase(flag)]
    if (when && !when(value)) {
      if (said !== undefined) problems.push(`--${flag} has no meaning here. Leave it out.`)
      continue
    }
    const otherwise = fallback?.(id, catalog)
    const typed =
      said ?? (prompt && (await prompt.question(`${asked(question)}${otherwise ? ` [${otherwise}]` : ''}: `)))
    const answer = typed || otherwise
    if (answer === undefined) problems.push(`Say with --${flag}: ${asked(question)}`)
    else if (choices && !choices.includes(answer))
      problems.push(`--${flag} cannot be "${answer}".${didYouMean(answer, choices)}`)
    else value[flag] = answer
  }
  prompt?.close()
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value }
}

function asked({ ask, choices }: Question): string {
  return choices ? `${ask} (${choices.join(', ')})` : ask
}

function camelCase(flag: string): string {
  return flag.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}

/** Beside the definitions when they are the repository's; elsewhere a running server has the schemas too. */
function schemaOf(definitions: string, schema: string, path: string): string {
  const here = join(import.meta.dirname, '../../definitions')
  if (relative(here, definitions) !== '') return `http://127.0.0.1:8080/schemas/${schema}`
  return relative(dirname(resolve(path)), join(here, '../schemas', schema))
}

function fail(lines: string[]): void {
  console.error(lines.join('\n'))
  process.exitCode = 1
}
