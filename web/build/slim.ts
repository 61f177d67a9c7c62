import { join } from 'node:path'
import type { Plugin } from 'vite'

const here = join(import.meta.dirname, '../shims')

/**
 * What the language cannot say need not be shipped: its steps are flat schemas without references, allOf or lists of
 * objects, and `leadwright check` refuses everything else. So parts of rjsf and its libraries are replaced by
 * files of web/shims. Each key is the end of an import; the value stands in for it, for that importer only if named.
 */
const replacements: readonly { what: RegExp; by: string; importer?: RegExp }[] = [
  { what: /\/getUiOptions\.js$/, by: join(here, 'ui-options.ts') },
  { what: /\/deepEquals\.js$/, by: join(here, 'deep-equals.ts') },
  { what: /\/resolveUiSchema\.js$/, by: join(here, 'own-ui-schema.ts') },
  { what: /\/optionsList\.js$/, by: join(here, 'options-list.ts') },
  { what: /\/enums\.js$/, by: join(here, 'own-words.ts'), importer: /@rjsf/ },
  { what: /\/getWidget\.js$/, by: join(here, 'named-widget.ts') },
  { what: /\/ParseError\.js$/, by: join(here, 'parse-error.ts'), importer: /libphonenumber-js/ },
]

/**
 * In the browser phone numbers of the markets nearby are judged; the server knows those of all countries. What computes
 * values is loaded with the first form that has some.
 */
const browserOnly: typeof replacements = [
  { what: /\/phone-number\.ts$/, by: join(here, 'phone-number.ts'), importer: /values\/index\.ts/ },
  { what: /\/compute\.ts$/, by: join(here, 'compute.ts'), importer: /journey\/(journey|ends)\.ts/ },
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
