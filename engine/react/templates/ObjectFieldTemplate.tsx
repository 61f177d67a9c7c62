import type { ObjectFieldTemplateProps } from '@rjsf/utils'
import { placeOf } from '#engine/core/definition/field-place.ts'
import { control } from '#engine/core/filling/turn.ts'
import type { FormContext } from '../context.ts'
import { RepeatedItem } from './RepeatedItem.tsx'

/** A step's fields, one after the other; its heading stands outside. */
export function ObjectFieldTemplate({ properties, registry }: ObjectFieldTemplateProps) {
  const { repeat } = registry.formContext as FormContext
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
