/** An IMF-fixdate, or one of the two obsolete forms that RFC 9110 §5.6.7 makes recipients accept. */
const httpDate = /^(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?,? /

/**
 * When a reply's `Retry-After` asks to be tried again, in milliseconds since the epoch; null when it says nothing that
 * can be read. Seconds or an HTTP date (RFC 9110 §10.2.3).
 */
export function parseRetryAfter(header: string | null, now: number): number | null {
  const text = header?.trim() ?? ''
  if (/^\d+$/.test(text)) return now + Number(text) * 1000
  if (!httpDate.test(text)) return null
  // The asctime form names no zone, and is in GMT all the same.
  const time = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`)
  return Number.isNaN(time) ? null : time
}
