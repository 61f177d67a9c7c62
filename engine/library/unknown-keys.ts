import type { ErrorObject } from 'ajv'
import { isTree, type Tree } from '#engine/form/model/merge-patch.ts'
import type { ProblemIn } from './definition-problem.ts'
import { didYouMean, nearest } from './did-you-mean.ts'
import { ourName } from './other-names.ts'
import { nearestToKey } from './wishes.ts'

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
    const wish = nearestToKey(key)
    if (wish !== '') return { sentence: wish }
    // What is near by its letters must also be able to hold the value.
    const fitting = free.filter((name) => fits(known[name], object[key]))
    const [meant] = nearest(key, fitting)
    if (meant !== undefined) return { sentence: didYouMean(key, fitting), meant }
    const ofKind = nearest(key, free).length === 0 ? keysOfKind(first?.parentSchema) : null
    return { sentence: ofKind ?? (didYouMean(key, free) || ' Remove it.') }
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

/** Whose kinds have schemas of their own, by the folder of those. */
const nouns: Readonly<Record<string, string>> = { deliveries: 'delivery', mails: 'block' }

/** What an entry of this kind has, where the schema is that of a kind. */
function keysOfKind(schema: unknown): string | null {
  const { $id, properties } = (schema ?? {}) as { $id?: string; properties?: Tree }
  const [, folder = '', kind] = /^(\w+)\/(.+)\.schema\.json$/.exec($id ?? '') ?? []
  const noun = nouns[folder]
  if (noun === undefined) return null
  const keys = Object.keys(properties ?? {}).filter((key) => key !== 'kind')
  return ` A ${noun} of the kind "${kind}" has ${keys.length === 0 ? 'no others' : quoted(keys)}. Remove it.`
}

function quoted(keys: readonly string[]): string {
  return new Intl.ListFormat('en-GB').format(keys.map((key) => `"${key}"`))
}
