import { expect, type Page } from '@playwright/test'

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

export const words = {
  en: {
    steps: ['Your home', 'About you', 'Your contact details'],
    thanks: 'Thank you, we have your answers',
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
    thanks: 'Danke, wir haben Ihre Antworten erhalten',
    problem: 'Es gibt ein Problem',
    back: 'Zurück',
    privacy: /^Ich habe die Datenschutzerklärung gelesen/,
    email: 'E-Mail-Adresse',
    phone: /^Telefonnummer/,
    wrongPhone: 'Prüfen Sie die Nummer und geben Sie eine gültige Telefonnummer ein',
    noEmail: 'Geben Sie Ihre E-Mail-Adresse ein',
    error: 'Fehler: ',
  },
  es: {
    steps: ['Su vivienda', 'Sobre usted', 'Sus datos de contacto'],
    thanks: 'Gracias, hemos recibido sus respuestas',
    problem: 'Hay un problema',
    back: 'Atrás',
    privacy: /^He leído la política de privacidad/,
    email: 'Correo electrónico',
    phone: /^Teléfono/,
    wrongPhone: 'Revise el número y escriba un teléfono válido',
    noEmail: 'Escriba su correo electrónico',
    error: 'Error: ',
  },
  fr: {
    steps: ['Votre logement', 'À votre sujet', 'Vos coordonnées'],
    thanks: 'Merci, nous avons bien reçu vos réponses',
    problem: 'Il y a un problème',
    back: 'Retour',
    privacy: /^J’ai lu la politique de confidentialité/,
    email: 'Adresse e-mail',
    phone: /^Numéro de téléphone/,
    wrongPhone: 'Vérifiez le numéro et indiquez un numéro de téléphone valide',
    noEmail: 'Indiquez votre adresse e-mail',
    error: 'Erreur : ',
  },
  it: {
    steps: ['La Sua casa', 'I Suoi dati', 'I Suoi dati di contatto'],
    thanks: 'Grazie, abbiamo ricevuto le Sue risposte',
    problem: 'C’è un problema',
    back: 'Indietro',
    privacy: /^Ho letto l’informativa sulla privacy/,
    email: 'Indirizzo e-mail',
    phone: /^Numero di telefono/,
    wrongPhone: 'Controlli il numero e inserisca un numero di telefono valido',
    noEmail: 'Inserisca il Suo indirizzo e-mail',
    error: 'Errore: ',
  },
  nl: {
    steps: ['Uw woning', 'Over u', 'Uw contactgegevens'],
    thanks: 'Bedankt, wij hebben uw antwoorden ontvangen',
    problem: 'Er is een probleem',
    back: 'Terug',
    privacy: /^Ik heb de privacyverklaring gelezen/,
    email: 'E-mailadres',
    phone: /^Telefoonnummer/,
    wrongPhone: 'Controleer het nummer en vul een geldig telefoonnummer in',
    noEmail: 'Vul uw e-mailadres in',
    error: 'Fout: ',
  },
} as const

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
