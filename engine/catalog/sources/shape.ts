import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import { isTree } from '#engine/core/definition/merge-patch.ts'
import type { DefinitionProblem } from '../definition-problem.ts'
import { shapeProblems } from './shape-problems.ts'

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
    // They run a few dozen times, in which shorter code does not earn what it costs to make.
    code: { optimize: false },
    strict: true,
    strictTypes: false,
    strictRequired: false,
    schemas: Object.values(schemas) as object[],
  })
  ajv.addVocabulary(['words', 'links', 'tsType', 'unquoted', 'noun', 'refused'])
  addFormats.default(ajv)
  // A value that was right once stays right: definitions are never changed, only read anew.
  const right = new WeakSet<object>()
  return (schema, file, value) => {
    if (isTree(value) && right.has(value)) return []
    const validate = ajv.getSchema(schema) as ValidateFunction
    if (validate(value) && isTree(value)) right.add(value)
    return shapeProblems(file, validate.errors ?? [])
  }
}
