import type { EnumOptionsType } from '@rjsf/utils'
import getUiOptions from './ui-options.ts'

interface Choice {
  type?: unknown
  enum?: readonly unknown[] | undefined
}

/** The options of a choice. The language lists them in `enum` alone, with their words beside it. */
export default function optionsList({ type, enum: values }: Choice, uiSchema?: object): EnumOptionsType[] {
  const { enumNames } = getUiOptions(uiSchema as Record<string, unknown>) as { enumNames?: readonly string[] }
  const label = (value: unknown, index: number) =>
    type === 'boolean' && !enumNames ? (value ? 'Yes' : 'No') : enumNames?.[index] || String(value)
  return (values ?? (type === 'boolean' ? [true, false] : [])).map((value, index) => ({
    value,
    label: label(value, index),
  }))
}
