import type { SiteDefinition } from '#schemas/generated/site.ts'

/** The name of the cookie that keeps the chosen language. */
export function languageKey({ languageCookie = {} }: SiteDefinition): string {
  return languageCookie.key ?? 'language'
}

/** For how many days the cookie keeps it. */
export function languageDays({ languageCookie = {} }: SiteDefinition): number {
  return languageCookie.age ?? 365
}

/** The cookie as a browser is told to set it; {} stands for the language. */
export function languageCookie(site: SiteDefinition): string {
  const { domain, secure = false, crossOrigin = false } = site.languageCookie ?? {}
  return [
    `${languageKey(site)}={}`,
    'Path=/',
    `Max-Age=${languageDays(site) * 24 * 60 * 60}`,
    `SameSite=${crossOrigin ? 'None' : 'Lax'}`,
    ...(secure || crossOrigin ? ['Secure'] : []),
    ...(domain === undefined ? [] : [`Domain=${domain}`]),
  ].join('; ')
}
