import { expect, type Locator, type Page } from '@playwright/test'
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

/** Pages that begin with a question of their form. */
export const formPages = [
  '/electricity-gas/energy',
  '/electricity-gas/internet-telephone',
  '/telecom',
  '/insurance/home-insurance',
  '/insurance/car-insurance',
  '/insurance/mutual-health-insurance',
  '/finance/loan',
  '/finance/credit',
  '/finance/debt-reunification',
  '/adv/remindme',
  '/nl/adv/dela',
]

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

/** The heading of the page that a form with offers leads to. */
export function offersTitle(language: string): string {
  return textsOf(language, 'pages/general/results').sections.offers.title
}

function wordsOf(language: Language): Words {
  const { steps } = textsOf(language, 'forms/home-insurance')
  const { problemTitle_one: problemTitle, back, errorTitle } = textsOf(language, 'chrome')
  const { email, phone } = textsOf(language, 'kinds')
  return {
    steps: [steps.housing.title, steps.profile.title, steps.contact.title],
    thanks: offersTitle(language),
    problem: problemTitle.split(' {{')[0] ?? '',
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

/** What a hand did on a page: taps, and keys of a keyboard. */
export interface Effort {
  taps: number
  keys: number
}

const efforts = new WeakMap<Page, Effort>()

/** What was done on a page by the functions of this file so far. */
export function effortOn(page: Page): Effort {
  return efforts.get(page) ?? { taps: 0, keys: 0 }
}

function count(page: Page, { taps, keys }: Effort): void {
  const before = effortOn(page)
  efforts.set(page, { taps: before.taps + taps, keys: before.keys + keys })
}

/** Taps a control. */
export async function tap(page: Page, control: Locator): Promise<void> {
  await control.click()
  count(page, { taps: 1, keys: 0 })
}

/** Taps a field and types into it. */
async function type(page: Page, field: string, text: string): Promise<void> {
  await page.locator(`input[name="root[${field}]"]:not([type=hidden])`).fill(text)
  count(page, { taps: 1, keys: text.length })
}

async function tick(page: Page, box: Locator): Promise<void> {
  await box.check()
  count(page, { taps: 1, keys: 0 })
}

type Chosen = Record<string, string>

/** By screen. */
const housing: readonly [home: Chosen, building: Chosen, use: Chosen] = [
  { propertyType: 'house', occupancy: 'owner', residence: 'primary' },
  { buildAge: 'over30', alreadyLivingThere: 'true' },
  { professionalUse: 'false', features: 'garage' },
]

const profile: readonly [cover: Chosen, person: Chosen] = [
  { insured: 'true', claims: 'none', cancelled: 'false' },
  { gender: 'other', maritalStatus: 'married' },
]

/** Chooses an option by the value it posts. */
export async function choose(page: Page, field: string, value: string): Promise<void> {
  // Other steps' answers are on the page too, hidden.
  const shown = `:not([type=hidden])[value="${value}"]`
  await tick(page, page.locator(`input[name="root[${field}]"]${shown}, input[name="root[${field}][]"]${shown}`))
}

async function chooseAll(page: Page, answers: Chosen, changes: Chosen): Promise<void> {
  for (const [field, value] of Object.entries(answers)) await choose(page, field, changes[field] ?? value)
}

/**
 * Fills the screens of the first step, up to the button of the last of them. Without scripts the first is posted once, to
 * see what its answers ask.
 * @param changes other answers; what they reveal on a screen follows its questions
 */
export async function fillHousing(page: Page, changes: Record<string, string> = {}): Promise<void> {
  const [home, building, use] = [{ ...housing[0] }, { ...housing[1] }, housing[2]]
  if (changes.rentalAvailability) home.rentalAvailability = changes.rentalAvailability
  if (changes.occupancy === 'nonOccupyingOwner') {
    delete home.residence
    delete building.alreadyLivingThere
  }
  const { residence, rentalAvailability, ...asked } = home
  await chooseAll(page, asked, changes)
  const revealed = Object.entries({ residence, rentalAvailability }).filter(([, value]) => value !== undefined)
  const isPosted = await page.evaluate(() => matchMedia('(scripting: none)').matches)
  for (const [field, value] of revealed) {
    if (isPosted) {
      await goOn(page)
      await expect(page.locator(`input[name="root[${field}]"]`).first()).toBeFocused()
    } else await expect(page.locator(`input[name="root[${field}]"]`).first()).toBeVisible()
    await choose(page, field, changes[field] ?? String(value))
  }
  await nextScreen(page, 'homePostalCodeOrCity')
  await type(page, 'homePostalCodeOrCity', changes.homePostalCodeOrCity ?? 'Hamburg')
  await chooseAll(page, building, changes)
  await nextScreen(page, 'professionalUse')
  await chooseAll(page, use, changes)
}

/** Fills the screens of the second step, up to the button of the last of them. */
export async function fillProfile(page: Page, changes: Record<string, string> = {}): Promise<void> {
  const [cover, person] = profile
  await chooseAll(page, cover, changes)
  await nextScreen(page, 'gender')
  await chooseAll(page, person, changes)
}

/** Fills the screens of the last step, up to the button that sends. */
export async function fillContact(page: Page, language: Language, email: string): Promise<void> {
  const values = {
    firstName: 'Ada',
    lastName: 'Lovelace',
    email,
    phone: phones[language][0],
  }
  if ((await page.locator('input[name="root[email]"]:not([type=hidden])').count()) === 0)
    await nextScreen(page, 'email')
  for (const [field, value] of Object.entries(values)) await type(page, field, value)
  await tick(page, page.getByLabel(words[language].privacy))
}

/** Goes on to the screen that asks a field. */
export async function nextScreen(page: Page, field: string): Promise<void> {
  await goOn(page)
  await expect(page.locator(`main input[name^="root[${field}]"]:not([type=hidden])`).first()).toBeVisible()
}

/** Presses Continue, or the button that sends the form on its last step. */
export async function goOn(page: Page): Promise<void> {
  await tap(page, page.locator('main button[name=go][value=on]'))
}

/** Opens the answers so far, unless they are. */
export async function openAnswers(page: Page): Promise<void> {
  const panel = page.locator('main .lw-answers')
  if (!(await panel.evaluate((element: HTMLDetailsElement) => element.open)))
    await panel.locator('summary').first().click()
}

export async function expectHeading(page: Page, title: string): Promise<void> {
  // Of a step with several screens the heading says which one it is, to who hears it.
  const start = new RegExp(`^${title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}( \\(|$)`)
  await expect(page.locator('main :is(.lw-step-heading, section[class*=thanks] h1, #offers h1)')).toHaveText(start)
}
