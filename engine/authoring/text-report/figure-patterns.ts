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
const signs = String.raw`%|[€£$]|°|(?:EUR|GBP|kW|km|m|h)(?![\p{L}²³])`
const money = '[€£$]|EUR|GBP'

const patterns = new Map<string, RegExp>()

/** The figures with their units, and the times of day, in a text of a language: “325 euros”, “£5,000”, “80 %”, “08:00”. */
export function unitFigures(text: string, locale: string): string[] {
  const pattern = patterns.get(locale) ?? newPattern(locale)
  patterns.set(locale, pattern)
  return [...text.matchAll(pattern)].map(([found]) => found)
}

function newPattern(locale: string): RegExp {
  const named = units[locale] ?? ''
  const spelt = words[locale] ?? ''
  const parts = [
    String.raw`(?:${money})\s?${digits}`,
    String.raw`${digits}\s?(?:${signs})`,
    String.raw`\b\d{1,2}:\d{2}\b`,
    ...(named ? [String.raw`${digits}[\s-]?(?:derni\p{L}+\s)?(?:${named})(?!\p{L})`] : []),
    ...(named && spelt ? [String.raw`(?<!\p{L})(?:${spelt})[\s-](?:${named})(?!\p{L})`] : []),
  ]
  return new RegExp(parts.join('|'), 'giu')
}

/** What visitors might type is no claim: “For example 5,000.” */
const example = /(?:For example|Por ejemplo,?|Zum Beispiel|Par exemple|Ad esempio|Bijvoorbeeld)\s\d(?:[\d.,’'\s]*\d)?/g

/** The whole numbers in a text, but those of examples. */
export function bareFigures(text: string): string[] {
  const claims = text.replaceAll(example, '')
  return [...claims.matchAll(/(?<![\d.,])\d{1,3}(?:[.,’'\s]?\d{3})*(?![.,]?\d)/g)].map(([found]) => found)
}
