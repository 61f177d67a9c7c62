import { distance } from 'fastest-levenshtein'
import type { Suggestion } from './form-context.ts'

/** The domains that most private addresses have, everywhere and by country (ISO 3166-1 alpha-2). */
const everywhere = [
  'gmail.com',
  'outlook.com',
  'hotmail.com',
  'yahoo.com',
  'icloud.com',
  'live.com',
  'gmx.net',
  'proton.me',
]
const domains: Readonly<Record<string, readonly string[]>> = {
  DE: ['web.de', 'gmx.de', 't-online.de', 'freenet.de', 'googlemail.com', 'hotmail.de', 'outlook.de', 'yahoo.de'],
  ES: ['hotmail.es', 'yahoo.es', 'outlook.es', 'telefonica.net'],
  FR: [
    'orange.fr',
    'wanadoo.fr',
    'free.fr',
    'laposte.net',
    'sfr.fr',
    'hotmail.fr',
    'yahoo.fr',
    'outlook.fr',
    'live.fr',
  ],
  GB: ['btinternet.com', 'hotmail.co.uk', 'yahoo.co.uk', 'live.co.uk', 'sky.com', 'virginmedia.com', 'googlemail.com'],
  IT: ['libero.it', 'alice.it', 'tiscali.it', 'virgilio.it', 'hotmail.it', 'yahoo.it', 'tim.it'],
  NL: ['ziggo.nl', 'kpnmail.nl', 'hotmail.nl', 'live.nl', 'xs4all.nl', 'planet.nl', 'home.nl', 'hetnet.nl'],
}

/** How many letters a slip of the finger changes. */
const slips = 2

/**
 * The address that was likely meant, where the domain of the one that was typed is nearly that of a well-known provider;
 * null where nothing is odd about it. It is no mistake: such a domain may exist.
 * @param country of the market, ISO 3166-1 alpha-2
 */
export function suggestedAddress(typed: string, country: string): string | null {
  const [, name, domain = ''] = /^([^\s@]+)@([^\s@]+)$/.exec(typed.trim().toLowerCase()) ?? []
  const known = [...(domains[country] ?? []), ...everywhere]
  if (name === undefined || known.includes(domain) || Object.values(domains).flat().includes(domain)) return null
  const near = known
    .map((each) => ({ each, far: distance(each, domain) }))
    // In a short name two letters are most of it.
    .filter(({ each, far }) => far <= (each.length < 8 ? 1 : slips))
    .sort((a, b) => a.far - b.far)
  return near[0] ? `${name}@${near[0].each}` : null
}

/** The same for what was typed into a control, with what takes it over. @param taken called once it is in the control */
export function suggestionFor(input: HTMLInputElement, country: string, taken: () => void): Suggestion | null {
  const { name, value } = input
  const address = value === '' ? null : suggestedAddress(value, country)
  if (address === null) return null
  const take = () => {
    input.value = address
    taken()
    input.focus()
  }
  return { name, address, take }
}
