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
  /** What is wrong with an answer, if anything. */
  wrong?: (answer: string) => string | undefined
}

type Told = { ok: true; value: Record<string, string> } | { ok: false; problems: string[] }

/**
 * The answers from options, defaults and, at a terminal, the person, who is asked again after a wrong one; or a sentence
 * for each that is missing or wrong.
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
    const { flag, when } = question
    const said = flags[camelCase(flag)] as string | undefined
    if (when && !when(value)) {
      if (said !== undefined) problems.push(`--${flag} does not apply here. Remove it.`)
      continue
    }
    const otherwise = fallbackOf(question)
    let typed = said
    for (;;) {
      try {
        typed ??= await prompt?.question(`${asked(question)}${otherwise ? ` [${otherwise}]` : ''} `)
      } catch (error) {
        // Ctrl+C or Ctrl+D: the cursor stands behind the question.
        if ((error as Error).name !== 'AbortError') throw error
        console.log()
        return { ok: false, problems: ['You stopped.'] }
      }
      const answer = typed || otherwise
      const problem = problemOf(question, answer)
      if (problem === undefined) value[flag] = answer ?? ''
      else if (prompt) console.log(answer === undefined ? 'This needs an answer.' : problem)
      else problems.push(problem)
      if (problem === undefined || !prompt) break
      typed = undefined
    }
  }
  prompt?.close()
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value }
}

function problemOf(question: AskedQuestion, answer: string | undefined): string | undefined {
  const { flag, choices, wrong } = question
  if (answer === undefined) return `Add --${flag}: ${asked(question)}`
  if (choices && !choices.includes(answer)) return `--${flag} cannot be "${answer}".${didYouMean(answer, choices)}`
  return wrong?.(answer)
}

/** The question with all that can be said. */
export function asked({ ask, choices }: AskedQuestion): string {
  return choices ? `${ask} (${choices.join(', ')})` : ask
}

function camelCase(flag: string): string {
  return flag.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}
