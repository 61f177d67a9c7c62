import type { WidgetProps } from '@rjsf/utils'
import type { FormContext } from '../context.ts'
import { describedBy } from '../control-id.ts'

/** One option out of many. The browser's own list: it finds an option by its first letters, on every device. */
export function SelectWidget({ id, name, htmlName, value, options, uiSchema, registry }: WidgetProps) {
  const { errors, focus, form, t } = registry.formContext as FormContext
  const wrong = errors[name] !== undefined
  const { compare } = new Intl.Collator(form.locale)
  const all = options.enumOptions ?? []
  const listed = options.sorted ? all.toSorted((a, b) => compare(a.label, b.label)) : all
  return (
    <select
      className="lw-input"
      id={id}
      name={htmlName}
      autoComplete={uiSchema?.['ui:autocomplete']}
      autoFocus={focus === name}
      defaultValue={value === undefined ? '' : String(value)}
      aria-invalid={wrong || undefined}
      aria-describedby={describedBy(id, options.help !== undefined, wrong)}
    >
      <option value="">{t('choose')}</option>
      {listed.map((option) => (
        <option key={String(option.value)} value={String(option.value)}>
          {option.label}
        </option>
      ))}
    </select>
  )
}
