import type { WidgetProps } from '@rjsf/utils'
import type { FormContext } from '../context.ts'
import { describedBy } from '../control-id.ts'
import { Words } from '../Words.tsx'

/** A declaration with its box, never ticked unless the visitor ticked it. */
export function ConsentWidget({ id, name, htmlName, value, label, registry }: WidgetProps) {
  const { errors, focus } = registry.formContext as FormContext
  const wrong = errors[name] !== undefined
  return (
    <label className="lw-option lw-consent">
      <input
        id={id}
        name={htmlName}
        type="checkbox"
        defaultChecked={value === true}
        autoFocus={focus === name}
        aria-invalid={wrong || undefined}
        aria-describedby={describedBy(id, false, wrong)}
      />
      <span>
        <Words text={label} />
      </span>
    </label>
  )
}
