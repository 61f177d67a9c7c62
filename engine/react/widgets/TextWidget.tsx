import type { WidgetProps } from '@rjsf/utils'
import type { FormContext } from '../context.ts'
import { describedBy } from '../control-id.ts'

/** Text on one line. Numbers too: `type="number"` changes values under the mouse wheel and hides what it cannot read. */
export function TextWidget({ id, name, htmlName, value, options, schema, uiSchema, onChange, registry }: WidgetProps) {
  const { errors, focus } = registry.formContext as FormContext
  const {
    inputType = 'text',
    inputMode,
    width,
    help,
  } = options as { inputType?: string; inputMode?: 'numeric' | 'decimal'; width?: 'short'; help?: string }
  const wrong = errors[name] !== undefined
  return (
    <input
      className={width === 'short' ? 'lw-input lw-input-short' : 'lw-input'}
      id={id}
      name={htmlName}
      type={inputType}
      inputMode={inputMode}
      autoComplete={uiSchema?.['ui:autocomplete']}
      autoFocus={focus === name}
      maxLength={schema.maxLength}
      defaultValue={value ?? ''}
      aria-invalid={wrong || undefined}
      aria-describedby={describedBy(id, help !== undefined, wrong)}
      onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
    />
  )
}
