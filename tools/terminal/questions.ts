import { stdin, stdout } from 'node:process'
import { createInterface } from 'node:readline/promises'
import { didYouMean } from '#engine/library'

/** Something that a command needs to know: an option says it, or the person at the terminal. */
export interface AskedQuestion {
  /** The option's name, without --. */
  flag: string
  ask: string
  /** All that can be said. */
  choices?: readonly string[]
  /** Asked only where this holds of what was answered before. */
  when?: (answers: Readonly<Record<string, string>>) => boolean
}

type Told = { ok: true; value: Record<string, string> } | { ok: false; problems: string[] }

/**
 * The answers from options, defaults and, at a terminal, the person; or a sentence for each that is missing or wrong.
 * @param isInteractive whether the person is asked
 */
export async function answersTo<Q extends AskedQuestion>(
  questions: readonly Q[],
  flags: Readonly<Record<string, unknown>>,
  fallbackOf: (question: Q) => string | undefined,
  isInteractive = stdin.isTTY,
): Promise<Told> {
  const prompt = isInteractive ? createInterface({ input: stdin, output: stdout }) : null
  const value: Record<string, string> = {}
  const problems: string[] = []
  for (const question of questions) {
    const { flag, choices, when } = question
    const said = flags[camelCase(flag)] as string | undefined
    if (when && !when(value)) {
      if (said !== undefined) problems.push(`--${flag} does not apply here. Remove it.`)
      continue
    }
    const otherwise = fallbackOf(question)
    const typed =
      said ?? (prompt && (await prompt.question(`${asked(question)}${otherwise ? ` [${otherwise}]` : ''}: `)))
    const answer = typed || otherwise
    if (answer === undefined) problems.push(`Add --${flag}: ${asked(question)}`)
    else if (choices && !choices.includes(answer))
      problems.push(`--${flag} cannot be "${answer}".${didYouMean(answer, choices)}`)
    else value[flag] = answer
  }
  prompt?.close()
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value }
}

/** The question with all that can be said. */
export function asked({ ask, choices }: AskedQuestion): string {
  return choices ? `${ask} (${choices.join(', ')})` : ask
}

function camelCase(flag: string): string {
  return flag.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}
