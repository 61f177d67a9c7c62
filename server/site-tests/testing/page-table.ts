/** A page as the product's owner listed it: its address, what stands around it and the form that it is there for. */
export interface PageRow {
  /** Without the prefix of a language. */
  path: string
  layout: string
  /** The layout in a language, where it is another one. */
  layouts?: Readonly<Record<string, string>>
  /** The main form; null where there is none. */
  form: string | null
  /** The address in a language, where it has a name of its own there. */
  named?: Readonly<Record<string, string>>
}

const frenchCredit = { fr: 'credit-fr' }

function row(path: string, form: string | null = null, rest: Partial<PageRow> = {}): PageRow {
  return { path, layout: 'default', form, ...rest }
}

/** Every page that the site is to have in all of its languages. */
export const pageTable: readonly PageRow[] = [
  row('/'),
  row('/about-us'),
  row('/blog'),
  row('/crm', null, { layout: 'crm' }),
  row('/gaming', null, { layout: 'casino' }),
  row('/imprint'),
  row('/legal'),
  row('/privacy'),
  row('/results'),
  row('/telecom', 'telecom'),
  row('/thankyou', null, { layout: 'affiliation' }),
  row('/unsub'),
  row('/af-imprint', null, { layout: 'affiliation' }),
  row('/af-privacy', null, { layout: 'affiliation' }),
  row('/af-terms', null, { layout: 'affiliation' }),
  row('/dl-imprint', null, { layout: 'dela' }),
  row('/dl-privacy', null, { layout: 'dela' }),

  row('/electricity-gas/energy', 'energy'),
  row('/electricity-gas/energy_2', 'energy_2'),
  row('/electricity-gas/energy/index_aff', 'energy_aff', {
    layout: 'affiliation',
    named: { es: '/es/electricity-gas/energy_aff' },
  }),
  row('/electricity-gas/energy/index_old', 'energy'),
  row('/electricity-gas/energy/privacy'),
  row('/electricity-gas/energy/sponsor-list'),
  row('/electricity-gas/internet-telephone', 'telecom'),

  row('/finance/debt-reunification', 'debt-reunification', {
    layouts: frenchCredit,
    named: { es: '/es/finanzas/reunificaciondeudas' },
  }),
  row('/finance/debt-reunification_2', 'debt-reunification_2', {
    layouts: frenchCredit,
    named: { es: '/es/finanzas/reunificaciondeudas_2' },
  }),
  row('/finance/debt-reunification/index_aff', 'debt-reunification_aff', {
    layout: 'affiliation',
    layouts: frenchCredit,
    named: { es: '/es/finanzas/reunificaciondeudas_aff' },
  }),
  row('/finance/debt-reunification_2/index_aff', 'debt-reunification_aff', {
    layout: 'affiliation',
    layouts: frenchCredit,
  }),
  row('/finance/debt-reunification/sponsor-list', null, { layouts: frenchCredit }),
  row('/finance/debt-reunification_2/sponsor-list', null, { layouts: frenchCredit }),
  row('/finance/loan', 'loan', {
    layouts: frenchCredit,
    named: { es: '/es/finanzas/prestamos', fr: '/fr/finance/pretpersonnel' },
  }),
  row('/finance/loan/sponsor-list'),
  row('/finance/lso', 'lso', { named: { es: '/es/finanzas/lso' } }),
  row('/finance/lso/index_aff', 'lso_aff', { layout: 'affiliation', named: { es: '/es/finanzas/lso_aff' } }),
  row('/finance/lso/sponsor-list'),
  row('/finance/credit', 'credit', { layouts: frenchCredit }),

  row('/insurance/car-insurance', 'car-insurance'),
  row('/insurance/home-insurance', 'home-insurance'),
  row('/insurance/mutual-health-insurance', 'mutual-health-insurance'),

  row('/shopping/exclusive-deal'),
  row('/shopping/fashion'),
  row('/shopping/results'),
  row('/shopping/tech'),

  row('/property-management-comparison', 'property-management-comparison', {
    named: { de: '/de/hausverwaltungs-vergleich' },
  }),
  row('/property-management-comparison/index-old', 'property-management-comparison'),
  row('/property-management-comparison/sponsor-list'),
  ...campaigns({
    '/adv/autoverkauf': 'car-sale',
    '/adv/kredit-vergleich': 'loan',
    '/adv/kreditvergleich': 'loan',
    '/adv/kreditvergleich-zk1': 'credit',
    '/adv/kreditvergleich-zk2': 'loan-short',
  }),
  row('/adv/bassols', 'energy_2', { layout: 'bassols' }),
  row('/adv/bassols/privacy', null, { layout: 'bassols' }),
  row('/adv/bassols/sponsor-list', null, { layout: 'bassols' }),
  row('/adv/dela', 'funeral-plan', { layout: 'dela' }),
  row('/adv/remindme', 'remind-me', { layout: 'affiliation' }),

  ...campaigns({
    '/check24/dsl': 'internet-survey',
    '/check24/gas': 'energy',
    '/check24/girokonten-vergleich': 'bank-survey',
    '/check24/kfz-versicherung': 'car-insurance',
    '/check24/krankenzusatzversicherung': 'mutual-health-insurance-supplementary',
    '/check24/kreditkarten-vergleich': 'bank-survey',
    '/check24/mietwagen': 'car-rental',
    '/check24/pauschalreise-vergleichsrechner': 'package-holiday',
    '/check24/pkv-ueber-55': 'mutual-health-insurance-over-55',
    '/check24/strom-vergleichsrechner': 'energy',
    '/verivox/dsl': 'internet-survey',
    '/verivox/heizstrom': 'energy-heating',
    '/verivox/multiprodukt': 'several',
    '/verivox/ratenkredit': 'loan',
    '/verivox/solarkredit': 'loan-solar',
    '/verivox/strom': 'energy',
  }),
]

/** Pages made with a German partner, by address, with their forms. */
function campaigns(forms: Record<string, string>): PageRow[] {
  return Object.entries(forms).map(([path, form]) => row(path, form, { layout: 'affiliation-de' }))
}

/** The address of a row's page in a language: its own there, or that of all with the prefix of the language. */
export function addressOf({ path, named }: PageRow, locale: string): string {
  return named?.[locale] ?? prefixed(path, locale)
}

/** The address without a name of its own in a language. English has no prefix. */
export function prefixed(path: string, locale: string): string {
  if (locale === 'en') return path
  return path === '/' ? `/${locale}` : `/${locale}${path}`
}

/** Where pages stood before, and where that leads. */
export const formerAddresses: readonly (readonly [former: string, present: string])[] = []
