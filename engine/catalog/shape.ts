import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import { isTree } from '#engine/core/merge-patch.ts'
import { didYouMean } from './did-you-mean.ts'
import type { DefinitionProblem } from './problem.ts'

/** The JSON Schemas of the language, by their $id. */
export type Schemas = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** Finds what in a file does not have the shape its schema asks for. */
export type ShapeCheck = (schema: string, file: string, value: unknown) => DefinitionProblem[]

export function shapeCheck(schemas: Schemas): ShapeCheck {
  const known = checks.get(schemas)
  if (known) return known
  const check = compile(schemas)
  checks.set(schemas, check)
  return check
}

/** Compiling the schemas takes longer than checking with them, and a server checks at every change. */
const checks = new WeakMap<Schemas, ShapeCheck>()

function compile(schemas: Schemas): ShapeCheck {
  const ajv = new Ajv({
    allErrors: true,
    verbose: true,
    strict: true,
    strictTypes: false,
    strictRequired: false,
    schemas: Object.values(schemas) as object[],
  })
  ajv.addVocabulary(['words', 'tsType', 'unquoted'])
  addFormats.default(ajv)
  // A value that was right once stays right: definitions are never changed, only read anew.
  const right = new WeakSet<object>()
  return (schema, file, value) => {
    if (isTree(value) && right.has(value)) return []
    const validate = ajv.getSchema(schema) as ValidateFunction
    if (validate(value) && isTree(value)) right.add(value)
    return onePerPlace((validate.errors ?? []).flatMap((error) => toProblem(file, error)))
  }
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

function toProblem(file: string, error: ErrorObject): DefinitionProblem[] {
  const path = error.instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  const at = (message: string, more: Partial<DefinitionProblem> = {}) => [
    { file, path, on: 'value' as const, message, ...more },
  ]
  const { keyword, params, data } = error
  const value = JSON.stringify(data)
  const about = error.parentSchema?.description ? ` ${error.parentSchema.description}` : ''
  switch (keyword) {
    case 'additionalProperties': {
      const key = String(params.additionalProperty)
      const known = Object.keys(error.parentSchema?.properties ?? {}).filter((name) => !(name in Object(data)))
      return at(`Unknown key "${key}".${didYouMean(key, known, 'key')}`, { path: [...path, key], on: 'key' })
    }
    case 'required':
      return at(`"${params.missingProperty}" is missing. Add it here.`, { on: 'key', path: [...path, ''].slice(0, -1) })
    case 'type':
      return at(`This must be ${typeNames(params.type)}, not ${nameOf(data)}.${about}`)
    case 'enum':
      return at(
        `${value} is not possible here.${didYouMean(String(data), (params.allowedValues as unknown[]).map(String), 'value')}`,
      )
    case 'pattern':
    case 'format':
      // Where the name of a secret belongs, the secret itself may stand, and problems are logged.
      if (error.parentSchema?.unquoted)
        return at(`What stands here is not the name it must be, and is not repeated.${about}`)
      // The name of a property that does not fit is reported by propertyNames below, with its place.
      return error.propertyName === undefined ? at(`${value} does not have the form this needs.${about}`) : []
    case 'propertyNames': {
      const key = String(params.propertyName)
      return at(`"${key}" cannot be an id. Begin with a small letter and go on with letters, digits, - and _.`, {
        path: [...path, key],
        on: 'key',
      })
    }
    case 'minLength':
    case 'minItems':
    case 'minProperties':
      return at('This is empty. Write something here or leave the key out.')
    case 'if':
      return []
    default:
      return at(`${value} ${error.message}.${about}`)
  }
}

const names: Record<string, string> = {
  string: 'text in quotes',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list in [ ]',
  object: 'an object in { }',
  null: 'null',
}

function typeNames(types: string | string[]): string {
  return [types]
    .flat()
    .map((type) => names[type] ?? type)
    .join(' or ')
}

function nameOf(data: unknown): string {
  if (data === null) return 'null'
  return names[Array.isArray(data) ? 'array' : typeof data] ?? typeof data
}
