import type { WidgetProps } from '@rjsf/utils'
import { currencySign } from '#engine/core/values/numbers.ts'
import type { FormContext } from '../context.ts'
import { TextWidget } from './TextWidget.tsx'

/** An amount of money, with the sign of the market's currency where the language puts it. */
export function AmountWidget(props: WidgetProps) {
  const { form } = props.registry.formContext as FormContext
  const { sign, before } = currencySign(form.market.currency, form.locale)
  const options = { ...props.options, inputMode: 'decimal', width: 'short', unit: true }
  return (
    <span className={before ? 'lw-amount lw-amount-before' : 'lw-amount'}>
      <TextWidget {...props} options={options} />
      <span className="lw-unit" id={`${props.id}-unit`}>
        {sign}
      </span>
    </span>
  )
}
