import BooleanField from '@rjsf/core/lib/components/fields/BooleanField.js'
import NumberField from '@rjsf/core/lib/components/fields/NumberField.js'
import ObjectField from '@rjsf/core/lib/components/fields/ObjectField.js'
import SchemaField from '@rjsf/core/lib/components/fields/SchemaField.js'
import StringField from '@rjsf/core/lib/components/fields/StringField.js'
import { fields, templates, widgets } from './theme.ts'

/** What rjsf begins with in our build (web/slim): the parts our forms are drawn with, and no others. */
// biome-ignore lint/style/noDefaultExport: it stands in for rjsf's getDefaultRegistry
export default function slimRegistry() {
  return {
    fields: { BooleanField, NumberField, ObjectField, SchemaField, StringField, ...fields },
    templates,
    widgets,
    rootSchema: {},
    formContext: {},
    translateString: String,
    globalFormOptions: { idPrefix: 'root', idSeparator: '_', useFallbackUiForUnsupportedType: false },
  }
}
