import type { RegistryFieldsType, RegistryWidgetsType, TemplatesType } from '@rjsf/utils'
import {
  AmountWidget,
  CheckboxesWidget,
  ChoicesField,
  ConsentWidget,
  FieldTemplate,
  HiddenWidget,
  PartsWidget,
  RadioWidget,
  SelectWidget,
  TextareaWidget,
} from './StepFields.tsx'
import { TextWidget } from './widgets/TextWidget.tsx'

/** Everything a field can be drawn with: the `ui:widget` names of the language. */
export const widgets: RegistryWidgetsType = {
  text: TextWidget,
  amount: AmountWidget,
  radio: RadioWidget,
  checkboxes: CheckboxesWidget,
  consent: ConsentWidget,
  parts: PartsWidget,
  select: SelectWidget,
  textarea: TextareaWidget,
  // rjsf looks this one up by its own name.
  HiddenWidget,
}

/** The fields that are not rjsf's own. */
export const fields: RegistryFieldsType = { ArrayField: ChoicesField }

const nothing = () => null

export const templates: Partial<TemplatesType> = {
  FieldTemplate,
  // FieldTemplate draws hint and error itself, where they can be tied to the control.
  FieldErrorTemplate: nothing,
  FieldHelpTemplate: nothing,
  DescriptionFieldTemplate: nothing,
}
