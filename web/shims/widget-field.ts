import type { FieldProps, WidgetProps } from '@rjsf/utils'
import { createElement } from 'react'
import optionsList from './options-list.ts'
import getUiOptions from './ui-options.ts'

/** rjsf's StringField and BooleanField: the theme has every widget under the name that the language gives it. */
export default function WidgetField({ schema, uiSchema, name, fieldPathId, formData, registry }: FieldProps) {
  const { widget, title, ...options } = getUiOptions(uiSchema)
  const Widget = registry.widgets[widget === 'hidden' ? 'HiddenWidget' : String(widget)]
  if (typeof Widget !== 'function') throw new Error(`No widget ${widget}`)
  const enumOptions =
    schema.type === 'boolean' || Array.isArray(schema.enum) ? optionsList(schema, uiSchema) : undefined
  const drawn = {
    ...{ id: fieldPathId.$id, name, htmlName: fieldPathId.name, label: title ?? name, value: formData },
    ...{ options: { ...options, enumOptions }, schema, uiSchema, registry },
  }
  return createElement(Widget, drawn as unknown as WidgetProps)
}
