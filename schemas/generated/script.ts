// Generated from schemas/script.schema.json by `npx leadwright types`. Do not edit.

/**
 * The category that visitors consent to. Scripts that are necessary for the visitor, not for you, need no consent and are loaded immediately.
 */
export type ConsentCategory = 'necessary' | 'functional' | 'analytics' | 'marketing'
/**
 * The origins to which it sends data or from which it fetches data; WebSockets as wss://.
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
 * A script of another company. It is loaded once the visitor has consented to its category. Pages may load only from the hosts that it names.
 */
export interface ThirdPartyScript {
  /**
   * The purpose. A chat fills the chat container of pages. Analytics receives page views and sent forms through the data layer of gtag.js.
   */
  purpose: 'chat' | 'ads' | 'share' | 'push' | 'redirection' | 'unsubscription' | 'analytics'
  category: ConsentCategory
  /**
   * The company, shown to visitors before they consent.
   */
  company: string
  /**
   * The script's address; https, or http on this machine.
   */
  src: string
  /**
   * The origins that it loads from and connects to, by use: https://cdn.example.com. The page's content security policy allows no others.
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
   * Only on these pages, by id; on all by default.
   *
   * @minItems 1
   */
  pages?: string[]
  /**
   * true: it reads Google's Consent Mode from the data layer, as analytics always does.
   */
  consentMode?: boolean
}
