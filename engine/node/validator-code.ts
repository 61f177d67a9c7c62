import { compileFunction } from 'node:vm'
import { _, Ajv } from 'ajv'
import standalone from 'ajv/dist/standalone/index.js'
import { runtime, type StepValidator } from '#engine/form/journey'
import { formatNamed, type StepSchema } from '#engine/form/model'

/**
 * The code of a step's validator: it ends in `module.exports = …` and calls nothing but `runtime`. The server runs it
 * as it is; the browser loads it as a module, so no policy has to allow eval.
 */
export function validatorCode(schema: StepSchema): string {
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
  return pure
}

/** The same code as an ES module that takes its runtime from an address. */
export function validatorModule(code: string, runtimeAddress: string): string {
  return `import { runtime } from ${JSON.stringify(runtimeAddress)}\nconst module = {}\n${code}\nexport default module.exports\n`
}

/** Runs the code here. Unlike a loaded module it goes away with the last who knows it. */
export function runValidator(code: string): StepValidator {
  const module: { exports?: StepValidator } = {}
  compileFunction(code, ['runtime', 'module'])(runtime, module)
  if (!module.exports) throw new Error('A validator exported nothing')
  return module.exports
}
