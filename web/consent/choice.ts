/** What a visitor chose in the cookie settings, as the browser keeps it. */
export interface Choice {
  /** What was consented to; what is necessary included. */
  categories: string[]
  /** Of what was asked. */
  revision: number
  /** Random, and known to nobody but this browser and the record. */
  consentId: string
  languageCode: string
  /** Milliseconds since the epoch. */
  expirationTime: number
  data: Recorded | null
}

/** What the record of a choice says beside it. */
interface Recorded {
  number: number
  action: 'accept' | 'reject' | 'choose'
  /** The hash of the text that was shown. */
  text: string
  /** Whether the server has it. */
  isKept: boolean
}

/** The cookie a choice is kept in: also the library's, which writes it. */
export const cookieName = 'cookie-consent'

/** The choice that counts for what is asked now; null where none was made. @param revision of what is asked */
export function choiceMade(revision: number): Choice | null {
  const [, text = ''] = new RegExp(`(?:^|; )${cookieName}=([^;]*)`).exec(document.cookie) ?? []
  try {
    const choice = JSON.parse(decodeURIComponent(text)) as Partial<Choice>
    return choice.revision === revision && Array.isArray(choice.categories) ? (choice as Choice) : null
  } catch {
    // It is no cookie of ours.
    return null
  }
}

/** Keeps a choice that was made before, with something changed. */
export function keepChoice(choice: Choice): void {
  const attributes = `expires=${new Date(choice.expirationTime).toUTCString()}; path=/; samesite=lax`
  const secure = location.protocol === 'https:' ? '; secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing without TLS and in Firefox
  document.cookie = `${cookieName}=${encodeURIComponent(JSON.stringify(choice))}; ${attributes}${secure}`
}

/** The visitor is asked anew on the next page. */
export function forgetChoice(choice: Choice): void {
  keepChoice({ ...choice, expirationTime: 0 })
}
