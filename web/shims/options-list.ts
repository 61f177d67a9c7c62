import type { EnumOptionsType } from '@rjsf/utils'
import getUiOptions from './ui-options.ts'

/** The options of a choice. The language lists them in `enum` alone, with their words beside it. */
export default function optionsList({ enum: values }: { enum?: unknown[] }, uiSchema?: object): EnumOptionsType[] {
  const { enumNames = [] } = getUiOptions(uiSchema as Record<string, unknown>) as { enumNames?: readonly string[] }
  return (values ?? []).map((value, index) => ({ value, label: enumNames[index] || String(value) }))
}
