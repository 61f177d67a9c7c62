import type { WidgetProps } from '@rjsf/utils'
import { numberText } from '#engine/form/values'
import type { FormContext } from '../context.ts'
import { describedBy } from '../control-id.ts'

interface Options {
  inputType?: 'text' | 'email' | 'tel' | 'url'
  inputMode?: 'numeric' | 'decimal'
  width?: 'short'
  help?: string
  /** Whether the unit stands beside the input, under the id that ends in -unit. */
  unit?: boolean
}

/** Text on one line. Numbers too: `type="number"` changes values under the mouse wheel and hides what it cannot read. */
export function TextWidget({ id, name, htmlName, value, options, schema, uiSchema, registry }: WidgetProps) {
  const { errors, focus, form } = registry.formContext as FormContext
  const { inputType = 'text', inputMode, width, help, unit } = options as Options
  const wrong = errors[name] !== undefined
  return (
    <input
      className={width === 'short' ? 'lw-input lw-input-short' : 'lw-input'}
      id={id}
      name={htmlName}
      type={inputType}
      inputMode={inputMode ?? inputType}
      autoComplete={uiSchema?.['ui:autocomplete']}
      autoFocus={focus === name}
      maxLength={schema.maxLength}
      defaultValue={typeof value === 'number' ? numberText(value, form.locale) : (value ?? '')}
      aria-invalid={wrong || undefined}
      aria-describedby={describedBy(id, help !== undefined, wrong, unit)}
    />
  )
}
