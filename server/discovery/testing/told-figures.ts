/** A figure of the specification that an article tells, as its languages write it. */
export interface ToldFigure {
  article: string
  /** What it is about, in the words of the specification (section 9, editorial figures). */
  about: string
  /** All of these stand in the text, in each of these languages. */
  says: Readonly<Record<string, readonly string[]>>
}

const inBoth = (en: readonly string[], es: readonly string[]) => ({ en, es })

/** No-break spaces are written as plain ones here. */
export const toldFigures: readonly ToldFigure[] = [
  { article: 'blog14', about: 'up to 70% of the car value', says: inBoth(['70%'], ['70 %']) },
  { article: 'blog14', about: 'the car must be under 12 years old', says: inBoth(['12 years'], ['12 años']) },
  { article: 'blog14', about: 'term up to 36 months', says: inBoth(['36 months'], ['36 meses']) },
  { article: 'blog14', about: 'loans up to 6,000 euros', says: inBoth(['6,000 euros'], ['6.000 €']) },
  { article: 'blog14', about: 'funds in 24 to 48 hours', says: inBoth(['24', '48 hours'], ['24', '48 horas']) },
  { article: 'blog14', about: 'proof of income', says: inBoth(['income'], ['ingresos']) },
  { article: 'blog17', about: 'the car must be under 12 years old', says: inBoth(['12 years'], ['12 años']) },
  { article: 'blog17', about: 'free of debts', says: inBoth(['debt'], ['deudas']) },
  { article: 'blog17', about: 'term up to 36 months', says: inBoth(['36 months'], ['36 meses']) },
  { article: 'blog17', about: 'funds in 24 to 48 hours', says: inBoth(['24', '48 hours'], ['24', '48 horas']) },
  { article: 'blog13', about: 'costs about 5% of the debt', says: inBoth(['5%'], ['5 %']) },
  { article: 'blog11', about: 'costs about 5% of the debt', says: inBoth(['5%'], ['5 %']) },
  { article: 'blog11', about: 'provisional for 5 years', says: inBoth(['5 years'], ['5 años']) },
  { article: 'blog13', about: 'provisional for 5 years', says: inBoth(['5 years'], ['5 años']) },
  {
    article: 'blog12',
    about: 'an out-of-court phase of 2 to 6 months',
    says: inBoth(['2', '6 months'], ['2', '6 meses']),
  },
  { article: 'blog12', about: 'up to 20,000 euros of public debt', says: inBoth(['20,000 euros'], ['20.000 €']) },
  { article: 'blog13', about: 'up to 20,000 euros of public debt', says: inBoth(['20,000 euros'], ['20.000 €']) },
  { article: 'blog11', about: 'the debt registry keeps a record for 5 years', says: inBoth(['5 years'], ['5 años']) },
  { article: 'blog13', about: 'the debt registry keeps a record for 5 years', says: inBoth(['5 years'], ['5 años']) },
  { article: 'blog7', about: 'off-peak is 00:00-08:00', says: inBoth(['00:00 – 08:00'], ['0:00–8:00']) },
  { article: 'blog7', about: 'mid-peak in the morning', says: inBoth(['08:00 – 10:00'], ['8:00–10:00']) },
  { article: 'blog7', about: 'mid-peak in the afternoon', says: inBoth(['14:00 – 18:00'], ['14:00–18:00']) },
  { article: 'blog7', about: 'peak in the morning', says: inBoth(['10:00 – 14:00'], ['10:00–14:00']) },
  { article: 'blog7', about: 'peak in the evening', says: inBoth(['18:00 – 22:00'], ['18:00–22:00']) },
  { article: 'blog6', about: 'surplus compensation up to 500 kW', says: inBoth(['500 kW'], ['500 kW']) },
  { article: 'blog6', about: 'shared supply within 1,000 metres', says: inBoth(['1,000 m'], ['1.000 m']) },
  {
    article: 'blog9',
    about: 'a gas target of 15% until March 2024',
    says: inBoth(['15%', 'March 2024'], ['15 %', 'marzo de 2024']),
  },
  { article: 'blog9', about: 'thermostat at 21 degrees', says: inBoth(['21'], ['21']) },
  {
    article: 'blog3',
    about: 'the cooking tip cites up to 50%',
    says: { en: ['50%'], es: ['50 %'], de: ['50 %'], fr: ['50 %'] },
  },
  { article: 'blog1', about: 'thermostat at 21 degrees', says: { en: ['21'], es: ['21'], de: ['21'], fr: ['21'] } },
  {
    article: 'blog2',
    about: 'air conditioner at 24 to 28 degrees',
    says: { en: ['24', '28°C'], es: ['24', '28 °C'], de: ['24', '28 °C'], fr: ['24', '28 °C'] },
  },
  {
    article: 'blog2',
    about: 'switched off 30 minutes before leaving',
    says: { en: ['30 minutes'], es: ['30 minutos'], de: ['30 Minuten'], fr: ['30 minutes'] },
  },
  {
    article: 'blog2',
    about: 'units 3 to 15 metres apart',
    says: { en: ['3', '15 m'], es: ['3', '15 m'], de: ['3', '15 m'], fr: ['3', '15 m'] },
  },
  {
    article: 'blog4',
    about: 'phone charge between 20% and 80%',
    says: { en: ['20', '80%'], es: ['20', '80 %'], de: ['20', '80 %'], fr: ['20', '80 %'] },
  },
  {
    article: 'blog4',
    about: 'stored at 50%',
    says: { en: ['50%'], es: ['50 %'], de: ['50 %'], fr: ['50 %'] },
  },
  {
    article: 'blog4',
    about: 'calibrated with 8 hours off and 8 hours charging',
    says: { en: ['8 hours'], es: ['8 horas'], de: ['8 Stunden'], fr: ['8 heures'] },
  },
]
