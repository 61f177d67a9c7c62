import { type AddressHelp, everyField, journey, readAnswers } from '#engine/form/journey'
import { type Answers, answerTo, countryFor, formatNamed, formatWritten, type ResolvedForm } from '#engine/form/model'
import type { PageHost } from '#engine/site'
import type { PlacesOfPostalCode } from '#schemas/generated/api/postal-code.ts'
import { http } from '#web/http'

type Places = NonNullable<PageHost['places']>

/** The help, and the towns that it fills in, by field. */
export interface FoundHelp extends AddressHelp {
  filled: Readonly<Record<string, string>>
}

/** Whether a step asks for towns or streets that are looked up. */
export function looksUp(form: ResolvedForm, step: string): boolean {
  return form.steps.some(({ id, fields }) => id === step && fields.some(({ lookUp }) => lookUp !== undefined))
}

/**
 * What is known of the towns and streets that a step asks for, from the postal codes that were answered: suggestions,
 * the town of a code where there is one alone and none was answered, and the towns that belong to another code.
 */
export async function helpOf(form: ResolvedForm, step: string, answers: Answers, places: Places): Promise<FoundHelp> {
  const { steps } = journey(form, answers)
  const help = { suggestions: {}, notes: {}, filled: {} } as {
    suggestions: Record<string, readonly string[]>
    notes: Record<string, AddressHelp['notes'][string]>
    filled: Record<string, string>
  }
  for (const { id, kind, lookUp } of steps.find((each) => each.id === step)?.asked ?? []) {
    const asked = lookUp === undefined ? null : codeAt(form, lookUp, answers)
    if (!asked) continue
    const { towns, alsoKnown, streets } = await places(asked.country, asked.postalCode)
    if (kind === 'street') {
      if (streets.length > 0) help.suggestions[id] = streets
      continue
    }
    const [town] = towns
    if (town === undefined) continue
    help.suggestions[id] = towns
    const { postalCode } = asked
    const answer = answerTo(id, answers)
    if (answer === undefined) {
      if (towns.length > 1) continue
      help.filled[id] = town
      help.notes[id] = { kind: 'filled', postalCode, towns }
    } else if (!isOneOf(String(answer), [...towns, ...alsoKnown])) help.notes[id] = { kind: 'other', postalCode, towns }
  }
  return help
}

/** The postal code that was answered, and its country; null where there is none yet. */
function codeAt(form: ResolvedForm, id: string, answers: Answers): { country: string; postalCode: string } | null {
  const field = everyField(form, answers).find((each) => each.id === id)
  const answer = answerTo(id, answers)
  if (!field || typeof answer !== 'string') return null
  const country = countryFor(field, answers) ?? formatWritten(String(field.schema.format ?? ''))?.country ?? ''
  const postalCode = answer.trim().toUpperCase()
  return formatNamed(`postal-code-${country}`)?.(postalCode) && /^[A-Z0-9][A-Z0-9 -]{1,11}$/.test(postalCode)
    ? { country, postalCode }
    : null
}

/** Whether a town is one of those named: people leave words out and add some, such as Frankfurt for Frankfurt am Main. */
export function isOneOf(town: string, names: readonly string[]): boolean {
  const own = wordsOf(town)
  return names.some((name) => {
    const others = wordsOf(name)
    return own.every((word) => others.includes(word)) || others.every((word) => own.includes(word))
  })
}

/** Without accents, articles' apostrophes and what else people write or leave out. */
function wordsOf(name: string): string[] {
  const plain = name
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/\bs(?:ain)?t(e?)\b\.?/g, 'st$1')
  const words = plain.split(/[^\p{L}]+/u).filter((word) => word.length > 1)
  return words.length > 0 ? words : [plain.trim()]
}

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
 * @param signal ends it
 */
export function followAddresses(
  element: HTMLFormElement,
  { form, step }: { form: ResolvedForm; step: string },
  onHelp: (help: FoundHelp) => void,
  signal: AbortSignal,
): void {
  if (!looksUp(form, step)) return
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
    if (mine !== asked || signal.aborted) return
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
    setTimeout(() => mine === asked && !signal.aborted && onHelp(help))
  }

  element.addEventListener('change', ({ target }) => target instanceof HTMLInputElement && void look(), { signal })
  for (const [name, pressed] of [
    ['pointerdown', true],
    ['pointerup', false],
    ['pointercancel', false],
  ] as const)
    element.ownerDocument.addEventListener(name, () => (isPressed = pressed), { signal, capture: true })
  void look()
}
