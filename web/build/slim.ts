import { join } from 'node:path'
import type { Plugin } from 'vite'

const here = join(import.meta.dirname, '../slim')
const engine = join(import.meta.dirname, '../../engine')

/**
 * What the language cannot say need not be shipped: its steps are flat schemas without references, allOf, Markdown or
 * lists of objects, and `leadwright check` refuses everything else. So parts of rjsf and its libraries are replaced by
 * files of web/slim. Each key is the end of an import; the value stands in for it, for that importer only if named.
 */
const replacements: readonly { what: RegExp; by: string; importer?: RegExp }[] = [
  { what: /getDefaultRegistry\.js$/, by: join(engine, 'react/slim-registry.ts'), importer: /components\/Form\.js/ },
  { what: /^markdown-to-jsx\/react$/, by: join(here, 'no-markdown.ts') },
  { what: /\/retrieveSchema\.js$/, by: join(here, 'flat-schema.ts') },
  { what: /\/getDefaultFormState\.js$/, by: join(here, 'no-defaults.ts') },
  { what: /\/getUiOptions\.js$/, by: join(here, 'ui-options.ts') },
  { what: /\/shallowAllOfMerge\.js$/, by: join(here, 'no-merge.ts') },
  {
    what: /\/(getClosestMatchingOption|getFirstMatchingOption|toPathSchema)\.js$/,
    by: join(here, 'no-alternatives.ts'),
  },
  { what: /\/findFieldInSchema\.js$/, by: join(here, 'flat-fields.ts') },
  { what: /\/omitExtraData\.js$/, by: join(here, 'all-answers.ts') },
  { what: /\/sanitizeDataForNewSchema\.js$/, by: join(here, 'same-answers.ts') },
  { what: /\/deepEquals\.js$/, by: join(here, 'deep-equals.ts') },
  { what: /\/findSchemaDefinition\.js$/, by: join(here, 'no-references.ts') },
  { what: /\/schemaHasNestedConditional\.js$/, by: join(here, 'no-conditions.ts') },
  { what: /\/resolveUiSchema\.js$/, by: join(here, 'own-ui-schema.ts') },
  { what: /\/getWidget\.js$/, by: join(here, 'named-widget.ts') },
  { what: /\/ErrorSchemaBuilder\.js$/, by: join(here, 'no-field-errors.ts') },
  { what: /\/getChangedFields\.js$/, by: join(here, 'no-changed-fields.ts') },
  { what: /\/ParseError\.js$/, by: join(here, 'parse-error.ts'), importer: /libphonenumber-js/ },
]

/** In the browser phone numbers of the markets nearby are judged; the server knows those of all countries. */
const browserOnly: typeof replacements = [
  { what: /\/phone-number\.ts$/, by: join(here, 'phone-number.ts'), importer: /formats\.ts/ },
]

export function slim(isServer: boolean): Plugin {
  const all = isServer ? replacements : [...replacements, ...browserOnly]
  return {
    name: 'leadwright-slim',
    enforce: 'pre',
    resolveId(source, from = '') {
      return all.find(({ what, importer }) => what.test(source) && (importer?.test(from) ?? true))?.by
    },
  }
}
