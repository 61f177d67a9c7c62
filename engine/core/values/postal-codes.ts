/** How postal codes are written, by country (ISO 3166-1 alpha-2). Letters may be small; spaces as people write them. */
const patterns: Readonly<Record<string, RegExp>> = {
  AT: /^\d{4}$/,
  BE: /^\d{4}$/,
  CH: /^\d{4}$/,
  DE: /^\d{5}$/,
  ES: /^(0[1-9]|[1-4]\d|5[0-2])\d{3}$/,
  FR: /^\d{5}$/,
  GB: /^(GIR ?0AA|[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2})$/i,
  IE: /^([AC-FHKNPRTV-Y]\d{2}|D6W) ?[0-9AC-FHKNPRTV-Y]{4}$/i,
  IT: /^\d{5}$/,
  LU: /^(L-)?\d{4}$/i,
  NL: /^[1-9]\d{3} ?[A-Z]{2}$/i,
  PT: /^\d{4}-?\d{3}$/,
}

/** Whether a text is a postal code of a country; where we do not know how they look there, whether it could be one. */
export function isPostalCode(text: string, country: string): boolean {
  return (patterns[country] ?? /^[A-Z0-9][A-Z0-9 -]{1,10}$/i).test(text.trim())
}
