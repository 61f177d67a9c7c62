import type { WidgetProps } from '@rjsf/utils'
import type { FormContext } from '../context.ts'
import { optionId } from '../control-id.ts'
import { optionsClass } from './options-class.ts'

/** Any number of several options, each to be pressed as a whole. */
export function CheckboxesWidget({ id, name, htmlName, value, options, registry }: WidgetProps) {
  const { errors, focus } = registry.formContext as FormContext
  const chosen: unknown[] = Array.isArray(value) ? value : []
  return (
    <div className={optionsClass(options.enumOptions)}>
      {options.enumOptions?.map((option, index) => (
        <label className="lw-option" key={String(option.value)}>
          <input
            id={optionId(id, index)}
            name={htmlName}
            type="checkbox"
            value={String(option.value)}
            defaultChecked={chosen.includes(option.value)}
            autoFocus={index === 0 && focus === name}
            aria-invalid={errors[name] !== undefined || undefined}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </div>
  )
}
