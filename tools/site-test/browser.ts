import { fileControlName, writeAnswers } from '#engine/form/journey'
import { type Answers, kindNamed, type ResolvedField } from '#engine/form/model'

/** A file to choose. */
interface ActFile {
  name: string
  /** In base64. */
  content: string
  /** What is on the page once the server has it. */
  kept: string
}

/** What is done to a control: it is ticked or not, chosen from, typed into, or given a file. */
export interface Act {
  selector: string
  value: string | boolean | ActFile
  isChoice: boolean
}

/** The first bytes of files, in base64: that is how the server knows their types. */
const samples = {
  pdf: 'JVBERi0xLjcK',
  jpg: '/9j/4AAQSkZJRgABAQA=',
  png: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAACklEQVQ=',
}

/** How a visitor answers questions, control by control, whatever they are drawn as. */
export function acts(fields: readonly ResolvedField[], answers: Answers, locale: string): Act[] {
  return fields
    .filter(({ kind }) => kind !== 'count')
    .flatMap((field) => writeAnswers([field], answers, locale).flatMap(([name, value]) => actsOn(field, name, value)))
}

/** Does it all in the page itself, by the events that a hand causes. Runs in the browser: it refers to nothing else. */
export async function fillInPage(all: readonly Pick<Act, 'selector' | 'value'>[]): Promise<void> {
  const end = Date.now() + 30_000
  for (const { selector, value } of all) {
    let control = document.querySelector<HTMLInputElement>(selector)
    // What an answer reveals is there a moment later.
    while (!control || control.matches(':disabled')) {
      if (Date.now() > end) throw new Error(`waited for ${selector}`)
      await new Promise((resolve) => setTimeout(resolve, 5))
      control = document.querySelector<HTMLInputElement>(selector)
    }
    control.focus()
    if (typeof value === 'boolean') {
      if (control.checked !== value) control.click()
      continue
    }
    if (typeof value === 'object') {
      const chosen = new DataTransfer()
      const bytes = Uint8Array.from(atob(value.content), (letter) => letter.charCodeAt(0))
      chosen.items.add(new File([bytes], value.name))
      control.files = chosen.files
      control.dispatchEvent(new Event('change', { bubbles: true }))
      while (!document.querySelector(value.kept)) {
        if (Date.now() > end) throw new Error(`waited for ${value.name} to be uploaded`)
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
      continue
    }
    // React puts a setter of its own on the element, to know what was there before.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value)
    control.dispatchEvent(new Event('input', { bubbles: true }))
    control.dispatchEvent(new Event('change', { bubbles: true }))
  }
}

function actsOn({ id, ui, kind, files }: ResolvedField, name: string, value: string): Act[] {
  const named = `main [name="${name}"]`
  const widget = ui['ui:widget']
  switch (widget) {
    case 'radio':
    case 'own-group':
    case 'matrix':
    case 'checkboxes':
      return [{ selector: `${named}[value="${value}"]`, value: true, isChoice: false }]
    case 'consent':
      return [{ selector: named, value: value === 'true', isChoice: false }]
    case 'files': {
      // The file of the answer exists nowhere: one is uploaded in its place. Without a sample the question stays empty.
      const sample = Object.entries(samples).find(([type]) => files?.accept.some((each) => each === type))
      if (!sample) return []
      const [type, content] = sample
      const file = { name: `example.${type}`, content, kept: `${named}:checked` }
      return [{ selector: `main [name="${fileControlName(id)}"]`, value: file, isChoice: false }]
    }
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
