import type { DefinitionProblem } from '../../../library/definition-problem.ts'
import { didYouMean } from '../../../library/did-you-mean.ts'
import type { WrittenField } from '../../../library/written-fields.ts'
import { checkBounds } from './check-bounds.ts'
import { idleKeywords, idleMessages } from './check-keywords.ts'

/** Names that mean something to JavaScript or to the form's own address. */
export const reserved = [
  'constructor',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  'done',
  'locales',
  'after',
]

/** The parameters of a page's own address (engine/site/form-places.ts). */
export const ownParameters = ['form', 'step']

export function ownParameter(name: string): string {
  return `"${name}" says in an address where the page’s forms stand. Take another parameter.`
}

/** Whether a field says what its answer is, in words that belong together. */
export function checkField(placed: WrittenField): DefinitionProblem[] {
  const { field, file, path } = placed
  const problems: DefinitionProblem[] = []
  const id = placed.place.name
  const say = (message: string, key?: string) =>
    problems.push({
      file,
      path: key === undefined ? path : [...path, key],
      on: key === undefined ? 'key' : 'value',
      message,
    })
  if (reserved.includes(id)) problems.push(reservedId(id, file, path))
  const choice = field.list === undefined ? 'options' : 'list'
  const ways = (['kind', choice, 'type'] as const).filter((key) => field[key] !== undefined)
  if (ways.length === 0)
    say(`The field "${id}" does not say what its answer is. Give it a "kind", "options" or a "type".`)
  if (ways.length > 1) say(`"${ways[0]}" already says what the answer is. Remove "${ways[1]}".`, ways[1])
  if (field.many && !field.options && field.list === undefined)
    say('Only a field with "options" can take many answers. Add "options" or remove "many".', 'many')
  if (field.exclusive !== undefined && !field.many)
    say('"exclusive" needs "many": true. Add it or remove "exclusive".', 'exclusive')
  if (ownParameters.includes(field.prefill ?? '')) say(ownParameter(field.prefill ?? ''), 'prefill')
  if (field.prefill !== undefined && placed.place.item !== undefined)
    say('This is asked several times, and an address cannot say for which. Remove "prefill".', 'prefill')
  for (const { keyword, message } of idleKeywords(field)) say(message, keyword)
  for (const { code, message } of idleMessages(field))
    problems.push({ file, path: [...path, 'errors', code], on: 'key', message })
  const options = Object.keys(field.options ?? {})
  if (field.exclusive !== undefined && !options.includes(field.exclusive)) {
    say(`"${field.exclusive}" is none of the options.${didYouMean(field.exclusive, options)}`, 'exclusive')
  }
  return problems.length > 0 ? problems : checkBounds(placed)
}

export function reservedId(id: string, file: string, path: readonly string[]): DefinitionProblem {
  return { file, path, on: 'key', message: `"${id}" is reserved. Choose another id.` }
}
