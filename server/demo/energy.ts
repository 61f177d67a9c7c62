import {
  entry,
  type InLanguages,
  type Language,
  languageOf,
  money,
  numberOf,
  type Payload,
  phones,
  type Quote,
  ratings,
} from './quote.ts'

/** What a unit costs, in cents: a kWh of each, and the standing charge of a month. */
interface Prices {
  electricity: number
  gas: number
  standing: number
}

const prices: Readonly<Record<Language, Prices>> = {
  en: { electricity: 24.4, gas: 5.8, standing: 1450 },
  es: { electricity: 15.2, gas: 6.4, standing: 980 },
  de: { electricity: 29.8, gas: 9.9, standing: 1290 },
  fr: { electricity: 19.6, gas: 8.6, standing: 1240 },
  it: { electricity: 25.9, gas: 9.7, standing: 1120 },
  nl: { electricity: 26.3, gas: 12.1, standing: 690 },
}

const names: Readonly<Record<'fixed' | 'flexible', InLanguages>> = {
  fixed: {
    en: 'Fixed for 12 months',
    es: 'Precio fijo 12 meses',
    de: 'Festpreis 12 Monate',
    fr: 'Prix fixe 12 mois',
    it: 'Prezzo fisso 12 mesi',
    nl: 'Vast 12 maanden',
  },
  flexible: {
    en: 'Flexible',
    es: 'Flexible',
    de: 'Flexibel',
    fr: 'Flexible',
    it: 'Flessibile',
    nl: 'Flexibel',
  },
}

const parts: Readonly<Record<keyof Prices, InLanguages>> = {
  electricity: { en: 'Electricity', es: 'Luz', de: 'Strom', fr: 'Électricité', it: 'Luce', nl: 'Stroom' },
  gas: { en: 'Gas', es: 'Gas', de: 'Gas', fr: 'Gaz', it: 'Gas', nl: 'Gas' },
  standing: {
    en: 'Standing charge',
    es: 'Término fijo',
    de: 'Grundpreis',
    fr: 'Abonnement',
    it: 'Quota fissa',
    nl: 'Vaste leveringskosten',
  },
}

/** The most that the sample supplier delivers to a business, in kWh a year. */
const mostUse = { electricity: 100_000, gas: 500_000 }

/** kWh of electricity a year that heat a square metre. */
const byHeating = { electric: 80, heatPump: 35 }

/** kWh in a cubic metre of gas. */
const perCubicMetre = 10.55

/** The quotes of the sample supplier; none for whom it does not supply. */
export function energyQuotes(payload: Payload, validUntil: string): Quote[] {
  const language = languageOf(payload)
  const unit = prices[language]
  const usage = usageOf(payload, unit)
  if (usage.electricity > mostUse.electricity || usage.gas > mostUse.gas) return []
  const quote = (product: keyof typeof names, { factor, standing }: { factor: number; standing: number }) => {
    const cents = {
      electricity: Math.round((usage.electricity * unit.electricity * factor) / 12),
      gas: Math.round((usage.gas * unit.gas * factor) / 12),
      standing,
    }
    return {
      ref: `energy-${product}`,
      tariff: { name: names[product][language] },
      premium: { month: money(cents.electricity + cents.gas + cents.standing) },
      split: (['electricity', 'gas', 'standing'] as const).flatMap((part) =>
        cents[part] === 0 ? [] : [{ name: parts[part][language], amount: money(cents[part]) }],
      ),
      phone: phones[language],
      validUntil,
    }
  }
  return [
    {
      ...quote('fixed', { factor: 1, standing: unit.standing }),
      months: 12,
      covers: ['priceGuarantee12', 'greenElectricity', 'onlineAccount'],
      rating: { value: 4.2, of: 5, source: ratings[language] },
    },
    {
      ...quote('flexible', { factor: 1.12, standing: 0 }),
      months: 1,
      covers: ['monthlyCancellation', 'noStandingCharge', 'onlineAccount'],
      rating: { value: 3.8, of: 5, source: ratings[language] },
    },
  ]
}

/** What is used in a year, in kWh: as it was said, as the bill has it, or as homes of that size use. */
function usageOf(payload: Payload, unit: Prices): Pick<Prices, 'electricity' | 'gas'> {
  const { kind, heatingKind = 'none', customer, heating = 'unknown' } = payload
  const isElectric = kind !== 'gas'
  const isGas = heatingKind === 'none' && (kind === 'gas' || kind === 'both')
  const [people, area, bill] = [payload.people, payload.area, payload.bill].map(numberOf)
  const said = {
    electricity: numberOf(payload.electricity),
    gas: numberOf(payload.gas) ?? times(numberOf(payload.gasVolume), perCubicMetre),
  }
  const isKnown = said.electricity !== undefined || said.gas !== undefined || people !== undefined || area !== undefined
  if (!isKnown && bill !== undefined) {
    // The bill without its standing charge; of one for both, most homes use half for either.
    const cents = Math.max(bill * 100 - unit.standing, bill * 50) * 12
    const share = isElectric && isGas ? 0.5 : 1
    return {
      electricity: isElectric ? (cents * share) / unit.electricity : 0,
      gas: isGas ? (cents * share) / unit.gas : 0,
    }
  }
  const size = area ?? 90
  const usual =
    (customer === 'business' ? size * 60 : 1200 + 700 * (people ?? 2)) + size * entry<number>(byHeating, heating, 0)
  const heated = heatingKind === 'none' ? usual : size * (heatingKind === 'heatPump' ? 35 : 80)
  return {
    electricity: isElectric ? (said.electricity ?? heated) : 0,
    gas: isGas ? (said.gas ?? (heating === 'gas' || heating === 'unknown' ? size * 110 : 1200)) : 0,
  }
}

function times(value: number | undefined, factor: number): number | undefined {
  return value === undefined ? undefined : value * factor
}
