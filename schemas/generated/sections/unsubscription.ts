// Generated from schemas/sections/unsubscription.schema.json by `npx leadwright types`. Do not edit.

/**
 * Where e-mails are unsubscribed from: by the link that each of them carries, or by address, which is then mailed a link. The links of all mails lead to the brand's first page with such a section.
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
   * Only in these languages; in all of the page's when left out.
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
 * What who came by the link of a mail sees: one button.
 */
export interface UnsubscriptionLink {
  /**
   * The heading.
   */
  title: string
  /**
   * A sentence or two under it.
   */
  text: string
  /**
   * The button.
   */
  button: string
}
/**
 * What who came without a link sees: a field for the address.
 */
export interface UnsubscriptionAddress {
  /**
   * The heading.
   */
  title: string
  /**
   * A sentence or two under it.
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
   * Said at the field when what stands there is no e-mail address.
   */
  invalid: string
}
/**
 * Said to who has unsubscribed.
 */
export interface UnsubscriptionDone {
  /**
   * The heading.
   */
  title: string
  /**
   * A sentence or two under it.
   */
  text: string
}
/**
 * Said to who gave an address, whether it is subscribed or not: nobody learns which addresses are.
 */
export interface UnsubscriptionMailed {
  /**
   * The heading.
   */
  title: string
  /**
   * A sentence or two under it.
   */
  text: string
}
/**
 * Said above the field for the address to who came by a link that is none of ours.
 */
export interface UnsubscriptionUnknown {
  /**
   * The heading.
   */
  title: string
  /**
   * A sentence or two under it.
   */
  text: string
}
