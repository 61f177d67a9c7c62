import type { SiteDefinition } from '#schemas/generated/site.ts'

/** Browsers send up to a dozen. */
const mostRanges = 50

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

/**
 * The language that a client likes best of those there are, by its Accept-Language header (RFC 9110, section 12.5.4;
 * matched as RFC 4647, section 3.4 looks up: de-AT is served by de). null where it names none of them: "any" is no wish.
 */
export function preferredLanguage(header: string, known: readonly string[]): string | null {
  const wishes = header
    .split(',', mostRanges)
    .map((range) => {
      const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
      const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
      return { language: tag.split('-')[0] ?? '', quality: Number(quality ?? 1) }
    })
    .filter(({ language, quality }) => quality > 0 && known.includes(language))
    .sort((one, other) => other.quality - one.quality)
  return wishes[0]?.language ?? null
}
