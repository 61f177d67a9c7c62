import { expect, type Page } from '@playwright/test'

/** The home insurance form as its visitors know it: what to choose and type in each step. */
export const path = { en: '/insurance/home-insurance', de: '/de/insurance/home-insurance' } as const

export type Language = keyof typeof path

export const words = {
  en: {
    steps: ['Your home', 'About you', 'Your contact details'],
    thanks: 'Thank you, your answers have arrived',
    problem: 'There is a problem',
    back: 'Back',
    privacy: /^I have read the privacy policy/,
    email: 'E-mail address',
    phone: /^Phone number/,
    wrongPhone: 'Check and enter a valid phone number',
    noEmail: 'Enter your e-mail address',
    error: 'Error: ',
  },
  de: {
    steps: ['Ihr Zuhause', 'Über Sie', 'Ihre Kontaktdaten'],
    thanks: 'Danke, Ihre Antworten sind angekommen',
    problem: 'Es gibt ein Problem',
    back: 'Zurück',
    privacy: /^Ich habe die Datenschutzerklärung gelesen/,
    email: 'E-Mail-Adresse',
    phone: /^Telefonnummer/,
    wrongPhone: 'Prüfen Sie die Nummer und geben Sie eine gültige Telefonnummer ein',
    noEmail: 'Geben Sie Ihre E-Mail-Adresse ein',
    error: 'Fehler: ',
  },
} as const

const housing = {
  propertyType: 'house',
  occupancy: 'owner',
  residence: 'primary',
  professionalUse: 'false',
  buildAge: 'over30',
  alreadyLivingThere: 'true',
  features: 'garage',
}
const profile = { insured: 'true', claims: 'none', cancelled: 'false', gender: 'other', maritalStatus: 'married' }

/** Chooses an option by the value it posts. */
export async function choose(page: Page, field: string, value: string): Promise<void> {
  await page
    .locator(`input[name="root[${field}]"][value="${value}"], input[name="root[${field}][]"][value="${value}"]`)
    .check()
}

export async function fillHousing(page: Page, changes: Record<string, string> = {}): Promise<void> {
  for (const [field, value] of Object.entries({ ...housing, ...changes })) await choose(page, field, value)
  await page.locator('input[name="root[homePostalCodeOrCity]"]').fill('Hamburg')
}

export async function fillProfile(page: Page, changes: Record<string, string> = {}): Promise<void> {
  for (const [field, value] of Object.entries({ ...profile, ...changes })) await choose(page, field, value)
}

export async function fillContact(page: Page, language: Language, email: string): Promise<void> {
  const values = {
    firstName: 'Ada',
    lastName: 'Lovelace',
    email,
    phone: language === 'de' ? '0151 23456789' : '020 7946 0018',
  }
  for (const [field, value] of Object.entries(values)) await page.locator(`input[name="root[${field}]"]`).fill(value)
  await page.getByLabel(words[language].privacy).check()
}

/** Presses Continue, or the button that sends the form on its last step. */
export async function goOn(page: Page): Promise<void> {
  await page.locator('button[name=go][value=on]').click()
}

export async function expectHeading(page: Page, title: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
}
