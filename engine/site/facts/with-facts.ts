import { type FigureForm, figureText, isTree } from '#engine/form/model'
import type { Shown } from '#engine/form/values'
import type { Library } from '#engine/library'
import { hintTranslator } from '../i18n/translated.ts'
import { figureIn, limitIn, limitKeys, withoutFacts } from './limits.ts'

const pattern = /\{fact:(?<name>[A-Za-z0-9_-]+)(?:\.(?<form>[A-Za-z]+))?\}/g

/**
 * A definition with its facts filled in: in words as the language says them, in limits as what a validator knows. What
 * holds none stays the same object. Facts must have been checked before: others stay in words, and limit nothing.
 */
export function withFacts<T>(value: T, library: Library, shown: Shown): T {
  const { facts = {} } = library.site.value
  const { country } = shown.market
  const t = hintTranslator(library, shown.locale)
  return filled(value, {
    words: (text) =>
      replaceFacts(text, ({ name, form }) => {
        const figure = Object.hasOwn(facts, name) && facts[name] ? figureIn(facts[name], country) : null
        return figure && figureText(figure, shown, t, form as FigureForm)
      }),
    limit: (name, key) => limitIn(facts, name, country, key),
  }) as T
}

/** What takes the place of facts. */
export interface Fill {
  words: (text: string) => string
  limit: (name: string, key: string) => number | string | undefined
}

/** The same value where it holds no fact. */
export function filled(value: unknown, how: Fill): unknown {
  if (typeof value === 'string') return how.words(value)
  if (Array.isArray(value))
    return sameOr(
      value,
      value.map((item) => filled(item, how)),
    )
  if (!isTree(value)) return value
  const entries = Object.entries(value)
  const changed = entries.flatMap(([key, inner]): [string, unknown][] => {
    const value = limitKeys.has(key) ? withoutFacts(inner, key, how.limit) : inner
    return value === undefined ? [] : [[key, filled(value, how)]]
  })
  const isSame = changed.length === entries.length && entries.every(([, inner], index) => inner === changed[index]?.[1])
  return isSame ? value : Object.fromEntries(changed)
}

function sameOr(list: readonly unknown[], changed: readonly unknown[]): readonly unknown[] {
  return list.every((item, index) => item === changed[index]) ? list : changed
}

/** A fact that words refer to: {fact:lookBack}, {fact:lookBack.dative}. */
export interface FactReference {
  name: string
  /** The form of the figure, where the sentence needs another than the usual one. */
  form?: string
}

/** The facts that a text refers to, in order. */
export function factsNamed(text: string): FactReference[] {
  if (!text.includes('{fact:')) return []
  return [...text.matchAll(pattern)].map(({ groups }) => reference(groups))
}

/** A text with what it refers to replaced; null leaves it as it is. */
function replaceFacts(text: string, figure: (reference: FactReference) => string | null): string {
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
