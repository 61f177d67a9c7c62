/** The token of an Authorization header (RFC 6750), however the scheme and the spaces are written; null without one. */
export function bearerToken(header: string | undefined): string | null {
  return /^bearer +(\S+) *$/i.exec(header ?? '')?.[1] ?? null
}
