import type { FieldProps, FieldTemplateProps } from '@rjsf/utils'
import { createElement, memo } from 'react'
import getUiOptions from './ui-options.ts'

const fieldOf: Readonly<Record<string, string>> = {
  array: 'ArrayField',
  boolean: 'BooleanField',
  integer: 'NumberField',
  number: 'NumberField',
  object: 'ObjectField',
  string: 'StringField',
}

/**
 * rjsf's, for the schemas of a resolved form: each has one type and no choice of schemas, and the template draws label, hint
 * and error itself.
 */
function SchemaField(props: FieldProps) {
  const { schema, uiSchema, name, fieldPathId, registry } = props
  const Field = registry.fields[fieldOf[String(schema.type)] ?? '']
  if (!Field) throw new Error(`No field for ${schema.type}`)
  const { title, help, description, widget } = getUiOptions(uiSchema)
  const drawn = {
    ...{ id: fieldPathId.$id, label: title || name, hidden: widget === 'hidden', schema, uiSchema, registry },
    ...{ rawHelp: help, rawDescription: description || '', children: createElement(Field, props) },
  }
  return createElement(registry.templates.FieldTemplate, drawn as unknown as FieldTemplateProps)
}

/** Where nothing has changed, nothing is drawn anew. */
export default memo(SchemaField, deepEquals)

/** Whether two values of JSON are the same. As rjsf has it, functions always are. */
function deepEquals(a: unknown, b: unknown): boolean {
  if (Object.is(a, b) || (typeof a === 'function' && typeof b === 'function')) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>]
  const keys = Object.keys(left)
  if (Array.isArray(a) !== Array.isArray(b) || keys.length !== Object.keys(right).length) return false
  return keys.every((key) => Object.hasOwn(right, key) && deepEquals(left[key], right[key]))
}
