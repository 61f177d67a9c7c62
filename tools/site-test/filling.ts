import { writeAnswers } from '#engine/form/journey'
import { type Answers, kindNamed, type ResolvedField } from '#engine/form/model'

/** What is done to a control: it is ticked or not, chosen from, or typed into. */
export interface Act {
  selector: string
  value: string | boolean
  isChoice: boolean
}

/** How a visitor answers questions, control by control, whatever they are drawn as. */
export function acts(fields: readonly ResolvedField[], answers: Answers, locale: string): Act[] {
  return fields
    .filter(({ kind }) => kind !== 'count')
    .flatMap((field) => writeAnswers([field], answers, locale).flatMap(([name, value]) => actsOn(field, name, value)))
}

/** Does it all in the page itself, by the events that a hand causes. Runs in the browser: it refers to nothing else. */
export async function fillInPage(all: readonly Pick<Act, 'selector' | 'value'>[]): Promise<void> {
  for (const { selector, value } of all) {
    let control = document.querySelector<HTMLInputElement>(selector)
    // What an answer reveals is there a moment later.
    while (!control || control.matches(':disabled')) {
      await new Promise((resolve) => setTimeout(resolve, 5))
      control = document.querySelector<HTMLInputElement>(selector)
    }
    control.focus()
    if (typeof value === 'boolean') {
      if (control.checked !== value) control.click()
      continue
    }
    // React puts a setter of its own on the element, to know what was there before.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value)
    control.dispatchEvent(new Event('input', { bubbles: true }))
    control.dispatchEvent(new Event('change', { bubbles: true }))
  }
}

function actsOn({ ui, kind }: ResolvedField, name: string, value: string): Act[] {
  const named = `main [name="${name}"]`
  const widget = ui['ui:widget']
  switch (widget) {
    case 'radio':
    case 'checkboxes':
      return [{ selector: `${named}[value="${value}"]`, value: true, isChoice: false }]
    case 'consent':
      return [{ selector: named, value: value === 'true', isChoice: false }]
    case 'parts': {
      const { asked = [], split = () => [] } = kindNamed(kind)?.parts ?? {}
      const typed = split(value)
      return asked.map(({ id }, index) => {
        return { selector: `main [name="${name}[${id}]"]`, value: typed[index] ?? '', isChoice: false }
      })
    }
    default:
      return [{ selector: named, value, isChoice: widget === 'select' }]
  }
}
