import type { WidgetProps } from '@rjsf/utils'
import type { FormContext } from '../context.ts'
import { optionId } from '../control-id.ts'

/** One option out of several, each a row of its own; yes and no stand side by side. */
export function RadioWidget({ id, name, htmlName, value, options, registry }: WidgetProps) {
  const { errors, focus } = registry.formContext as FormContext
  return (
    <div className={options.inline === true ? 'lw-options lw-options-pair' : 'lw-options'}>
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
