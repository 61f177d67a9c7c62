import type { WidgetProps } from '@rjsf/utils'
import type { FormContext } from '../context.ts'
import { optionId } from '../control-id.ts'

/** A date as people say it: day, month, year. */
export function DateWidget(props: WidgetProps) {
  return <DateParts {...props} parts={['day', 'month', 'year']} />
}

/** A month of a year. */
export function MonthYearWidget(props: WidgetProps) {
  return <DateParts {...props} parts={['month', 'year']} />
}

type Part = 'day' | 'month' | 'year'

/** The answer is text with the year first, so its parts stand in it from the end. */
function DateParts({ id, name, htmlName, value, uiSchema, registry, parts }: WidgetProps & { parts: Part[] }) {
  const { errors, focus, t } = registry.formContext as FormContext
  const wrong = errors[name] !== undefined
  const typed = String(value ?? '')
    .split('-')
    .reverse()
  const autocomplete: string | undefined = uiSchema?.['ui:autocomplete']
  const token = (part: Part) => autocomplete && `${autocomplete}-${part}`
  return (
    <div className="lw-date">
      {parts.map((part, index) => (
        <label key={part} className={part === 'year' ? 'lw-date-part lw-date-year' : 'lw-date-part'}>
          <span>{t(part)}</span>
          <input
            className="lw-input"
            id={optionId(id, index)}
            name={`${htmlName}[${part}]`}
            inputMode="numeric"
            autoComplete={token(part)}
            autoFocus={index === 0 && focus === name}
            maxLength={part === 'year' ? 4 : 2}
            defaultValue={typed[index] ?? ''}
            aria-invalid={wrong || undefined}
          />
        </label>
      ))}
    </div>
  )
}
