import type { CrawledSite } from './crawl.ts'
import { addressOf, pageTable } from './page-table.ts'
import { pieces } from './page-text.ts'

/** A claim of the product and where it stands, as it is read in each language that says it. */
export interface ToldFact {
  fact: string
  /** Pages, by their English address: there it is read without a step being taken. */
  on: readonly string[]
  /** Forms, by id: there it may stand in any step. */
  asked?: readonly string[]
  figure: Readonly<Record<string, string>>
}

const everywhere = (figure: string) => ({ en: figure, es: figure, de: figure, fr: figure, it: figure, nl: figure })

const quotes = [
  '/finance/loan',
  '/finance/credit',
  '/telecom',
  '/electricity-gas/internet-telephone',
  '/insurance/car-insurance',
  '/insurance/home-insurance',
  '/insurance/mutual-health-insurance',
]
const energy = '/electricity-gas/energy'
const loan = '/finance/loan'
const lso = '/finance/lso'

/** Section 9 of the product's two specifications: product claims, then editorial figures. */
export const toldFacts: readonly ToldFact[] = [
  {
    fact: 'quotes in under 2 minutes',
    on: quotes,
    figure: { en: '2 minutes', es: '2 minutos', de: '2 Minuten', fr: '2 minutes', it: '2 minuti', nl: '2 minuten' },
  },
  {
    fact: 'claims and cancellations of 36 months',
    on: [],
    asked: ['home-insurance', 'car-insurance'],
    figure: { en: '36 months', es: '36 meses', de: '36 Monaten', fr: '36 mois', it: '36 mesi', nl: '36 maanden' },
  },
  {
    fact: 'a reminder 28 days before the day that a contract ends',
    on: ['/adv/remindme'],
    asked: ['remind-me'],
    figure: { en: '28 days', es: '28 días', de: '28 Tage', fr: '28 jours', it: '28 giorni', nl: '28 dagen' },
  },
  {
    fact: 'savings up to 325 euros, which British pages cannot say in pounds',
    on: [energy],
    figure: { es: '325 €', de: '325 €', fr: '325 €', it: '325 €', nl: '€ 325' },
  },
  {
    fact: 'up to 10% below regulated tariffs',
    on: [energy],
    figure: { en: '10%', es: '10 %', de: '10 %', fr: '10 %', it: '10%', nl: '10%' },
  },
  {
    fact: 'an energy comparison in under 1 minute',
    on: [energy],
    figure: { en: '1 minute', es: '1 minuto', de: '1 Minute', fr: '1 minute', it: '1 minuto', nl: '1 minuut' },
  },
  { fact: 'the market opened in 2007', on: ['/about-us', energy], figure: everywhere('2007') },
  {
    fact: 'the service is 2 years old',
    on: ['/about-us'],
    figure: { en: '2 years', es: '2 años', de: '2 Jahre', fr: '2 ans', it: '2 anni', nl: '2 jaar' },
  },
  {
    fact: 'a switch takes 1 to 20 days in Spain and 1 to 10 elsewhere',
    on: [energy],
    figure: {
      en: '1 to 10 working days',
      es: '1 a 20 días laborables',
      de: '1 bis 10 Werktage',
      fr: '1 à 10 jours ouvrés',
      it: '10 giorni lavorativi',
      nl: '10 werkdagen',
    },
  },
  { fact: 'loans up to 20,000 euros in Spain', on: [loan], figure: { es: '20.000 €' } },
  { fact: 'discounts on debts up to 80% in Spain', on: ['/finance/debt-reunification'], figure: { es: '80 %' } },
  {
    fact: 'phone contracts of 24 months',
    on: ['/telecom'],
    figure: { en: '24 months', es: '24 meses', de: '24 Monate', fr: '24 mois', it: '24 mesi', nl: '24 maanden' },
  },
  { fact: '3 years of residence in Britain', on: ['/telecom'], figure: { en: '3 years' } },
  {
    fact: 'debts from 5,000 pounds',
    on: ['/finance/debt-reunification', '/finance/debt-reunification_2'],
    figure: { en: '£5,000' },
  },
  {
    fact: 'a car loan of up to 70% of its value',
    on: [loan],
    figure: { en: '70%', es: '70 %', de: '70 %', fr: '70 %', it: '70%', nl: '70%' },
  },
  {
    fact: 'on a car of less than 12 years',
    on: [loan],
    figure: { en: '12 years', es: '12 años', de: '12 Jahre', fr: '12 ans', it: '12 anni', nl: '12 jaar' },
  },
  {
    fact: 'for up to 36 months',
    on: [loan],
    figure: { en: '36 months', es: '36 meses', de: '36 Monate', fr: '36 mois', it: '36 mesi', nl: '36 maanden' },
  },
  {
    fact: 'up to 6,000 euros',
    on: [loan],
    figure: { es: '6.000 €', de: '6.000 €', fr: '6 000 €', it: '6.000 €', nl: '€ 6.000' },
  },
  {
    fact: 'paid within 24 to 48 hours',
    on: [loan],
    figure: { en: '48 hours', es: '48 horas', de: '48 Stunden', fr: '48 heures', it: '48 ore', nl: '48 uur' },
  },
  {
    fact: 'the Second Chance Law costs 5% of the debt',
    on: [lso],
    figure: { en: '5%', es: '5 %', de: '5 %', fr: '5 %', it: '5%', nl: '5%' },
  },
  {
    fact: 'its agreement takes 2 to 6 months',
    on: [lso],
    figure: { en: '6 months', es: '6 meses', de: '6 Monate', fr: '6 mois', it: '6 mesi', nl: '6 maanden' },
  },
  {
    fact: 'it is provisional for 5 years, and registries remember as long',
    on: [lso],
    figure: { en: '5 years', es: '5 años', de: '5 Jahre', fr: '5 ans', it: '5 anni', nl: '5 jaar' },
  },
  {
    fact: 'it cancels up to 20,000 euros of public debt',
    on: [lso],
    figure: {
      en: '20,000 euros',
      es: '20.000 €',
      de: '20.000 €',
      fr: '20 000 €',
      it: '20.000 €',
      nl: '€ 20.000',
    },
  },
  ...['08:00', '10:00', '14:00', '18:00', '22:00'].map((figure) => ({
    fact: `periods of Spanish electricity, ${figure}`,
    on: [energy],
    figure: { es: figure },
  })),
  {
    fact: 'the funeral plan has more than 3 million members',
    on: ['/adv/dela'],
    figure: {
      en: '3,000,000',
      es: '3.000.000',
      de: '3.000.000',
      fr: '3 000 000',
      it: '3.000.000',
      nl: '3.000.000',
    },
  },
  {
    fact: 'it excludes suicide within 1 year',
    on: ['/adv/dela'],
    figure: { en: '1 year', es: '1 año', de: '1 Jahr', fr: '1 an', it: '1 anno', nl: '1 jaar' },
  },
  {
    fact: 'it costs 25 euros a month, for example',
    on: ['/adv/dela'],
    figure: { en: '25 euros', es: '25 €', de: '25 €', fr: '25 €', it: '25 €', nl: '€ 25' },
  },
]

/** Where a fact is not read that should be, in words. */
export function untold({ site, pages }: CrawledSite, { fact, on, asked = [], figure }: ToldFact): string[] {
  return Object.entries(figure).flatMap(([locale, said]) => {
    const onPages = on.map((path) => {
      const row = pageTable.find((one) => one.path === path)
      const address = row ? addressOf(row, locale) : path
      const [main = ''] = /<main.*<\/main>/s.exec(pages.get(address)?.html ?? '') ?? []
      return {
        where: address,
        text: pieces(main)
          .map(({ text }) => text)
          .join(' '),
      }
    })
    const inForms = asked.map((form) => ({
      where: `${locale} ${form}`,
      text: JSON.stringify(site.forms.version(form, locale)?.form),
    }))
    return [...onPages, ...inForms].flatMap(({ where, text }) =>
      text.replaceAll(/\s/g, ' ').includes(said) ? [] : `${where} does not say “${said}”: ${fact}`,
    )
  })
}
