import type { WidgetProps } from '@rjsf/utils'

/** An answer that buttons give, such as how many drivers there are. */
export function HiddenWidget({ id, htmlName, value }: WidgetProps) {
  return <input type="hidden" id={id} name={htmlName} value={value ?? ''} readOnly />
}
