import type { Plugin } from 'vite'
import { type Kind, kinds } from '#engine/form/model'

/**
 * A form comes to the browser resolved. Kinds of which nothing is left to know when it is filled, such as a street with
 * its schema and its autofill, stay behind.
 */
export function fillingKinds(): Plugin {
  const idle = Object.entries(kinds).flatMap(([id, kind]) => (isFilledIn(kind) ? [] : [id]))
  const names = idle.map((id) => id.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()))
  const line = new RegExp(`^(import \\{ (${names.join('|')}) \\} from .*|  ('.*': )?(${names.join('|')}),)\\n`, 'gm')
  return {
    name: 'leadwright-filling-kinds',
    enforce: 'pre',
    transform: (code, id) => (/\/kinds\/table\.ts$/.test(id) ? { code: code.replaceAll(line, ''), map: null } : null),
  }
}

function isFilledIn({ format, parts, read, say }: Kind): boolean {
  return [format, parts, read, say].some((known) => known !== undefined)
}
