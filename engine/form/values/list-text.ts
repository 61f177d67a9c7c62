/** Names in a row, as "A, B and C", or "A, B or C". In English as in Britain: no comma before the last of them. */
export function listText(names: readonly string[], locale: string, last: 'and' | 'or'): string {
  const type = last === 'and' ? 'conjunction' : 'disjunction'
  return new Intl.ListFormat(locale === 'en' ? 'en-GB' : locale, { type }).format(names)
}
