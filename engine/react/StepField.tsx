import type { Registry } from '@rjsf/utils'
import { type FieldProps, toFieldPathId } from '@rjsf/utils'
import type { ReactNode } from 'react'
import { control } from '#engine/form/journey/turn.ts'
import { placeOf } from '#engine/form/model/field-place.ts'
import type { Repeat } from '#engine/form/model/form.ts'
import type { FormContext } from './context.ts'

/**
 * A step's fields, one after the other; its heading stands outside. rjsf's own field of an object adds, renames and
 * removes properties too, of which a step has none.
 */
export function StepField(props: FieldProps) {
  const { schema, uiSchema = {}, formData = {}, registry, onChange, onBlur, onFocus } = props
  const { repeat } = registry.formContext as FormContext
  const { SchemaField } = registry.fields
  const properties = Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name,
    content: SchemaField && (
      <SchemaField
        key={name}
        name={name}
        schema={property as object}
        uiSchema={uiSchema[name]}
        formData={formData[name]}
        fieldPathId={toFieldPathId(name, registry.globalFormOptions)}
        {...{ registry, onChange, onBlur, onFocus }}
      />
    ),
  }))
  if (!repeat) return properties.map(({ content }) => content)
  const items = Map.groupBy(properties, ({ name }) => placeOf(name).item)
  // What belongs to the whole step, such as its consents, follows what is asked several times.
  const single = items.get(undefined) ?? []
  items.delete(undefined)
  return (
    <>
      {[...items].map(([item, fields], index) => (
        <RepeatedItem key={item} repeat={repeat} index={index} count={items.size} registry={registry}>
          {fields.map(({ content }) => content)}
        </RepeatedItem>
      ))}
      {items.size < repeat.max && (
        <button
          type="submit"
          className="lw-button lw-button-quiet lw-item-button"
          name={control.go}
          value={control.add}
        >
          {repeat.add}
        </button>
      )}
      {single.map(({ content }) => content)}
    </>
  )
}

interface Props {
  repeat: Repeat
  /** From 0. */
  index: number
  count: number
  registry: Registry
  children: ReactNode
}

/** One of several: “Driver 2”, its fields, and a button that removes it as long as it may go. */
function RepeatedItem({ repeat: { title, min }, index, count, registry, children }: Props) {
  const { t } = registry.formContext as FormContext
  const name = `${title} ${index + 1}`
  return (
    <fieldset className="lw-item">
      <legend className="lw-item-title">{name}</legend>
      {children}
      {count > min && (
        <button
          type="submit"
          className="lw-button lw-button-quiet lw-item-button"
          name={control.go}
          value={control.remove + index}
        >
          {t('remove')} <span className="lw-hidden">{name}</span>
        </button>
      )}
    </fieldset>
  )
}
