import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import { isTree } from '#engine/form/model/merge-patch.ts'
import type { DefinitionProblem } from './definition-problem.ts'
import { shapeProblems } from './shape-problems.ts'

/** The JSON Schemas of the language, by their $id. */
export type Schemas = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** Finds what in a file does not have the shape its schema asks for. */
export type ShapeCheck = (schema: string, file: string, value: unknown) => DefinitionProblem[]

/** Finds the compiled schema of an $id. */
export type Validators = (schema: string) => ValidateFunction

/** @param validators where the compiled schemas come from; they are compiled when left out */
export function shapeCheck(schemas: Schemas, validators: Validators = compiled(schemas)): ShapeCheck {
  const known = checks.get(schemas)
  if (known) return known
  // A value that was right once stays right: definitions are never changed, only read anew.
  const right = new WeakSet<object>()
  const check: ShapeCheck = (schema, file, value) => {
    if (isTree(value) && right.has(value)) return []
    const validate = validators(schema)
    if (validate(value) && isTree(value)) right.add(value)
    return shapeProblems(file, validate.errors ?? [])
  }
  checks.set(schemas, check)
  return check
}

/** Compiling the schemas takes longer than checking with them, and a server checks at every change. */
const checks = new WeakMap<Schemas, ShapeCheck>()

function compiled(schemas: Schemas): Validators {
  let ajv: Ajv | undefined
  return (schema) => {
    ajv ??= schemaCompiler(schemas)
    return ajv.getSchema(schema) as ValidateFunction
  }
}

/** @param source whether it can also say the code of what it compiled */
export function schemaCompiler(schemas: Schemas, { source = false } = {}): Ajv {
  const ajv = new Ajv({
    allErrors: true,
    verbose: true,
    // They run a few dozen times, in which shorter code does not earn what it costs to make.
    code: { optimize: false, source },
    strict: true,
    strictTypes: false,
    strictRequired: false,
    schemas: Object.values(schemas) as object[],
  })
  ajv.addVocabulary(['words', 'links', 'tsType', 'unquoted', 'noun', 'refused'])
  addFormats.default(ajv)
  return ajv
}
