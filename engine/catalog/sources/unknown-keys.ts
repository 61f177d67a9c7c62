import type { ErrorObject } from 'ajv'
import { isTree, type Tree } from '#engine/core/definition/merge-patch.ts'
import type { ProblemIn } from '../definition-problem.ts'
import { didYouMean, nearest } from './did-you-mean.ts'
import { ourName } from './other-names.ts'

/** Keys that hold entries under ids. Entries that stand beside the key rather than in it make one mistake. */
const containers = ['fields', 'steps', 'sections']

/** What is said of a key by its own rule rather than by its letters. */
const ownAdvice: Readonly<Record<string, { about: string; sentence: string }>> = {
  required: { about: 'optional', sentence: 'What is asked is required, unless "optional" is true.' },
}

/**
 * What is said of the keys that one object has too many.
 * @returns also the missing keys that are explained by it: who writes "titel" has not forgotten "title"
 */
export function unknownKeys(
  path: readonly string[],
  errors: readonly ErrorObject[],
): { problems: ProblemIn[]; explained: Set<string> } {
  const unknown = errors.filter(({ keyword }) => keyword === 'additionalProperties')
  const explained = new Set<string>()
  const [first] = unknown
  if (!first || !isTree(first.data)) return { problems: [], explained }
  const { data } = first
  const properties = (first.parentSchema?.properties ?? {}) as Tree
  const keys = unknown.map(({ params }) => String(params.additionalProperty))
  const strays = keys.filter((key) => isTree(data[key]) && adviceOn(key, data, properties).meant === undefined)
  const container = containers.find((key) => Object.hasOwn(properties, key) && !Object.hasOwn(data, key))
  const stray = container !== undefined && strays[0]
  const problems: ProblemIn[] = []
  if (stray) {
    const message = `${quoted(strays)} belong${strays.length === 1 ? 's' : ''} in "${container}": write "${container}": { … } around ${strays.length === 1 ? 'it' : 'them'}.`
    problems.push({ path: [...path, stray], on: 'key', message })
    explained.add(container)
  }
  for (const key of keys.filter((each) => !stray || !strays.includes(each))) {
    const { sentence, meant } = adviceOn(key, data, properties)
    if (meant !== undefined) explained.add(meant)
    problems.push({ path: [...path, key], on: 'key', message: `Unknown key "${key}".${sentence}` })
  }
  return { problems, explained }

  function adviceOn(key: string, object: Tree, known: Tree): { sentence: string; meant?: string } {
    const free = Object.keys(known).filter((name) => name !== '$schema' && !Object.hasOwn(object, name))
    const own = ownAdvice[key]
    if (own && Object.hasOwn(known, own.about)) return { sentence: ` ${own.sentence}` }
    const ours = ourName(key, free)
    if (ours !== undefined) return { sentence: ` Here it is called "${ours}".`, meant: ours }
    const branch = branchOf(first?.parentSchema, object)
    if (branch) return { sentence: ` ${branch}` }
    // What is near by its letters must also be able to hold the value.
    const fitting = free.filter((name) => fits(known[name], object[key]))
    const [meant] = nearest(key, fitting)
    if (meant !== undefined) return { sentence: didYouMean(key, fitting), meant }
    return { sentence: didYouMean(key, free) || ' Remove it.' }
  }
}

/** Whether a value can stand under a property, as far as its schema says so on the spot. */
function fits(schema: unknown, value: unknown): boolean {
  if (!isTree(schema)) return true
  if (Array.isArray(schema.enum)) return schema.enum.some((each) => typeof each === typeof value)
  const types = [schema.type ?? []].flat() as string[]
  if (typeof schema.$ref === 'string') return typeof value !== 'boolean' && typeof value !== 'number'
  return types.length === 0 || types.includes(typeOf(value)) || (types.includes('integer') && typeof value === 'number')
}

function typeOf(value: unknown): string {
  return Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value
}

/** What an entry of this kind has, where the schema asks for other keys by kind: webhook, email, … */
function branchOf(schema: unknown, value: Tree): string | null {
  if (!isTree(schema) || !isTree(schema.if) || !isTree(schema.if.properties)) return null
  const { kind } = schema.if.properties
  if (!isTree(kind)) return null
  if (kind.const !== value.kind) return branchOf(schema.else, value)
  const keys = isTree(schema.then) && Array.isArray(schema.then.required) ? schema.then.required.map(String) : []
  return `A delivery of the kind "${value.kind}" has ${quoted(keys)}.`
}

function quoted(keys: readonly string[]): string {
  return new Intl.ListFormat('en-GB').format(keys.map((key) => `"${key}"`))
}
