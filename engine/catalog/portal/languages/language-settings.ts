import type { SiteDefinition } from '#schemas/generated/site.ts'

/** The name of the cookie that keeps the chosen language. */
export function languageKey({ languageCookie = {} }: SiteDefinition): string {
  return languageCookie.key ?? 'language'
}

/** The cookie as a browser is told to set it; {} stands for the language. */
export function languageCookie(site: SiteDefinition): string {
  const { age = 365, domain, secure = false, crossOrigin = false } = site.languageCookie ?? {}
  return [
    `${languageKey(site)}={}`,
    'Path=/',
    `Max-Age=${age * 24 * 60 * 60}`,
    `SameSite=${crossOrigin ? 'None' : 'Lax'}`,
    ...(secure || crossOrigin ? ['Secure'] : []),
    ...(domain === undefined ? [] : [`Domain=${domain}`]),
  ].join('; ')
}
