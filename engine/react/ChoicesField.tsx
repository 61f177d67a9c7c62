import { bracketNameGenerator, type FieldProps, getUiOptions, optionsList, type WidgetProps } from '@rjsf/utils'
import { CheckboxesWidget } from './widgets/CheckboxesWidget.tsx'

/** The field of a choice of several options: the one list the language knows. */
export function ChoicesField(props: FieldProps) {
  const { schema, uiSchema, formData, fieldPathId, name, registry } = props
  const widget = {
    id: fieldPathId.$id,
    name,
    htmlName: bracketNameGenerator(fieldPathId.path, 'root', true),
    value: formData,
    options: { ...getUiOptions(uiSchema), enumOptions: optionsList(schema.items as object, uiSchema) ?? [] },
    registry,
  }
  return <CheckboxesWidget {...(widget as WidgetProps)} />
}
