import { expect, type Page } from '@playwright/test'
import { plainWords } from '../../engine/form/model/links.ts'
import { textsOf } from '../../engine/node/testing/site-texts.ts'

/** The home insurance form as its visitors know it: what to choose and type in each step. */
export const path = {
  en: '/insurance/home-insurance',
  es: '/es/insurance/home-insurance',
  de: '/de/insurance/home-insurance',
  fr: '/fr/insurance/home-insurance',
  it: '/it/insurance/home-insurance',
  nl: '/nl/insurance/home-insurance',
} as const

export type Language = keyof typeof path

interface Words {
  steps: readonly [housing: string, profile: string, contact: string]
  thanks: string
  problem: string
  back: string
  privacy: string
  email: string
  wrongPhone: string
  noEmail: string
  error: string
}

function wordsOf(language: Language): Words {
  const { steps, thankYou } = textsOf(language, 'forms/home-insurance')
  const { problemTitle, back, errorTitle } = textsOf(language, 'chrome')
  const { email, phone } = textsOf(language, 'kinds')
  return {
    steps: [steps.housing.title, steps.profile.title, steps.contact.title],
    thanks: thankYou.title,
    problem: problemTitle,
    back,
    privacy: plainWords(textsOf(language, 'consents/privacy').text),
    email: email.title,
    wrongPhone: phone.errors.format,
    noEmail: email.errors.required,
    error: errorTitle.replace('{{title}}', ''),
  }
}

/** What it says in each language. */
export const words: Record<Language, Words> = {
  en: wordsOf('en'),
  es: wordsOf('es'),
  de: wordsOf('de'),
  fr: wordsOf('fr'),
  it: wordsOf('it'),
  nl: wordsOf('nl'),
}

/** A phone number as people write it in each market, and as a lead holds it. */
export const phones: Record<Language, readonly [written: string, stored: string]> = {
  en: ['020 7946 0018', '+442079460018'],
  es: ['612 34 56 78', '+34612345678'],
  de: ['0151 23456789', '+4915123456789'],
  fr: ['06 12 34 56 78', '+33612345678'],
  it: ['312 345 6789', '+393123456789'],
  nl: ['06 12345678', '+31612345678'],
}

export const languages = Object.keys(path) as Language[]

const housing = {
  propertyType: 'house',
  occupancy: 'owner',
  residence: 'primary',
  professionalUse: 'false',
  buildAge: 'over30',
  alreadyLivingThere: 'true',
  features: 'garage',
}
/** Asked of those who live there, once the form knows. */
const ofOccupants = ['residence', 'alreadyLivingThere']
const profile = { insured: 'true', claims: 'none', cancelled: 'false', gender: 'other', maritalStatus: 'married' }

/** Chooses an option by the value it posts. */
export async function choose(page: Page, field: string, value: string): Promise<void> {
  // Other steps' answers are on the page too, hidden.
  const shown = `:not([type=hidden])[value="${value}"]`
  await page.locator(`input[name="root[${field}]"]${shown}, input[name="root[${field}][]"]${shown}`).check()
}

/**
 * Fills the first step. Without scripts it is posted once, to see what its answers ask.
 * @param unscripted whether that is so although scripts are allowed
 */
export async function fillHousing(page: Page, changes: Record<string, string> = {}, unscripted = false): Promise<void> {
  const all = Object.entries({ ...housing, ...changes })
  const isAlways = ([field]: [string, string]) => !ofOccupants.includes(field)
  for (const [field, value] of all.filter(isAlways)) await choose(page, field, value)
  await page.locator('input[name="root[homePostalCodeOrCity]"]').fill('Hamburg')
  if (unscripted || (await page.evaluate(() => matchMedia('(scripting: none)').matches))) {
    await goOn(page)
    await expect(page.locator('input[name="root[residence]"]').first()).toBeFocused()
  }
  for (const [field, value] of all.filter((entry) => !isAlways(entry))) await choose(page, field, value)
}

export async function fillProfile(page: Page, changes: Record<string, string> = {}): Promise<void> {
  for (const [field, value] of Object.entries({ ...profile, ...changes })) await choose(page, field, value)
}

export async function fillContact(page: Page, language: Language, email: string): Promise<void> {
  const values = {
    firstName: 'Ada',
    lastName: 'Lovelace',
    email,
    phone: phones[language][0],
  }
  for (const [field, value] of Object.entries(values)) await page.locator(`input[name="root[${field}]"]`).fill(value)
  await page.getByLabel(words[language].privacy).check()
}

/** Presses Continue, or the button that sends the form on its last step. */
export async function goOn(page: Page): Promise<void> {
  await page.locator('main button[name=go][value=on]').click()
}

export async function expectHeading(page: Page, title: string): Promise<void> {
  await expect(page.locator('main :is(.lw-step-heading, section[class*=thanks] h1)')).toHaveText(title)
}
