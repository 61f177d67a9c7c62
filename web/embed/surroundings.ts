/**
 * The origins that messages are addressed to: that of the page around the frame, if it is an allowed one. Where the
 * browser does not tell, as after a reload, all that are allowed: a message reaches its own addressee or nobody. What
 * any site may show says nothing of anybody, to any.
 */
export function surroundings(
  allowed: readonly string[],
  place: Pick<Location, 'origin'> & { ancestorOrigins?: ArrayLike<string> },
  referrer: string,
): readonly string[] {
  if (allowed.includes('*')) return allowed
  const around = place.ancestorOrigins?.[0] ?? (URL.canParse(referrer) ? new URL(referrer).origin : place.origin)
  return around === place.origin ? allowed : allowed.filter((origin) => origin === around)
}
