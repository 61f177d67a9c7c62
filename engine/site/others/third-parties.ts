import { memoizeByObject } from '#engine/form/values'
import type { ConsentCategory } from '#schemas/generated/script.ts'
import type { Brand } from '../brand-table.ts'
import type { Site } from '../site.ts'
import type { ThirdParty } from './calculators.ts'
import { calculatorsAt } from './calculators.ts'

/** What visitors are told of something before they consent to it. */
type Service = Pick<ThirdParty, 'id' | 'purpose' | 'category' | 'company' | 'hosts'>

/** The scripts that a page of a brand may load. @param page its id */
export function thirdParties(site: Site, brand: Brand, page: string): ThirdParty[] {
  const shown = Object.entries(brand.scripts ?? {}).filter(([, { pages }]) => pages?.includes(page) ?? true)
  return shown.map(([id, { purpose, category, company, src, hosts, consentMode = false }]) => ({
    ...{ id, purpose, category, company, src, hosts },
    propertyId: purpose === 'analytics' ? propertyOf(brand, site) : null,
    isTold: purpose === 'analytics' || consentMode,
    keeps: site.cookies.all.filter(({ script }) => script === id).map(({ name, where }) => ({ name, where })),
  }))
}

function propertyOf({ analytics }: Brand, { definition: site }: Site): string | null {
  return (analytics ?? site.analytics)?.propertyId ?? null
}

const services = memoizeByObject<Service[]>()

/** What visitors of a brand are asked about: its scripts, then the calculators of its pages, each company's once. */
export function servicesOf(site: Site, brand: Brand): Service[] {
  return services(site, brand.id, () => {
    const scripts = Object.entries(brand.scripts ?? {}).map(([id, script]) => ({ ...script, id }))
    const pages = site.pages.all.filter(({ written }) => written.brands?.includes(brand.id) ?? true)
    const calculators = pages
      .flatMap(calculatorsAt)
      .map(({ purpose, category, company, hosts }) => ({ id: '', purpose, category, company, hosts }))
    return [...scripts, ...new Map(calculators.map((each) => [JSON.stringify(each), each])).values()]
  })
}

/** The categories that visitors of a brand are asked about, in the order they are named. */
export function askedCategories(site: Site, brand: Brand): ConsentCategory[] {
  const used = new Set(servicesOf(site, brand).map(({ category }) => category))
  return (['functional', 'analytics', 'marketing'] as const).filter((category) => used.has(category))
}

/**
 * A number for what visitors of a brand are asked: who was asked something else is asked again. null where there is
 * nothing to ask.
 */
export function askedRevision(site: Site, brand: Brand): number | null {
  const asked = servicesOf(site, brand)
    .filter(({ category }) => category !== 'necessary')
    .map(({ id, purpose, category, company, hosts }) => [id, purpose, category, company, hosts])
  return asked.length === 0 ? null : checksum(JSON.stringify(asked.sort()))
}

/** FNV-1a over UTF-16 units, 32 bits; 0 would mean no revision. */
function checksum(text: string): number {
  const sum = text.split('').reduce((hash, unit) => Math.imul(hash ^ unit.charCodeAt(0), 0x01000193), 0x811c9dc5)
  return sum >>> 0 || 1
}
