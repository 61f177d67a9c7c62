// Generated from schemas/sections/retention.schema.json by `npx leadwright types`. Do not edit.

/**
 * How long answers are kept: the periods of all forms, from the forms themselves (retentionDays).
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
   * What stands in place of a period at forms that have none: “Until you have them erased”.
   */
  unlimited: string
  /**
   * What stands at the period of forms that visitors save to go on later: “Answers that you save for later, until you send them”. They are not told of when left out.
   */
  saved?: string
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
