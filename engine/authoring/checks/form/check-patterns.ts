import { isTree } from '#engine/form/model'
import type { DefinitionProblem, Library } from '#engine/library'
/** What matching a pattern can cost. unknown: it could not be found out in time, or the pattern is beyond judging. */
export type PatternVerdict =
  | { kind: 'safe' }
  | { kind: 'dangerous' /** JavaScript that writes an answer which takes it for ever. */; attack: string }
  | { kind: 'unknown' }

/** Judges the pattern of a field; the pure rooms have no such judge of their own. */
export type PatternJudge = (pattern: string) => PatternVerdict

/** A pattern that a field sets, and the keys that lead to it. */
interface PlacedPattern {
  path: readonly string[]
  pattern: string
}

/** Every pattern that a form, a variant or a group sets on its fields, its rules for languages included. */
export function patternsIn(definition: unknown, path: readonly string[] = []): PlacedPattern[] {
  if (!isTree(definition)) return []
  return [
    ...ofFields(definition.fields, [...path, 'fields']),
    ...ofFields(definition.hidden, [...path, 'hidden']),
    ...entries(definition.steps).flatMap(([id, step]) => patternsIn(step, [...path, 'steps', id])),
    ...entries(definition.localeRules).flatMap(([locale, rule]) => patternsIn(rule, [...path, 'localeRules', locale])),
  ]
}

function ofFields(fields: unknown, path: readonly string[]): PlacedPattern[] {
  return entries(fields).flatMap(([id, field]) =>
    isTree(field) && typeof field.pattern === 'string'
      ? [{ path: [...path, id, 'pattern'], pattern: field.pattern }]
      : [],
  )
}

function entries(tree: unknown): [string, unknown][] {
  return isTree(tree) ? Object.entries(tree) : []
}

/**
 * Patterns that some answer makes the server try for hours: one such answer would stop it for everybody. No limit of
 * length helps, because an answer that is too long is matched all the same.
 */
export function checkPatterns({ forms, groups }: Library, judge: PatternJudge): DefinitionProblem[] {
  return [...forms.values(), ...groups.values()].flatMap(({ file, value, own }) =>
    patternsIn(own ?? value).flatMap(({ path, pattern }) => {
      const message = refusal(judge(pattern))
      return message === null ? [] : [{ file, path, on: 'value' as const, message }]
    }),
  )
}

function refusal(verdict: PatternVerdict): string | null {
  switch (verdict.kind) {
    case 'safe':
      return null
    case 'dangerous':
      return `This pattern can stop the server: matching the answer ${verdict.attack} takes it too long. Begin it with ^, end it with $, and repeat nothing that can match the same text in two ways.`
    case 'unknown':
      return 'Whether this pattern can stop the server could not be found out. Write it more simply: without (?=…), (?<=…) and \\1, and with smaller numbers in { }.'
  }
}
