import type { WidgetProps } from '@rjsf/utils'
import type { FormContext } from '../context.ts'
import { optionId } from '../control-id.ts'
import { optionsClass } from './options-class.ts'

/** One option out of several, each to be pressed as a whole. */
export function RadioWidget({ id, name, htmlName, value, options, registry }: WidgetProps) {
  const { errors, focus } = registry.formContext as FormContext
  return (
    <div className={optionsClass(options.enumOptions, options.inline === true)}>
      {options.enumOptions?.map((option, index) => (
        <label className="lw-option" key={String(option.value)}>
          <input
            id={optionId(id, index)}
            name={htmlName}
            type="radio"
            value={String(option.value)}
            defaultChecked={value === option.value}
            autoFocus={index === 0 && focus === name}
            aria-invalid={errors[name] !== undefined || undefined}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </div>
  )
}
