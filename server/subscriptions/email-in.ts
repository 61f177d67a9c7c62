/** The first text in the answers of a lead, however deep, that is the address in question; null where none is. */
export function emailIn(answers: unknown, isIt: (text: string) => boolean): string | null {
  if (typeof answers === 'string') return answers.includes('@') && isIt(answers) ? answers : null
  if (typeof answers !== 'object' || answers === null) return null
  for (const inner of Object.values(answers)) {
    const found = emailIn(inner, isIt)
    if (found !== null) return found
  }
  return null
}
