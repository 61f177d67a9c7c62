import type { Page } from '@playwright/test'
import { writeAnswers } from '../../engine/form/journey/form-data.ts'
import type { Answers } from '../../engine/form/model/answers.ts'
import { kindNamed, type ResolvedField } from '../../engine/form/model/form.ts'

/** What is done to a control: it is ticked or not, chosen from, or typed into. */
interface Act {
  selector: string
  value: string | boolean
  isChoice: boolean
}

/** Answers questions as a visitor does, one after the other, whatever they are drawn as. */
export async function fill(
  page: Page,
  fields: readonly ResolvedField[],
  answers: Answers,
  locale: string,
): Promise<void> {
  for (const { selector, value, isChoice } of acts(fields, answers, locale)) {
    const control = page.locator(selector)
    await openAround(page, selector)
    if (typeof value === 'boolean') await control.setChecked(value)
    else if (isChoice) await control.selectOption(value)
    else await control.fill(value)
  }
}

/** Opens the rest of a list, where an option stands in it. */
async function openAround(page: Page, selector: string): Promise<void> {
  const closed = page.locator(`details.lw-more:not([open]):has(${selector.replace(/^main /, '')}) > summary`)
  if ((await closed.count()) > 0) await closed.click()
}

/** The same in the page itself, by the events that a hand causes: far quicker than control by control. */
export async function fillAtOnce(
  page: Page,
  fields: readonly ResolvedField[],
  answers: Answers,
  locale: string,
): Promise<void> {
  await page.evaluate(
    async (all) => {
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
    },
    acts(fields, answers, locale),
  )
}

function acts(fields: readonly ResolvedField[], answers: Answers, locale: string): Act[] {
  return fields
    .filter(({ kind }) => kind !== 'count')
    .flatMap((field) => writeAnswers([field], answers, locale).flatMap(([name, value]) => actsOn(field, name, value)))
}

function actsOn({ ui, kind }: ResolvedField, name: string, value: string): Act[] {
  const named = `main [name="${name}"]`
  const widget = ui['ui:widget']
  switch (widget) {
    case 'radio':
    case 'matrix':
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
