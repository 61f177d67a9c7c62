import { hash } from 'node:crypto'
import { compileFunction } from 'node:vm'
import { _, Ajv } from 'ajv'
import standalone from 'ajv/dist/standalone/index.js'
import { LRUCache } from 'lru-cache'
import { judgesOn, judgeWith, runtime, type StepValidator } from '#engine/form/journey'
import {
  formatNamed,
  type Judge,
  type Judges,
  type ResolvedField,
  type ResolvedForm,
  type StepSchema,
  stepSchema,
} from '#engine/form/model'

/**
 * The judges of a form's steps on a day.
 * @param today YYYY-MM-DD where the visitor's market is
 */
export function judgesOf(form: ResolvedForm, today: string): Judges {
  return judgesOn(form, () => today, compiledJudges(form))
}

/** The compiled validators of a form's steps, each made when it is first needed. */
function compiledJudges(form: ResolvedForm): Judges {
  const known = byForm.get(form)
  if (known) return known
  const bySteps = new Map<string, Judge>()
  const judges: Judges = (id) => {
    const judge = bySteps.get(id) ?? judgeOf(form, id)
    bySteps.set(id, judge)
    return judge
  }
  byForm.set(form, judges)
  return judges
}

/** A form that is no longer live takes its judges along. */
const byForm = new WeakMap<ResolvedForm, Judges>()

/** A step's validator, as the server runs it and as it is sent to browsers. */
export interface CompiledStep {
  /** Of its schema. */
  hash: string
  code: string
  judge: Judge
}

/** How much code is kept, in characters; what was not asked for the longest goes first. Far more than any site has live. */
const capacity = 16 * 1024 * 1024

/** Compiled validators by the hash of their schema: all languages and forms with equal rules share one. */
const compiled = new LRUCache<string, CompiledStep>({ maxSize: capacity, sizeCalculation: ({ code }) => code.length })

/** The validator of a step with these fields. Compiling takes some 10 ms, so it is done once for each schema. */
export function compiledStep(fields: readonly ResolvedField[]): CompiledStep {
  const schema = stepSchema(fields)
  const hash = contentHash(JSON.stringify(schema))
  const known = compiled.get(hash)
  if (known) return known
  const code = validatorCode(schema)
  const made = { hash, code, judge: judgeWith(runValidator(code)) }
  compiled.set(hash, made)
  return made
}

function judgeOf(form: ResolvedForm, stepId: string): Judge {
  return compiledStep(form.steps.find((step) => step.id === stepId)?.fields ?? []).judge
}

/**
 * The code of a step's validator: it ends in `module.exports = …` and calls nothing but `runtime`. The server runs it
 * as it is; the browser loads it as a module, so no policy has to allow eval.
 */
function validatorCode(schema: StepSchema): string {
  const ajv = new Ajv({
    allErrors: true,
    strict: true,
    // Step schemas are made here, and each is compiled with an ajv of its own: its own schema would cost more than they do.
    meta: false,
    validateSchema: false,
    messages: false,
    multipleOfPrecision: 6,
    code: { source: true, lines: false, formats: _`runtime.formats` },
  })
  for (const { format } of Object.values(schema.properties)) {
    const known = typeof format === 'string' ? formatNamed(format) : null
    if (known) ajv.addFormat(String(format), known)
  }
  const code = standalone.default(ajv, ajv.compile(schema))
  const pure = code.replaceAll(/require\("ajv\/dist\/runtime\/(ucs2length|equal)"\)\.default/g, 'runtime.$1')
  if (pure.includes('require('))
    throw new Error('A validator needs more of ajv than engine/form/journey/validator-runtime.ts has')
  // Without where in the schema a rule is, which is never read: pages wait for this code.
  return pure
    .replaceAll(/schemaPath:"[^"]*",/g, '')
    .replaceAll(
      /if\(vErrors === null\)\{vErrors = \[(err\d+)\];\}else \{vErrors\.push\(\1\);\}/g,
      '(vErrors??=[]).push($1);',
    )
}

/** The same code as an ES module that takes its runtime from an address. */
export function validatorModule(code: string, runtimeAddress: string): string {
  return `import { runtime } from ${JSON.stringify(runtimeAddress)}\nconst module = {}\n${code}\nexport default module.exports\n`
}

/** Runs the code here. Unlike a loaded module it goes away with the last who knows it. */
function runValidator(code: string): StepValidator {
  const module: { exports?: StepValidator } = {}
  compileFunction(code, ['runtime', 'module'])(runtime, module)
  if (!module.exports) throw new Error('A validator exported nothing')
  return module.exports
}

/** The first 128 bits of a text's SHA-256, in hexadecimal: a name for what it says. */
export function contentHash(text: string | Uint8Array): string {
  return hash('sha256', text).slice(0, 32)
}
