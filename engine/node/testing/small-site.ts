import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const repository = join(import.meta.dirname, '../../../definitions')

/** What is as in the repository, in English alone. */
const kept = [
  'brands/default.json',
  'consents/marketing.json',
  'consents/privacy-newsletter.json',
  'consents/privacy.json',
  'forms/home-insurance.json',
  'forms/newsletter-double-opt-in.json',
  'groups/contact.json',
  'groups/survey-contact.json',
  'mails/confirm-subscription.json',
  'mails/go-on-later.json',
  'mails/no-offers.json',
  'mails/offer-expiry.json',
  'mails/offers.json',
  'mails/receipt.json',
  'mails/unsubscribe-link.json',
  'media/flat.json',
  'media/house.json',
  'pages/general/confirm.json',
  'pages/general/unsub.json',
]

const page = (path: string, section: object) => ({
  ...{ locales: ['en'], path, title: 'A page', description: 'A page of the tests.' },
  sections: { only: section },
})

/** What is smaller than there. */
const own = {
  'layouts/default.json': { locales: ['en'] },
  'pages/car-insurance.json': page('/insurance/car-insurance', { kind: 'text', paragraphs: { first: 'Cars.' } }),
  'pages/home-insurance.json': page('/insurance/home-insurance', { kind: 'form', form: 'home-insurance' }),
  'pages/general/results.json': page('/results', { kind: 'offers', title: 'Your quotes' }),
  'pages/privacy.json': page('/privacy', { kind: 'text', title: 'Words', paragraphs: { first: 'Some words.' } }),
}

/**
 * Writes a site with the home insurance form, a newsletter and a partner. A server starts on it in a fraction of the
 * time: it is for tests of processes and storage, to which sites are all the same.
 * @param folder where it is written; it goes away with it
 * @returns the variables by which servers and commands find it
 */
export function smallSite(folder: string): { DEFINITIONS_DIR: string; LOCALES_DIR: string } {
  const [definitions, locales] = [join(folder, 'definitions'), join(folder, 'locales')]
  mkdirSync(locales, { recursive: true })
  // The brand orders the sections of pages that are not here.
  const files = Object.fromEntries(kept.map((file) => [file, { ...inEnglish(read(file)), order: undefined }]))
  const filters = [{ form: 'home-insurance' }, { form: 'newsletter-double-opt-in' }]
  const all = { ...files, ...own, 'partners/demo.json': { ...read('partners/demo.json'), filters } }
  const site = read('site.json')
  const said = JSON.stringify(all)
  const facts = Object.entries(site.facts).filter(([id]) => said.includes(`{fact:${id}`))
  const small = { ...site, locales: { en: site.locales.en }, facts: Object.fromEntries(facts) }
  for (const [file, definition] of Object.entries({ ...all, 'site.json': small })) {
    mkdirSync(dirname(join(definitions, file)), { recursive: true })
    writeFileSync(join(definitions, file), JSON.stringify(definition, null, 2))
  }
  return { DEFINITIONS_DIR: definitions, LOCALES_DIR: locales }
}

function read(file: string) {
  return JSON.parse(readFileSync(join(repository, file), 'utf8'))
}

function inEnglish(definition: object): object {
  return 'locales' in definition ? { ...definition, locales: ['en'] } : definition
}
