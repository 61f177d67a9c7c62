/**
 * What is said about a language that is none of those known. Codes are too short to be compared by their letters: pt is
 * not Italian. So a language is recognised by its name, in English or its own, and the part before a region.
 */
export function whichLanguage(word: string, known: readonly string[]): string {
  const asked = word.toLowerCase()
  const meant = known.find((code) => asked.split(/[-_]/)[0] === code || isName(asked, code))
  if (meant !== undefined) return ` Did you mean ${named(meant)}?`
  return known.length === 0 ? '' : ` Known: ${known.map((code) => `${code} (${nameOf(code, 'en')})`).join(', ')}.`
}

/** sp, span, spanish and esp, español are Spanish. */
function isName(asked: string, code: string): boolean {
  return (
    asked.length >= 2 && [nameOf(code, 'en'), nameOf(code, code)].some((name) => name.toLowerCase().startsWith(asked))
  )
}

function named(code: string): string {
  return `"${code}" (${nameOf(code, 'en')})`
}

function nameOf(code: string, inLanguage: string): string {
  return new Intl.DisplayNames([inLanguage], { type: 'language' }).of(code) ?? code
}
