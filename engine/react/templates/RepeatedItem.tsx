import type { Registry } from '@rjsf/utils'
import type { ReactNode } from 'react'
import { control } from '#engine/form/journey/turn.ts'
import type { Repeat } from '#engine/form/model/form.ts'
import type { FormContext } from '../context.ts'

interface Props {
  repeat: Repeat
  /** From 0. */
  index: number
  count: number
  registry: Registry
  children: ReactNode
}

/** One of several: “Driver 2”, its fields, and a button that removes it as long as it may go. */
export function RepeatedItem({ repeat: { title, min }, index, count, registry, children }: Props) {
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
