/** A fact that words refer to: {fact:lookBack}, {fact:lookBack.dative}. */
export interface FactReference {
  name: string
  /** The form of the figure, where the sentence needs another than the usual one. */
  form?: string
}

const pattern = /\{fact:(?<name>[A-Za-z0-9_-]+)(?:\.(?<form>[A-Za-z]+))?\}/g

/** The facts that a text refers to, in order. */
export function factsNamed(text: string): FactReference[] {
  if (!text.includes('{fact:')) return []
  return [...text.matchAll(pattern)].map(({ groups }) => reference(groups))
}

/** A text with what it refers to replaced; null leaves it as it is. */
export function replaceFacts(text: string, figure: (reference: FactReference) => string | null): string {
  if (!text.includes('{fact:')) return text
  return text.replace(pattern, (whole, ...match) => figure(reference(match.at(-1))) ?? whole)
}

function reference({ name = '', form }: Partial<Record<'name' | 'form', string>> = {}): FactReference {
  return { name, ...(form !== undefined && { form }) }
}

/** What somebody meant as a fact and is none: { fact: savings }, {Fact savings}. Visitors would read the braces. */
export function misspeltFacts(text: string): string[] {
  const meant = text.includes('{') ? (text.match(/\{\s*fact\b[^{}]*\}?/gi) ?? []) : []
  return meant.filter((each) => factsNamed(each).length === 0)
}
