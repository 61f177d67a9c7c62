/** What a sample partner is sent: the lead as its map in `definitions/partners` has it. */
export type Payload = Readonly<Record<string, unknown>>

/** A quote in the sample partners' own terms, which their maps turn into an offer. */
export interface Quote {
  ref: string
  tariff: { name: string }
  /** Per month, in the currency of the visitor's market. */
  premium: { month: number }
  split?: { name: string; amount: number }[]
  excess?: number
  months: number
  apr?: number
  nominal?: number
  total?: number
  covers: string[]
  excluded?: string[]
  rating?: { value: number; of: number; source: string }
  phone: string
  validUntil: string
}

/** The languages that sample partners speak. */
const languages = ['en', 'es', 'de', 'fr', 'it', 'nl'] as const

export type Language = (typeof languages)[number]

/** A text in each language. */
export type InLanguages = Readonly<Record<Language, string>>

export function languageOf({ language }: Payload): Language {
  return languages.find((each) => each === language) ?? 'en'
}

/** Numbers that are reserved for fiction or unassigned (engine/form/values/formats.ts). */
export const phones: InLanguages = {
  en: '+442079460123',
  es: '+34750123412',
  de: '+493023125123',
  fr: '+33199001234',
  it: '+393001234123',
  nl: '+31601234123',
}

/** The source of a sample's rating says that the rating is a sample too. */
export const ratings: InLanguages = {
  en: 'Sample, not a real rating',
  es: 'Muestra, no es una valoración real',
  de: 'Muster, keine echte Bewertung',
  fr: 'Exemple, pas une vraie note',
  it: 'Esempio, non è una valutazione reale',
  nl: 'Voorbeeld, geen echte beoordeling',
}

/** A number; the maps send 0 for what a form does not ask. */
export function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && value > 0 ? value : undefined
}

/** The entry of a table; `otherwise` for what it has no entry for. */
export function entry<T>(table: Readonly<Record<string, T>>, key: unknown, otherwise: T): T {
  return typeof key === 'string' && Object.hasOwn(table, key) ? (table[key] as T) : otherwise
}

/** A sum of money, from whole cents. */
export function money(cents: number): number {
  return Math.round(cents) / 100
}

/** What a price is made of: named shares of its cents; the last part is what remains. */
export function split(
  cents: number,
  shares: readonly [name: string, share: number][],
  rest: string,
): NonNullable<Quote['split']> {
  const parts = shares.map(([name, share]) => ({ name, cents: Math.round(cents * share) }))
  const remaining = Math.round(cents) - parts.reduce((sum, part) => sum + part.cents, 0)
  return [...parts, { name: rest, cents: remaining }].flatMap((part) =>
    part.cents === 0 ? [] : [{ name: part.name, amount: money(part.cents) }],
  )
}
