// Generated from schemas/script.schema.json by `npx leadwright types`. Do not edit.

/**
 * What visitors consent to, or not. What is necessary, to the visitor and not to us, needs no consent and is loaded at once.
 */
export type ConsentCategory = 'necessary' | 'functional' | 'analytics' | 'marketing'
/**
 * Where it sends and fetches data; sockets too, as wss://.
 *
 * @minItems 1
 *
 * Items: An origin in full: https://api.example.com or wss://api.example.com. No wildcard, no path.
 */
export type ConnectOrigins = string[]
/**
 * Origins without a slash at the end. No wildcards: each host is named.
 *
 * @minItems 1
 *
 * Items: An origin in full: https://cdn.example.com. No wildcard, no path.
 */
export type Origins = string[]

/**
 * A script of another company. It is loaded once the visitor has consented to its category, and pages may load from the hosts it names and no other.
 */
export interface ThirdPartyScript {
  /**
   * What it is for. A chat fills the chat container of pages. Analytics is told page views and sent forms, by the data layer of gtag.js.
   */
  purpose: 'chat' | 'ads' | 'share' | 'push' | 'redirection' | 'unsubscription' | 'analytics'
  category: ConsentCategory
  /**
   * Whose it is: visitors are told before they consent.
   */
  company: string
  /**
   * The script's address; https, or http on this machine.
   */
  src: string
  /**
   * The origins it loads from and talks to, by what it does there: https://cdn.example.com. They are all that the policy of the page allows.
   */
  hosts: {
    script: Origins
    connect?: ConnectOrigins
    frame?: Origins
    image?: Origins
    style?: Origins
    font?: Origins
  }
  /**
   * Only on these pages, by id; on all when left out.
   *
   * @minItems 1
   */
  pages?: string[]
  /**
   * true: it reads Google's Consent Mode from the data layer, as analytics always does.
   */
  consentMode?: boolean
}
