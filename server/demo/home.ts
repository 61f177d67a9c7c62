import {
  entry,
  type InLanguages,
  languageOf,
  money,
  type Payload,
  phones,
  type Quote,
  ratings,
  split,
} from './quote.ts'

const names: Readonly<Record<'basic' | 'comfort', InLanguages>> = {
  basic: {
    en: 'Home Basic',
    es: 'Hogar Básico',
    de: 'Wohnen Basis',
    fr: 'Habitation Essentielle',
    it: 'Casa Base',
    nl: 'Wonen Basis',
  },
  comfort: {
    en: 'Home Comfort',
    es: 'Hogar Confort',
    de: 'Wohnen Komfort',
    fr: 'Habitation Confort',
    it: 'Casa Comfort',
    nl: 'Wonen Comfort',
  },
}

const parts: Readonly<Record<'contents' | 'building' | 'tax', InLanguages>> = {
  contents: {
    en: 'Contents',
    es: 'Contenido',
    de: 'Hausrat',
    fr: 'Mobilier',
    it: 'Contenuto',
    nl: 'Inboedel',
  },
  building: {
    en: 'Buildings',
    es: 'Continente',
    de: 'Gebäude',
    fr: 'Bâtiment',
    it: 'Fabbricato',
    nl: 'Opstal',
  },
  tax: {
    en: 'Insurance tax',
    es: 'Impuestos',
    de: 'Versicherungsteuer',
    fr: 'Taxes',
    it: 'Imposte',
    nl: 'Assurantiebelasting',
  },
}

/** Cents a month. */
const bases = { flat: 890, house: 1460 }

const byOccupancy = { tenantUnfurnished: 0.75, tenantFurnished: 0.65, owner: 1, nonOccupyingOwner: 1.05 }

const byAge = { under5: 0.92, from5to10: 0.96, from10to30: 1, over30: 1.15 }

const byClaims = { none: 1, one: 1.15, two: 1.35 }

/** Cents a month each. */
const byFeature = { garage: 60, fireplace: 90, outbuildings: 110, veranda: 80, pool: 220 }

/** The quotes of the sample insurer; none for whom it does not insure. */
export function homeQuotes(payload: Payload, validUntil: string): Quote[] {
  const { type, occupancy, residence, age, business, features, claims, cancelled } = payload
  if (cancelled === true || claims === 'more') return []
  const language = languageOf(payload)
  const chosen = Array.isArray(features) ? features : []
  const factors = [
    entry<number>(byOccupancy, occupancy, 0.7),
    entry<number>(byAge, age, 1.1),
    entry<number>(byClaims, claims, 1),
    residence === 'secondary' ? 1.2 : 1,
    business === true ? 1.25 : 1,
    chosen.includes('alarm') ? 0.93 : 1,
  ]
  const extras = chosen.reduce<number>((sum, feature) => sum + entry<number>(byFeature, feature, 0), 0)
  const cents = factors.reduce((product, factor) => product * factor, entry<number>(bases, type, 890)) + extras
  const isOwned = occupancy === 'owner' || occupancy === 'nonOccupyingOwner'
  const shares: [string, number][] = isOwned
    ? [
        [parts.building[language], 0.5],
        [parts.contents[language], 0.34],
      ]
    : [[parts.contents[language], 0.84]]
  const quote = (product: keyof typeof names, factor: number): Pick<Quote, 'ref' | 'tariff' | 'premium' | 'split'> => ({
    ref: `home-${product}`,
    tariff: { name: names[product][language] },
    premium: { month: money(cents * factor) },
    split: split(cents * factor, shares, parts.tax[language]),
  })
  const rest = { months: 12, phone: phones[language], validUntil }
  return [
    {
      ...quote('basic', 1),
      ...rest,
      excess: 300,
      covers: ['theft', 'waterDamage', 'naturalEvents'],
      excluded: ['glassBreakage', 'bicycleTheft', 'flood', 'wearAndTear'],
      rating: { value: 3.9, of: 5, source: ratings[language] },
    },
    {
      ...quote('comfort', 1.38),
      ...rest,
      excess: 150,
      covers: [
        ...['theft', 'waterDamage', 'glassBreakage', 'naturalEvents', 'newForOld', 'liability'],
        ...(business === true ? ['homeOffice'] : []),
      ],
      excluded: ['flood', 'wearAndTear'],
      rating: { value: 4.4, of: 5, source: ratings[language] },
    },
  ]
}
