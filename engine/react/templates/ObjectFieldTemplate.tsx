import type { ObjectFieldTemplateProps } from '@rjsf/utils'
import { itemOf } from '#engine/core/filling/repeat.ts'
import { control } from '#engine/core/filling/turn.ts'
import type { FormContext } from '../context.ts'
import { RepeatedItem } from './RepeatedItem.tsx'

/** A step's fields, one after the other; its heading stands outside. */
export function ObjectFieldTemplate({ properties, registry }: ObjectFieldTemplateProps) {
  const { repeat } = registry.formContext as FormContext
  if (!repeat) return properties.map(({ content }) => content)
  const items = Map.groupBy(properties, ({ name }) => itemOf(name))
  // What belongs to the whole step, such as its consents, follows what is asked several times.
  const { '': single = [], ...several } = Object.fromEntries(items)
  const fieldsets = Object.entries(several)
  return (
    <>
      {fieldsets.map(([item, fields], index) => (
        <RepeatedItem key={item} repeat={repeat} index={index} count={fieldsets.length} registry={registry}>
          {fields.map(({ content }) => content)}
        </RepeatedItem>
      ))}
      {fieldsets.length < repeat.max && (
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
