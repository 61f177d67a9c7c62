/** Without width, or turning the direction of what follows around: no part of what somebody has to say. */
const unseen = /[\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069]/g

/** Nothing that anybody could read. Joiners count here only: names and emoji are written with them. */
const nothing = /^[\p{Default_Ignorable_Code_Point}\p{White_Space}\p{Cc}\u2800]*$/u

/** What was typed or sent, without the spaces around it and what nobody sees; empty when nothing can be read. */
export function cleanText(text: string): string {
  const clean = text.replaceAll(unseen, '').trim()
  return nothing.test(clean) ? '' : clean
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** A text as it stands in HTML, also within an attribute. */
export function htmlText(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => escapes[sign] ?? sign)
}
