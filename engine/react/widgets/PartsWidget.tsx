import type { WidgetProps } from '@rjsf/utils'
import { kindNamed } from '#engine/form/model/kind-named.ts'
import type { FormContext } from '../context.ts'
import { optionId } from '../control-id.ts'

interface Options {
  kind?: string
  /** The names of the parts, where the kind has words of its own for them. */
  parts?: Readonly<Record<string, string>>
}

/** An answer that is asked with several controls, such as a date as people say it: day, month, year. */
export function PartsWidget({ id, name, htmlName, value, options, uiSchema, registry }: WidgetProps) {
  const { errors, focus, t } = registry.formContext as FormContext
  const { kind = null, parts: names } = options as Options
  const { asked, split } = kindNamed(kind)?.parts ?? { asked: [], split: () => [] }
  const wrong = errors[name] !== undefined
  const typed = split(String(value ?? ''))
  const autocomplete: string | undefined = uiSchema?.['ui:autocomplete']
  return (
    <div className="lw-parts">
      {asked.map(({ id: part, length }, index) => (
        <label key={part} className={length > 2 ? 'lw-part lw-part-long' : 'lw-part'}>
          <span>{names?.[part] ?? t(part)}</span>
          <input
            className="lw-input"
            id={optionId(id, index)}
            name={`${htmlName}[${part}]`}
            inputMode="numeric"
            autoComplete={autocomplete && `${autocomplete}-${part}`}
            autoFocus={index === 0 && focus === name}
            maxLength={length}
            defaultValue={typed[index] ?? ''}
            aria-invalid={wrong || undefined}
          />
        </label>
      ))}
    </div>
  )
}
