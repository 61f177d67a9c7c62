/** What a language calls the units of figures, as parts of regular expressions; signs and symbols are everybody's. */
const units: Readonly<Record<string, string>> = {
  en: 'per ?cent|minutes?|hours?|(?:working |business )?days?|weeks?|months?|years?|euros?|pounds?|degrees?|met(?:re|er)s?|millions?',
  es: 'por ciento|minutos?|horas?|días?|semanas?|mes(?:es)?|años?|euros?|libras?|grados?|metros?|mil(?:lón|lones)?',
  de: 'Prozent|Minuten?|Stunden?|(?:Werk)?[Tt]age?n?|Wochen?|Monate?n?|Jahre?n?|Euro|Pfund|Grad|Metern?|Million(?:en)?',
  fr: 'pour cent|minutes?|heures?|jours?|semaines?|mois|ans?|années?|euros?|livres?|degrés?|mètres?|millions?',
  it: 'per cento|minut[oi]|or[ae]|giorn[oi]|settiman[ae]|mes[ei]|ann[oi]|euro|sterlin[ae]|grad[oi]|metri?|milion[ei]',
  nl: 'procent|minu(?:ut|ten)|u(?:ur|ren)|(?:werk)?dag(?:en)?|we(?:ek|ken)|maand(?:en)?|ja(?:ar|ren)|euro|pond|gra(?:ad|den)|meter|miljoen',
}

/** The numbers that people write as words, from two on: one is an article in most languages. */
const words: Readonly<Record<string, string>> = {
  en: 'two|three|four|five|six|seven|eight|nine|ten|twelve|twenty',
  es: 'dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|doce|veinte',
  de: 'zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|zwölf|zwanzig',
  fr: 'deux|trois|quatre|cinq|six|sept|huit|neuf|dix|douze|vingt',
  it: 'due|tre|quattro|cinque|sei|sette|otto|nove|dieci|dodici|venti',
  nl: 'twee|drie|vier|vijf|zes|zeven|acht|negen|tien|twaalf|twintig',
}

const digits = String.raw`\d(?:[\d.,’'\s]*\d)?`
const signs = String.raw`%|[€£$]|°|(?:EUR|GBP|kW|km|m)(?![\p{L}²³])`
const money = '[€£$]|EUR|GBP'

const patterns = new Map<string, RegExp>()

/** Figures with their units, and times of day, as a language writes them: “325 euros”, “£5,000”, “80 %”, “08:00”. */
export function figurePattern(locale: string): RegExp {
  const known = patterns.get(locale)
  if (known) return known
  const named = units[locale] ?? ''
  const spelt = words[locale] ?? ''
  const parts = [
    String.raw`(?:${money})\s?${digits}`,
    String.raw`${digits}\s?(?:${signs})`,
    String.raw`\b\d{1,2}:\d{2}\b`,
    ...(named ? [String.raw`${digits}[\s-]?(?:derni\p{L}+\s)?(?:${named})(?!\p{L})`] : []),
    ...(named && spelt ? [String.raw`(?<!\p{L})(?:${spelt})[\s-](?:${named})(?!\p{L})`] : []),
  ]
  const pattern = new RegExp(parts.join('|'), 'giu')
  patterns.set(locale, pattern)
  return pattern
}
