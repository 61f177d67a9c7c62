import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Plugin } from 'vite'
import type { PhoneRules } from '#web/shims'

/** The markets nearby, each with the countries that share its calling code: their numbers look alike. */
const countries = ['AT', 'BE', 'CH', 'DE', 'ES', 'FR', 'GB', 'GG', 'IE', 'IM', 'IT', 'JE', 'LU', 'NL', 'PT', 'VA']

const name = 'virtual:phone-metadata'

/** The rules of phone numbers for a few countries, and how long those of all others are: 16 kB less than all rules. */
export function phoneMetadata(): Plugin {
  return {
    name: 'leadwright-phone-metadata',
    resolveId: (source) => (source === name ? `\0${name}` : null),
    load: (id) => (id === `\0${name}` ? `export default ${JSON.stringify(phoneRules())}` : null),
  }
}

/** A country's rules without the fifth entry: how its numbers are spaced when they are written, which nobody does here. */
function judging(rules: readonly unknown[]): unknown[] {
  return rules.with(4, 0)
}

/** The rules that web/shims/phone-judge.ts works with. */
export function phoneRules(): PhoneRules {
  const file = createRequire(import.meta.url).resolve('libphonenumber-js/metadata.min.json')
  const all = JSON.parse(readFileSync(file, 'utf8'))
  const codes = Object.entries<string[]>(all.country_calling_codes)
  const isNear = ([, [first = '']]: [string, string[]]) => countries.includes(first)
  const near = {
    ...all,
    country_calling_codes: Object.fromEntries(codes.filter(isNear)),
    countries: Object.fromEntries(countries.map((country) => [country, judging(all.countries[country])])),
    nonGeographic: {},
  }
  // The fourth entry of a country's rules lists how many digits its numbers have; the ninth may write some in front.
  const lengths = (rules: readonly unknown[][]) => {
    const added = rules.map((rule) => String(rule[8] || '').replaceAll(/\$\d|\D/g, '').length)
    const each = rules.flatMap((rule) => rule[3] as number[])
    return [Math.min(...each) - Math.max(...added), Math.max(...each)] as const
  }
  const far = codes
    .filter((entry) => !isNear(entry))
    .map(([code, own]) => [code, lengths(own.map((id) => all.countries[id]))])
  const nowhere = Object.entries<unknown[]>(all.nonGeographic).map(([code, rules]) => [code, lengths([rules])])
  return { near, far: Object.fromEntries([...far, ...nowhere]) }
}
