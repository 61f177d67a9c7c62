// Generated from schemas/sections/unsubscription.schema.json by `npx leadwright types`. Do not edit.

/**
 * The section to unsubscribe from mails: by the link in each mail, or by entering an address, to which a link is then mailed. The links of all mails lead to the brand's first page with such a section.
 */
export interface UnsubscriptionSection {
  /**
   * unsubscription
   */
  kind: 'unsubscription'
  link: UnsubscriptionLink
  address: UnsubscriptionAddress
  done: UnsubscriptionDone
  mailed: UnsubscriptionMailed
  unknown: UnsubscriptionUnknown
  /**
   * Only in these languages; in all languages of the page by default.
   *
   * @minItems 1
   */
  locales?: string[]
  /**
   * The id of the section that this one follows.
   */
  after?: string
}
/**
 * The texts for visitors who followed the link of a mail: one button.
 */
export interface UnsubscriptionLink {
  /**
   * The heading.
   */
  title: string
  /**
   * A sentence or two below it.
   */
  text: string
  /**
   * The button.
   */
  button: string
}
/**
 * The texts for visitors without a link: a field for the address.
 */
export interface UnsubscriptionAddress {
  /**
   * The heading.
   */
  title: string
  /**
   * A sentence or two below it.
   */
  text: string
  /**
   * The label of the field.
   */
  label: string
  /**
   * The button.
   */
  button: string
  /**
   * The error message if the text is not an e-mail address.
   */
  invalid: string
}
/**
 * The texts after unsubscribing.
 */
export interface UnsubscriptionDone {
  /**
   * The heading.
   */
  title: string
  /**
   * A sentence or two below it.
   */
  text: string
}
/**
 * The texts after an address was entered, the same whether it is subscribed or not, so that the page never reveals subscribers.
 */
export interface UnsubscriptionMailed {
  /**
   * The heading.
   */
  title: string
  /**
   * A sentence or two below it.
   */
  text: string
}
/**
 * The text above the address field if the link is unknown.
 */
export interface UnsubscriptionUnknown {
  /**
   * The heading.
   */
  title: string
  /**
   * A sentence or two below it.
   */
  text: string
}
