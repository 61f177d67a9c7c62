import type { ErrorObject } from 'ajv'
import { isTree } from '#engine/form/model/merge-patch.ts'
import { corrected } from './corrected.ts'
import type { DefinitionProblem, ProblemIn } from './definition-problem.ts'
import { didYouMean } from './did-you-mean.ts'
import { ourName } from './other-names.ts'
import { unknownKeys } from './unknown-keys.ts'
import { nearestToKind, ofConditionalOption } from './wishes.ts'

/** What a schema finds, one sentence for each mistake. */
export function shapeProblems(file: string, errors: readonly ErrorObject[]): DefinitionProblem[] {
  const byObject = Map.groupBy(errors, ({ instancePath }) => instancePath)
  const problems = [...byObject.values()].flatMap((ofObject) => {
    const path = pathOf(ofObject[0] as ErrorObject)
    const { problems: ofKeys, explained } = unknownKeys(path, ofObject)
    const missing = ofObject.flatMap(({ keyword, params }) =>
      keyword === 'required' && !explained.has(params.missingProperty) ? [String(params.missingProperty)] : [],
    )
    return [...ofKeys, ...missingKeys(path, missing), ...ofObject.flatMap(valueProblem)]
  })
  return onePerPlace(problems.map((problem) => ({ file, ...problem })))
}

/** A wrong value often breaks several keywords; the first says enough. */
function onePerPlace(problems: DefinitionProblem[]): DefinitionProblem[] {
  const places = new Set<string>()
  return problems.filter(({ path, on }) => {
    const place = `${on} ${path.join('/')}`
    if (places.has(place)) return false
    places.add(place)
    return true
  })
}

function pathOf({ instancePath }: ErrorObject): string[] {
  return instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
}

function missingKeys(path: string[], keys: readonly string[]): ProblemIn[] {
  if (keys.length === 0) return []
  const all = new Intl.ListFormat('en-GB').format([...new Set(keys)].map((key) => `"${key}"`))
  const message = keys.length === 1 ? `${all} is missing. Add it here.` : `${all} are missing. Add them here.`
  return [{ path, on: 'key', message }]
}

function valueProblem(error: ErrorObject): ProblemIn[] {
  const { keyword, params, data, schema } = error
  // The name of a property that does not fit is reported by propertyNames, with its place.
  if (error.propertyName !== undefined) return []
  const path = pathOf(error)
  const at = (message: string, more: Partial<ProblemIn> = {}) => [{ path, on: 'value' as const, message, ...more }]
  const value = JSON.stringify(data)
  const about = path.length > 0 && error.parentSchema?.description ? ` ${error.parentSchema.description}` : ''
  switch (keyword) {
    // Told together, with what is said of the keys beside them.
    case 'additionalProperties':
    case 'required':
    case 'if':
      return []
    case 'type':
      if (path.at(-2) === 'options' && params.type === 'string' && isTree(data)) return at(ofConditionalOption)
      return at(`This must be ${typeNames(params.type)}, not ${nameOf(data, params.type)}.${about}`)
    case 'enum': {
      const refused = (error.parentSchema?.refused as Record<string, string> | undefined)?.[String(data)]
      if (refused !== undefined) return at(refused)
      const possible = (params.allowedValues as unknown[]).flatMap((each) => (each === null ? [] : [String(each)]))
      const ours = ourName(String(data), possible)
      const noun = error.parentSchema?.noun
      const hint =
        ours === undefined ? wishOrNear(String(data), possible, noun === 'kind') : ` Here it is called "${ours}".`
      return at(`${noun === undefined ? `${value} is not possible here` : `There is no ${noun} ${value}`}.${hint}`)
    }
    case 'pattern': {
      // A secret may stand where only its name belongs, or an address without it, and problems are logged.
      const unquoted = error.parentSchema?.unquoted
      if (unquoted) return at(`What stands here is not the ${unquoted} it must be, and is not repeated.${about}`)
      if (schema === languageCode) return at(`${value} ${noLanguage}`)
      const right = corrected(String(data), String(schema))
      const advice = right === null ? about : ` Write "${right}".`
      return at(`${value} does not have the form this needs.${advice}`)
    }
    case 'format':
      return at(schema === 'regex' ? notRegular(String(data)) : `${value} does not have the form this needs.${about}`)
    case 'propertyNames': {
      const key = String(params.propertyName)
      return at(idSentence(key, error), { path: [...path, key], on: 'key' })
    }
    case 'minLength':
    case 'minItems':
    case 'minProperties':
      return at('This is empty. Write something here or leave the key out.')
    case 'minimum':
      return at(`${value} is too small: ${params.limit} is the least.`)
    case 'exclusiveMinimum':
      return at(`${value} is too small: it must be more than ${params.limit}.`)
    case 'maximum':
      return at(`${value} is too large: ${params.limit} is the most.`)
    case 'uniqueItems': {
      const again = String(Math.max(params.i, params.j))
      const item = JSON.stringify((data as unknown[])[Number(again)])
      return at(`${item} stands twice in this list. Remove one.`, { path: [...path, again] })
    }
    default:
      return at(`${value} ${error.message}.${about}`)
  }
}

/** Kinds are few enough to be listed in full. */
function wishOrNear(word: string, possible: readonly string[], isKind: boolean): string {
  if (!isKind) return didYouMean(word, possible)
  const wish = nearestToKind(word)
  return wish === '' ? didYouMean(word, possible, possible.length) : `${wish} Known: ${possible.join(', ')}.`
}

function notRegular(pattern: string): string {
  try {
    new RegExp(pattern, 'u')
  } catch (error) {
    const reason = (error as Error).message.split(': ').at(-1)
    return `This is no regular expression (${reason}). Correct it, or let the field go without.`
  }
  return 'This is no regular expression. Correct it, or let the field go without.'
}

const languageCode = '^[a-z]{2}$'

const noLanguage = 'is no language. Write its code of two letters, such as en.'

/** Keys are ids or the codes of languages, as the schema of their names says. */
function idSentence(key: string, { parentSchema }: ErrorObject): string {
  const names = parentSchema?.propertyNames as { pattern?: string } | undefined
  return names?.pattern === languageCode
    ? `"${key}" ${noLanguage}`
    : `"${key}" cannot be an id. Begin with a small letter and go on with letters, digits, - and _.`
}

const names: Record<string, string> = {
  string: 'text in quotes',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list in [ ]',
  object: 'an object in { }',
}

/** null is not offered: it removes, which is seldom meant where a value of the wrong type stands. */
function typeNames(types: string | string[]): string {
  return [types]
    .flat()
    .filter((type) => type !== 'null')
    .map((type) => names[type] ?? type)
    .join(' or ')
}

function nameOf(data: unknown, expected: string | string[]): string {
  if (data === null) return 'null'
  if (typeof data === 'number' && [expected].flat().includes('integer')) return String(data)
  return names[Array.isArray(data) ? 'array' : typeof data] ?? typeof data
}
