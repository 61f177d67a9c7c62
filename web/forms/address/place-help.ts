import { everyField, journey } from '#engine/form/journey'
import { type Answers, answerTo, countryFor, formatNamed, formatOf, type ResolvedForm } from '#engine/form/model'
import type { AddressHelp } from '#engine/react'
import type { PageHost } from '#engine/site'

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
  const country = countryFor(field, answers) ?? formatOf(field)?.country ?? ''
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
