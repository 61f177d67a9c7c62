import type { ResolvedField } from './form.ts'
import type { Format } from './kind.ts'
import { kinds } from './kinds/table.ts'

const formats = new Map(Object.values(kinds).flatMap(({ format }) => (format ? [[format.name, format] as const] : [])))

/** A format as it holds in a country; '' for one that is the same everywhere. */
export interface FormatIn {
  format: Format
  country: string
}

/** The format that a schema names: phone-GB is the phone numbers of GB. null when there is none. */
export function formatWritten(name: string): FormatIn | null {
  const [, family = '', country = ''] = /^(.*?)(?:-([A-Z]{2}))?$/.exec(name) ?? []
  const format = formats.get(family)
  return format && (country !== '') === (format.byCountry ?? false) ? { format, country } : null
}

/** Whether a text is of the format that a schema names; null when there is none of this name. */
export function formatNamed(name: string): ((text: string) => boolean) | null {
  const { format, country = '' } = formatWritten(name) ?? {}
  return format ? (text) => format.isRight(text, country) : null
}

/** The format of a field; below one that sets the market it is that of the country chosen. */
export function formatOf({ schema, formatBy }: ResolvedField): FormatIn | null {
  if (!formatBy) return formatWritten(String(schema.format ?? ''))
  const format = formats.get(formatBy.format)
  return format ? { format, country: `the country in "${formatBy.field}"` } : null
}
