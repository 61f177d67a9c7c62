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

/** Browsers send up to a dozen. */
const mostRanges = 50
