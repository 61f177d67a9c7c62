import type { WidgetProps } from '@rjsf/utils'
import { currencySign } from '#engine/form/values/numbers.ts'
import type { FormContext } from '../context.ts'
import { TextWidget } from './TextWidget.tsx'

/** A number with what it counts beside it; an amount of money with its currency's sign, where the language puts that. */
export function AmountWidget(props: WidgetProps) {
  const { form } = props.registry.formContext as FormContext
  const { unit } = props.options
  const { sign, before } = unit
    ? { sign: String(unit), before: false }
    : currencySign(form.market.currency, form.locale)
  const options = { inputMode: 'decimal', ...props.options, width: 'short', unit: true }
  return (
    <span className={before ? 'lw-amount lw-amount-before' : 'lw-amount'}>
      <TextWidget {...props} options={options} />
      <span className="lw-unit" id={`${props.id}-unit`}>
        {sign}
      </span>
    </span>
  )
}
