// Generated from schemas/sections/retention.schema.json by `npx leadwright types`. Do not edit.

/**
 * How long answers are stored: the retention periods of all forms, from the forms themselves (retentionDays).
 */
export interface RetentionSection {
  /**
   * retention
   */
  kind: 'retention'
  /**
   * A heading.
   */
  title?: string
  /**
   * A sentence or two above the list.
   */
  text?: string
  /**
   * The text for forms without a period: “Until you have them erased”.
   */
  unlimited: string
  /**
   * The text for forms that visitors can save for later: “Answers that you save for later, until you send them”. Without it they are not mentioned.
   */
  saved?: string
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
