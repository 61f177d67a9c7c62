import { borrowingRateOf, repaymentOf } from '#engine/form/values'
import {
  entry,
  type InLanguages,
  languageOf,
  money,
  numberOf,
  type Payload,
  phones,
  type Quote,
  ratings,
} from './quote.ts'

const names: Readonly<Record<'classic' | 'express', InLanguages>> = {
  classic: {
    en: 'Classic Loan',
    es: 'Préstamo Clásico',
    de: 'Klassik-Kredit',
    fr: 'Prêt Classique',
    it: 'Prestito Classico',
    nl: 'Klassieke lening',
  },
  express: {
    en: 'Express Loan',
    es: 'Préstamo Exprés',
    de: 'Sofort-Kredit',
    fr: 'Prêt Express',
    it: 'Prestito Espresso',
    nl: 'Snelle lening',
  },
}

/** Percentage points on the annual rate. */
const byEmployment = { permanent: 0, official: -0.2, temporary: 1.4, selfEmployed: 1.2, retired: 0.3, other: 2 }

/** The most of an income that goes to the monthly payment. */
const mostOfIncome = 0.4

/** The quotes of the sample lender; none for whom it does not lend to. */
export function loanQuotes(payload: Payload, validUntil: string): Quote[] {
  const { secured, plant = 'none', employment } = payload
  const amount = numberOf(payload.amount) ?? numberOf(payload.carLoanAmount)
  const months = numberOf(payload.months) ?? numberOf(payload.carLoanMonths)
  if (amount === undefined || months === undefined || employment === 'jobSearch') return []
  const language = languageOf(payload)
  const rate =
    (plant !== 'none' ? 5.2 : secured === true ? 9.4 : 6.4) +
    entry<number>(byEmployment, employment, 2) +
    (amount < 3000 ? 1.5 : 0) +
    (months > 84 ? 0.8 : 0)
  const quote = (product: keyof typeof names, apr: number) => {
    const { payment, total } = repaymentOf({ cents: Math.round(amount * 100), rate: apr, months })
    return {
      ref: `loan-${product}`,
      tariff: { name: names[product][language] },
      premium: { month: money(payment) },
      apr,
      nominal: money(borrowingRateOf(apr) * 100),
      total: money(total),
      months,
      phone: phones[language],
      validUntil,
    }
  }
  const quotes: Quote[] = [
    {
      ...quote('classic', money(rate * 100)),
      covers: ['fixedRate', 'earlyRepaymentFree', 'noArrangementFee'],
      rating: { value: 4.1, of: 5, source: ratings[language] },
    },
    {
      ...quote('express', money((rate + 0.9) * 100)),
      covers: ['instantDecision', 'fixedRate', 'paymentHoliday', 'noArrangementFee'],
      rating: { value: 4.3, of: 5, source: ratings[language] },
    },
  ]
  const income = numberOf(payload.income)
  return quotes.filter(({ premium }) => income === undefined || premium.month <= income * mostOfIncome)
}
