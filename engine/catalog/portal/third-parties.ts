import type { BrandDefinition } from '#schemas/generated/brand.ts'
import type { CookieDefinition } from '#schemas/generated/cookie.ts'
import type { ConsentCategory, ThirdPartyScript } from '#schemas/generated/script.ts'
import type { Catalog } from '../catalog.ts'
import type { Brand } from './brand-table.ts'

/** A script of another company as a page knows it. */
export interface ThirdParty extends Pick<ThirdPartyScript, 'what' | 'category' | 'company' | 'source' | 'hosts'> {
  id: string
  /** Where page views are counted, for a script that counts them. */
  propertyId: string | null
  /** Whether it reads the data layer: events, and what was consented to. */
  isTold: boolean
  /** What it keeps in the browser, which goes with the consent. */
  keeps: readonly Pick<CookieDefinition, 'name' | 'where'>[]
}

type Scripts = Pick<BrandDefinition, 'scripts'>

/** The scripts that a page of a brand may load. @param page its id */
export function thirdParties(catalog: Catalog, brand: Brand, page: string): ThirdParty[] {
  const shown = Object.entries(brand.scripts ?? {}).filter(([, { pages }]) => pages?.includes(page) ?? true)
  return shown.map(([id, { what, category, company, source, hosts, consentMode = false }]) => ({
    ...{ id, what, category, company, source, hosts },
    propertyId: what === 'analytics' ? propertyOf(brand, catalog) : null,
    isTold: what === 'analytics' || consentMode,
    keeps: catalog.kept.filter(({ script }) => script === id).map(({ name, where }) => ({ name, where })),
  }))
}

function propertyOf({ analytics }: Brand, { site }: Catalog): string | null {
  return (analytics ?? site.analytics)?.propertyId ?? null
}

/** The categories that visitors of a brand are asked about, in the order they are named. */
export function askedCategories({ scripts = {} }: Scripts): ConsentCategory[] {
  const used = new Set(Object.values(scripts).map(({ category }) => category))
  return (['functional', 'analytics', 'marketing'] as const).filter((category) => used.has(category))
}

/**
 * A number for what visitors of a brand are asked: who was asked something else is asked again. null where there is
 * nothing to ask.
 */
export function askedRevision({ scripts = {} }: Scripts): number | null {
  const asked = Object.entries(scripts)
    .filter(([, { category }]) => category !== 'necessary')
    .map(([id, { what, category, company, hosts }]) => [id, what, category, company, hosts])
  return asked.length === 0 ? null : checksum(JSON.stringify(asked.sort()))
}

/** FNV-1a over UTF-16 units, 32 bits; 0 would mean no revision. */
function checksum(text: string): number {
  const sum = text.split('').reduce((hash, unit) => Math.imul(hash ^ unit.charCodeAt(0), 0x01000193), 0x811c9dc5)
  return sum >>> 0 || 1
}
