import { readAnswers } from '#engine/form/journey'
import type { ResolvedForm } from '#engine/form/model'
import type { PlacesOfPostalCode } from '#schemas/generated/api/postal-code.ts'
import { http } from '#web/http'
import { type FoundHelp, helpOf } from './place-help.ts'

/** How long a look-up may take, in ms: the form goes on without it. */
const timeout = 5000

const known = new Map<string, Promise<PlacesOfPostalCode>>()

/** Each postal code is asked for once, as long as the page lives. */
function places(country: string, postalCode: string): Promise<PlacesOfPostalCode> {
  const path = `/geo/postal-codes/${country}/${encodeURIComponent(postalCode)}`
  const found =
    known.get(path) ??
    http.send(path, { timeout, isQuiet: true }, async (reply) => {
      if (!reply.ok) throw new Error('No places')
      return (await reply.json()) as PlacesOfPostalCode
    })
  known.set(path, found)
  return found.catch(() => {
    known.delete(path)
    return { towns: [], alsoKnown: [], streets: [] }
  })
}

/**
 * Fills in towns as their postal codes are answered, and tells what is known of them.
 * @param element the form
 * @param onHelp called with each change
 * @returns what stops it
 */
export function followAddresses(
  element: HTMLFormElement,
  { form, step }: { form: ResolvedForm; step: string },
  onHelp: (help: FoundHelp) => void,
): () => void {
  const stop = new AbortController()
  const filled = new Map<string, string>()
  const control = (id: string) => element.elements.namedItem(`root[${id}]`)
  let asked = 0
  let isPressed = false

  async function look(): Promise<void> {
    asked += 1
    const mine = asked
    const answers = readAnswers(
      form,
      [...new FormData(element)].map(([name, value]) => [name, String(value)] as const),
    )
    // What was filled in here follows the postal code.
    const own = Object.fromEntries(Object.entries(answers).filter(([id, answer]) => filled.get(id) !== answer))
    const help = await helpOf(form, step, own, places)
    if (mine !== asked || stop.signal.aborted) return
    for (const [id, town] of Object.entries(help.filled)) {
      const input = control(id)
      const isOpen = input instanceof HTMLInputElement && (input.value === '' || input.value === filled.get(id))
      if (!isOpen) continue
      filled.set(id, town)
      // React watches the element's own setter, and would take this for nothing new.
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, town)
      input.dispatchEvent(new Event('input', { bubbles: true }))
    }
    // While the pointer is down nothing moves: what is under it is about to be pressed.
    if (isPressed)
      await new Promise((resolve) => element.ownerDocument.addEventListener('pointerup', resolve, { once: true }))
    setTimeout(() => mine === asked && !stop.signal.aborted && onHelp(help))
  }

  const { signal } = stop
  element.addEventListener('change', ({ target }) => target instanceof HTMLInputElement && void look(), { signal })
  for (const [name, pressed] of [
    ['pointerdown', true],
    ['pointerup', false],
    ['pointercancel', false],
  ] as const)
    element.ownerDocument.addEventListener(name, () => (isPressed = pressed), { signal, capture: true })
  void look()
  return () => stop.abort()
}
