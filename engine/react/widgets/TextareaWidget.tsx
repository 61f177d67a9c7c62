import type { WidgetProps } from '@rjsf/utils'
import type { FormContext } from '../context.ts'
import { describedBy } from '../control-id.ts'

/** Text of several lines. */
export function TextareaWidget({ id, name, htmlName, value, options, schema, registry }: WidgetProps) {
  const { errors, focus } = registry.formContext as FormContext
  const wrong = errors[name] !== undefined
  return (
    <textarea
      className="lw-input lw-textarea"
      id={id}
      name={htmlName}
      rows={5}
      autoFocus={focus === name}
      maxLength={schema.maxLength}
      defaultValue={value ?? ''}
      aria-invalid={wrong || undefined}
      aria-describedby={describedBy(id, options.help !== undefined, wrong)}
    />
  )
}
